/** Rules that SEPA and ticket payments share: amounts, and money after an end. */
import type { Requirement, Rule } from '../../src/contract/definition.ts'
import { predecessorMissing } from '../../src/contract/engine-requirements.ts'
import type { Occurred } from '../../src/contract/occurrence.ts'
import type { NotKnown } from '../../src/contract/refusal.ts'
import { timestampOf } from '../../src/event/envelope.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { type Currency, money } from '../../src/words/money.ts'
import {
  formatted,
  formattedDuration,
  type Instant,
  isAfter,
} from '../../src/words/time/instant.ts'
import type {
  ChargebackReversed,
  PaymentCaptured,
  PaymentRefunded,
  RefundRequested,
} from './events.ts'
import type { Payment } from './memory.ts'
import { amountOf } from './recipes.ts'
import { paymentSums, refundAmount } from './sums.ts'

/** The values that rules of payments need, and that messages may not have reported. */
export type UnknownFact = 'captured amount' | 'times'

/** The refusal of a step because no message has reported what its rule needs. */
export const notKnown = (what: UnknownFact): NotKnown<UnknownFact> => ({ rule: 'notKnown', what })

// currency -----------------------------------------------------------------
type SameCurrency = {
  readonly rule: 'sameCurrency'
  readonly expected: Currency
  readonly actual: Currency
}

/** A payment is refunded in its own currency. */
export const sameCurrency: Rule<Payment, Occurred<RefundRequested>, SameCurrency> = {
  breaks: ({ currency: expected }, { data: { currency: actual } }) =>
    actual === undefined || actual === expected ? [] : [{ rule: 'sameCurrency', expected, actual }],
  title: 'Refunded in another currency',
  explain: ({ expected, actual }) => `The payment is in ${expected}, not in ${actual}.`,
  severity: 'error',
  errorCode: 422,
  source: 'interface#payments',
  remedy: {
    asked: "Use the payment's own currency.",
    reported: 'Find out from the provider how much the customer got, and in which currency.',
  },
  lookUp: null,
}

// amounts ------------------------------------------------------------------
/** An amount that is above what is available, or not above zero; in minor units. */
type Shortage<Name extends string> = {
  readonly rule: Name
  readonly wanted: number
  readonly available: number
  readonly currency: Currency | null
}

const shortage = ({ wanted, available, currency }: Shortage<string>): string =>
  available < 1
    ? 'Nothing is left that could be refunded.'
    : wanted < 1
      ? `A refund of ${money(wanted, currency)} is not possible: the amount must be above zero.`
      : `${money(wanted, currency)} is ${money(wanted - available, currency)} more than the ` +
        `${money(available, currency)} available.`

/** All refunds together are at most the captured amount. */
export const withinCaptured: Rule<
  Payment,
  Occurred<PaymentRefunded>,
  Shortage<'withinCaptured'>
> = {
  breaks: (context, event) => {
    const { captured, refunded, currency } = paymentSums(context, false, event.entityId)
    const known = ownAt(context.refunds, event.entityId)
    const wanted = amountOf(context, event) ?? (known === undefined ? null : refundAmount(known))
    if (captured === null || wanted === null) return [notKnown('captured amount')]
    const available = captured - refunded
    return wanted <= available ? [] : [{ rule: 'withinCaptured', wanted, available, currency }]
  },
  title: 'More refunded than captured',
  explain: shortage,
  severity: 'error',
  errorCode: 422,
  source: 'interface#payment-actions',
  remedy: {
    asked: 'Request at most the amount that is left.',
    reported: 'Ask the provider for the actions: more was refunded than was captured.',
  },
}

/**
 * A refund is at least one minor unit and at most what is left: the captured amount minus what was
 * refunded, is being refunded and was charged back. Without an amount it is for all that is left.
 */
export const withinNet: Rule<Payment, Occurred<RefundRequested>, Shortage<'withinNet'>> = {
  breaks: (context, event) => {
    const { net, currency } = paymentSums(context, false, event.entityId)
    if (net === null) return [notKnown('captured amount')]
    const available = Math.max(0, net)
    const wanted = event.data.amount ?? available
    return wanted >= 1 && wanted <= available
      ? []
      : [{ rule: 'withinNet', wanted, available, currency }]
  },
  title: 'Refund of more than is left',
  explain: shortage,
  severity: 'error',
  errorCode: 422,
  source: 'decisions#41',
  remedy: {
    asked: 'Request at most the amount that is left.',
    reported: 'Ask the provider to stop the refund while it is pending.',
  },
}

// chargebacks --------------------------------------------------------------
/** A chargeback is reversed only after it was made. */
export const chargebackFirst: Requirement<Payment, Occurred<ChargebackReversed>> = {
  breaks: (context, event) =>
    (ownAt(context.takings, event.entityId)?.taken ?? null) === null
      ? predecessorMissing(event)
      : [],
}

// ends ---------------------------------------------------------------------
/** Says how long after an end something happened. */
export const after = (what: string, at: Instant, end: string, endedAt: Instant): string =>
  `${what} at ${formatted(at)}, ${formattedDuration(endedAt, at)} after ${end} at ${formatted(endedAt)}.`

/** Null where a capture does not come after every end: that end is a finding, and one is enough. */
export const broughtAfter = (
  { ended, endedLast: last }: Payment,
  event: Occurred<PaymentCaptured>,
  toleranceSeconds: number,
): { readonly at: Instant; readonly endedAt: Instant } | NotKnown<UnknownFact> | null => {
  const { at, timed } = timestampOf(event)
  if (ended === null || last === null) return null
  if (!timed || !ended.timed || !last.timed) return notKnown('times')
  return isAfter(at, last.at, toleranceSeconds) ? { at, endedAt: ended.at } : null
}

type MoneyAfterEnd = {
  readonly rule: 'moneyAfterEnd'
  readonly at: Instant
  readonly endedAt: Instant
}

/** Without one of the two times, the rule cannot be judged. */
export const moneyAfterEnd: Rule<Payment, Occurred<PaymentCaptured>, MoneyAfterEnd> = {
  breaks: (context, event, { toleranceSeconds }) => {
    const broken = broughtAfter(context, event, toleranceSeconds)
    if (broken === null) return []
    return ['rule' in broken ? broken : { rule: 'moneyAfterEnd', ...broken }]
  },
  title: 'Captured after the payment had ended',
  explain: ({ at, endedAt }) => after('The money arrived', at, 'the payment had ended', endedAt),
  severity: 'warning',
  errorCode: 409,
  source: 'decisions#7; decisions#41',
  remedy: {
    reported: "Check the customer's order: the money arrived after the payment had ended.",
  },
}
