/** Rules and conditions that SEPA and ticket payments share: money, and the order of ends. */

import { momentOf } from '../../src/event/moment.ts'
import type { PaymentCaptured, PaymentRefunded, RefundRequested } from '../../src/event/payment.ts'
import type { Condition, Rule } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import type { Refusal } from '../../src/words/refusal.ts'
import type { Payment } from '../memory/payment.ts'
import { hasRefunded, type Sums, seenMoreRefunded } from '../memory/sums.ts'

/** A payment is refunded in its own currency. @spec interface, SEPA payment, Ticket payment */
export const sameCurrency: Rule<Payment, Occurred<RefundRequested>> = (
  { currency: expected },
  { data: { currency: actual } },
) =>
  expected === null || actual === undefined || actual === expected
    ? []
    : [{ rule: 'sameCurrency', expected, actual }]

/** How a machine adds its payments up: `sepaPaymentSums` or `ticketPaymentSums`. */
type SumsOf<P> = (known: P, besides?: string) => Sums

/** What has been refunded never adds up to more than was captured. @spec interface, Limits */
export const withinCaptured =
  <P extends Payment>(sumsOf: SumsOf<P>): Rule<P, Occurred<PaymentRefunded>> =>
  (known, event) => {
    const { captured, refunded, currency } = sumsOf(known, event.about)
    const wanted = event.data.amount ?? known.refunds[event.about]?.amount ?? null
    if (captured === null || wanted === null) return [{ rule: 'notKnown', what: 'captured amount' }]
    const available = captured - refunded
    return wanted <= available ? [] : [{ rule: 'withinCaptured', wanted, available, currency }]
  }

/**
 * A refund asks for at least one minor unit and for no more than is left: what was captured less what
 * was refunded, is being refunded, and was charged back. Naming no amount, it asks for all of it. What
 * snapshots or messages bound to nothing tell of money gone back must be settled first. @spec domain, 2.4 money identity
 */
export const withinNet =
  <P extends Payment>(sumsOf: SumsOf<P>): Rule<P, Occurred<RefundRequested>> =>
  (known, event, { moneyBack }) => {
    const sums = sumsOf(known, event.about)
    if (sums.net === null) return [{ rule: 'notKnown', what: 'captured amount' }]
    const isMissing = moneyBack === 'told' && seenMoreRefunded(known, sums)
    if (moneyBack === 'unbound' || isMissing) return [{ rule: 'notKnown', what: 'refunds' }]
    const { net: available, currency } = sums
    const wanted = event.data.amount ?? available
    return wanted >= 1 && wanted <= available
      ? []
      : [{ rule: 'withinNet', wanted, available, currency }]
  }

/** The money came before the payment was given up, as far as both times are told. */
export const broughtAfter =
  (rule: 'moneyAfterEnd' | 'lateCapture'): Rule<Payment, Occurred<PaymentCaptured>> =>
  ({ ended }, event, { toleranceSeconds }) => {
    const { at, timed } = momentOf(event)
    if (ended === null) return []
    if (!timed || !ended.timed) return [{ rule: 'notKnown', what: 'times' }]
    if (!isAfter(at, ended.at, toleranceSeconds)) return []
    const broken: Refusal =
      rule === 'lateCapture' ? { rule, at, expiredAt: ended.at } : { rule, at, endedAt: ended.at }
    return [broken]
  }

/** Money that came after a decline or cancellation. @spec domain, 2.4 transition table */
export const moneyAfterEnd = broughtAfter('moneyAfterEnd')

/** Chooses where a payment stands by what has been refunded in all. */
export const byRefunds = <P extends Payment>(sumsOf: SumsOf<P>) => {
  const all: Condition<P> = (known) => {
    const { captured, refunded } = sumsOf(known)
    return captured !== null && refunded > 0 && refunded >= captured
  }
  const part: Condition<P> = (known, judge) => hasRefunded(known) && !all(known, judge)
  const nothing: Condition<P> = (known) => !hasRefunded(known)
  return { nothingRefunded: nothing, partRefunded: part, allRefunded: all }
}
