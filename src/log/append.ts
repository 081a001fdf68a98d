/** Adding to a stream: from its tip and new events to entries and the next tip. */
import * as E from 'fp-ts/lib/Either.js'
import { contentHash } from '../event/content.ts'
import type { Event } from '../event/envelope.ts'
import { decodeEvent } from '../event/stored.ts'
import type { Stream } from '../words/stream.ts'
import type { Unreadable } from '../words/unreadable.ts'
import { type Entry, sealed } from './entry.ts'

/**
 * The end of a stream, all that appending needs: its last revision (-1 while empty), its last hash
 * (null while empty), and for every event id the hashes of the contents it has come with.
 */
export interface Tip {
  readonly stream: Stream
  readonly revision: number
  readonly hash: string | null
  readonly known: Readonly<Record<string, readonly string[]>>
}

/** The stream has moved on: read it again and decide again. */
export interface RevisionConflict {
  readonly error: 'RevisionConflict'
  readonly stream: Stream
  readonly expected: number
  readonly actual: number
}

/** What an append adds, and where the stream then ends. */
export interface Appended {
  readonly entries: readonly Entry[]
  readonly tip: Tip
}

/** The tip of a stream that has no entries. */
export const emptyTip = (stream: Stream): Tip => ({ stream, revision: -1, hash: null, known: {} })

const contentsOf = (known: Tip['known'], eventId: string): readonly string[] =>
  Object.hasOwn(known, eventId) ? (known[eventId] ?? []) : []

const remember = (known: Tip['known'], eventId: string, content: string): Tip['known'] => ({
  ...known,
  [eventId]: [...contentsOf(known, eventId), content],
})

/** The tip after an entry. Entries are taken in order, as they are: a reader of logs checks them. */
export const tipAfter = (tip: Tip, { event, hash, revision }: Entry): Tip => ({
  stream: tip.stream,
  revision,
  hash,
  known: remember(tip.known, event.metadata.eventId, contentHash(event)),
})

/** The tip of a stream that has these entries. */
export const tipOf = (stream: Stream, entries: readonly Entry[]): Tip =>
  entries.reduce(tipAfter, emptyTip(stream))

/**
 * Appends events at a stream's tip. An event that is known by id and content adds nothing, whenever
 * it was recorded; a known id with other or fuller content is appended, and the fold decides what it
 * means. What is no event is `Unreadable`, and nothing is appended; fields that no event has are left
 * out. With `expected`, the revision the caller has judged by, an append anywhere else is a
 * conflict.
 */
export const append = (
  tip: Tip,
  events: readonly Event[],
  expected: number = tip.revision,
): E.Either<RevisionConflict | Unreadable, Appended> => {
  if (expected !== tip.revision) {
    const { stream, revision: actual } = tip
    return E.left({ error: 'RevisionConflict', stream, expected, actual })
  }
  const entries: Entry[] = []
  let end = tip
  for (const told of events) {
    const decoded = decodeEvent(told)
    if (E.isLeft(decoded)) return decoded
    const event = decoded.right
    if (contentsOf(end.known, event.metadata.eventId).includes(contentHash(event))) continue
    const { stream, hash: previous } = end
    const entry = sealed({ event, form: 1, previous, revision: end.revision + 1, stream })
    entries.push(entry)
    end = tipAfter(end, entry)
  }
  return E.right({ entries, tip: end })
}
