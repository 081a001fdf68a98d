/** A long log of ordinary business without broken rules, the same for the same seed. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Instant, shift } from '../../src/words/time/instant.ts'
import { reported } from '../given.ts'
import type { OnStream } from './given.ts'

/** Numbers that look random, and are the same for the same seed. @spec Numerical Recipes, LCG */
const dice = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const START = '2026-01-05T08:00:00.0000000Z' as Instant
const MINUTE = 60
const DAY = 86_400

/** When the events of a flow happen, relative to its start. */
type At = (seconds: number) => string

type Flow = (id: string, at: At, roll: () => number) => readonly OnStream[]

const happened = (type: string, data: object, at: string): DomainEvent =>
  reported(type, data, {
    at,
    id: `evt_${type}_${Object.values(data).join('_')}`.replace(/[^\w]/g, ''),
  })

const sepa: Flow = (id, at, roll) => {
  const amount = 100 + Math.floor(roll() * 90_000)
  const pay = { paymentId: `pay_${id}` }
  const src = { sourceId: `src_${id}` }
  const stream = `payment-pay_${id}`
  const mandate = { ...src, mandateType: 'recurring', customerId: `cus_${id}` }
  const pending = {
    ...pay,
    ...src,
    amount,
    currency: 'EUR',
    method: 'sepa',
    customerId: `cus_${id}`,
  }
  const refund = { ...pay, actionId: `act_${id}`, amount: Math.ceil(amount / 2) }
  const whole: readonly OnStream[] = [
    [`mandate-src_${id}`, happened('mandate_created', mandate, at(0))],
    [stream, happened('payment_pending', pending, at(MINUTE))],
    [stream, happened('payment_captured', { ...pay, amount }, at(2 * DAY))],
    [stream, happened('refund_requested', refund, at(5 * DAY))],
    [stream, happened('payment_refunded', refund, at(6 * DAY))],
  ]
  return roll() < 0.5 ? whole : whole.slice(0, 3)
}

const ticket: Flow = (id, at, roll) => {
  const amount = 100 + Math.floor(roll() * 90_000)
  const pay = { paymentId: `pay_${id}` }
  const stream = `payment-pay_${id}`
  const isPaid = roll() < 0.7
  const pending = { ...pay, amount, currency: 'ARS', method: 'ticket' }
  return [
    [stream, happened('payment_pending', pending, at(0))],
    [stream, happened(isPaid ? 'payment_captured' : 'payment_expired', pay, at(2 * DAY))],
  ]
}

const session: Flow = (id, at, roll) => {
  const sid = { sessionId: `sid_${id}` }
  const stream = `session-sid_${id}`
  const outcome = roll() < 0.8 ? 'session_approved' : 'session_declined'
  return [
    [stream, happened('session_created', { ...sid, mode: 'non_hosted' }, at(0))],
    [stream, happened('channel_data_submitted', sid, at(5))],
    [stream, happened(outcome, sid, at(MINUTE))],
    [stream, happened('session_completed', sid, at(2 * MINUTE))],
  ]
}

const FLOWS: readonly Flow[] = [sepa, ticket, session]

/** A number in letters, of which no two last begin an account number: ids of digits could look like a card's. */
const lettered = (flow: number): string =>
  `n${String(flow).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}x`

/** Endless flows, one after another, each with its own ids. */
export function* flows(seed: number): Generator<readonly OnStream[]> {
  const roll = dice(seed)
  for (let flow = 0; ; flow += 1) {
    const start = shift(START, flow * 7 * MINUTE)
    const chosen = FLOWS[Math.floor(roll() * FLOWS.length)] ?? sepa
    yield chosen(lettered(flow), (seconds) => shift(start, seconds), roll)
  }
}

/** The events of at least this many entries, in order of receipt; ids contain a number. */
export const business = (entries: number, seed: number): readonly OnStream[] => {
  const all: { readonly item: OnStream; readonly recordedAt: string }[] = []
  for (const flow of flows(seed)) {
    for (const item of flow) all.push({ item, recordedAt: item[1].metadata.recordedAt })
    if (all.length >= entries) break
  }
  const inOrder = all.map((each, index) => ({ ...each, index }))
  inOrder.sort((a, b) =>
    a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : a.index - b.index,
  )
  return inOrder.slice(0, entries).map(({ item }) => item)
}
