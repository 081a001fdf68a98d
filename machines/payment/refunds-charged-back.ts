/** Finds the refunds that a chargeback carried out. */
import { isAfter } from '../../src/words/instant.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import type { Reading } from './reading.ts'

/** The reason code of a chargeback that carries out a refund that we requested. */
export const OUR_REQUEST = 'RFND'

/**
 * The refunds that a chargeback carried out: it names our request as its reason, has the amount of
 * the refund, is not earlier than the refund and was not reversed. Such money went back once. At
 * worst, a refund with several amounts has the largest. @spec interface#sepa-sandbox
 */
export const refundsChargedBack = (
  { refunds, chargebacks }: Payment,
  { clockToleranceSeconds }: PaymentPolicy,
  reading: Reading,
): ReadonlySet<string> => {
  const open = Object.values(chargebacks).flatMap(({ reason, chargedBack, reversed }) =>
    reason === OUR_REQUEST && reversed === null ? (chargedBack ?? []) : [],
  )
  const found = new Set<string>()
  for (const [id, { asked, pending, refunded, declined }] of Object.entries(refunds)) {
    if (refunded !== null || declined !== null) continue
    const amounts = pending?.amounts[0] === undefined ? asked?.amounts : pending.amounts
    const began = asked ?? pending
    if (amounts?.[0] === undefined || began === null) continue
    const amount = reading === 'atWorst' ? Math.max(...amounts) : amounts[0]
    const index = open.findIndex(
      ({ amounts, at }) =>
        amounts[0] === amount &&
        (reading === 'believed' || amounts.every((each) => each === amount)) &&
        !isAfter(began.at, at, clockToleranceSeconds),
    )
    if (index === -1) continue
    open.splice(index, 1)
    found.add(id)
  }
  return found
}
