/** Laws of a machine's fold, checked on random streams. */
import fc from 'fast-check'
import { lenientJudge } from '../../contract/guards.ts'
import type { Machine } from '../../contract/machine-record.ts'
import { asEvent } from '../../contract/occurrence.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { type DecodeEvent, decoding } from '../../event/event-decoder.ts'
import { folder } from '../../fold/fold.ts'
import type { Folder } from '../../fold/folder.ts'
import { append, tipOf } from '../../log/append.ts'
import { lineReader, toLine } from '../../log/line.ts'
import type { Receiving } from '../../log/receiving-stream.ts'
import { emptyTip } from '../../log/tip.ts'
import { frozen, thawed } from '../../words/data/plain-data.ts'
import { defaultPolicyOf } from '../../words/policy.ts'
import type { Stream } from '../../words/stream.ts'
import { type TimeText, toInstant } from '../../words/time/instant.ts'
import { eventsOf } from '../generators/random-events.ts'
import { type Law, same, sorted } from './law.ts'
import { type Trial, trying } from './trial.ts'

/** The same events, each about a thing of its own, with a time, and named by nothing else. */
const plainly = (all: readonly DomainEvent[]): readonly DomainEvent[] =>
  all.map(({ type, data, metadata }, index): DomainEvent => {
    const { commandId: _, ...named } = data as Readonly<Record<string, unknown>>
    const { claimedAt: __, recordedAt, occurredAt, ...own } = metadata
    return {
      type,
      data: named,
      metadata: {
        ...own,
        eventId: `${own.eventId}_${index}` as typeof own.eventId,
        occurredAt: occurredAt ?? (recordedAt as TimeText),
        recordedAt,
      },
    }
  })

const isFrozenThroughout = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout))

/** Returns the laws of what a machine has for speed. */
export const speedLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { numRuns = 100, events = eventsOf(machine) }: Trial,
): readonly Law[] => {
  const { fold } = folder(machine)
  const policy = defaultPolicyOf(machine.definition.policy)
  const { definition, context, findings } = machine
  const judge = lenientJudge(policy)
  const law = trying(events, numRuns)
  return [
    law('freezes every state throughout', (all, pick) => {
      const plain = plainly(all)
      const few = plain.filter((_, index) => (pick >> index) % 2 === 0)
      return [all, plain, few].every((some) => isFrozenThroughout(fold(some)))
    }),
    law('finds nothing without what can cause it', (all) => {
      const whole = fold(all)
      const types = new Set(whole.occurrences.map(({ type }) => type))
      return Object.values(findings).every(
        ({ causes = [], find }) =>
          causes.length === 0 ||
          causes.some((type) => types.has(type)) ||
          find(whole as never, judge).length === 0,
      )
    }),
    law('replaces things in its context, and changes none in place', (all) => {
      const state = fold(all)
      for (const occurrence of state.occurrences) {
        const changed = thawed(frozen(state.context))
        definition.recipes[occurrence.type]?.(changed as never, asEvent(occurrence))
      }
      return true
    }),
    law('makes its context before any event always the same', () => {
      const made = definition.blank?.() ?? context
      return same(made, context) && (made !== context || definition.blank === undefined)
    }),
  ]
}

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
