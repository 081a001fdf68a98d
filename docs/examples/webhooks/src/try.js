/**
 * A short demonstration: `npm run try`. It shows what is sent to the service, and how the service
 * responds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandbox, senderTo, signatureOf, webhookOf } from '../../services/sandbox.js'
import { readConfig } from './config.js'
import { open } from './open.js'

const KEY = 'a key for trying out'
const API_KEY = 'sk_try'

/** @param {string} words */
const say = (words) => process.stdout.write(`${words}\n`)

const folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
say('Starting an embedded PostgreSQL, the service, and a substitute for the provider.\n')

/** The service's address, once it has one. */
let base = ''
const provider = await sandbox({
  apiKey: API_KEY,
  send: (message) => senderTo(`${base}/webhooks`, KEY)(message),
})
const environment = {
  WEBHOOK_KEYS: KEY,
  DATA: join(folder, 'data'),
  PORT: '0',
  PROVIDER_URL: provider.url,
  PROVIDER_KEY: API_KEY,
  LOG_LEVEL: 'silent',
}
const read = readConfig(environment)
if ('wrong' in read) throw new Error(read.wrong.join(' '))
const service = await open(read.config)
base = await service.app.listen({ host: '127.0.0.1', port: 0 })

/** @param {Response} answer @param {(body: any) => unknown} show */
const shown = async (answer, show) => {
  const body = await answer.json()
  say(`   ${answer.status} ${JSON.stringify(show(body))}\n`)
}

/** @param {object} message @param {string} [key] */
const webhook = async (message, key = KEY) => {
  const body = JSON.stringify(message)
  const headers = { 'content-type': 'application/json', 'cko-signature': signatureOf(body, key) }
  const answer = await fetch(`${base}/webhooks`, { method: 'POST', headers, body })
  await shown(answer, ({ is, because }) => [is, ...because])
}

/** @param {string} path @param {(body: any) => unknown} show */
const ask = async (path, show) => shown(await fetch(`${base}${path}`), show)

/** @param {string} key @param {number} amount */
const refund = async (key, amount) => {
  const answer = await fetch(`${base}/streams/${stream}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ amount }),
  })
  await shown(answer, ({ is, because }) => [is, ...because])
}

// new ids each time, as the provider assigns them
const name = Date.now().toString(36)
const stream = `payment-pay_${name}`
const payment = {
  id: `pay_${name}`,
  amount: 8000,
  currency: 'EUR',
  source: { type: 'sepa', id: `src_${name}` },
}
const pending = webhookOf(`evt_1${name}`, 'payment_pending', payment)
const captured = webhookOf(`evt_2${name}`, 'payment_captured', {
  ...payment,
  action_id: `act_${name}`,
})

say('1. The provider sends payment_captured, before payment_pending:')
await webhook(captured)
say('2. Then it sends payment_pending, twice:')
await webhook(pending)
await webhook(pending)
say('3. Somebody else sends a webhook, signed with another key:')
await webhook(captured, 'another key')
say('4. Which commands are allowed?')
await ask(`/streams/${stream}`, ({ allowed }) =>
  allowed.map((/** @type {any} */ { command, amount, until }) => ({ command, amount, until })),
)
say('5. We request a refund of 50.00 EUR. It is recorded before the request is sent:')
await refund(`refund-1-${name}`, 5000)
await provider.settled()
say('6. Meanwhile the provider has sent four webhooks about the refund. The state of the payment:')
await ask(`/streams/${stream}`, ({ status, sums }) => ({ status, sums }))
say('7. We request another refund of 50.00 EUR:')
await refund(`refund-2-${name}`, 5000)
say('8. The open questions:')
await ask(`/streams/${stream}`, ({ questions }) => questions)

await service.close()
await provider.close()
await rm(folder, { recursive: true, force: true })
say('This is the end. `npm start` runs the service for your own messages: see the README.')
