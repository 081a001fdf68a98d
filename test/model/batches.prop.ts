/**
 * The same messages lead to the same states: in any order, any number of times, in batches of any
 * size.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type DomainEvent, isUnsigned } from '../../src/event/envelope.ts'
import type { Entry } from '../../src/log/entry.ts'
import { emptyTip } from '../../src/log/tip.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { compare } from '../../src/words/data/lists.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { append } from '../root.ts'
import { type Streams, statesOf, streamsOf } from './folded.ts'
import { worlds } from './worlds.ts'

const RUNS = Number(process.env['RUNS'] ?? 6)

/** Cuts a list into batches of the given sizes, again and again. */
const portions = <A>(all: readonly A[], sizes: readonly number[]): readonly (readonly A[])[] => {
  const cut: A[][] = []
  for (let from = 0; from < all.length; ) {
    const size = sizes[cut.length % sizes.length] ?? 1
    cut.push(all.slice(from, from + size))
    from += size
  }
  return cut
}

/** A log that is written as messages arrive. */
const inTurn = (delivered: readonly Delivery[]): readonly Delivery[] =>
  delivered.toSorted((a, b) => compare(a.receivedAt, b.receivedAt))

/** What a log contains of events that arrive in batches. */
const kept = (stream: Stream, events: readonly DomainEvent[], sizes: readonly number[]) => {
  const entries: Entry[] = []
  let tip = emptyTip(stream)
  for (const portion of portions(events, sizes)) {
    const appended = append(tip, portion)
    if (E.isLeft(appended)) throw new Error('a conflict without another writer')
    entries.push(...appended.right.entries)
    tip = appended.right.tip
  }
  return entries
}

const logged = (streams: Streams, sizes: readonly number[]): Streams =>
  new Map(
    [...streams].map(([stream, events]) => [
      stream,
      kept(stream, events, sizes).map(({ event }) => event),
    ]),
  )

/** Streams with the unsigned events that a log took: of one type, one until a look-up; of copies, the first. */
const withUnsignedOf = (streams: Streams, log: Streams): Streams =>
  new Map(
    [...streams].map(([stream, events]) => [
      stream,
      [
        ...events.filter((event) => !isUnsigned(event)),
        ...(log.get(stream) ?? []).filter(isUnsigned),
      ],
    ]),
  )

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  const muddled = worlds(machine, 3).chain(({ delivered }) =>
    fc.record({
      delivered: fc.constant(delivered),
      again: fc.subarray([...delivered]),
      order: fc.shuffledSubarray([...delivered], { minLength: delivered.length }),
      sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
    }),
  )

  test('leads to the same states, in any order, with any repetitions and in any batches', () => {
    forAll(RUNS, [muddled], ({ delivered, again, order, sizes }) => {
      const states = statesOf(streamsOf(delivered))
      const others = statesOf(streamsOf([...order, ...again]))
      expect(new Map([...others].toSorted())).toEqual(new Map([...states].toSorted()))
      const log = logged(streamsOf(inTurn([...again, ...delivered])), sizes)
      const taken = withUnsignedOf(streamsOf(delivered), log)
      expect(new Map([...statesOf(log)].toSorted())).toEqual(
        new Map([...statesOf(taken)].toSorted()),
      )
    })
  })

  test('has one entry for each event, however often its message came', () => {
    forAll(RUNS, [muddled], ({ delivered, again, sizes }) => {
      const whole = streamsOf(inTurn(delivered))
      for (const [stream, events] of streamsOf(inTurn([...delivered, ...again]))) {
        const once = kept(stream, whole.get(stream) ?? [], [events.length])
        const entries = kept(stream, events, sizes)
        expect(entries.map(({ event }) => event)).toEqual(once.map(({ event }) => event))
        expect(entries.map(({ revision }) => revision)).toEqual(entries.map((_, index) => index))
      }
    })
  })
})
