/**
 * A log of ordinary business; the same seed always makes the same log. Some of its entries break a
 * rule.
 */

import { isLeft } from 'fp-ts/lib/Either.js'
import { instant } from 'payfold'
import { emptyTip, shift } from 'payfold/machine'
import { pf } from './payfold.js'

/**
 * @typedef {import('./log-table.js').Row} Row
 * @typedef {readonly [stream: string, type: string, data: object, seconds: number]} Step
 */

const START = /** @type {import('payfold').Instant} */ (instant('2026-01-05T08:00:00Z'))
const [MINUTE, DAY] = [60, 86_400]

/** Numbers that look random; the same seed always returns the same numbers. @param {number} seed */
const dice = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Writes a number in letters, because digits could look like a card number. @param {number} number
 */
const lettered = (number) =>
  `n${String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}x`

/**
 * A customer with a mandate. A recurring mandate is used for several payments; a single-use mandate
 * is used once or, if `isBroken`, once too often.
 *
 * @param {string} id
 * @param {() => number} roll
 * @param {boolean} isBroken
 * @returns {Step[]}
 */
const sepa = (id, roll, isBroken) => {
  const source = { sourceId: `src_${id}`, customerId: `cus_${id}` }
  const isRecurring = !isBroken && roll() < 0.7
  const payments = isBroken ? 2 : isRecurring ? 1 + Math.floor(roll() * 3) : 1
  const mandateType = isRecurring ? 'recurring' : 'single'
  /** @type {Step[]} */
  const steps = [[`mandate-src_${id}`, 'mandate_created', { ...source, mandateType }, 0]]
  for (let count = 0; count < payments; count += 1) {
    const pay = { paymentId: `pay_${id}${'abc'[count]}` }
    const stream = `payment-${pay.paymentId}`
    const amount = 100 + Math.floor(roll() * 90_000)
    const begun = MINUTE + count * 30 * DAY
    const money = { ...pay, amount, currency: 'EUR' }
    steps.push([stream, 'payment_pending', { ...money, ...source, method: 'sepa' }, begun])
    steps.push([stream, 'payment_captured', { ...pay, amount }, begun + 2 * DAY])
    if (roll() < 0.3) {
      const refund = { ...pay, actionId: `act_${id}${count}`, amount: Math.ceil(amount / 2) }
      steps.push([stream, 'refund_requested', refund, begun + 5 * DAY])
      steps.push([stream, 'payment_refunded', refund, begun + 6 * DAY])
    }
  }
  return steps
}

/** A payment at a counter, preceded by a session. @param {string} id @param {() => number} roll */
const ticket = (id, roll) => {
  const pay = { paymentId: `pay_${id}`, reference: `order-${id}` }
  const stream = `payment-pay_${id}`
  const money = { ...pay, amount: 100 + Math.floor(roll() * 90_000), currency: 'ARS' }
  const end = roll() < 0.7 ? 'payment_captured' : 'payment_expired'
  const sid = { sessionId: `sid_${id}` }
  const session = `session-sid_${id}`
  const { reference } = pay
  const again = { sessionId: `sid_${id}again` }
  const isAgain = roll() < 0.2
  return /** @type {Step[]} */ ([
    ...(isAgain
      ? [[`session-${again.sessionId}`, 'session_created', { ...again, reference }, 0]]
      : []),
    [session, 'session_created', { ...sid, reference, mode: 'non_hosted' }, 0],
    [session, 'channel_data_submitted', sid, 5],
    [session, roll() < 0.8 ? 'session_approved' : 'session_declined', sid, MINUTE],
    [session, 'session_completed', sid, 2 * MINUTE],
    [stream, 'payment_pending', { ...money, method: 'ticket' }, 3 * MINUTE],
    [stream, end, { paymentId: pay.paymentId }, 2 * DAY],
  ])
}

/**
 * Yields the rows of at least `entries` entries, a few hundred rows at a time. Each stream is
 * complete.
 *
 * @param {{ entries: number, seed: number, brokenEvery?: number, from?: number }} asked
 * @returns {Generator<readonly Row[]>}
 */
export function* business({ entries, seed, brokenEvery = 500, from = 0 }) {
  const roll = dice(seed)
  let left = entries
  /** @type {Row[]} */
  let rows = []
  for (let flow = from; left > 0; flow += 1) {
    const id = lettered(flow)
    const isBroken = flow % brokenEvery === brokenEvery - 1
    const steps = isBroken || roll() < 0.5 ? sepa(id, roll, isBroken) : ticket(id, roll)
    const all = sealed(steps, shift(START, (flow % 100_000) * MINUTE))
    rows.push(...all)
    left -= all.length
    if (rows.length < 500 && left > 0) continue
    yield rows
    rows = []
  }
}

/** @param {readonly Step[]} steps @param {import('payfold').Instant} start @returns {readonly Row[]} */
const sealed = (steps, start) => {
  /** @type {Map<string, import('payfold').DomainEvent[]>} */
  const streams = new Map()
  for (const [stream, type, data, seconds] of steps) {
    const at = shift(start, seconds)
    const [eventId, metadata] = [
      `evt_${stream.slice(-12)}_${streams.get(stream)?.length ?? 0}`.replace(/[^\w]/g, ''),
      { occurredAt: at, recordedAt: at, source: 'report', schema: 1 },
    ]
    const event = /** @type {any} */ ({ type, data, metadata: { eventId, ...metadata } })
    streams.set(stream, [...(streams.get(stream) ?? []), event])
  }
  return [...streams].flatMap(([stream, events]) => {
    const added = pf.append(emptyTip(/** @type {any} */ (stream)), events)
    if (isLeft(added)) throw new Error(added.left.error)
    return added.right.entries.map((entry) => ({
      stream,
      revision: entry.revision,
      line: pf.toLine(entry),
    }))
  })
}
