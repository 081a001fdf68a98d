/** What a whole log needs of one stream: the roots of its tree, its sequences, and what was left out. */
import { emptyTree, grown, rootOf } from '../../log/hash-tree.ts'
import { addTo } from '../../words/data/lists.ts'
import type { Stream } from '../../words/stream.ts'
import type { ChainedEntry } from './chain.ts'
import type { PublishedHead, StreamRoots } from './heads.ts'
import type { KnownPart } from './known-at.ts'
import type { LogFinding } from './log-finding.ts'
import type { Sequenced } from './sequences.ts'

/** The end of an audited stream, with what only the parts of a log carry. */
export interface AuditedEnd extends StreamRoots {
  readonly sequenced: readonly Sequenced[]
  readonly known: KnownPart
  /** How many entries the findings about its lines account for. */
  readonly lost: number
  /** How many entries are known to be missing from it, between others or at its end. */
  readonly missing: number
}

/** The sizes that published heads name, by stream. */
export const namedSizes = (
  heads: readonly PublishedHead[],
): ReadonlyMap<Stream, readonly number[]> => {
  const sizes = new Map<Stream, number[]>()
  for (const { streams = [] } of heads) {
    for (const { stream, size } of streams) addTo(sizes, stream, size)
  }
  return sizes
}

/** The hashes of a stream's entries by revision, while it is read. */
type Hashes = Map<number, string>

/** The streams that have two entries of one revision. */
export const forkedIn = (findings: readonly LogFinding[]): ReadonlySet<Stream> =>
  new Set(
    findings.flatMap(({ code, stream }) =>
      code === 'Conflicting' && stream !== null ? stream : [],
    ),
  )

/**
 * The roots of a stream whose entries have these hashes, with the roots over its first entries of
 * these numbers. The root is null if an entry is missing.
 */
const rootsOf = (hashes: Hashes, sizes: readonly number[]): StreamRoots => {
  const prefixes: Record<number, string> = {}
  let [tree, from] = [emptyTree, 0]
  const isGrownTo = (to: number): boolean => {
    const more: string[] = []
    for (; from < to; from += 1) {
      const hash = hashes.get(from)
      if (hash === undefined) return false
      more.push(hash)
    }
    tree = grown(tree, more) ?? tree
    return true
  }
  for (const size of [...new Set(sizes)].sort((a, b) => a - b)) {
    if (!isGrownTo(size)) break
    prefixes[size] = rootOf(tree) ?? ''
  }
  const root = isGrownTo(hashes.size) ? rootOf(tree) : null
  let last = -1
  for (const revision of hashes.keys()) last = Math.max(last, revision)
  return { size: hashes.size, root, isForked: false, gaps: last + 1 - hashes.size, prefixes }
}

/** Collects the streams of a log; `sizes` are those that published heads name. */
export const roots = (sizes: ReadonlyMap<Stream, readonly number[]>) => {
  const open = new Map<Stream, Hashes>()
  const closed = new Map<Stream, StreamRoots>()
  const of = (stream: Stream): StreamRoots =>
    closed.get(stream) ?? rootsOf(open.get(stream) ?? new Map(), sizes.get(stream) ?? [])
  return {
    /** Adds an entry. A stream that was closed before has no root any more. */
    add: ({ entry: { stream, revision, hash } }: ChainedEntry): void => {
      const before = closed.get(stream)
      if (before !== undefined) {
        closed.set(stream, { ...before, size: before.size + 1, root: null })
        return
      }
      const hashes: Hashes = open.get(stream) ?? new Map()
      open.set(stream, hashes)
      if (!hashes.has(revision)) hashes.set(revision, hash)
    },
    /** Replaces what is kept of a stream by the roots that are needed of it. */
    close: (stream: Stream): void => {
      closed.set(stream, of(stream))
      open.delete(stream)
    },
    of,
    streams: (): readonly Stream[] => [...open.keys(), ...closed.keys()],
  }
}
