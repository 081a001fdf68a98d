/** Appends events to several streams at once, each event to the stream it belongs to. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { DomainEvent } from '../event/envelope.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import { type OtherSubject, Stream } from '../words/stream.ts'
import { append, type RevisionConflict, reading, Sequence } from './append.ts'
import type { Entry } from './entry.ts'
import type { Receiving } from './receiving-stream.ts'
import { emptyTip, type Tip } from './tip.ts'

/** What `appendAll` takes. */
const AppendingAll = t.type(
  {
    tips: t.type({ get: t.Function }, 'a map of tips'),
    expected: t.type({ get: t.Function }, 'a map of revisions'),
    sequence: Sequence,
    events: t.array(t.type({ stream: Stream, event: t.unknown }), 'a list of events with streams'),
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

/** An event, and the stream that it was sent to. */
interface Sent {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** Decodes events, and groups them by the stream that each belongs to. */
const grouped = (
  { decode, streamFor }: Receiving,
  events: readonly Sent[],
): E.Either<Unreadable, ReadonlyMap<Stream, readonly DomainEvent[]>> => {
  const byStream = new Map<Stream, DomainEvent[]>()
  for (const sent of events) {
    const decoded = decode(sent.event)
    if (E.isLeft(decoded)) return decoded
    const stream = streamFor(sent.stream, decoded.right)
    const own = byStream.get(stream)
    if (own === undefined) byStream.set(stream, [decoded.right])
    else own.push(decoded.right)
  }
  return E.right(byStream)
}

/**
 * Appends the events of messages, each to its stream; a stream without a tip is empty. An event
 * that names another subject than the stream's goes to the stream of the subject that it names, so
 * pass the tip of that stream, too. Use it also when a newer reader has read old raw messages again:
 * events that are already in their stream add nothing, and an event that was once `unrecognised` is
 * superseded by its new reading, under the same id. `expected` has the revisions that decisions were
 * based on (`state.revision`): if a stream has another one, nothing is appended. If an input is not an event, it returns
 * `Unreadable` and appends nothing. `sequence` is the next free position in the log, as `append`
 * takes it: the new entries get it and the next ones, in the order in which they are returned.
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
