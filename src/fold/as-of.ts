/** Restores an earlier view of a stream: what had happened by a time, as the log showed it then. */

import * as t from 'io-ts'
import type * as E from '#fp-ts/Either'
import type { Machine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { check, closedRecord, integer, reader } from '../words/data/codec.ts'
import { isList } from '../words/data/plain-data.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import { Stream } from '../words/stream.ts'
import { GivenTime } from '../words/time/given-time.ts'
import { type Instant, later, toInstant } from '../words/time/instant.ts'
import { type Folding, folder } from './fold.ts'

/**
 * Which earlier view to restore. `occurred`: leave out everything that happened after this time.
 * `known`: use only this many entries from the start of the stream, and ignore all later ones.
 */
export interface AsOf {
  readonly occurred?: Instant
  readonly known?: number
}

const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number

/** Reads the arguments of a request for an earlier view. It does not check the single events. */
export const readAsOf: (input: unknown) => E.Either<Unreadable, { readonly when: AsOf }> = reader(
  t.type(
    {
      stream: Stream,
      events: check('a list of events', isList),
      // a name that is misspelt would be no limit: the view of today
      when: closedRecord(
        'an object with a time or a number of entries',
        {},
        {
          occurred: GivenTime,
          known: integer('a whole number', MIN_SAFE_INTEGER, MAX_SAFE_INTEGER),
        },
      ),
    },
    'a stream, its events and an earlier view',
  ) as t.Decoder<unknown, { readonly when: AsOf }>,
)

/**
 * Counts the entries that had been recorded by a given time. The log is in the order of receipt, so
 * if a time of recording is earlier than that of a previous entry, the latest time so far counts
 * instead.
 */
export const recordedBy = (events: readonly DomainEvent[], time: Instant): number => {
  let latest: Instant | null = null
  for (const [index, { metadata }] of events.entries()) {
    const recordedAt = toInstant(metadata.recordedAt)
    latest = later(recordedAt, latest ?? recordedAt)
    if (latest > time) return index
  }
  return events.length
}

/**
 * Folds a stream as it was: only its first entries, and only what had happened by a given time. The
 * state is for display; it does not contain the events that were left out. @spec decisions#19
 */
export const asOf = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
) => {
  const { fold, foldBy, at } = folder(machine, folding)
  return (
    events: readonly DomainEvent[],
    { occurred, known = events.length }: AsOf,
  ): State<C, S, N> => {
    const recorded = events.slice(0, Math.max(0, known))
    return occurred === undefined ? fold(recorded) : at(foldBy(recorded, occurred), occurred)
  }
}
