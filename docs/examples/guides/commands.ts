import { openShop } from '../recipes/shop.ts'

let now = '2026-06-10T08:00:00Z'

/** A provider whose answers get lost; later, it says that it has carried nothing out. */
const send = async ({ method, path }: { readonly method: string; readonly path: string }) => {
  console.log(`  ${method} ${path}`)
  if (method === 'POST') return Promise.reject(new TypeError('the network is down'))
  return { status: 200, body: new TextEncoder().encode('[]') }
}
const { shop } = await openShop({ now: () => now, send })

/** Refunds all that is left. */
const refund = async (key: string) => {
  const data = { paymentId: 'pay_1', amount: 'all' } as const
  const { is, because } = await shop.run('requestRefund', data, key)
  console.log(`${is}: ${because.at(-1)}`)
}

await refund('refund-7')
// nobody knows, so it is never sent again
now = '2026-06-10T08:05:00Z'
await refund('refund-7')

// an hour later, a look-up shows what became of it
now = '2026-06-10T09:02:00Z'
await shop.due()
await refund('refund-7')
