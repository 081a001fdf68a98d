import express from 'express'
import { payfold } from 'payfold'
import { desk } from 'payfold/desk'
import { sepaMandate, sepaPayment } from 'payfold/machines'
import { ports } from './ports.ts' // your database, clock and HTTP client

export const shop = desk(payfold([sepaPayment, sepaMandate]), ports)

export const app = express()
app.post('/webhooks', express.raw({ type: () => true, limit: '4mb' }), async (req, res) => {
  const { status } = await shop.webhook(req.body, req.get('cko-signature'))
  res.sendStatus(status)
})
