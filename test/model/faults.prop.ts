/**
 * Providers that err and lie: faults are planted into the messages of random payments. What may be
 * refunded is neither more nor less than the reading that leaves least leaves, more news of money
 * gone never raise it, and nothing stays in doubt.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Question } from '../../src/judge/questions.ts'
import { payfold } from '../../src/payfold.ts'
import { faults } from '../../src/testing/faults.ts'
import type { TrueHistory } from '../../src/testing/history.ts'
import type { Delivery } from '../../src/testing/messages.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import { machines, reported } from '../given.ts'
import { answersTo } from './answering.ts'
import { streamOf, streamsOf } from './folded.ts'
import { isLinking } from './reading-chargebacks.ts'
import { isSmall, readingsOf, reportsIn, showsCapture } from './readings.ts'
import { RUNS, runs, worlds } from './worlds.ts'

const PATIENCE = 3 * 3_600_000
/** By default, the law that is quick tries four times as many worlds. */
const more = process.env['RUNS'] === undefined ? { ...runs, numRuns: 4 * RUNS } : runs
const pf = payfold(machines)
const METHODS = [
  ['sepa', sepaPayment, 'EUR'],
  ['ticket', ticketPayment, 'ARS'],
] as const

const eventsIn = (history: TrueHistory, delivered: readonly Delivery[]): readonly DomainEvent[] =>
  streamsOf(delivered).get(streamOf(history)) ?? []

const folded = (history: TrueHistory, events: readonly DomainEvent[]) =>
  pf.fold(streamOf(history), events)
type Folded = ReturnType<typeof folded>

/** A moment after everything, within the window in which a SEPA payment may be refunded. */
const soonAfter = ({ facts, setting }: TrueHistory): Instant =>
  shift(facts.find(({ type }) => type === 'payment_captured')?.at ?? setting.startsAt, 86_400)

/** The greatest refund that is allowed, and the rules that refuse it. */
const refundOf = (state: Folded, now: Instant) => {
  const allowed = pf.allowed(state, now)
  const refund = E.isLeft(allowed)
    ? undefined
    : allowed.right.find(({ command }) => command === 'requestRefund')
  const rules = refund?.refusals.map(({ rule }) => rule) ?? []
  return { most: refund?.amount?.most ?? 0, rules }
}

/** Whether all reports of a report's refund name one amount. */
const isOfOneAmount = (one: DomainEvent, events: readonly DomainEvent[]): boolean => {
  const { actionId } = Object(one.data)
  const alike = events.filter(({ data }) => Object(data).actionId === actionId)
  const amounts = alike.map(({ data }) => Object(data).amount)
  return actionId === undefined || new Set(amounts).size === 1
}

/** Rules that hold everything, or that no amount changes. */
const HOLDS_ALL = /^(notHeld|notKnown|noSuchStep|withinRefundWindow)$/
const GONE = /^(payment_refunded|payment_refund_pending|refund_requested|payment_chargeback)$/

/** The decision that no money is gone beyond what is believed. */
const lifting = (reason: string, readings: readonly string[]): string | undefined =>
  reason === 'RefundReversed'
    ? 'counts'
    : readings.find((each) => ['countsNot', 'captured', 'one'].includes(each))

const openIn = (state: Folded, now: Instant): readonly Question[] => {
  const asked = pf.questions(state, now)
  return E.isRight(asked) ? asked.right.filter(({ readings }) => readings.length > 0) : []
}

/** What persons decide about questions that no request answers. */
const reviewsOf = (
  history: TrueHistory,
  open: readonly Question[],
  round: number,
  at: Instant,
): readonly DomainEvent[] =>
  open.map(({ reason, events, readings }, index) => {
    const decision = { reason, events, as: lifting(reason, readings), by: ['person-1'] }
    const data = { paymentId: `pay_${history.setting.name}`, ...decision }
    return reported('reviewed', data, { id: `review_${round}_${index}`, at })
  })

const isNothing = (): boolean => false
/** Faults that hold money, what may lift the hold, and the most that may then be refunded. */
const HOLDING = [
  ['an end after the capture', showsCapture, () => 0],
  ['an action that nobody can read', isNothing, () => 0],
  ['another currency', isNothing, () => 0],
  ['a wrong balance', isNothing, (amount: number) => amount - 7],
  ['a wrong balance in a look-up', isNothing, () => 0],
] as const

/** Faults that leave nothing in doubt. */
const unseen = faults.filter(({ name }) => /two ids|another action id|booked back/.test(name))

