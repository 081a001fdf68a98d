/** Streams that also hold events about other subjects fold as if they did not hold them. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { folder } from '../../src/fold/fold.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import type { Tip } from '../../src/log/tip.ts'
import { withoutOthers } from '../../src/merge/stream-subject.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { prefixOf, type Stream, streamOf } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { forAll, runsOf } from '../for-all.ts'
import { byId } from '../given.ts'
import { foldStream, machines, root } from '../root.ts'

const runs = runsOf(8, 5)

const isOther = ({ reason }: { readonly reason: string }): boolean => reason === 'OtherSubject'

/** A state without the events about other subjects. */
const ownOf = (state: State): State => ({
  ...withoutOthers(state),
  parked: state.parked.filter((parked) => !isOther(parked)),
})

const MIDDLE = '2026-02-01T00:00:00.0000000Z' as Instant

/** The events of a stream, and others in their midst that name a second or third subject. */
const mixed = (field: string, events: fc.Arbitrary<readonly DomainEvent[]>, sample: string) => {
  // what is not understood gives way to any better reading of its message
  const named = events.map((all) =>
    all.filter(({ type, data }) => Object.hasOwn(data, field) && type !== 'unrecognised'),
  )
  const strays = fc.tuple(named, named).map((pair) =>
    pair.flatMap((all, index) => {
      const id = sample.replace(/0$/, `${index + 2}`)
      return all.map((event) => ({ ...event, data: { ...event.data, [field]: id } }))
    }),
  )
  return fc.tuple(events, strays).chain(([own, stray]) => {
    const all = [...own, ...stray]
    return fc.tuple(
      fc.constant(own),
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.nat({ max: all.length }),
    )
  })
}

describe.each(byId)('a stream of %s with events about other subjects', (_, machine) => {
  const { field, sample, prefix } = machine.subject
  const stream = streamOf(prefix, sample.replace(/0$/, '1'))
  const streams = mixed(field, eventsOf(machine), sample)
  const { fold, foldBy, evolve } = folder(machine)

  test('folds as its own events alone, apart from what is parked', () => {
    let count = 0
    forAll(runs, [streams], ([own, all]) => {
      const state = fold(all, stream)
      expect(ownOf(state)).toEqual(fold(own, stream))
      expect(ownOf(foldBy(all, MIDDLE, stream))).toEqual(foldBy(own, MIDDLE, stream))
      const kept = new Set(
        state.occurrences.flatMap(({ events }) => events.map(({ data }) => JSON.stringify(data))),
      )
      const strays = all.filter((event) => !own.includes(event))
      expect(strays.filter(({ data }) => !kept.has(JSON.stringify(data)))).toEqual([])
      count += state.parked.filter(isOther).length
    })
    expect(count).toBeGreaterThan(runs.numRuns)
  })

  test('folds in the same way with all machines, assigned or not', () => {
    forAll(runs, [streams], ([own, all]) => {
      const by = foldStream(machines)
      expect(ownOf(by(stream, all))).toEqual(by(stream, own))
    })
  })

  test('evolves to the same state, also from a saved one, and from none', () => {
    forAll(runs, [streams], ([, all, cut]) => {
      for (const given of [stream, null]) {
        const saved = JSON.parse(JSON.stringify(fold(all.slice(0, cut), given)))
        expect(all.slice(cut).reduce(evolve, saved)).toEqual(fold(all, given))
      }
    })
  })

  test('without its name counts nothing as soon as two subjects are named', () => {
    forAll(runs, [streams], ([, all]) => {
      const named = new Set(
        all.flatMap(({ data }) => (data as Readonly<Record<string, unknown>>)[field] ?? []),
      )
      const state = fold(all)
      const reasons = new Set(state.parked.map(({ reason }) => reason))
      expect(reasons.has('SubjectUnknown')).toBe(named.size > 1)
      if (named.size > 1) {
        expect(state.context).toEqual(machine.context)
        expect([reasons.size, state.findings]).toEqual([1, []])
      }
    })
  })

  test('is appended to the streams of its events, and nothing is lost', () => {
    forAll(runs, [streams], ([own, all]) => {
      const tips = new Map<Stream, Tip>()
      const appended = ownLoop(root).appendAll(
        tips,
        all.map((event) => ({ stream, event })),
      )
      if (E.isLeft(appended)) throw new Error(JSON.stringify(appended.left))
      const { entries } = appended.right
      const known = new Set(entries.map(({ event }) => JSON.stringify(event.data)))
      expect(all.filter(({ data }) => !known.has(JSON.stringify(data)))).toEqual([])
      for (const entry of entries) {
        const { [field]: id } = entry.event.data as Readonly<Record<string, string>>
        expect(entry.stream).toBe(id === undefined ? stream : streamOf(prefix, id))
        expect(prefixOf(entry.stream)).toBe(prefix)
      }
      const alone = ownLoop(root).append(
        { stream, revision: -1, hash: null, known: {}, nudges: {}, lookedUpAt: null },
        own,
      )
      expect(E.isRight(alone)).toBe(true)
      const whole = ownLoop(root).append(
        { stream, revision: -1, hash: null, known: {}, nudges: {}, lookedUpAt: null },
        all,
      )
      expect(E.isRight(whole)).toBe(all.length === own.length)
    })
  })
})
