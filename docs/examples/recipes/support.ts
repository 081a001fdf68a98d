import { storyLines } from 'payfold/inspect'
import { openShop } from './shop.ts'

const { shop } = await openShop()
const view = await shop.view('payment-pay_1')
if (view !== null) console.log(storyLines(view).join('\n'))

for (const { command, isAllowed, lastDay, because } of view?.allowed ?? []) {
  console.log(`${command}: ${isAllowed ? `until ${lastDay}` : because.join(' ')}`)
}
