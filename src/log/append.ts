/** Appends to streams, one or several at once: turns tips and new events into entries and the next tips. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { DomainEvent } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/event-decoder.ts'
import { tryOr } from '../words/data/attempt.ts'
import { check, integer, listOf, reader } from '../words/data/codec.ts'
import { addTo } from '../words/data/lists.ts'
import { isList } from '../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { type OtherSubject, Stream } from '../words/stream.ts'
import { type Entry, sealed } from './entry.ts'
import { beyondLimits, toLine } from './line.ts'
import { emptyTip, growing, isMade, type Tip } from './tip.ts'

/** How events are decoded, and to which stream an event belongs that was sent to a given one. */
export interface Receiving {
  readonly decode: DecodeEvent
  readonly streamFor: (stream: Stream, event: DomainEvent) => Stream
  /** Whether the log can have a stream of this name: a line with another name would not be read. */
  readonly isStream: (stream: Stream) => boolean
}

/** The stream has changed since it was read: read it again and decide again. */
export interface RevisionConflict {
  readonly error: 'RevisionConflict'
  readonly stream: Stream
  readonly expected: number
  readonly actual: number
}

/**
 * The entries that an append adds, and the tip of the stream afterwards. `leftOut` has the unsigned events
 * that add nothing, because the stream has one of their type that nobody has looked up since: look it up.
 */
export interface Appended {
  readonly entries: readonly Entry[]
  readonly tip: Tip
  readonly leftOut: readonly DomainEvent[]
}

/** The tip after some entries, taken in the given order and unchecked: log readers check them. */
const after = (tip: Tip, entries: readonly Entry[]): Tip => {
  const end = growing(tip)
  for (const entry of entries) end.add(entry)
  return end.tip()
}

/** The tip after an entry. */
export const tipAfter = (tip: Tip, entry: Entry): Tip => after(tip, [entry])

/** The tip of a stream that has these entries. */
export const tipOf = (stream: Stream, entries: readonly Entry[]): Tip =>
  after(emptyTip(stream), entries)

/** The next free position in a log; the limit leaves room for every event of a list. */
const Sequence = t.union(
  [integer('', 0, 2 ** 52), t.undefined],
  'a whole number from 0, or nothing',
)

/** What a decision is based on: bare events have no revision, so nothing could be compared with it. */
const REVISION = 'the revision of a state folded from entries'

const APPENDED = {
  events: check('a list of events', isList),
  expected: check(
    REVISION,
    (input): input is number | undefined => input === undefined || typeof input === 'number',
  ),
  sequence: Sequence,
}

/** What `append` takes. It reads the events one by one. */
const Appending = t.type(
  {
    ...APPENDED,
    tip: t.type(
      {
        stream: Stream,
        revision: integer('whole number from -1', -1, Number.MAX_SAFE_INTEGER),
        hash: t.union([t.string, t.null], 'hash or null'),
        known: t.UnknownRecord,
        nudges: t.UnknownRecord,
        lookedUpAt: t.union([t.string, t.null], 'time or null'),
      },
      'the tip of a stream',
    ),
  },
  'a tip and a list of events',
)

/** The same for a tip that was made here, which needs no check. */
const AppendingAtOurs = t.type(APPENDED, Appending.name)

/** Appends if the codec accepts the input; an input that is not plain data is `Unreadable`. */
const reading = <A, Why>(
  codec: t.Decoder<unknown, unknown>,
  input: Readonly<Record<string, unknown>>,
  then: () => E.Either<Why | Unreadable, A>,
): E.Either<Why | Unreadable, A> =>
  tryOr(E.left(unreadable('', codec.name, input)), () => pipe(input, reader(codec), E.chainW(then)))

/** Appends decoded events at a tip; those that the stream already has add nothing. */
const added = (tip: Tip, events: readonly DomainEvent[], first?: number): Appended => {
  const { stream } = tip
  let { revision, hash: previous } = tip
  const entries: Entry[] = []
  const leftOut: DomainEvent[] = []
  const end = growing(tip)
  for (const event of events) {
    if (end.has(event)) continue
    if (end.isNudged(event)) {
      leftOut.push(event)
      continue
    }
    revision += 1
    const body = { event, form: 1 as const, previous, revision, stream }
    const entry = sealed(first === undefined ? body : { ...body, sequence: first + entries.length })
    previous = entry.hash
    entries.push(entry)
    end.add(entry)
  }
  return { entries, tip: end.tip(), leftOut }
}

const readableAgain = (appended: Appended): E.Either<Unreadable, Appended> => {
  for (const entry of appended.entries) {
    const beyond = beyondLimits(toLine(entry))
    if (beyond !== null) return E.left({ ...beyond, path: 'event' })
  }
  return E.right(appended)
}

