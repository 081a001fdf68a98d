/**
 * What may be refunded is exactly what the reading that leaves least leaves. The histories are the
 * same in every run.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { readingsOf } from '../../model/readings.ts'
import { most, on, paid } from './at-worst.ts'

const SEED = { seed: 7, numRuns: 400 }

const day = fc.constantFrom(4, 5, 6, 16, 17)
const amount = fc.constantFrom(100, 100, 200)
const some = <A>(...values: readonly A[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined })

type Report = { readonly type: string; readonly day: number; readonly data: object }
const eventsOf = (all: readonly Report[]): readonly DomainEvent[] =>
  all.map(({ type, day, data }, index) =>
    on(day, type, JSON.parse(JSON.stringify(data)), { id: `evt_${index}` }),
  )

const chargeback = fc.record({
  type: fc.constant('payment_chargeback'),
  day,
  data: fc.oneof(
    fc.record({ amount, actionId: some('act_8', 'act_9'), reportedAs: some('dispute') }),
    fc.record({ amount, disputeId: some('dsp_1', 'dsp_2'), reportedAs: some('dispute') }),
  ),
})

test('of several chargebacks', () => {
  fc.assert(
    fc.property(fc.array(chargeback, { maxLength: 4 }).map(eventsOf), (events) => {
      expect(most(...events)).toBe(readingsOf([...paid, ...events], 'EUR').left)
    }),
    SEED,
  )
})

const refund = fc.record({
  type: fc.constantFrom('refund_requested', 'payment_refund_pending', 'payment_refunded'),
  day,
  data: fc.record({ amount, actionId: some('act_1', 'act_1', 'act_2'), commandId: some('c-1') }),
})

test('of several refunds', () => {
  fc.assert(
    fc.property(fc.array(refund, { maxLength: 4 }).map(eventsOf), (events) => {
      expect(most(...events)).toBe(readingsOf([...paid, ...events], 'EUR').left)
    }),
    SEED,
  )
})

const two = fc.tuple(
  fc.record({ amount, actionId: some('act_8', 'act_9') }),
  fc.record({ amount, actionId: some('act_8', 'act_9') }),
  fc.record({ amount, actionId: some('act_8', 'act_9') }),
)

test('of two chargebacks and a reversal', () => {
  fc.assert(
    fc.property(two, ([a, b, c]) => {
      const events = eventsOf([
        { type: 'payment_chargeback', day: 4, data: a },
        { type: 'payment_chargeback', day: 16, data: b },
        { type: 'chargeback_reversed', day: 18, data: c },
      ])
      expect(most(...events)).toBe(readingsOf([...paid, ...events], 'EUR').left)
    }),
    SEED,
  )
})
