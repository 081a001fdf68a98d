import { money } from 'payfold'
import { pf, shop } from './shop.ts'

type Refusals = Awaited<ReturnType<typeof shop.run>>['refusals']

/** A text for the rules that customers meet; the English sentence for all others. */
const inGerman = (refusals: Refusals) =>
  refusals.map((refusal) => {
    if (refusal.rule === 'withinBalance' && 'available' in refusal) {
      const { available, currency } = refusal as { available: number; currency: 'EUR' }
      return `Es sind nur noch ${money(available, currency)} erstattbar.`
    }
    return pf.explain(refusal)
  })

const refund = { paymentId: 'pay_1', amount: 8001 }
const { is, status, refusals } = await shop.run('requestRefund', refund, 'refund-7')
console.log(is, status, inGerman(refusals))
