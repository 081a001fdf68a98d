/**
 * payfold's ticket chart on Restate's integration of XState: the chart runs unchanged, and the
 * tests show what is missing.
 */
import { xstate } from '@restatedev/xstate'
import { isLeft } from 'fp-ts/lib/Either.js'
import { asEvent, fold, leniently } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'
import { fromWebhook, readMessage } from 'payfold/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureOf } from '../../services/sandbox.js'
import { callerOf } from '../src/calls.js'
import { stateIn } from '../src/sql.js'
import { called, isThere, KEY, running } from './running.js'

const rules = leniently(ticketPayment.definition)

/** The ticket chart as an object. Its guard judges reports, as the main README shows. */
const chart = xstate('ticket', ticketPayment.chart.provide({ guards: { rules } }))

/** @type {Awaited<ReturnType<typeof running>>} */
let service
/** @type {import('../src/calls.js').Call} */
let call

beforeAll(async () => {
  if (!isThere) return
  service = await running(undefined, {}, [chart])
  call = callerOf(service.cluster.urls, 10_000)
})

afterAll(async () => {
  if (isThere) await service.close()
})

/** @param {string} type @param {number} minute @param {object} [more] */
const reported = (type, minute, more = {}) => {
  const at = `2026-06-01T10:0${minute}:00Z`
  const source = { type: 'pagofacil', id: 'src_1' }
  const data = { id: 'pay_1', amount: 1000, currency: 'ARS', source, processed_on: at, ...more }
  const body = { id: `evt_${minute}`, type, created_on: at, data, _links: {} }
  const text = JSON.stringify(body)
  const signature = signatureOf(text, KEY)
  const message = fromWebhook(Buffer.from(text), signature, [KEY], '2026-06-01T11:00:00Z')
  if (isLeft(message)) throw new Error('This webhook should be signed.')
  const reading = readMessage(message.right)
  if (isLeft(reading)) throw new Error('This should be a readable webhook.')
  return reading.right
    .filter(({ stream }) => stream.startsWith('payment-'))
    .map(({ event }) => event)
}

const paid = [
  ...reported('payment_pending', 1),
  ...reported('payment_capture_pending', 2, { action_id: 'act_1' }),
  ...reported('payment_captured', 3, { action_id: 'act_1' }),
  ...reported('payment_refunded', 4, { action_id: 'act_2', amount: 400 }),
]
const declined = reported('payment_declined', 1)

/**
 * The state that payfold folds from events, and the events that its chart received, in order.
 * @param {typeof paid} events
 */
const folded = (events) => {
  const state = fold(ticketPayment)(events)
  return { state, given: state.occurrences.map(asEvent) }
}

/** @param {string} key @param {string} handler @param {object} [body] */
const ticket = async (key, handler, body) => {
  const answer = await call(`/ticket/${key}/${handler}`, body)
  return { status: answer?.status, body: answer?.body }
}

/** @param {string} key @param {readonly object[]} events */
const sent = async (key, events) => {
  await ticket(key, 'create')
  for (const event of events) await ticket(key, 'send', { event })
  return (await ticket(key, 'snapshot')).body
}

describe.skipIf(!isThere)(called('the ticket chart'), () => {
  test('reaches the state that payfold folds if it receives what the fold sends it', async () => {
    const { state, given } = folded(paid)
    const { value, context } = await sent('folded', given)
    expect({ value, context }).toEqual({ value: state.value, context: state.context })
  })

  test('keeps the latest snapshot and no event', async () => {
    await sent('kept', folded(paid).given)
    const rows = await stateIn(service.cluster, `service_name = 'ticket' and service_key = 'kept'`)
    expect(rows.map(({ key }) => key).sort()).toEqual(['children', 'snapshot', 'version'])
  })

  test('does not merge or order: of late events it counts the money, and ignores the rest', async () => {
    const { state, given } = folded([...paid].reverse())
    expect(state).toEqual(folded(paid).state)
    const { value, context } = await sent('late', [...given].reverse())
    expect(value).toEqual(state.value)
    expect([context.amount, context.captured.amount]).toEqual([null, 1000])
    expect([state.context.amount, state.context.captured?.amount]).toEqual([1000, 1000])
  })

  test('is never done: it has no final state and no tag to wait for', async () => {
    const { state, given } = folded(declined)
    expect(state.status).toBe('declined')
    expect((await sent('ended', given)).status).toBe('active')
    for (const condition of ['done', 'hasTag:terminal']) {
      const waited = await ticket('ended', 'waitFor', { condition, timeout: 500 })
      expect([condition, waited.status]).toEqual([condition, 408])
    }
  })
})
