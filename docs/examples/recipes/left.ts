import { openShop } from './shop.ts'

let now = '2026-06-10T08:00:00Z'
const send = () => Promise.reject(new TypeError('the network is down'))
const { shop } = await openShop({ now: () => now, send })
const cancel = () => shop.run('cancelMandate', { sourceId: 'src_1' }, 'cancel-1')

const cancelled = await cancel()
console.log(`${cancelled.is}: ${cancelled.because[0]}`)

// no look-up shows whether a mandate was cancelled
now = '2026-06-10T09:10:00Z'
const [first] = (await shop.due()).left
console.log(`${first?.stream}: ${first?.because}`)

// a person has asked the provider: it was not
const word = { commandId: 'cancel-1', by: ['person-7'], because: 'case-4711' }
console.log((await shop.record('mandate-src_1', 'command_given_up', word)).is)
console.log((await cancel()).is)
