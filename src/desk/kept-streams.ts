/** The streams that a desk keeps, so that only what is new has to be loaded. */

import { dataIn } from '../event/envelope.ts'
import type { Entry } from '../log/entry.ts'
import { Stream } from '../words/stream.ts'
import {
  type AnyPayfold,
  continued,
  emptyStream,
  entriesOf,
  impliedOn,
  type KnownStreams,
  type LoadedStream,
  streamIn,
} from './loaded-stream.ts'
import type { Ports } from './ports.ts'

/** The stream on which a command was recorded; null if it is not among these entries. */
const streamWith = (entries: readonly Entry[], command: string | null): string | null =>
  entries.find(
    ({ event }) => event.metadata.source === 'request' && dataIn(event)['commandId'] === command,
  )?.stream ?? null

/** What was loaded; or the name of a stream that is broken. */
type Loaded = string | { readonly known: KnownStreams; readonly usedOn: string | null }

/** So many events are kept at most. */
const MOST_EVENTS = 100_000

/**
 * Loads streams: each from the last entry on that is kept of it. Once there are too many events, all
 * streams are let go of. Returns the name of a stream that is broken.
 */
export const keptStreams = (pf: AnyPayfold, ports: Pick<Ports, 'load'>) => {
  const kept = new Map<string, LoadedStream>()
  let events = 0
  const keep = (loaded: LoadedStream): void => {
    const { stream, revision } = loaded.tip
    events += revision - (kept.get(stream)?.tip.revision ?? -1)
    if (events > MOST_EVENTS) {
      kept.clear()
      events = revision + 1
    }
    // anybody can name streams that nobody knows
    if (revision < 0) kept.delete(stream)
    else kept.set(stream, loaded)
  }
  /** What the log does not continue is loaded whole. */
  const after = async (before: LoadedStream, entries: readonly Entry[]) => {
    const loaded = continued(pf, before, entries)
    if (loaded !== null || before.tip.revision < 0) return loaded
    const { stream } = before.tip
    return streamIn(pf, stream, await ports.load([{ stream, revision: 0 }], null))
  }
  const loadAll = async (streams: readonly string[], command: string | null): Promise<Loaded> => {
    const from = [...new Set(streams)].map(
      (stream) => kept.get(stream) ?? emptyStream(pf, stream as Stream),
    )
    const asked = from.map(({ tip: { stream, revision } }) => ({
      stream,
      revision: Math.max(0, revision),
    }))
    const entries = entriesOf(pf, await ports.load(asked, command))
    if (entries === null) {
      for (const each of asked) {
        if (entriesOf(pf, await ports.load([each], null)) === null) return each.stream
      }
    }
    const known = new Map<string, LoadedStream>()
    for (const before of from) {
      const loaded = entries && (await after(before, entries))
      if (loaded === null) return before.tip.stream
      known.set(before.tip.stream, loaded)
      keep(loaded)
    }
    return { known, usedOn: command && streamWith(entries ?? [], command) }
  }
  const load = async (streams: readonly string[], command: string | null): Promise<Loaded> => {
    const broken = streams.find((stream) => !Stream.is(stream))
    if (broken !== undefined) return broken
    const others = streams.flatMap((stream) => {
      const before = kept.get(stream)
      return before === undefined ? [] : impliedOn(pf, before.state).map((each) => each.stream)
    })
    // one load brings what is known to follow, too; if that is broken, it is not needed yet
    const ahead = await loadAll([...streams, ...others], command)
    const isOther = typeof ahead === 'string' && !streams.includes(ahead)
    return isOther ? loadAll(streams, command) : ahead
  }
  return { load, keep }
}
