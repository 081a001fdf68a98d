/** Laws of a machine's fold, checked on random streams. */
import fc from 'fast-check'
import type { DomainEvent } from '../event/envelope.ts'
import { type DecodeEvent, decoding } from '../event/stored.ts'
import { folder } from '../fold/fold.ts'
import type { Folder } from '../fold/folder.ts'
import type { Machine } from '../fold/machine.ts'
import { append, tipOf } from '../log/append.ts'
import type { Receiving } from '../log/receiving.ts'
import { lineReader, toLine } from '../log/text.ts'
import { emptyTip } from '../log/tip.ts'
import { toInstant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { eventsOf } from './events.ts'
import { type Law, same, sorted } from './law.ts'
import { type Trial, trying } from './trial.ts'

const inTurn = (events: readonly DomainEvent[]): readonly DomainEvent[] => {
  const recordedAt = ({ metadata }: DomainEvent): string => toInstant(metadata.recordedAt)
  return [...events].sort((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
}

/**
 * Whether readable events stay the same when a log is written and read, and fold to the same state.
 */
const comesBack = <C extends object, S extends string, N extends string>(
  folding: Folder<C, S, N>,
  decode: DecodeEvent,
  all: readonly DomainEvent[],
): boolean => {
  const stream = 'unknown-trial' as Stream
  const readable = all.filter((event) => decode(event)._tag === 'Right')
  const receiving: Receiving = { decode, streamFor: (given) => given, isStream: () => true }
  const appended = append(receiving, emptyTip(stream), inTurn(readable))
  if (appended._tag === 'Left') return false
  const { entries, tip } = appended.right
  const read = entries.map(toLine).map(lineReader(decode))
  const kept = entries.map(({ event }): DomainEvent => event)
  return (
    read.every((line, index) => line._tag === 'Right' && same(line.right, entries[index])) &&
    same(tipOf(stream, entries).hash, tip.hash) &&
    same(folding.fold(kept), folding.fold(readable))
  )
}

/** Returns the laws of a machine's states. */
export const foldLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { numRuns = 100, events = eventsOf(machine) }: Trial,
): readonly Law[] => {
  const folding = folder(machine)
  const { decode } = decoding({ ...machine.events, ...machine.informational })
  const law = trying(events, numRuns)
  const shuffled = events.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
  )
  return [
    {
      name: 'folds to the same state in any order of its events',
      check: () =>
        fc.assert(
          fc.property(shuffled, ([all, other]) => same(folding.fold(all), folding.fold(other))),
          { numRuns },
        ),
    },
    law('is not changed by a repeated event', (all, pick) => {
      const state = folding.fold(all)
      const again = all[pick % Math.max(1, all.length)]
      if (again === undefined) return true
      return same(folding.evolve(state, again), state) && same(folding.fold([...all, again]), state)
    }),
    law('can be saved as JSON and continued with the same result', (all, pick) => {
      const cut = pick % (all.length + 1)
      const saved = JSON.parse(JSON.stringify(folding.fold(all.slice(0, cut))))
      const whole = folding.fold(all)
      const oneByOne = all.slice(cut).reduce(folding.evolve, saved)
      return same(oneByOne, whole) && same(folding.evolveAll(saved, all.slice(cut)), whole)
    }),
    law('keeps every event, and gives a reason for each parked one', (all) => {
      const { occurrences, parked } = folding.fold(all)
      const aside = occurrences
        .filter(({ disposition }) => disposition === 'parked')
        .map(({ key }) => key)
      const ids = new Set(
        occurrences.flatMap(({ events }) => events.map(({ metadata }): string => metadata.eventId)),
      )
      const isKept = all.every(({ metadata }) => ids.has(metadata.eventId))
      return isKept && same(sorted(parked.map(({ key }) => key)), sorted(aside))
    }),
    law('is unchanged after writing and reading the log', (all) => comesBack(folding, decode, all)),
  ]
}
