/** The windows of a SEPA payment, from its submission to the last day of its refunds. */
import { spanOfDays } from '../../src/contract/window.ts'
import { civilDate, startOfDay } from '../../src/words/time/calendar.ts'
import { inForce } from '../../src/words/time/dated-values.ts'
import { lastDayExpected, lastDayOfRight, onDay } from '../../src/words/time/last-day.ts'
import { plus } from '../../src/words/time/length.ts'
import { paymentSums } from '../payment/sums.ts'
import { refundProcessing, spanExpected } from '../payment/windows.ts'
import {
  capturedFrom,
  debitDays,
  exposures,
  type SepaPaymentStream,
  type SepaPaymentWindow,
} from './exposures.ts'
import type { SepaPaymentStatus } from './memory.ts'
import type { SepaPaymentPolicy } from './policy.ts'

const awaitedSince = ({ status, context: { presented } }: SepaPaymentStream) =>
  status === 'pending' ? (presented?.at ?? null) : null

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
    return since === null ? [] : [spanExpected(since, overdueAfter, zone)]
  },
  kind: 'expectation',
  allows: 'The payment should be captured, declined or canceled.',
  countedFrom: 'the submission',
  lengths: ['overdueAfter'],
  source: 'decisions#40',
  lookUp: 'entity',
}

/** A right ends with the earliest possible debit: nobody may count on more. */
const refund: SepaPaymentWindow = {
  of: ({ context }, policy) => {
    const { captured } = context
    const { net } = paymentSums(context)
    if (captured === null || (net !== null && net < 1)) return []
    const { first, last } = debitDays(captured, context, policy)
    if (first === null) return []
    const opensAt = capturedFrom(captured, context, policy)
    const { from, lastDay } = lastDayOfRight({ first, last }, policy.refundWindow)
    return [spanOfDays(opensAt, from, lastDay, policy.sepaZone)]
  },
  kind: 'right',
  allows: 'You may request a refund.',
  countedFrom: 'the debit',
  lengths: ['refundWindow'],
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  lookUp: 'entity',
}

/** Every window, in the order in which they are listed. */
export const windows = {
  debit,
  settlement,
  refund,
  refundProcessing: refundProcessing<SepaPaymentStatus, SepaPaymentPolicy>(
    ({ sepaZone }) => sepaZone,
  ),
  ...exposures,
}
