/** Evolving is folding, whichever way a state was reached, and whatever ties its events. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, ticketPayment } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { folder } from '../../src/fold/fold.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'
import { tiedEvents } from '../generators/tied.ts'
import { machines } from '../given.ts'

const RUNS = Number(process.env['RUNS'] ?? process.env['CASES'] ?? 4)

/** The same event, which names only its own thing. */
const named = ({ type, data, metadata }: DomainEvent, index: number): DomainEvent => {
  const { commandId: _, ...own } = data as Readonly<Record<string, unknown>>
  const { claimedAt: __, ...rest } = metadata
  return { type, data: own, metadata: { ...rest, eventId: `evt_own_${index}` as never } }
}

/** Events that mostly name their things; some are repeated, and one in a few is any event. */
const mostlyNamed = (machine: AnyMachine): fc.Arbitrary<readonly DomainEvent[]> =>
  fc
    .record({
      all: fc.array(eventsOf(machine), { minLength: 1, maxLength: 5 }).map((lists) => lists.flat()),
      kept: fc.array(fc.nat(11), { minLength: 1, maxLength: 30 }),
    })
    .map(({ all, kept }) =>
      all.flatMap((event, index): readonly DomainEvent[] => {
        const kind = kept[index % kept.length]
        if (kind === 0) return [event]
        const own = named(event, index)
        const { metadata } = own
        if (kind === 1) return [own, own]
        const later = { ...metadata, recordedAt: '2029-01-07T00:00:00Z' as never }
        return kind === 2 ? [own, { ...own, metadata: later }] : [own]
      }),
    )

const fromJson = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/** Evolves in a way that `how` chooses: on, again from an older state, or from a state after JSON. */
const evolved = (
  machine: AnyMachine,
  events: readonly DomainEvent[],
  how: readonly number[],
  stream: Stream | null = null,
): void => {
  const { fold, evolve, initial } = folder(machine)
  let states: readonly State[] = [fold([], stream)]
  for (const [index, event] of events.entries()) {
    const last = states.at(-1) ?? initial
    const way = how[index % how.length]
    if (way === 1) evolve(last as never, events[0] ?? event)
    const from = way === 2 ? fromJson(last) : last
    const next = evolve(from as never, event)
    states = [...states, next]
  }
  const before = states.map((state) => JSON.stringify(state))
  for (const [count, state] of before.entries()) {
    expect(state).toBe(JSON.stringify(fold(events.slice(0, count), stream)))
  }
  // an old state is evolved as if it were the latest one
  for (const [count, state] of states.slice(0, -1).entries()) {
    const [next] = events.slice(count)
    if (next !== undefined && count % 5 === 0) {
      expect(JSON.stringify(evolve(state as never, next))).toBe(before[count + 1])
    }
  }
}

const ways = fc.array(fc.nat(6), { minLength: 1, maxLength: 9 })

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('evolves as it folds', () => {
    forAll(RUNS, [mostlyNamed(machine), ways], (events, how) =>
      evolved(machine as unknown as AnyMachine, events, how),
    )
  })
})

const TIED = [
  ['a payment', sepaPayment, 'paymentId'],
  ['a ticket', ticketPayment, 'paymentId'],
  ['a mandate', sepaMandate, 'sourceId'],
] as const

describe.each(TIED)('%s with events that are tied in every way', (_, machine, field) => {
  test('evolves as it folds', () => {
    forAll(RUNS * 3, [tiedEvents(field), ways], (events, how) =>
      evolved(machine as unknown as AnyMachine, events, how),
    )
  })
})

describe.each(Object.keys(SHAPES) as readonly ShapeName[])('a long stream of %s', (shape) => {
  const { stream } = SHAPES[shape]
  const { [shape as string]: machine = sepaPayment } = {
    mandates: sepaMandate,
    tickets: ticketPayment,
  }
  test('evolves as it folds, in any order', () => {
    const events = longStream(shape, 45)
    const nearly = fc
      .array(fc.nat(6), { minLength: events.length, maxLength: events.length })
      .map((late) =>
        events
          .map((event, index) => ({
            event,
            at: index + (late[index] === 6 ? 40 : (late[index] ?? 0)),
          }))
          .sort((a, b) => a.at - b.at)
          .map(({ event }) => event),
      )
    forAll(Math.ceil(RUNS / 20), [nearly, ways], (all, how) =>
      evolved(machine as unknown as AnyMachine, all, how, stream),
    )
  })
})
