/**
 * No legal history of a payment is in doubt, however its messages come, but for the cases that are
 * listed here; each of them is ended by the look-ups that it asks for, with the provider's numbers.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { histories } from '../../src/testing/generators/histories.ts'
import type { PaymentHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { forAll, runsOf } from '../for-all.ts'
import { listsAfter, lookUpAfter } from './answering.ts'
import { doubtsIn, eventsIn, folded, moneyIn, refundOf, soonAfter, wordAfter } from './doubts.ts'
import { deliveredOf } from './folded.ts'
import { paymentEnd } from './payment.ts'

const runs = runsOf(30, 5)

const LIST = 'getPaymentActions'

/** Whether a refund of a history failed after it had succeeded. */
const hasReversed = ({ facts }: PaymentHistory): boolean =>
  facts.some(
    ({ type, entityId }) =>
      type === 'payment_refund_declined' &&
      facts.some((other) => other.type === 'payment_refunded' && other.entityId === entityId),
  )

const hasEndAfterCapture = ({ facts }: PaymentHistory): boolean => {
  const captured = facts.find(({ type }) => type === 'payment_captured')
  return facts.some(
    ({ type, at }) =>
      /^payment_(declined|canceled|expired)$/.test(type) &&
      captured !== undefined &&
      at > captured.at,
  )
}

const hasLookUp = (delivered: readonly Delivery[]): boolean =>
  delivered.some((each) => each.kind === 'response' && each.endpoint === 'getPayment')

const hasList = (delivered: readonly Delivery[]): boolean =>
  delivered.some((each) => each.kind === 'response' && each.endpoint === LIST)

/** The doubts that a legal history may raise: each asks for the list. */
const expectedIn = (
  history: PaymentHistory,
  delivered: readonly Delivery[],
): ReadonlySet<string> => {
  const codes = [
    // it failed after success, and one was perhaps made anew meanwhile
    ...(hasReversed(history) ? ['RefundReversed', 'MoreThanCaptured'] : []),
    ...(hasReversed(history) && hasList(delivered) ? ['StatementDiffers'] : []),
    ...(hasEndAfterCapture(history) ? ['Superseded'] : []),
    // a look-up may show refunds before their reports
    ...(hasLookUp(delivered) ? ['StatementDiffers'] : []),
  ]
  return new Set(codes.map((code) => `${code} ${LIST}`))
}

/** Whether a refund is known from the answer to its command alone. */
const isOnlyAnswered = (events: readonly DomainEvent[]): boolean => {
  const named = (isOf: (type: string) => boolean) =>
    events.flatMap(({ type, data }) => (isOf(type) ? String(Object(data).actionId) : []))
  const told = new Set(named((type) => type.startsWith('payment_refund')))
  return named((type) => type === 'refund_requested').some((id) => !told.has(id))
}

describe.each(['sepa', 'ticket'] as const)('a %s payment', (method) => {
  const told = deliveredOf(
    histories(method === 'sepa' ? sepaPayment : ticketPayment) as fc.Arbitrary<PaymentHistory>,
  )

  test('is in doubt only in the cases that are listed, and else has the provider’s numbers', () => {
    let inDoubt = 0
    forAll(runs, [told], ({ history, delivered }) => {
      const state = folded(history, eventsIn(history, delivered))
      const doubts = doubtsIn(state)
      const expected = expectedIn(history, delivered)
      expect(doubts.filter((each) => !expected.has(each))).toEqual([])
      if (doubts.length > 0) {
        inDoubt += 1
        expect(refundOf(state, soonAfter(history)).most).toBe(0)
      } else {
        const { status: _, ...money } = paymentEnd(history)
        expect(moneyIn(state)).toEqual(money)
      }
    })
    expect(inDoubt).toBeGreaterThan(0)
    expect(inDoubt).toBeLessThan(runs.numRuns / 3)
  })

  test('is in no doubt after two lists, and after one if no refund failed after success', () => {
    forAll(runs, [told, fc.boolean()], ({ history, delivered }, isLookedUp) => {
      const count = hasReversed(history) ? 2 : 1
      const lists = listsAfter(history, delivered, count)
      const all = [...delivered, ...(isLookedUp ? [lookUpAfter(history, delivered)] : []), ...lists]
      const state = folded(history, eventsIn(history, all))
      expect(doubtsIn(state)).toEqual([])
      expect({ status: state.status, ...moneyIn(state) }).toEqual(paymentEnd(history))
    })
  })

  test('keeps what a person has truly stated: no later look-up brings a doubt back', () => {
    forAll(runs, [told], ({ history, delivered }) => {
      const events = eventsIn(history, delivered)
      fc.pre(!isOnlyAnswered(events))
      const { captured, refunded, refunding, chargedBack } = paymentEnd(history)
      const truth = { captured, refunded: refunded + refunding, chargedBack }
      const word = wordAfter(history, events, truth)
      const again = [lookUpAfter(history, delivered), ...listsAfter(history, delivered, 2)]
      const state = folded(history, [...eventsIn(history, [...delivered, ...again]), word])
      expect(doubtsIn(state)).toEqual([])
      expect(moneyIn(state)).toMatchObject(truth)
    })
  })
})