const decodedFor = (
  { decode, streamFor, isStream }: Receiving,
  stream: Stream,
  events: readonly DomainEvent[],
): E.Either<OtherSubject | Unreadable, readonly DomainEvent[]> => {
  // what no reader of the log would read is not written
  if (!isStream(stream)) return E.left(unreadable('tip.stream', Stream.name, stream))
  const all: DomainEvent[] = []
  for (const input of events) {
    const decoded = decode(input)
    if (E.isLeft(decoded)) return decoded
    const belongsTo = streamFor(stream, decoded.right)
    if (belongsTo !== stream) return E.left({ error: 'OtherSubject', stream, belongsTo })
    all.push(decoded.right)
  }
  return E.right(all)
}

/**
 * Appends events at a tip, or none if one is no event or of another subject, or if the tip has another
 * revision than `expected`. An id and content that the stream has add nothing; a known id with other
 * content is added, and the fold decides what that means. An unsigned event after one of its type that
 * nobody has looked up since says nothing more. The first new entry gets `sequence`. @spec decisions#62
 */
export const append = (
  receiving: Receiving,
  tip: Tip,
  events: readonly DomainEvent[],
  expected?: number | null,
  sequence?: number,
): E.Either<RevisionConflict | OtherSubject | Unreadable, Appended> =>
  reading<Appended, RevisionConflict | OtherSubject>(
    isMade(tip) ? AppendingAtOurs : Appending,
    { tip, events, expected, sequence },
    () => {
      const { stream, revision: actual } = tip
      return expected === undefined || expected === actual
        ? pipe(
            decodedFor(receiving, stream, events),
            E.chainW((decoded) => readableAgain(added(tip, decoded, sequence))),
          )
        : E.left({ error: 'RevisionConflict', stream, expected: expected as number, actual })
    },
  )

// several streams at once -------------------------------------------------------
const AppendingAll = t.type(
  {
    tips: t.type({ get: t.Function }, 'a map of tips'),
    expected: t.type({ get: t.Function }, 'a map of revisions'),
    sequence: Sequence,
    events: listOf(t.type({ stream: Stream, event: t.unknown }), 'a list of events with streams'),
  },
  'a map of tips and a list of events',
)

/**
 * The entries added to one or more streams, the tips of these streams afterwards, and the unsigned events
 * that add nothing (`append`).
 */
export interface AppendedAll {
  readonly entries: readonly Entry[]
  readonly leftOut: readonly Sent[]
  readonly tips: ReadonlyMap<Stream, Tip>
}

interface Sent {
  readonly stream: Stream
  readonly event: DomainEvent
}

const grouped = (
  { decode, streamFor }: Receiving,
  events: readonly Sent[],
): E.Either<Unreadable, ReadonlyMap<Stream, readonly DomainEvent[]>> => {
  const byStream = new Map<Stream, DomainEvent[]>()
  for (const sent of events) {
    const decoded = decode(sent.event)
    if (E.isLeft(decoded)) return decoded
    const stream = streamFor(sent.stream, decoded.right)
    addTo(byStream, stream, decoded.right)
  }
  return E.right(byStream)
}

/**
 * Appends the events of messages, each to the stream of the subject that it names: pass the tips of all
 * of these. Raw messages that a newer reader has read again may be among them: what was `unrecognised`
 * is superseded by its new reading, under the same id. Whatever is refused, nothing is appended.
 */
export const appendAll = (
  receiving: Receiving,
  tips: ReadonlyMap<Stream, Tip>,
  events: readonly Sent[],
  expected: ReadonlyMap<Stream, number | null> = new Map(),
  sequence?: number,
): E.Either<RevisionConflict | OtherSubject | Unreadable, AppendedAll> => {
  const given = { tips, events, expected, sequence }
  return reading<AppendedAll, RevisionConflict | OtherSubject>(AppendingAll, given, () => {
    const byStream = grouped(receiving, events)
    if (E.isLeft(byStream)) return byStream
    const decoded: Receiving = { ...receiving, decode: (event) => E.right(event as DomainEvent) }
    const entries: Entry[] = []
    const leftOut: Sent[] = []
    const ends = new Map<Stream, Tip>()
    for (const [stream, own] of byStream.right) {
      const at = expected.get(stream)
      const next = sequence === undefined ? undefined : sequence + entries.length
      const appended = append(decoded, tips.get(stream) ?? emptyTip(stream), own, at, next)
      if (E.isLeft(appended)) return appended
      for (const entry of appended.right.entries) entries.push(entry)
      for (const event of appended.right.leftOut) leftOut.push({ stream, event })
      ends.set(stream, appended.right.tip)
    }
    return E.right({ entries, tips: ends, leftOut })
  })
}
