/** Evaluating a state at any times, in any order and number, changes nothing that is stored. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, fold, folder } from '../../src/fold/fold.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { forAll } from '../for-all.ts'
import { byId, instantOf } from '../given.ts'

const times = fc.constantFrom(
  ...[
    '2026-01-05T10:00:00Z',
    '2026-03-02T23:00:00Z',
    '2029-01-05T22:59:59.9999999Z',
    '2029-01-05T23:00:00Z',
    '2029-01-06T23:00:00Z',
    '2032-01-06T23:00:00Z',
  ].map(instantOf),
)

const RUNS = { numRuns: 12 }

describe.each(byId)('%s', (_, machine) => {
  test('evaluated at several times equals the state at the last, and is stored unchanged', () => {
    const streams = eventsOf(machine)
    const ask = at(machine)
    forAll(RUNS, [streams, fc.array(times, { minLength: 1, maxLength: 5 })], (events, asked) => {
      const state = fold(machine)(events)
      const before = JSON.stringify(state)
      const last = asked.at(-1)
      if (last === undefined) return
      expect(asked.reduce(ask, state)).toEqual(ask(state, last))
      expect(JSON.stringify(state)).toBe(before)
    })
  })

  test('with more events afterwards is the same as if it had never been evaluated at a time', () => {
    const streams = eventsOf(machine)
    const { fold, evolve, at } = folder(machine)
    forAll(RUNS, [streams, streams, times], (events, more, now) => {
      fc.pre(more.length > 0)
      const asked = at(fold(events), now)
      expect(more.reduce(evolve, asked)).toEqual(fold([...events, ...more]))
    })
  })
})