describe.each(METHODS)('of a %s payment', (_, machine, currency) => {
  test(
    'never more may be refunded than every reading leaves, and seldom less where nothing holds all',
    () => {
      const seen = { exact: 0, less: 0, held: 0 }
      fc.assert(
        fc.property(worlds(machine, 3), ({ history, delivered }) => {
          const events = eventsIn(history, delivered)
          fc.pre(isSmall(events))
          const state = folded(history, events)
          const { most, rules } = refundOf(state, soonAfter(history))
          const { left } = readingsOf(events, currency)
          expect(most).toBeLessThanOrEqual(left)
          // the provider's balances hold what they show, and statuses what they say was refunded
          const codes = state.findings.map(({ code }) => code)
          const isShown = codes.includes('BalanceMismatch')
          const isHeld = isShown || rules.some((rule) => HOLDS_ALL.test(rule))
          const isLess = !isHeld && most < left
          seen[isHeld ? 'held' : isLess ? 'less' : 'exact'] += 1
        }),
        more,
      )
      expect(Math.min(seen.exact, seen.held)).toBeGreaterThan(0)
      // guesses may hold an amount twice that another doubt holds as well
      expect(seen.less).toBeLessThanOrEqual(seen.exact / 100)
      if (process.env['RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(seen)}\n`)
    },
    PATIENCE,
  )

  test(
    'never more may be refunded because of more news of money gone',
    () => {
      fc.assert(
        fc.property(worlds(machine, 3), fc.nat(), ({ history, delivered }, pick) => {
          const events = eventsIn(history, delivered)
          const gone = events.filter(({ type }) => GONE.test(type))
          const one = gone[pick % Math.max(1, gone.length)]
          const now = soonAfter(history)
          const fewer = events.filter((event) => event !== one)
          const before = refundOf(folded(history, fewer), now)
          // a later stage of a refund decides its amount
          fc.pre(one !== undefined && isOfOneAmount(one, events))
          fc.pre(!isLinking(reportsIn(fewer), reportsIn(events)))
          fc.pre(before.rules.every((rule) => rule === 'withinNet'))
          expect(refundOf(folded(history, events), now).most).toBeLessThanOrEqual(before.most)
        }),
        runs,
      )
    },
    PATIENCE,
  )

  test.each(HOLDING)(
    '%s holds what it must',
    (name, isLifted, left) => {
      const only = faults.filter((fault) => fault.name === name)
      fc.assert(
        fc.property(worlds(machine, 1, only), ({ history, delivered, planted }) => {
          fc.pre(planted.length > 0)
          const events = eventsIn(history, delivered)
          fc.pre(!events.some(isLifted))
          const state = folded(history, events)
          const { most } = refundOf(state, soonAfter(history))
          expect(most).toBeLessThanOrEqual(left(history.setting.amount))
        }),
        { ...runs, numRuns: Math.ceil(RUNS / 4) },
      )
    },
    PATIENCE,
  )

  test(
    'what is believed to be left may be refunded where nothing is in doubt',
    () => {
      fc.assert(
        fc.property(worlds(machine, 2, unseen), ({ history, delivered }) => {
          const events = eventsIn(history, delivered)
          const state = folded(history, events)
          fc.pre(isSmall(events) && state.findings.length === 0 && state.parked.length === 0)
          const sums = pf.sums(state)
          const { left, captured } = readingsOf(events, currency)
          fc.pre(E.isRight(sums) && captured !== null)
          expect(Object(sums).right.net).toBe(left)
          expect(Object(sums).right.netAtWorst).toBe(left)
        }),
        runs,
      )
    },
    PATIENCE,
  )

  test(
    'every doubt ends: the provider answers, and a person decides the rest',
    () => {
      fc.assert(
        fc.property(worlds(machine, 3), ({ history, delivered }) => {
          const now = soonAfter(history)
          let all = delivered
          let reviews: readonly DomainEvent[] = []
          const state = () => folded(history, [...eventsIn(history, all), ...reviews])
          for (let round = 0; round < 6; round += 1) {
            const open = openIn(state(), now)
            const answers = answersTo(history, all, open, (round + 1) * 86_400)
            // what the provider has been asked three times, a person decides
            const left = open.filter(({ request }) => request === null || round >= 3)
            all = [...all, ...answers]
            reviews = [...reviews, ...reviewsOf(history, left, round, now)]
          }
          const last = state()
          expect(openIn(last, now).map(({ reason }) => reason)).toEqual([])
          const sums = pf.sums(last)
          const net =
            E.isRight(sums) && sums.right !== null && 'net' in sums.right ? sums.right.net : null
          const { most, rules } = refundOf(last, now)
          expect(rules).not.toContain('notHeld')
          const isJudged = rules.every((rule) => !HOLDS_ALL.test(rule))
          if (net !== null && isJudged) expect(most).toBe(Math.max(0, net))
        }),
        runs,
      )
    },
    PATIENCE,
  )
})
