/** Rules and conditions that SEPA and ticket payments share: amounts, and money after an end. */
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Condition, Rule } from '../../src/fold/definition.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { NotKnown } from '../../src/fold/refusal.ts'
import { formatted, formattedDuration, type Instant, isAfter } from '../../src/words/instant.ts'
import { type Currency, money } from '../../src/words/money.ts'
import type { PaymentCaptured, PaymentRefunded, RefundRequested } from './events.ts'
import type { Payment } from './memory.ts'
import { hasRefunded, type PaymentSums, seenMoreRefunded } from './sums.ts'

/** The values that rules of payments need, and that messages may not have reported. */
export type UnknownFact = 'captured amount' | 'refunds' | 'times'

/** The refusal of a step because no message has reported what its rule needs. */
export const notKnown = (what: UnknownFact): NotKnown<UnknownFact> => ({ rule: 'notKnown', what })

/** Computes the sums of a payment: `sepaPaymentSums` or `ticketPaymentSums`. */
type SumsOf<P> = (context: P, except?: string) => PaymentSums

// currency -----------------------------------------------------------------
/** The refund is in another currency than its payment. */
export interface OtherCurrency {
  readonly rule: 'sameCurrency'
  readonly expected: Currency
  readonly actual: Currency
}

/** A payment is refunded in its own currency. */
export const sameCurrency: Rule<Payment, Occurred<RefundRequested>, OtherCurrency> = {
  breaks: ({ currency: expected }, { data: { currency: actual } }) =>
    expected === null || actual === undefined || actual === expected
      ? []
      : [{ rule: 'sameCurrency', expected, actual }],
  explain: ({ expected, actual }) => `The payment is in ${expected}, not in ${actual}.`,
  severity: 'error',
  errorCode: 422,
  source: 'interface#payments',
  remedy: "Use the payment's own currency.",
}

// amounts ------------------------------------------------------------------
/** An amount that is above what is available, or not above zero; in minor units. */
export interface Shortage<Name extends string> {
  readonly rule: Name
  readonly wanted: number
  readonly available: number
  readonly currency: Currency | null
}

const shortage = ({ wanted, available, currency }: Shortage<string>): string =>
  wanted < 1
    ? `A refund of ${money(wanted, currency)} is not possible: the amount must be above zero.`
    : `${money(wanted, currency)} is ${money(wanted - available, currency)} more than the ` +
      `${money(available, currency)} available.`

/** All refunds together are at most the captured amount. */
export const withinCaptured = <P extends Payment>(
  sumsOf: SumsOf<P>,
): Rule<P, Occurred<PaymentRefunded>, Shortage<'withinCaptured'>> => ({
  breaks: (context, event) => {
    const { captured, refunded, currency } = sumsOf(context, event.entityId)
    const wanted = event.data.amount ?? context.refunds[event.entityId]?.amount ?? null
    if (captured === null || wanted === null) return [notKnown('captured amount')]
    const available = captured - refunded
    return wanted <= available ? [] : [{ rule: 'withinCaptured', wanted, available, currency }]
  },
  explain: shortage,
  severity: 'error',
  errorCode: 422,
  source: 'interface#payment-actions',
  remedy: 'Ask the provider for the actions: more was refunded than was captured.',
})

/**
 * A refund is at least one minor unit and at most what is left: the captured amount minus what was
 * refunded, is being refunded and was charged back. Without an amount it is for all that is left.
 * Where snapshots, or messages that match no single refund, show more money refunded, that is
 * settled first.
 */
export const withinNet = <P extends Payment>(
  sumsOf: SumsOf<P>,
): Rule<P, Occurred<RefundRequested>, Shortage<'withinNet'>> => ({
  breaks: (context, event, { evidence }) => {
    const sums = sumsOf(context, event.entityId)
    if (sums.net === null) return [notKnown('captured amount')]
    const isMissing = evidence === 'reported' && seenMoreRefunded(context, sums)
    if (evidence === 'unbound' || isMissing) return [notKnown('refunds')]
    const { net: available, currency } = sums
    const wanted = event.data.amount ?? available
    return wanted >= 1 && wanted <= available
      ? []
      : [{ rule: 'withinNet', wanted, available, currency }]
  },
  explain: shortage,
  severity: 'error',
  errorCode: 422,
  source: 'decisions#41',
  remedy: 'Request at most the amount that is left.',
})

// ends ---------------------------------------------------------------------
const after = (what: string, at: Instant, end: string, endedAt: Instant): string =>
  `${what} at ${formatted(at)}, ${formattedDuration(endedAt, at)} after ${end} at ${formatted(endedAt)}.`

/** The times of a capture and of the end before it; null where it does not come after an end. */
export const broughtAfter = (
  { ended }: Payment,
  event: Occurred<PaymentCaptured>,
  toleranceSeconds: number,
): { readonly at: Instant; readonly endedAt: Instant } | NotKnown<UnknownFact> | null => {
  const { at, timed } = timestampOf(event)
  if (ended === null) return null
  if (!timed || !ended.timed) return notKnown('times')
  return isAfter(at, ended.at, toleranceSeconds) ? { at, endedAt: ended.at } : null
}

/** Money arrived after the payment had been declined or canceled. */
export interface MoneyAfterEnd {
  readonly rule: 'moneyAfterEnd'
  readonly at: Instant
  readonly endedAt: Instant
}

/**
 * Money arrives before the payment ends. If one of the two times is missing, the rule cannot be
 * judged: `notKnown`.
 */
export const moneyAfterEnd: Rule<Payment, Occurred<PaymentCaptured>, MoneyAfterEnd> = {
  breaks: (context, event, { toleranceSeconds }) => {
    const broken = broughtAfter(context, event, toleranceSeconds)
    if (broken === null) return []
    return ['rule' in broken ? broken : { rule: 'moneyAfterEnd', ...broken }]
  },
  explain: ({ at, endedAt }) => after('The money arrived', at, 'the payment had ended', endedAt),
  severity: 'warning',
  errorCode: 409,
  source: 'decisions#7; decisions#41',
  remedy: "Check the customer's order: the money arrived after the payment had ended.",
}

/** A ticket was paid after it had expired. */
export interface LateCapture {
  readonly rule: 'lateCapture'
  readonly at: Instant
  readonly expiredAt: Instant
}

/** Explains that a ticket was paid late. */
export const explainLateCapture = ({ at, expiredAt }: LateCapture): string =>
  after('The ticket was paid', at, 'it had expired', expiredAt)

// conditions ---------------------------------------------------------------
/** The conditions that choose the state of a captured payment by the sum of its refunds. */
export const byRefunds = <P extends Payment>(sumsOf: SumsOf<P>) => {
  const all: Condition<P> = (context) => {
    const { captured, refunded } = sumsOf(context)
    return captured !== null && refunded > 0 && refunded >= captured
  }
  const part: Condition<P> = (context, judge) => hasRefunded(context) && !all(context, judge)
  const nothing: Condition<P> = (context) => !hasRefunded(context)
  return { nothingRefunded: nothing, partRefunded: part, allRefunded: all }
}
