/**
 * A short demonstration: `npm run try`. It shows what is sent to the service, and how the service
 * responds.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandbox, senderTo, signatureOf, webhookOf } from '../../services/sandbox.js'
import { startCluster } from './cluster.js'
import { readConfig } from './config.js'
import { register, startService } from './service.js'

const KEY = 'a key for trying out'
const API_KEY = 'sk_try'

/** @param {string} words */
const say = (words) => process.stdout.write(`${words}\n`)

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

say('Starting three Restate servers, the service, and a substitute for the provider.\n')
const folder = await mkdtemp(join(tmpdir(), 'restate-'))
// the servers end with this process
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const cluster = await startCluster(folder)
let base = ''
const provider = await sandbox({
  apiKey: API_KEY,
  send: (message) => senderTo(`${base}/webhooks`, KEY)(message),
})
const read = readConfig({
  WEBHOOK_KEYS: KEY,
  RESTATE_URLS: cluster.urls.join(','),
  PORT: '0',
  HANDLERS_PORT: '0',
  PROVIDER_URL: provider.url,
  PROVIDER_KEY: API_KEY,
})
if ('wrong' in read) throw new Error(read.wrong.join(' '))
const service = await startService(read.config, () => {})
base = service.base
await register(String(cluster.admins[0]), service.uri)

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
  await shown(answer, ({ message, because }) => because ?? `${message.slice(0, 12)}…`)
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

/** @param {any} body */
const standing = ({ status, sums, revision }) => ({ status, sums, revision })

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
await wait(500)
say('4. The first of the three nodes is killed. Which commands are allowed?')
await Promise.all([
  cluster.crash(0),
  ask(`/streams/${stream}`, ({ allowed: commands }) =>
    commands.map((/** @type {any} */ { command, amount, until }) => ({ command, amount, until })),
  ),
])
say('5. We request a refund of 50.00 EUR. It is recorded before the request is sent:')
await refund(`refund-1-${name}`, 5000)
await provider.settled()
await wait(500)
say('6. Meanwhile the provider has sent four webhooks about the refund. The state of the payment:')
await ask(`/streams/${stream}`, standing)
say('7. We request another refund of 50.00 EUR:')
await refund(`refund-2-${name}`, 5000)
say('8. The state of the mandate, which only the payment has reported:')
await ask(`/streams/mandate-src_${name}`, ({ status }) => ({ status }))

await service.close()
await provider.close()
await cluster.stop()
say('This is the end. `npm start` runs the service for your own messages: see the README.')
