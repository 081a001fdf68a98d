/** A path that is followed again ends at the position of the state, for any stream. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Machine } from '../../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { folder } from '../../../src/fold/fold.ts'
import { pathOf } from '../../../src/inspect/picture/path.ts'
import { eventsOf } from '../../../src/testing/generators/random-events.ts'
import { type Instant, later } from '../../../src/words/time/instant.ts'
import { forAll } from '../../for-all.ts'
import { byId } from '../../given.ts'

type Any = Machine<object, string, string>

const followed = (machine: Any, events: readonly DomainEvent[], now: Instant | null) => {
  const { fold, at } = folder(machine)
  const folded = fold(events)
  const last = folded.occurrences.reduce(
    (latest, each) => later(latest, each.at),
    now ?? ('' as Instant),
  )
  const state = now === null ? folded : at(folded, last)
  const { start, steps } = pathOf(machine, state)
  return { state, start, steps: [...steps] }
}

describe.each(byId)('a path through %s', (_, machine) => {
  const streams = eventsOf(machine)
  const times = fc.constantFrom(
    null,
    '2026-03-02T23:00:00.0000000Z',
    '2033-01-01T00:00:00.0000000Z',
  )

  test('begins at the start, continues from each position, and ends at the position of the state', () => {
    let moved = 0
    forAll({}, [streams, times], (events, now) => {
      const { state, start, steps } = followed(machine, events, now as Instant | null)
      const positions = [start, ...steps.map(({ after }) => after)]
      for (const [index, { before }] of steps.entries())
        expect(before).toBe(positions[index]?.value)
      expect(positions.at(-1)).toEqual({ value: state.value, context: state.context })
      moved += positions.length - 1
    })
    expect(moved).toBeGreaterThan(50)
  })
})
