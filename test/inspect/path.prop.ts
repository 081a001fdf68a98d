/** A way walked once more ends where the state stands, whatever was told. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { folder } from '../../src/fold/fold.ts'
import type { Machine } from '../../src/fold/machine.ts'
import { paths } from '../../src/inspect/path.ts'
import { eventsOf } from '../../src/testing/events.ts'
import { type Instant, later } from '../../src/words/instant.ts'
import { byId } from '../given.ts'

type Any = Machine<object, string, string>

const walked = (machine: Any, events: readonly DomainEvent[], now: Instant | null) => {
  const { fold, at } = folder(machine)
  const folded = fold(events)
  const last = folded.occurrences.reduce(
    (moment, each) => later(moment, each.at),
    now ?? ('' as Instant),
  )
  const state = now === null ? folded : at(folded, last)
  const { start, walk } = paths(machine)
  return { state, start, strides: [...walk(state)] }
}

describe.each(byId)('a way through %s', (_, machine) => {
  const told = eventsOf(machine)
  const moments = fc.constantFrom(
    null,
    '2026-03-02T23:00:00.0000000Z',
    '2033-01-01T00:00:00.0000000Z',
  )

  test('begins at the beginning, goes from where it stood, and ends where the state stands', () => {
    let moved = 0
    fc.assert(
      fc.property(told, moments, (events, now) => {
        const { state, start, strides } = walked(machine, events, now as Instant | null)
        const positions = [start, ...strides.map(({ after }) => after)]
        for (const [index, { before }] of strides.entries()) expect(before).toBe(positions[index])
        expect(positions.at(-1)).toEqual({ value: state.value, context: state.context })
        moved += positions.length - 1
      }),
    )
    expect(moved).toBeGreaterThan(50)
  })
})
