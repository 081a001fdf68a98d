import { Currency, money } from 'payfold'
import { openShop, pf } from './shop.ts'

const { shop } = await openShop()
const refund = { paymentId: 'pay_1', amount: 8001 }
const { is, status, refusals } = await shop.run('requestRefund', refund, 'refund-7')

for (const refusal of refusals) {
  const available = 'available' in refusal ? refusal.available : null
  const currency = 'currency' in refusal && Currency.is(refusal.currency) ? refusal.currency : null
  const text =
    typeof available === 'number'
      ? `Es sind nur noch ${money(available, currency)} erstattbar.`
      : pf.explain(refusal)
  console.log(`${is} ${status}: ${text}`)
}
