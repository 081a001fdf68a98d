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

/** A tip that is being added to, by a copy of its own: many additions then cost no more than each. */
type Growing = { -readonly [K in keyof Tip]: Tip[K] } & {
  readonly known: Record<string, readonly string[]>
}

const growing = (tip: Tip): Growing => ({ ...tip, known: { ...tip.known } })

const add = (end: Growing, { event, hash, revision }: Entry, content: string): void => {
  const { eventId } = event.metadata
  end.revision = revision
  end.hash = hash
  end.known[eventId] = [...contentsOf(end.known, eventId), content]
}

/** The tip after some entries. They are taken in order, as they are: a reader of logs checks them. */
const after = (tip: Tip, entries: readonly Entry[]): Tip => {
  const end = growing(tip)
  for (const entry of entries) add(end, entry, contentHash(entry.event))
  return end
}

/** The tip after an entry. */
export const tipAfter = (tip: Tip, entry: Entry): Tip => after(tip, [entry])

/** The tip of a stream that has these entries. */
export const tipOf = (stream: Stream, entries: readonly Entry[]): Tip =>
  after(emptyTip(stream), entries)

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
  const end = growing(tip)
  for (const told of events) {
    const decoded = decodeEvent(told)
    if (E.isLeft(decoded)) return decoded
    const event = decoded.right
    const content = contentHash(event)
    if (contentsOf(end.known, event.metadata.eventId).includes(content)) continue
    const { stream, hash: previous } = end
    const entry = sealed({ event, form: 1, previous, revision: end.revision + 1, stream })
    entries.push(entry)
    add(end, entry, content)
  }
  return E.right({ entries, tip: end })
}

/** What a message told, on several streams perhaps, as entries; and the tips of these streams then. */
export interface AppendedAll {
  readonly entries: readonly Entry[]
  readonly tips: ReadonlyMap<Stream, Tip>
}

/**
 * Appends what messages told, each event to its stream; a stream without a tip is empty. Raw messages that
 * are read again, by a better reader, are appended so: what is known adds nothing, and what was once
 * `unrecognised` is superseded by what it is read as now, under the same id. The first event that
 * is none is `Unreadable`, and nothing is appended.
 */
export const appendAll = (
  tips: ReadonlyMap<Stream, Tip>,
  told: readonly { readonly stream: Stream; readonly event: Event }[],
): E.Either<RevisionConflict | Unreadable, AppendedAll> => {
  const byStream = new Map<Stream, Event[]>()
  for (const { stream, event } of told) {
    const events = byStream.get(stream)
    if (events === undefined) byStream.set(stream, [event])
    else events.push(event)
  }
  const entries: Entry[] = []
  const ends = new Map<Stream, Tip>()
  for (const [stream, events] of byStream) {
    const appended = append(tips.get(stream) ?? emptyTip(stream), events)
    if (E.isLeft(appended)) return appended
    entries.push(...appended.right.entries)
    ends.set(stream, appended.right.tip)
  }
  return E.right({ entries, tips: ends })
}
