/** The windows of a SEPA payment, from its submission to the last day of its refunds. */
import { type Span, spanOfDays } from '../../src/contract/window.ts'
import { civilDate, startOfDay } from '../../src/words/time/calendar.ts'
import { inForce } from '../../src/words/time/dated-values.ts'
import { lastDayExpected, lastDayOfRight, onDay } from '../../src/words/time/last-day.ts'
import { plus } from '../../src/words/time/length.ts'
import type { Capture, Payment } from '../payment/memory.ts'
import { refundStatus } from '../payment/money/index.ts'
import {
  capturedFrom,
  debitDays,
  exposures,
  type SepaPaymentStream,
  type SepaPaymentWindow,
} from './exposures.ts'
import type { SepaPaymentStatus } from './memory.ts'
import type { SepaPaymentPolicy } from './policy.ts'

/** When a pending payment was presented; null where the payment is not pending. */
const awaitedSince = ({ status, context: { presented } }: SepaPaymentStream) =>
  status === 'pending' ? (presented?.at ?? null) : null

/** The capture of a payment; null while the payment is pending. */
const capturedIn = ({ status, context }: SepaPaymentStream): Capture | null =>
  status === 'pending' ? null : context.captured

/** No bank debits on a day on which banks are closed: the last day is the next bank day. */
const debit: SepaPaymentWindow = {
  of: (folded, { sepaZone: zone, debitFrom, debitWithin }) => {
    const since = awaitedSince(folded)
    if (since === null) return []
    const from = civilDate(since, zone)
    const lastDay = lastDayExpected(onDay(from), debitWithin)
    const first = plus(from, inForce(debitFrom, from))
    return [spanOfDays(startOfDay(first < lastDay ? first : lastDay, zone), from, lastDay, zone)]
  },
  kind: 'expectation',
  allows: "The payer's bank should debit the account.",
  countedFrom: 'the submission',
  lengths: ['debitFrom', 'debitWithin'],
  source: 'interface#debit-delay',
  lookUp: 'entity',
}

const settlement: SepaPaymentWindow = {
  of: (folded, { sepaZone: zone, overdueAfter }) => {
    const since = awaitedSince(folded)
    if (since === null) return []
    const from = civilDate(since, zone)
    return [spanOfDays(since, from, lastDayExpected(onDay(from), overdueAfter), zone)]
  },
  kind: 'expectation',
  allows: 'The payment should be captured, declined or canceled.',
  countedFrom: 'the submission',
  lengths: ['overdueAfter'],
  source: 'decisions#40',
  lookUp: 'entity',
}

/** The statuses in which no money is left to refund. */
const NOTHING_LEFT: ReadonlySet<SepaPaymentStatus> = new Set(['refunded', 'charged_back'])

/** A right ends with the earliest possible debit: nobody may count on more. */
const refund: SepaPaymentWindow = {
  of: (folded, policy) => {
    const captured = capturedIn(folded)
    const days = captured === null ? null : debitDays(captured, folded.context, policy)
    if (captured === null || days === null || NOTHING_LEFT.has(folded.status)) return []
    const opensAt = capturedFrom(captured, folded.context, policy)
    const { from, lastDay } = lastDayOfRight(days, policy.refundWindow)
    return [spanOfDays(opensAt, from, lastDay, policy.sepaZone)]
  },
  kind: 'right',
  allows: 'You may request a refund.',
  countedFrom: 'the debit',
  lengths: ['refundWindow'],
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  lookUp: 'entity',
}

/** The windows of refunds that were requested or have begun, and are still open. */
const processing = (
  { refunds }: Payment,
  { sepaZone: zone, refundProcessing }: SepaPaymentPolicy,
): readonly Span[] =>
  Object.entries(refunds).flatMap(([entityId, refund]) => {
    const begun = refund.asked ?? refund.pending
    if (begun === null || refundStatus(refund) !== 'open') return []
    const from = civilDate(begun.at, zone)
    const lastDay = lastDayExpected(onDay(from), refundProcessing)
    return [{ ...spanOfDays(begun.at, from, lastDay, zone), entityId }]
  })

const refundProcessing: SepaPaymentWindow = {
  of: (folded, policy) => (capturedIn(folded) === null ? [] : processing(folded.context, policy)),
  kind: 'expectation',
  allows: 'The provider should carry out the refund.',
  countedFrom: 'the request',
  lengths: ['refundProcessing'],
  source: 'interface#refund-processing-time',
  lookUp: 'actions',
}

/** Every window, in the order in which they are listed. */
export const windows = { debit, settlement, refund, refundProcessing, ...exposures }
