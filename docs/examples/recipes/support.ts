import { openShop } from './shop.ts'

const { shop } = await openShop()
const view = await shop.view('payment-pay_1')
console.log(view?.headline.map(({ text }) => text).join(' · '))

for (const { at, amount, words, findings } of view?.rows ?? []) {
  console.log(`${at.slice(0, 10)} ${amount} ${words}`)
  for (const { title } of findings) console.log(`  ${title}`)
}
for (const { command, isAllowed, lastDay, because } of view?.allowed ?? []) {
  console.log(`${command}: ${isAllowed ? `until ${lastDay}` : because.join(' ')}`)
}
for (const { because, settledBy } of view?.questions ?? []) console.log(because, settledBy)
