/** Streams as they are loaded and kept, and how they grow with the lines of a log. */
import * as E from '#fp-ts/Either'
import type { AnyMachine, Consequence, Subject } from '../contract/machine-record.ts'
import { dataIn } from '../event/envelope.ts'
import type { FoldedState } from '../fold/assign.ts'
import { impliedBy } from '../fold/consequences.ts'
import { tipAfter } from '../log/append.ts'
import type { Entry } from '../log/entry.ts'
import { emptyTip, type Tip } from '../log/tip.ts'
import type { Payfold } from '../payfold.ts'
import { rememberingFrozen, rememberingOf } from '../words/data/result-cache.ts'
import { hasPrefix, prefixOf, Stream, UNKNOWN } from '../words/stream.ts'
import type { Ports } from './ports.ts'

/** Machines and a policy, of whatever lifecycles. */
export type AnyPayfold = Payfold<AnyMachine>

/** A stream up to its last entry. */
export interface LoadedStream {
  readonly tip: Tip
  readonly state: FoldedState<AnyMachine>
}

/** The streams that are known, by their names. */
export type KnownStreams = ReadonlyMap<string, LoadedStream>

/** What a stream is about; undefined if its lifecycle is not combined. */
export const subjectOn = ({ machines }: AnyPayfold, stream: Stream): Subject | undefined =>
  machines.find(({ subject }) => hasPrefix(stream, subject.prefix))?.subject

/** Whether the log can have a stream: events of a lifecycle that is not combined have no place in it. */
export const hasPlace = (pf: AnyPayfold, stream: Stream): boolean =>
  prefixOf(stream) === UNKNOWN || subjectOn(pf, stream) !== undefined

/** What a state implies on streams that the log can have. */
export const impliedOn = rememberingOf((pf: AnyPayfold) =>
  rememberingFrozen((state: LoadedStream['state']): readonly Consequence[] =>
    impliedBy(pf.machines, state).filter(({ stream }) => hasPlace(pf, stream)),
  ),
)

/** The entries of loaded lines; null if a line is not valid, or a store returned no list of lines. */
export const entriesOf = (pf: AnyPayfold, lines: readonly string[]): readonly Entry[] | null =>
  Array.isArray(lines) ? E.getOrElseW(() => null)(E.traverseArray(pf.fromLine)(lines)) : null

/** A stream of which nothing is known. */
export const emptyStream = (pf: AnyPayfold, stream: Stream): LoadedStream => ({
  tip: emptyTip(stream),
  state: pf.fold(stream, []),
})

/** A stream after its next entries. */
export const grown = (
  pf: AnyPayfold,
  { tip, state }: LoadedStream,
  fresh: readonly Entry[],
  end: Tip,
): LoadedStream => ({
  tip: end,
  state:
    tip.revision < 0
      ? pf.fold(tip.stream, fresh)
      : fresh.reduce<LoadedStream['state']>((before, entry) => pf.evolve(before, entry), state),
})

/** With more new entries than this, it is faster to fold the whole stream. */
const FEW = 8

/** A stream after its loaded entries, the last known one included; null: load the whole stream. */
export const continued = (
  pf: AnyPayfold,
  before: LoadedStream,
  loaded: readonly Entry[],
): LoadedStream | null => {
  const { stream, revision, hash } = before.tip
  const own = loaded.filter((entry) => entry.stream === stream)
  const isNew = revision < 0
  const isSame = isNew || own.some((entry) => entry.revision === revision && entry.hash === hash)
  const fresh = own.filter((entry) => entry.revision > revision)
  const end = fresh.reduce<Tip | null>(
    (tip, entry) =>
      tip?.hash === entry.previous && entry.revision === tip.revision + 1
        ? tipAfter(tip, entry)
        : null,
    before.tip,
  )
  if (end === null || !isSame || (!isNew && fresh.length > FEW)) return null
  return grown(pf, before, fresh, end)
}

/** A stream by all its lines; null if these are not the lines of a stream. */
export const streamIn = (
  pf: AnyPayfold,
  stream: string,
  lines: readonly string[],
): LoadedStream | null => {
  const entries = Stream.is(stream) ? entriesOf(pf, lines) : null
  return entries && continued(pf, emptyStream(pf, stream as Stream), entries)
}

const streamWith = (entries: readonly Entry[], command: string | null): string | null =>
  entries.find(
    ({ event }) => event.metadata.source === 'request' && dataIn(event)['commandId'] === command,
  )?.stream ?? null

type Loaded = string | { readonly known: KnownStreams; readonly usedOn: string | null }

/** So many events are kept at most. */
const MOST_EVENTS = 100_000

/** Keeps streams, and loads what is new of them. Too many events: all streams are let go of. */
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
      return before === undefined ? [] : impliedOn(pf)(before.state).map((each) => each.stream)
    })
    // one load brings what is known to follow, too; if that is broken, it is not needed yet
    const ahead = await loadAll([...streams, ...others], command)
    const isOther = typeof ahead === 'string' && !streams.includes(ahead)
    return isOther ? loadAll(streams, command) : ahead
  }
  return { load, keep }
}
