/**
 * Providers that err and lie: faults are planted into the messages of random payments. Nothing leaves in
 * doubt, two truthful lists settle captures and refunds, more news of money gone frees none, and a
 * person's word ends every doubt.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SepaPayment, sepaPayment, ticketPayment } from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { PaymentHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { forAll } from '../for-all.ts'
import { listsAfter } from './answering.ts'
import { doubtsIn, eventsIn, folded, moneyIn, refundOf, soonAfter, wordAfter } from './doubts.ts'
import { paymentEnd } from './payment.ts'
import { RUNS, runs, type World, worlds } from './worlds.ts'

/** By default, the law that is quick tries three times as many worlds. */
const more = process.env['RUNS'] === undefined ? { ...runs, numRuns: 3 * RUNS } : runs
const METHODS = [
  ['sepa', sepaPayment],
  ['ticket', ticketPayment],
] as const

const payment = ({ history }: World): PaymentHistory => history as PaymentHistory

/** Doubts that a list can settle, but for what is said of takings. */
const isOfList = (doubt: string): boolean => !doubt.endsWith(' person')

const isList = (each: Delivery): boolean =>
  each.kind === 'response' && each.endpoint === 'getPaymentActions'

const GONE = /^(payment_refunded|payment_refund_pending|payment_chargeback)$/

/** Whether all messages about the action of one name one amount: a later step of a refund decides it. */
const isOfOneAmount = (one: DomainEvent, events: readonly DomainEvent[]): boolean => {
  const { actionId } = Object(one.data)
  const alike = events.filter(({ data }) => Object(data).actionId === actionId)
  const amounts = alike.map(({ data }) => Object(data).amount)
  return actionId === undefined || new Set(amounts).size === 1
}

/** Whether a message names a command or a dispute: it may bind what was counted apart. */
const isNaming = ({ data }: DomainEvent): boolean =>
  Object(data).commandId !== undefined || Object(data).disputeId !== undefined

describe.each(METHODS)('of a %s payment', (_, machine) => {
  test('nothing leaves in doubt, and else all that is left may leave', () => {
    const seen = { inDoubt: 0, free: 0 }
    forAll(more, [worlds(machine, 3)], (world) => {
      const history = payment(world)
      const state = folded(history, eventsIn(history, world.delivered))
      const { most, rules } = refundOf(state, soonAfter(history))
      const isInDoubt = doubtsIn(state).length > 0
      const { refundable } = paymentSums(state.context as SepaPayment, isInDoubt)
      expect(most).toBeLessThanOrEqual(refundable ?? 0)
      // before a capture there is nothing to refund, doubt or not
      const isJudged = !rules.some((rule) => /^(noSuchStep|missingPredecessor)$/.test(rule))
      expect(rules.includes('notInDoubt')).toBe(isInDoubt && isJudged)
      if (rules.length === 0) expect(most).toBe(refundable)
      seen[isInDoubt ? 'inDoubt' : 'free'] += 1
    })
    expect(Math.min(seen.inDoubt, seen.free)).toBeGreaterThan(RUNS / 10)
  })

  test('two truthful lists settle captures and refunds, with the provider’s numbers', () => {
    forAll(more, [worlds(machine, 3)], (world) => {
      const history = payment(world)
      const all = [...world.delivered, ...listsAfter(history, world.delivered, 2)]
      const state = folded(history, eventsIn(history, all))
      const { captured, refunded, refunding } = paymentEnd(history)
      expect(doubtsIn(state).filter(isOfList)).toEqual([])
      expect(moneyIn(state)).toMatchObject({ captured, refunded, refunding })
    })
  })

  test('never more is left because of more news of money gone', () => {
    let compared = 0
    forAll(runs, [worlds(machine, 3), fc.nat()], (world, pick) => {
      const history = payment(world)
      // what a list bears out may be less than was reported
      const messages = world.delivered.filter((each) => !isList(each))
      const events = eventsIn(history, messages)
      const gone = events.filter((each) => GONE.test(each.type) && !isNaming(each))
      const one = gone[pick % Math.max(1, gone.length)]
      fc.pre(one !== undefined && isOfOneAmount(one, events))
      const fewer = folded(
        history,
        events.filter((event) => event !== one),
      )
      const state = folded(history, events)
      const [before, after] = [moneyIn(fewer).net, moneyIn(state).net]
      if (before === null || after === null) return
      compared += 1
      expect(after).toBeLessThanOrEqual(before)
    })
    expect(compared).toBeGreaterThan(RUNS / 4)
  })

  test('a person’s word ends every doubt with its own numbers', () => {
    const amount = fc.constantFrom(0, 1000, 6000)
    const numbers = fc.record({ captured: amount, refunded: amount, chargedBack: amount })
    forAll(runs, [worlds(machine, 3), numbers, fc.boolean()], (world, other, isTrue) => {
      const history = payment(world)
      const { captured, refunded, refunding, chargedBack } = paymentEnd(history)
      const truth = { captured, refunded: refunded + refunding, chargedBack }
      const said = isTrue ? truth : other
      const events = eventsIn(history, world.delivered)
      const state = folded(history, [...events, wordAfter(history, events, said)])
      expect(doubtsIn(state)).toEqual([])
      expect(moneyIn(state)).toMatchObject(said)
    })
  })
})
