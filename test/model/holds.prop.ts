/** What may be refunded at worst is what the reading that leaves least leaves: random reports. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { payfold } from '../../src/payfold.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import type { Stream } from '../../src/words/stream.ts'
import { instantOf, machines, reported } from '../given.ts'
import { readingsOf } from './readings.ts'

const RUNS = Number(process.env['RUNS'] ?? 300)
/** The default run tries the same cases each time. */
const runs = process.env['RUNS'] === undefined ? { numRuns: RUNS, seed: 3 } : { numRuns: RUNS }
const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const START = instantOf('2026-03-02T10:00:00Z')
const NOW = instantOf('2026-04-20T10:00:00Z')
const DAY = 86_400

const paid = [
  reported(
    'payment_pending',
    { paymentId: 'pay_1', amount: 1000, currency: 'EUR', method: 'sepa', sourceId: 'src_1' },
    { at: shift(START, -2 * DAY), id: 'evt_pending' },
  ),
  reported(
    'payment_captured',
    { paymentId: 'pay_1', amount: 1000 },
    { at: shift(START, -DAY), id: 'evt_captured' },
  ),
]

const optional = <A>(...values: readonly A[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined })
const time: fc.Arbitrary<Instant | null> = fc
  .constantFrom(0, 0, 60, 60.5, 120, DAY, 3 * DAY, 10 * DAY, 10 * DAY + 1, 21 * DAY, null)
  .map((after) => (after === null ? null : shift(START, after)))
const after: fc.Arbitrary<Instant | null> = fc
  .constantFrom(2 * DAY, 5 * DAY, 15 * DAY, 15 * DAY + 30, 30 * DAY, null)
  .map((after) => (after === null ? null : shift(START, after)))
const amount = fc.constantFrom(100, 100, 200, 300)

const data = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields).map((all) => JSON.parse(JSON.stringify(all)) as object)

const refund = fc.record({
  type: fc.constantFrom(
    'refund_requested',
    'payment_refund_pending',
    'payment_refunded',
    'payment_refunded',
    'payment_refund_declined',
  ),
  data: data({ actionId: optional('act_1', 'act_1', 'act_2'), amount, commandId: optional('c-1') }),
  at: time,
})
const chargeback = fc.record({
  type: fc.constant('payment_chargeback'),
  data: data({
    actionId: optional('act_8', 'act_9'),
    disputeId: optional('dsp_1', 'dsp_2'),
    amount,
    reportedAs: optional('return', 'dispute'),
  }),
  at: time,
})
const reversal = (amount: fc.Arbitrary<number | undefined>) =>
  fc.record({
    type: fc.constant('chargeback_reversed'),
    data: data({
      actionId: optional('act_8', 'act_9'),
      disputeId: optional('dsp_1', 'dsp_2'),
      amount,
    }),
    at: after,
  })
const disputed = fc
  .constantFrom(amount, fc.constant(undefined))
  .chain((amount) =>
    fc.array(fc.oneof({ weight: 2, arbitrary: chargeback }, reversal(amount)), { maxLength: 3 }),
  )

/** One dispute is of one amount. */
const ofOneAmount = <A extends { readonly data: object }>(all: readonly A[]): readonly A[] => {
  const known = new Map<string, unknown>()
  return all.map((each) => {
    const { disputeId, amount, ...rest } = each.data as { disputeId?: string; amount?: number }
    if (disputeId === undefined || amount === undefined) return each
    known.set(disputeId, known.get(disputeId) ?? amount)
    return { ...each, data: { ...rest, disputeId, amount: known.get(disputeId) } }
  })
}

/** A refund that a message names reaches each stage at one time. */
const ofOneTime = <A extends { readonly type: string; readonly data: object }>(
  all: readonly A[],
): readonly A[] => {
  const known = new Set<string>()
  return all.filter(({ type, data }) => {
    const { actionId, commandId } = data as { actionId?: string; commandId?: string }
    const names = [actionId, commandId].filter((id) => id !== undefined)
    const isNew = names.every((id) => !known.has(`${type} ${id}`))
    for (const id of names) known.add(`${type} ${id}`)
    return isNew
  })
}

const eventsOf = (
  all: readonly { readonly type: string; readonly data: object; readonly at: Instant | null }[],
): readonly DomainEvent[] =>
  all.map(({ type, data, at }, index) =>
    reported(
      type,
      { paymentId: 'pay_1', ...data },
      { id: `evt_${index}`, at, recordedAt: at ?? NOW },
    ),
  )

const refundOf = (events: readonly DomainEvent[]) => {
  const state = pf.fold(stream, [...paid, ...events])
  const allowed = pf.allowed(state, NOW)
  if (E.isLeft(allowed)) throw new Error(JSON.stringify(allowed.left))
  const refund = allowed.right.find(({ command }) => command === 'requestRefund')
  return { state, most: refund?.amount?.most ?? 0, refusals: refund?.refusals ?? [] }
}

describe('what may be refunded', () => {
  test('of refunds is what every reading leaves', () => {
    fc.assert(
      fc.property(fc.array(refund, { maxLength: 5 }).map(ofOneTime).map(eventsOf), (events) => {
        const { most } = refundOf(events)
        expect(most).toBeLessThanOrEqual(readingsOf([...paid, ...events], 'EUR').left)
      }),
      runs,
    )
  })

  test('of chargebacks is what every reading leaves', () => {
    fc.assert(
      fc.property(disputed.map(ofOneAmount).map(eventsOf), (events) => {
        const { most } = refundOf(events)
        expect(most).toBeLessThanOrEqual(readingsOf([...paid, ...events], 'EUR').left)
      }),
      runs,
    )
  })
})
