import { money } from 'payfold'
import { openShop, pf } from './shop.ts'

const { shop } = await openShop()
const refund = { paymentId: 'pay_1', amount: 8001 }
const { is, status, refusals } = await shop.run('requestRefund', refund, 'refund-7')

for (const refusal of refusals) {
  const isTooMuch = refusal.rule === 'withinNet' || refusal.rule === 'withinCaptured'
  const text = isTooMuch
    ? `Es sind nur noch ${money(refusal.available, refusal.currency, 'de')} erstattbar.`
    : pf.explain(refusal)
  console.log(is, status, text)
}
