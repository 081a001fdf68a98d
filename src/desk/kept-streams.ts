/** The streams that a desk used last, up to their tips: a store is asked only for what came after. */
import { dataIn } from '../event/envelope.ts'
import type { Entry } from '../log/entry.ts'
import { Stream } from '../words/stream.ts'
import {
  type AnyPayfold,
  continued,
  emptyStream,
  entriesOf,
  type KnownStreams,
  type LoadedStream,
} from './loaded-stream.ts'
import type { NoLog } from './plan.ts'
import { brokenStream } from './planner.ts'
import type { Ports } from './ports.ts'

/** So many events are kept at most. */
const MOST_EVENTS = 100_000

/** The stream on which a command was recorded; null if it is not among these entries. */
const streamWith = (entries: readonly Entry[], command: string | null): string | null =>
  entries.find(
    ({ event }) => event.metadata.source === 'request' && dataIn(event)['commandId'] === command,
  )?.stream ?? null

/** Streams in the order of their last use, bounded by their events. */
const lastUsed = () => {
  const kept = new Map<string, LoadedStream>()
  let events = 0
  const forget = (stream: string): void => {
    events -= (kept.get(stream)?.tip.revision ?? -1) + 1
    kept.delete(stream)
  }
  const keep = (loaded: LoadedStream): void => {
    const { stream, revision } = loaded.tip
    forget(stream)
    // anybody can name streams that nobody knows
    if (revision < 0) return
    kept.set(stream, loaded)
    events += revision + 1
    for (const oldest of kept.keys()) {
      if (events <= MOST_EVENTS || oldest === stream) return
      forget(oldest)
    }
  }
  return { get: (stream: string) => kept.get(stream), keep, forget }
}

/** Loads streams: each from the last entry on that is kept of it. */
export const keptStreams = (pf: AnyPayfold, ports: Pick<Ports, 'load'>) => {
  const { get, keep, forget } = lastUsed()
  const loadFrom = async (from: readonly LoadedStream[], command: string | null) => {
    const asked = from.map(({ tip }) => ({
      stream: tip.stream,
      revision: Math.max(0, tip.revision),
    }))
    return entriesOf(pf, await ports.load(asked, command))
  }
  /** What the log does not continue is let go of, and loaded whole. */
  const after = async (before: LoadedStream, entries: readonly Entry[]) => {
    const loaded = continued(pf, before, entries)
    if (loaded !== null || before.tip.revision < 0) return loaded
    const { stream } = before.tip
    forget(stream)
    const empty = emptyStream(pf, stream)
    const all = await loadFrom([empty], null)
    return all === null ? null : continued(pf, empty, all)
  }
  const load = async (
    streams: readonly string[],
    command: string | null,
  ): Promise<NoLog | { readonly known: KnownStreams; readonly usedOn: string | null }> => {
    const broken = streams.find((stream) => !Stream.is(stream))
    if (broken !== undefined) return brokenStream(broken)
    const from = streams.map((stream) => get(stream) ?? emptyStream(pf, stream as Stream))
    const entries = await loadFrom(from, command)
    const known = new Map<string, LoadedStream>()
    for (const before of from) {
      const loaded = entries === null ? null : await after(before, entries)
      if (loaded === null) return brokenStream(before.tip.stream)
      known.set(before.tip.stream, loaded)
      keep(loaded)
    }
    return { known, usedOn: command === null ? null : streamWith(entries ?? [], command) }
  }
  return { load, keep }
}
