/** The streams that a desk used last, up to their tips: a store is asked only for what came after. */
import { dataIn } from '../event/envelope.ts'
import type { Entry } from '../log/entry.ts'
import { Stream } from '../words/stream.ts'
import { brokenStream } from './planner.ts'
import type { Ports } from './ports.ts'
import type { Wrong } from './settle.ts'
import { continued, emptyEnd, entriesOf, type Root, type StreamEnd } from './stream-end.ts'

/** So many events are kept at most. */
const KEPT_EVENTS = 100_000

/** What was loaded: the ends of streams, and the stream on which a command's key was used. */
export interface LoadedStreams {
  readonly ends: ReadonlyMap<string, StreamEnd>
  readonly usedOn: string | null
}

/** The stream on which a command was recorded; null if it is not among these entries. */
const streamWith = (entries: readonly Entry[], command: string | null): string | null =>
  entries.find(
    ({ event }) =>
      event.metadata.source === 'request' &&
      command !== null &&
      dataIn(event)['commandId'] === command,
  )?.stream ?? null

/** Prepares to load streams, keeping those that were used last. */
export const keptStreams = (pf: Root, ports: Pick<Ports, 'load'>) => {
  const kept = new Map<string, StreamEnd>()
  let events = 0
  const forget = (stream: string): void => {
    events -= (kept.get(stream)?.tip.revision ?? -1) + 1
    kept.delete(stream)
  }
  const keep = (stream: string, end: StreamEnd): void => {
    forget(stream)
    kept.set(stream, end)
    events += end.tip.revision + 1
    for (const [oldest] of kept) {
      if (events <= KEPT_EVENTS || oldest === stream) return
      forget(oldest)
    }
  }
  const loaded = async (from: readonly StreamEnd[], command: string | null) => {
    const asked = from.map(({ tip }) => ({
      stream: tip.stream,
      revision: Math.max(0, tip.revision),
    }))
    return entriesOf(pf, await ports.load(asked, command))
  }
  /** The end of one stream after what was loaded; what is kept is let go of if the log does not continue it. */
  const endOf = async (before: StreamEnd, entries: readonly Entry[]): Promise<StreamEnd | null> => {
    const end = continued(pf, before, entries)
    if (end !== null || before.tip.revision < 0) return end
    forget(before.tip.stream)
    const empty = emptyEnd(pf, before.tip.stream)
    const all = await loaded([empty], null)
    return all === null ? null : continued(pf, empty, all)
  }
  const load = async (
    streams: readonly string[],
    command: string | null,
  ): Promise<Wrong | LoadedStreams> => {
    const from: StreamEnd[] = []
    for (const stream of streams) {
      if (!Stream.is(stream)) return brokenStream(stream)
      from.push(kept.get(stream) ?? emptyEnd(pf, stream))
    }
    const entries = await loaded(from, command)
    if (entries === null) return brokenStream(streams[0] ?? '')
    const ends = new Map<string, StreamEnd>()
    for (const before of from) {
      const end = await endOf(before, entries)
      if (end === null) return brokenStream(before.tip.stream)
      ends.set(before.tip.stream, end)
      keep(before.tip.stream, end)
    }
    return { ends, usedOn: streamWith(entries, command) }
  }
  return { load, keep }
}
