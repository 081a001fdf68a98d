/** Consequences of a payment for its mandate remain, however the payment continues. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { forAll } from '../../for-all.ts'
import { reported } from '../../given.ts'
import { consequences } from '../../root.ts'

const days = fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-04', '2026-06-04')
const types = fc.constantFrom(
  'payment_pending',
  'payment_declined',
  'payment_canceled',
  'payment_captured',
  'payment_refunded',
  'payment_chargeback',
)

/** A report or a response of the provider, with few ids, so that some conflict. */
const event = fc
  .record({
    type: types,
    amount: fc.constantFrom(undefined, 500, 1000),
    actionId: fc.constantFrom('act_1', 'act_2'),
    sourceId: fc.constantFrom(undefined, 'src_1'),
    id: fc.integer({ min: 1, max: 40 }),
    day: fc.option(days),
    source: fc.constantFrom('report' as const, 'response' as const),
  })
  .map(({ type, id, day, source, ...fields }) => {
    const data = Object.entries(fields).filter(([, value]) => value !== undefined)
    const at = day === null ? null : `${day}T10:00:00Z`
    return reported(
      type,
      { paymentId: 'pay_1', ...Object.fromEntries(data) },
      { id: `evt_${id}`, source, at },
    )
  })

const folding = fold(sepaPayment)
const implied = (events: readonly DomainEvent[]) => consequences(folding(events))
const collections = (events: readonly DomainEvent[]): readonly string[] =>
  implied(events).map(
    ({ event: { type, data } }) => `${type} ${'paymentId' in data ? data.paymentId : ''}`,
  )

describe('the consequences of a payment for its mandate', () => {
  /** The capture that money going back shows: what reports the collection takes its place. */
  const shown = 'collection_captured pay_1'

  test('only grows, and a single mandate that it holds stays held', () => {
    let grown = 0
    const history = fc.array(event, { maxLength: 7 })
    forAll(80, [history], (events) => {
      for (let length = 1; length <= events.length; length += 1) {
        const before = collections(events.slice(0, length - 1))
        const after = collections(events.slice(0, length))
        const lost = before.filter((each) => !after.includes(each))
        if (lost.length > 0) {
          expect(lost).toEqual([shown])
          expect(after).toContain('collection_presented pay_1')
          expect(after.join()).not.toContain('collection_ended')
        }
        if (before.length > 0 && after.length > before.length) grown += 1
      }
    })
    expect(grown).toBeGreaterThan(0)
  })

  test('are the same, with the same ids, in any order of the same events', () => {
    const shuffled = fc
      .array(event, { maxLength: 7 })
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      )
    forAll(50, [shuffled], ([all, other]) => {
      expect(implied(other)).toEqual(implied(all))
    })
  })
})
