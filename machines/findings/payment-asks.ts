/** What a payment leaves open, and whether the payment or its actions would tell. */
import type { Ask, Whole } from '../../src/fold/machine.ts'
import { money } from '../../src/words/money.ts'
import type { Payment } from '../memory/payment.ts'
import { type SepaPayment, sepaPaymentSums } from '../memory/sepa-payment.ts'
import { everRefunded, type Sums, seenMoreRefunded } from '../memory/sums.ts'

/** The most that snapshots showed refunded. */
const seenRefunded = ({ refundedSeen, fullyRefundedSeen, currency }: Payment): string => {
  if (fullyRefundedSeen) return 'all of it'
  return refundedSeen === null ? 'a part of it' : money(refundedSeen, currency)
}

/** Money that a snapshot saw go back by refunds that nobody has named. @spec design, 4 Reading */
export const paymentAsks =
  <P extends Payment>(sumsOf: (known: P) => Sums) =>
  ({ context }: Whole<P, string>): readonly Ask[] => {
    const sums = sumsOf(context)
    if (!seenMoreRefunded(context, sums)) return []
    const known = money(everRefunded(context, sums.captured), sums.currency)
    const seen = seenRefunded(context)
    return [
      {
        because: `A snapshot showed ${seen} refunded, refunds are known for ${known}.`,
        of: 'actions',
      },
    ]
  }

/** The same, and the mandate that the payment was made on, while nobody has named it. */
export const sepaPaymentAsks = (whole: Whole<SepaPayment, string>): readonly Ask[] => {
  const isNameless = whole.status !== 'none' && whole.context.sourceId === null
  const because = 'Nobody has told which mandate the payment was made on.'
  const ofMandate: readonly Ask[] = isNameless ? [{ because, of: 'thing' }] : []
  return [...paymentAsks(sepaPaymentSums)(whole), ...ofMandate]
}
