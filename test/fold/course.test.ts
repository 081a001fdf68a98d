/** Long streams whose events come late, in examples: the chart runs on from before each of them. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { prepared } from '../../src/fold/folder.ts'
import type { AnyMachine } from '../../src/fold/machine.ts'
import { defaultPolicyOf } from '../../src/words/policy.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'

const fromJson = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/** Moves every so manieth event so many places back. */
const late = (
  events: readonly DomainEvent[],
  every: number,
  places: number,
): readonly DomainEvent[] =>
  events
    .map((event, index) => ({ event, at: index % every === 0 ? index + places : index }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event)

const foldersOf = (machine: AnyMachine) => {
  const policy = defaultPolicyOf(machine.definition.policy)
  return {
    quick: prepared(machine as never, policy, undefined, 0),
    slow: prepared(machine as never, policy, undefined, Number.POSITIVE_INFINITY),
  }
}

const LATE = [
  ['in order', 1, 0],
  ['each fifth of them a little late', 5, 3.5],
  ['each seventh of them late', 7, 20.5],
  ['one in thirty very late', 30, 70.5],
] as const

const NAMES: readonly ShapeName[] = ['refunds', 'commands', 'chargebacks', 'mandates']

describe.each(NAMES)('a stream of %s', (shape) => {
  const { stream } = SHAPES[shape]
  const { quick, slow } = foldersOf((shape === 'mandates' ? sepaMandate : sepaPayment) as never)

  test.each(LATE)('evolves as it folds: %s', (_, every, places) => {
    const events = late(longStream(shape, 90), every, places)
    let state = quick.fold([], stream)
    for (const [index, event] of events.entries()) {
      const before = state
      state = quick.evolve(state, event)
      if (index % 11 === 0 || index > 84) {
        const all = events.slice(0, index + 1)
        expect(JSON.stringify(state)).toBe(JSON.stringify(slow.fold(all, stream)))
      }
      // an older state is evolved as if it were the latest, and the latest one goes on
      if (index % 23 === 22) {
        expect(JSON.stringify(quick.evolve(before, event))).toBe(JSON.stringify(state))
        state = fromJson(state)
      }
      if (index % 23 === 12) quick.evolve(state, events.at(-1) ?? event)
    }
  })

  test('only ever changes the last of its states', () => {
    const events = longStream(shape, 60)
    let last = quick.fold([], stream)
    const states = events.map((event, index) => {
      last = quick.evolve(last, event)
      return { state: last, all: events.slice(0, index + 1) }
    })
    for (const { state, all } of states.filter((_, index) => index % 9 === 0).toReversed()) {
      expect(JSON.stringify(state)).toBe(JSON.stringify(slow.fold(all, stream)))
    }
  })
})

test('a state at a later time, or of another stream, evolves as its events fold', () => {
  const { stream } = SHAPES.mandates
  const { quick, slow } = foldersOf(sepaMandate as never)
  const events = longStream('mandates', 40)
  const later = '2032-03-04T10:00:00.0000000Z' as never
  let state = quick.fold([], stream)
  for (const [index, event] of events.entries()) {
    const expected = JSON.stringify(slow.fold(events.slice(0, index + 1), stream))
    const atLater = quick.at(state, later)
    const unnamed = { ...state, stream: null }
    if (index % 3 === 0) expect(JSON.stringify(quick.evolve(atLater, event))).toBe(expected)
    if (index % 3 === 1) {
      const all = JSON.stringify(slow.fold(events.slice(0, index + 1), null))
      expect(JSON.stringify(quick.evolve(unnamed, event))).toBe(all)
    }
    state = quick.evolve(state, event)
    expect(JSON.stringify(state)).toBe(expected)
  }
})
