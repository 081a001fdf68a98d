/** What came in and went back of a payment, computed from every refund and chargeback. */
import type { Instant } from '../../src/words/instant.ts'
import { type Currency, total } from '../../src/words/money.ts'
import { hasChargebacks } from './chargeback-sums.ts'
import { chargedBackOf } from './chargebacks.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { chosen, type Reading } from './reading.ts'
import { beganAt, refundAmount, refundStatus } from './refunds.ts'
import { refundsChargedBack } from './refunds-charged-back.ts'

/**
 * The sums of a payment in one reading, in minor units of `currency`. `net` is the captured amount
 * minus what was refunded, is being refunded and was charged back; it is below zero where more went
 * back than came in. `captured` and `net` are null where no message names an amount.
 */
export type Totals = {
  readonly currency: Currency
  readonly amount: number | null
  readonly captured: number | null
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number | null
}

/**
 * The money that came in: the captured amount; the payment's amount where the capture names none,
 * or is believed where money went back without a reported capture; else 0. Null where no message
 * names an amount in the payment's currency, and at worst where no message reports a capture.
 */
export const capturedOf = (context: Payment, reading: Reading = 'believed'): number | null => {
  const { captured, amount, refunds } = context
  if (captured !== null) {
    const named = chosen(captured.amounts, reading, Math.min)
    if (captured.isUnknown === true) return named
    return named ?? (captured.isForeign === true ? null : amountIn(context, reading))
  }
  const wentBack = hasChargebacks(context) || Object.keys(refunds).length > 0
  if (!wentBack) return 0
  return reading === 'believed' && amount !== null ? amountIn(context, reading) : null
}

/** The payment's own amount; at worst, the smallest that a report names. */
const amountIn = ({ amount, presented }: Payment, reading: Reading): number | null =>
  amount === null ? null : (chosen(presented?.amounts ?? [], reading, Math.min) ?? amount)

/** The sums in one reading of the reports, computed from every refund and chargeback. */
export const totalsAnew = (
  context: Payment,
  policy: PaymentPolicy,
  reading: Reading,
  except = '',
  count = reading,
): Totals => {
  const refunds = Object.entries(context.refunds).flatMap(([id, refund]) =>
    refundStatus(refund) === 'declined'
      ? []
      : [{ id, refund, amount: refundAmount(refund, reading), status: refundStatus(refund) }],
  )
  const captured = capturedOf(context, reading)
  const back = (by: Instant | null) =>
    chargedBackOf(context, policy, captured ?? 0, reading, by, count)
  const chargedBack = back(null)
  const returned = refundsChargedBack(context, policy, reading)
  const named = total(refunds.map(({ id, amount }) => (returned.has(id) ? 0 : (amount ?? 0))))
  const nameless = refunds.filter(({ amount }) => amount === null)
  const leftFor = ({ refund }: (typeof nameless)[number]): number =>
    Math.max(0, (captured ?? 0) - named - back(beganAt(refund, reading)))
  const most = Math.max(0, ...nameless.map(leftFor))
  const likely = nameless.find(({ status }) => status === 'refunded') ?? nameless[0]
  const unnamed = reading === 'atWorst' ? nameless.find((each) => leftFor(each) === most) : likely
  const left = unnamed === undefined ? 0 : leftFor(unnamed)
  const of = (counted: 'refunded' | 'open'): number =>
    total(
      refunds.map(({ id, amount, status }) => {
        if (id === except || status !== counted || returned.has(id)) return 0
        return amount ?? (id === unnamed?.id ? left : 0)
      }),
    )
  const [refunded, refunding] = [of('refunded'), of('open')]
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  const { currency, amount } = context
  return { currency, amount, captured, refunded, refunding, chargedBack, net }
}
