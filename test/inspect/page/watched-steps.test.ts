/** A watched stream: what each step shows, and that it equals a fold of what was known then. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Machine } from '../../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { folder } from '../../../src/fold/fold.ts'
import { changesBetween } from '../../../src/inspect/page/changes.ts'
import { type Watched, watching } from '../../../src/inspect/page/watched-steps.ts'
import { marking } from '../../../src/inspect/picture/graph.ts'
import { payfold } from '../../../src/payfold.ts'
import { eventsOf } from '../../../src/testing/generators/random-events.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { byId, reported } from '../../given.ts'
import { root } from '../../root.ts'

type Any = Machine<object, string, string>

const pay = { paymentId: 'pay_1' }
const on = (day: string, id: string) => ({ at: `2026-${day}T10:00:00Z`, id })
const watch = (...events: readonly DomainEvent[]): Watched =>
  watching(root)('payment-pay_1' as Stream, events)

const pending = reported(
  'payment_pending',
  { ...pay, sourceId: 'src_1', method: 'sepa', amount: 1000, currency: 'EUR' },
  on('03-02', 'evt_1'),
)
const captured = reported('payment_captured', pay, on('03-04', 'evt_2'))
const refunded = (day: string, id = 'evt_3') =>
  reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 }, on(day, id))

/** The notes of one kind at a step. */
const said = ({ notes }: Watched, kind: string, step: number): readonly string[] =>
  notes.flatMap(({ what, from, until }) =>
    what.kind === kind && from <= step && step < (until ?? Infinity)
      ? `${what.title} ${what.text}`
      : [],
  )

describe('a stream watched', () => {
  test('has a step for each entry, in their order, and one before all', () => {
    const { steps } = watch(captured, pending)
    expect(steps.map(({ event, status }) => [event?.type, status])).toEqual([
      [undefined, 'unassigned'],
      ['payment_captured', 'unassigned'],
      ['payment_pending', 'captured'],
    ])
  })

  test('marks an entry as late if one that happened after it was recorded before', () => {
    const late = (...events: readonly DomainEvent[]) =>
      watch(...events).steps.map(({ isLate }) => isLate)
    expect(late(pending, captured)).toEqual([false, false, false])
    expect(late(captured, pending)).toEqual([false, false, true])
    expect(late(captured, refunded('03-04'))).toEqual([false, false, false])
    expect(
      late(
        captured,
        reported('payment_refunded', { ...pay, actionId: 'act_1' }, { id: 'evt_9', at: null }),
      ),
    ).toEqual([false, false, false])
    expect(late(captured, pending, refunded('03-03'))).toEqual([false, false, true, true])
  })

  test('shows the changes by each entry, with the previous values', () => {
    expect(
      changesBetween({ a: null, b: 1, c: { d: 'x' }, e: 2 }, { a: 0, b: 1, c: { d: 'y' } }),
    ).toEqual([
      { field: 'a', before: null, after: '0' },
      { field: 'c.d', before: 'x', after: 'y' },
      { field: 'e', before: '2', after: null },
    ])
    const [, first, second] = watch(pending, captured).steps
    expect(first?.applied).toContainEqual({ field: 'amount', before: null, after: '1000' })
    expect(second?.applied.every(({ field }) => field.startsWith('capture'))).toBe(true)
  })

  test('shows at each step what was true then: sums, findings, questions, windows', () => {
    const watched = watch(pending, captured, refunded('07-01'))
    expect(said(watched, 'sum', 1)).toContain('Amount 10.00 EUR')
    expect(said(watched, 'sum', 1).join()).not.toContain('Refunded 4.00 EUR')
    expect(said(watched, 'sum', 3)).toContain('Refunded 4.00 EUR')
    expect(said(watched, 'finding', 2)).toEqual([])
    expect(said(watched, 'finding', 3).join()).toContain('withinRefundWindow The refund window')
    expect(said(watched, 'window', 2).join()).toContain('refund open until 2026-04-29T22:00:00Z')
    expect(said(watched, 'window', 3).join()).toContain(
      'refund 2026-03-04T10:00:00Z to 2026-04-29T22:00:00Z: not open',
    )
    expect(said(watch(captured), 'question', 1).join()).toContain('Unassigned')
  })

  test('has no picture and no marks if no machine handles it', () => {
    expect(watch(captured)).toMatchObject({ machine: null, marks: [] })
  })
})

describe.each(byId)('a stream of %s, watched', (_, machine) => {
  const anyMethod: Any = { ...machine, method: null }
  const stream = `${machine.subject.prefix}-${machine.subject.sample.replace(/0$/, '1')}` as Stream

  test('equals at each step a fold of the entries so far', () => {
    let marked = 0
    fc.assert(
      fc.property(eventsOf(machine), (events) => {
        const { steps, marks } = watching(payfold([anyMethod]))(stream, events)
        for (const [step, { status }] of steps.entries()) {
          const state = folder(anyMethod).fold(events.slice(0, step), stream)
          const { current, visited, taken } = marking(anyMethod)(state)
          const held = (kind: string) =>
            marks.flatMap(({ what, from, until }) =>
              what.kind === kind && from <= step && step < (until ?? Infinity) ? what.key : [],
            )
          expect(status).toBe(state.status)
          expect(held('current').toSorted()).toEqual([...current].map(({ id }) => id).toSorted())
          expect(held('visited').toSorted()).toEqual([...visited].map(({ id }) => id).toSorted())
          expect(held('taken').toSorted()).toEqual([...taken.keys()].toSorted())
          marked += taken.size
        }
      }),
      { numRuns: 60 },
    )
    expect(marked).toBeGreaterThan(30)
  })
})
