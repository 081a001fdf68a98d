/**
 * The head of a log: how many entries it has, and one hash that covers them all. Sign it, and
 * publish it where the writers of the log cannot change it. @spec decisions#62
 */
import { tryOr } from '../words/data/attempt.ts'
import { canonicalText } from '../words/data/canonical.ts'
import { sortedBy } from '../words/data/lists.ts'
import { elementsOf } from '../words/data/plain-data.ts'
import { hash } from '../words/hash/hash.ts'
import { Stream } from '../words/stream.ts'
import { Instant } from '../words/time/instant.ts'
import type { Entry } from './entry.ts'
import { emptyTree, grown, isHash, rootOf, type Tree } from './hash-tree.ts'
import { isConsistent, type TreeRoot } from './proofs.ts'

/**
 * A head. `order` says what the tree is over: the entries by `sequence`, or the streams by name,
 * each with the root of its own tree. `size` counts the entries. You choose the name of the log; the
 * time is that of your clock.
 */
export interface Head extends TreeRoot {
  readonly form: 1
  readonly log: string
  readonly order: 'sequence' | 'streams'
  readonly time: Instant
}

/** The end of a stream: how many entries it has, and the root of the tree over their hashes. */
export interface StreamEnd extends TreeRoot {
  readonly stream: Stream
}

/** The tree over all entries by their sequence, or the trees over the entries of each stream. */
export type LogTree = Tree | ReadonlyMap<Stream, Tree>

const isTree = (of: LogTree): of is Tree => !('get' in of)

/**
 * The tree of a log: over all entries if each has a sequence, else one for each stream. The entries
 * must be complete and in order: by sequence, or each stream's by revision. Null otherwise, so a
 * log with a gap or a fork has none. @spec decisions#62
 */
export const treeOf = (entries: Iterable<Entry>): LogTree | null =>
  tryOr(null, () => {
    const all = elementsOf(entries)
    if (all === null) return null
    const first = all[0]
    return first?.sequence === undefined ? treesOf(all) : sequenceTree(all)
  })

const sequenceTree = (entries: readonly Entry[]): Tree | null =>
  entries.every(({ sequence }, index) => sequence === index) && treesOf(entries) !== null
    ? grown(emptyTree, entries.map(hashOf))
    : null

const treesOf = (entries: readonly Entry[]): ReadonlyMap<Stream, Tree> | null => {
  const streams = new Map<Stream, Entry[]>()
  for (const entry of entries) {
    const own = streams.get(entry.stream) ?? []
    const before = own.at(-1)?.hash ?? null
    if (entry.revision !== own.length || entry.previous !== before) return null
    own.push(entry)
    streams.set(entry.stream, own)
  }
  const trees = [...streams].flatMap(([stream, own]) => {
    const tree = grown(emptyTree, own.map(hashOf))
    return tree === null ? [] : [[stream, tree] as const]
  })
  return trees.length === streams.size ? new Map(trees) : null
}

const hashOf = ({ hash: of }: Entry): string => of

/** The ends of streams by name: what a head over streams is made of. Keep them with that head. */
export const endsOf = (trees: ReadonlyMap<Stream, Tree>): readonly StreamEnd[] => {
  const ends = [...trees]
    .map(([stream, tree]) => ({ stream, size: tree.size, root: rootOf(tree) ?? '' }))
    .filter(({ size }) => size > 0)
  return sortedBy(ends, ({ stream }) => stream)
}

/**
 * The leaf that stands for a stream in the tree of a log: the hash of the canonical text of its
 * name, its number of entries and its root, as a list.
 */
export const streamLeaf = (end: StreamEnd): string =>
  tryOr('', () => hash(canonicalText([end.stream, end.size, end.root])))

const isEnd = ({ stream, size, root }: StreamEnd): boolean =>
  Stream.is(stream) && Number.isSafeInteger(size) && size > 0 && isHash(root)

/**
 * The size and root of a log whose streams end like this, in any order. Null if an end is none, or
 * if a stream has two.
 */
export const rootOfEnds = (ends: Iterable<StreamEnd>): TreeRoot | null =>
  tryOr(null, () => {
    const given = elementsOf(ends)
    if (given === null) return null
    const all = sortedBy(given, ({ stream }) => stream)
    const isSorted = all.every((end, at) => at === 0 || (all[at - 1]?.stream ?? '') < end.stream)
    const tree = isSorted && all.every(isEnd) ? grown(emptyTree, all.map(streamLeaf)) : null
    const root = tree === null ? null : rootOf(tree)
    const size = all.reduce((sum, end) => sum + end.size, 0)
    return root === null ? null : { size, root }
  })

/**
 * The head of the log with this tree, under a name and a time of your own. Null if the tree is none,
 * the name empty or no text in UTF-8, or the time not an `Instant`.
 */
export const headOf = (
  named: { readonly log: string; readonly time: Instant },
  of: LogTree,
): Head | null =>
  tryOr(null, () => {
    const { log, time } = named
    // what has no root is no head
    const whole = isTree(of) ? { size: of.size, root: rootOf(of) ?? '' } : rootOfEnds(endsOf(of))
    const order = isTree(of) ? 'sequence' : 'streams'
    if (whole === null) return null
    const head = Object.freeze({ form: 1, log, order, ...whole, time } as const)
    return headText(head) === '' ? null : head
  })

const isHead = (head: Partial<Head>): head is Head => {
  const { form, log, order, root, size = -1, time } = head
  return (
    form === 1 &&
    typeof log === 'string' &&
    log !== '' &&
    (order === 'sequence' || order === 'streams') &&
    isHash(root) &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    Instant.is(time)
  )
}

/**
 * The text of a head: sign exactly its UTF-8 bytes. It is the canonical JSON of `form`, `log`,
 * `order`, `root`, `size` and `time`, whatever else the head was kept with; empty for no head,
 * such as one that was kept in part.
 * @spec sources#rfc-8785
 */
export const headText = (head: Partial<Head>): string =>
  tryOr('', () => {
    if (!isHead(head)) return ''
    const { form, log, order, root, size, time } = head
    return canonicalText({ form, log, order, root, size, time })
  })

/**
 * The streams of an earlier head that are not shown to have grown only: those that are gone, and
 * those whose proof of consistency does not hold. Both lists of ends must lead to their heads' roots
 * (`rootOfEnds`). @spec decisions#62
 */
export const streamsInDoubt = (
  earlier: readonly StreamEnd[],
  later: readonly StreamEnd[],
  proofs: ReadonlyMap<Stream, readonly string[]>,
): readonly Stream[] => {
  const now = new Map(later.map((end) => [end.stream, end]))
  const hasGrown = (end: StreamEnd): boolean => {
    const after = now.get(end.stream)
    return after !== undefined && isConsistent(end, after, proofs.get(end.stream) ?? [])
  }
  return earlier.filter((end) => !hasGrown(end)).map(({ stream }) => stream)
}
