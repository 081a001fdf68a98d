import { createHmac } from 'node:crypto'
import { isLeft } from 'fp-ts/lib/Either.js'
import { payfold, type Stream } from 'payfold'
import type { Tip } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { fromWebhook, readMessage } from 'payfold/provider'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/** What a real backend has in its database: raw messages, the log, and the tip of each stream. */
const kept: string[] = []
const log: string[] = []
const tips = new Map<Stream, Tip>()

const KEYS = ['whsec_1234567890']

/** Receives a webhook; returns the response to it. */
const take = (raw: Uint8Array, signature: string, receivedAt: string): string => {
  const message = fromWebhook(raw, signature, KEYS, receivedAt)
  if (isLeft(message)) return `401 ${pf.explain(message.left)}`

  kept.push(JSON.stringify(message.right))

  const read = readMessage(message.right)
  if (isLeft(read)) return `200 kept; ${pf.explain(read.left)}`
  const appended = pf.appendAll(tips, read.right)
  if (isLeft(appended)) return `200 kept; ${pf.explain(appended.left)}`
  const { entries, tips: ends } = appended.right
  log.push(...entries.map(pf.toLine))
  for (const [stream, tip] of ends) tips.set(stream, tip)
  return `200 kept; ${entries.length} new`
}

const captured = {
  id: 'evt_1',
  type: 'payment_captured',
  created_on: '2026-06-03T10:00:00Z',
  data: { id: 'pay_1', action_id: 'act_1', amount: 10000, currency: 'EUR' },
}
const bytes = (body: object) => new TextEncoder().encode(JSON.stringify(body))
const signed = (raw: Uint8Array) =>
  createHmac('sha256', 'whsec_1234567890').update(raw).digest('hex')
const NOW = '2026-06-03T10:00:03Z'

const once = bytes(captured)
console.log(take(once, signed(once), NOW))
console.log(take(once, signed(once), NOW))
console.log(take(once, signed(bytes({})), NOW))
const unknown = bytes({ id: 'evt_2', type: 'payment_teleported', data: {} })
console.log(take(unknown, signed(unknown), NOW))
const broken = bytes({ id: 'evt_3', type: 'payment_captured', data: { amount: 1 } })
console.log(take(broken, signed(broken), NOW))
