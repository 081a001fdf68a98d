import { createHmac } from 'node:crypto'
import { chainW, isLeft } from 'fp-ts/lib/Either.js'
import { payfold, type Stream } from 'payfold'
import { auditMessages } from 'payfold/audit'
import type { Tip } from 'payfold/machine'
import { ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { fromWebhook, type Message, messageDigest, readMessage } from 'payfold/provider'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const SIGNING = ['whsec_1234567890']
const binding = { messageKey: 'from your secret manager, not from the database' }

/** A stored message: the bytes as they arrived, and what is needed to read them again. */
type Kept = { readonly raw: Uint8Array; readonly signature: string; readonly receivedAt: string }

/** Reads a message, when it arrives and in every audit. */
const read = ({ raw, signature, receivedAt }: Kept) => {
  const message = fromWebhook(raw, signature, SIGNING, receivedAt)
  return chainW((each: Message) => readMessage(each, { ...pf.policy, ...binding }))(message)
}

const kept: Kept[] = []
const log: string[] = []
const tips = new Map<Stream, Tip>()

const append = (message: Kept): void => {
  const events = read(message)
  const appended = isLeft(events) ? null : ownLoop(pf).appendAll(tips, events.right)
  if (appended === null || isLeft(appended)) return
  for (const [stream, tip] of appended.right.tips) tips.set(stream, tip)
  log.push(...appended.right.entries.map(pf.toLine))
}

const webhook = (id: string, amount: number, key = 'whsec_1234567890'): Kept => {
  const body = {
    id,
    type: 'payment_captured',
    created_on: '2026-06-03T10:00:00Z',
    data: { id: 'pay_1', action_id: `act_${amount}`, amount, currency: 'EUR' },
  }
  const raw = new TextEncoder().encode(JSON.stringify(body))
  const signature = createHmac('sha256', key).update(raw).digest('hex')
  return { raw, signature, receivedAt: '2026-06-03T10:00:03Z' }
}

const audit = (what: string): void => {
  const digestOf = ({ raw }: Kept) => messageDigest(raw, binding)
  const report = auditMessages(pf, { digestOf, read })(
    log.map((line) => `${line}\n`),
    kept,
  )
  console.log(`${what}: ${report.stored} stored, ${report.messages} different`)
  for (const { code, line, number, because } of report.findings) {
    console.log(`  ${line === null ? `message ${number}` : `line ${line}`}: ${code}. ${because}`)
  }
}

const first = webhook('evt_1', 10000)
kept.push(first)
append(first)
for (let replay = 1; replay < 500; replay += 1) kept.push(first)
audit('one webhook, replayed 500 times')

// somebody who can append to the log makes an event up: its hash is right, its message is nowhere
append(webhook('evt_forged', 99900))
audit('an entry that somebody made up')

// they put a body into the store, too, but cannot sign it
kept.push(webhook('evt_forged', 99900, 'a guess'))
audit('with a body that somebody made up')
