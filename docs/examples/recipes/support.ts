import { money } from 'payfold'
import { openShop } from './shop.ts'

const { shop } = await openShop()
const view = await shop.view('payment-pay_1')
const { captured = 0, refunded = 0, currency = null } = view?.sums ?? {}
console.log(`${view?.status}: ${money(captured, currency)} in, ${money(refunded, currency)} back`)

for (const { command, amount, lastDay, because } of view?.allowed ?? []) {
  if (amount === null) console.log(`no ${command}: ${because.join(' ')}`)
  else console.log(`${command}: up to ${money(amount.most, currency)}, until ${lastDay}`)
}
for (const finding of view?.findings ?? []) console.log(finding)
for (const { because } of view?.questions ?? []) console.log(because)
for (const { at, type } of view?.history ?? []) console.log(`${at.slice(0, 10)} ${type}`)
