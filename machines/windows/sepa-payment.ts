/** The windows of a SEPA payment: from its submission to the last day it may be charged back. */
import type { Whole } from '../../src/fold/machine.ts'
import { civilDate, endOfDay, plusDays, startOfDay } from '../../src/words/calendar.ts'
import { shift } from '../../src/words/instant.ts'
import type { Policy } from '../../src/words/policy.ts'
import type { Window } from '../../src/words/window.ts'
import type { Capture, Payment } from '../memory/payment.ts'
import type { SepaPayment, SepaPaymentStatus } from '../memory/sepa-payment.ts'
import { refundStatus } from '../memory/sums.ts'
import { debitDate, lastChargebackDay, lastRefundDay } from '../rules/sepa-payment.ts'

const DAY = 86_400

/** While money is awaited: when the debit is expected, and when waiting has been long enough. */
const awaited = ({ presented }: Payment, policy: Policy): readonly Window[] => {
  if (presented === null) return []
  const { at: opensAt } = presented
  const { sepaZone: zone } = policy
  const from = civilDate(opensAt, zone)
  const lastDay = plusDays(from, policy.debitWithinDays)
  const closesAt = shift(opensAt, policy.overdueAfterDays * DAY)
  return [
    {
      name: 'debit',
      about: '',
      opensAt: startOfDay(plusDays(from, policy.debitFromDays), zone),
      closesAt: endOfDay(lastDay, zone),
      from,
      lastDay,
      zone,
    },
    { name: 'settlement', about: '', opensAt, closesAt, from: null, lastDay: null, zone: null },
  ]
}

const counted = (
  name: 'refund' | 'chargeback',
  captured: Capture,
  lastDay: Window['lastDay'] & string,
  policy: Policy,
): Window => {
  const { sepaZone: zone } = policy
  const from = debitDate(captured, policy)
  const closesAt = endOfDay(lastDay, zone)
  return { name, about: '', opensAt: captured.at, closesAt, from, lastDay, zone }
}

/** Refunds that were asked for, or begun, and have come to no end. */
const processing = ({ refunds }: Payment, policy: Policy): readonly Window[] =>
  Object.entries(refunds).flatMap(([about, refund]) => {
    const begun = refund.asked ?? refund.pending
    if (begun === null || refundStatus(refund) !== 'open') return []
    const { sepaZone: zone } = policy
    const from = civilDate(begun.at, zone)
    const lastDay = plusDays(from, policy.refundProcessingDays)
    const closesAt = endOfDay(lastDay, zone)
    return [
      {
        name: 'refundProcessing',
        about,
        opensAt: begun.at,
        closesAt,
        from,
        lastDay,
        zone,
      } as const,
    ]
  })

/** Every window there is by what is known. */
export const sepaPaymentWindows = (
  { status, context }: Whole<SepaPayment, SepaPaymentStatus>,
  policy: Policy,
): readonly Window[] => {
  const { captured } = context
  if (status === 'pending') return awaited(context, policy)
  if (captured === null) return []
  return [
    counted('refund', captured, lastRefundDay(captured, policy), policy),
    ...processing(context, policy),
    counted('chargeback', captured, lastChargebackDay(captured, policy), policy),
  ]
}
