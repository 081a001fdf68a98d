/** A whole shop: mandates, payments, refunds, webhooks, a view for support, and one job. */
import { PGlite } from '@electric-sql/pglite'
import express from 'express'
import { payfold } from 'payfold'
import { desk } from 'payfold/desk'
import { sepaMandate, sepaPayment } from 'payfold/machines'
import { store } from './store.ts'

const { DATA, PROVIDER = '', SECRET = '', WEBHOOK_KEY = '', PORT = '3000' } = process.env

const shop = desk(payfold([sepaPayment, sepaMandate]), {
  ...(await store(await PGlite.create(DATA))),
  now: () => new Date(),
  keys: [WEBHOOK_KEY],
  send: async ({ method, path, headers, body, timeoutMs }) => {
    const response = await fetch(PROVIDER + path, {
      method,
      headers: { ...headers, Authorization: SECRET },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
  },
})

const app = express()
app.post('/webhooks', express.raw({ type: () => true, limit: '4mb' }), async (req, res) => {
  const { status } = await shop.webhook(req.body, req.get('cko-signature'))
  res.sendStatus(status)
})
app.use(express.json())
app.post('/sources', async (req, res) => {
  const { status, body } = await shop.ask('createSource', {}, req.body)
  res.status(status).json(body)
})
app.post('/sources/:sourceId/payments', async (req, res) => {
  const data = { sourceId: req.params.sourceId, amount: req.body.amount }
  const outcome = await shop.run('createPayment', data, req.get('idempotency-key') ?? '')
  res.status(outcome.status).json(outcome)
})
app.post('/payments/:paymentId/refunds', async (req, res) => {
  const data = { paymentId: req.params.paymentId, amount: req.body.amount }
  const outcome = await shop.run('requestRefund', data, req.get('idempotency-key') ?? '')
  res.status(outcome.status).json(outcome)
})
app.get('/streams/:stream', async (req, res) => {
  res.json(await shop.view(req.params.stream))
})
app.listen(Number(PORT))

const job = async () => {
  for (const { stream, because } of (await shop.due()).left) console.log(stream, because)
}
setInterval(() => job().catch(console.error), 600_000)
