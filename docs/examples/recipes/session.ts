import { payfold } from 'payfold'
import { desk, memoryStore } from 'payfold/desk'
import { mayAuthorize, session } from 'payfold/machines'

const price = { amount: 5000, currency: 'EUR' }
const [pending, approved] = ['pending', 'approved'].map((status) => ({
  id: 'sid_1',
  status,
  ...price,
}))
/** A provider that authenticates the cardholder while the shop waits. */
const send = async ({ method }: { readonly method: string }) => {
  const body = JSON.stringify(method === 'POST' ? pending : approved)
  return { status: 200, body: new TextEncoder().encode(body) }
}

const now = '2026-06-10T08:00:00Z'
const pf = payfold([session])
const shop = desk(pf, { ...memoryStore(), now: () => now, keys: [], send })

const authorizes = async (amount: number) => {
  const view = await shop.view('session-sid_1')
  if (view === null || !pf.is(view.state, session)) return
  const { answer, liability, because } = mayAuthorize(
    view.state,
    { ...price, amount, now },
    pf.policy,
  )
  console.log(`${amount} ${answer}, ${liability}: ${because}`)
}

const source = { type: 'card', number: '4242424242424242', expiry_month: 1, expiry_year: 2030 }
const completion = { type: 'non-hosted', callback_url: 'https://shop.example/3ds' }
await shop.ask('createSession', {}, { source, completion, ...price })
await authorizes(5000)
await shop.ask('getSession', { session_id: 'sid_1' })
await authorizes(5000)
await authorizes(5001)
