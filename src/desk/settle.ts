/** Appends events to their streams, with everything that follows for other streams. */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../event/envelope.ts'
import type { Entry } from '../log/entry.ts'
import { streamFor } from '../merge/stream-subject.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { dueAt, leftToAPerson } from './look-up-times.ts'
import type { Save } from './ports.ts'
import { grown, type Known, type Root, type StreamEnd } from './stream-end.ts'

/** An event, and the stream to which it was sent. */
export interface Addressed {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** Streams have to be loaded first. */
export interface Load {
  readonly next: 'load'
  readonly streams: readonly string[]
  readonly command: string | null
}

/** The store returned what no log has, or an event cannot be appended. */
export interface Wrong {
  readonly next: 'wrong'
  readonly because: string
}

/** What an append saves, and the streams as they are once it is saved. */
export interface Settled {
  readonly next: 'settled'
  readonly save: Save
  readonly ends: Known
}

export const wrong = (because: string): Wrong => ({ next: 'wrong', because })

/** The streams among these that are not known; null if all are. */
export const missing = (streams: Iterable<string>, known: Known): Load | null => {
  const unknown = [...new Set(streams)].filter((stream) => !known.has(stream))
  return unknown.length === 0 ? null : { next: 'load', streams: unknown, command: null }
}

/** What is stored of a stream beside its log. */
export const streamRow = (
  pf: Root,
  before: StreamEnd,
  { state, tip }: StreamEnd,
  at: { readonly now: Instant; readonly fresh: readonly Entry[] },
): Save['streams'][number] => ({
  stream: tip.stream,
  status: state.status,
  was: before.state.status,
  state,
  news: at.fresh.map(({ event }) => event),
  due: dueAt(pf, state, at.now),
  left: leftToAPerson(pf, state, at.now),
})

/** Appends events, then the events that these imply on other streams, and so on. */
const appended = (
  pf: Root,
  known: Known,
  events: readonly Addressed[],
): Load | Wrong | { readonly entries: readonly Entry[]; readonly ends: Known } => {
  const entries: Entry[] = []
  const ends = new Map(known)
  const ownStream = streamFor(pf.machines)
  let more = events
  while (more.length > 0) {
    const load = missing(
      more.map(({ stream, event }) => ownStream(stream, event)),
      ends,
    )
    if (load !== null) return load
    const tips = new Map([...ends.values()].map(({ tip }) => [tip.stream, tip] as const))
    const added = pf.appendAll(tips, more)
    if (E.isLeft(added)) return wrong(pf.explain(added.left))
    const changed = new Set<StreamEnd>()
    for (const stream of new Set(added.right.entries.map((entry) => entry.stream))) {
      const before = ends.get(stream)
      if (before === undefined) continue
      const fresh = added.right.entries.filter((entry) => entry.stream === stream)
      const after = grown(pf, before, fresh)
      ends.set(stream, after)
      changed.add(after)
    }
    entries.push(...added.right.entries)
    more = [...changed].flatMap(({ state }) => E.getOrElseW(() => [])(pf.consequences(state)))
  }
  return { entries, ends }
}

/** Plans the append of events. `command` is the key of the first event, if a command caused it. */
export const settle = (
  pf: Root,
  known: Known,
  events: readonly Addressed[],
  { now, command = null }: { readonly now: Instant; readonly command?: string | null },
): Load | Wrong | Settled => {
  const done = appended(pf, known, events)
  if ('next' in done) return done
  const { entries, ends } = done
  const caused = command === null ? undefined : events[0]?.event.metadata.eventId
  const rows = entries.map((entry) => ({
    stream: entry.stream,
    revision: entry.revision,
    line: pf.toLine(entry),
    command: entry.event.metadata.eventId === caused ? command : null,
  }))
  const streams = [...new Set(entries.map(({ stream }) => stream))].flatMap((stream) => {
    const [before, after] = [known.get(stream), ends.get(stream)]
    if (before === undefined || after === undefined) return []
    const fresh = entries.filter((entry) => entry.stream === stream)
    return [streamRow(pf, before, after, { now, fresh })]
  })
  return { next: 'settled', save: { rows, message: null, streams }, ends }
}
