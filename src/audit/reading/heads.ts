/** Computes the head of a log that is audited, and checks published heads against the log. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { growingTree, isHash } from '../../log/hash-tree.ts'
import { type Head, rootOfEnds, type StreamEnd, streamLeaf } from '../../log/head.ts'
import { inUtf8 } from '../../words/data/canonical.ts'
import { check, fieldsIn, integer, listOf, reader } from '../../words/data/codec.ts'
import { present } from '../../words/data/plain-data.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { Stream } from '../../words/stream.ts'
import { Instant } from '../../words/time/instant.ts'
import type { KnownAt, KnownPart } from './known-at.ts'
import type { LogFinding } from './log-finding.ts'
import type { sequencesOf } from './sequences.ts'

const Root = check('a hash', isHash)
const Size = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER)
const End = t.type({ stream: Stream, size: Size, root: Root }, 'the end of a stream')

const FIELDS = {
  form: t.literal(1),
  log: t.string,
  order: t.keyof({ sequence: null, streams: null }, 'sequence or streams'),
  size: Size,
  time: Instant,
  streams: listOf(End, 'a list of ends'),
}

const Kept = t.intersection([t.type({ root: Root }), t.partial(FIELDS)], 'a head')

const read = reader(Kept)

/** Reads the JSON of a head as it was kept: its root, and what else of a `Head` was kept, with its streams. */
export const readHead = (input: unknown): E.Either<Unreadable, PublishedHead> =>
  E.map(
    ({ root, form, log, order, size, time, streams }: t.TypeOf<typeof Kept>): PublishedHead => ({
      root,
      ...present({ form, log, order, size, time, streams }),
    }),
  )(read(input))

/**
 * A head that was published: its root, and what else was kept of it. Without its size, it is
 * compared with the whole log. `streams` are the ends of the streams that a head over streams was made
 * of: with them, it can be compared with a log that has grown, and the streams that differ are named.
 * Ends that its root does not cover count for nothing. A `Head` is one, too.
 */
export interface PublishedHead extends Partial<Omit<Head, 'root'>> {
  readonly root: string
  readonly streams?: readonly StreamEnd[]
}

/** A head as far as it can be read, each field alone; without a root it differs from every log. */
export const headIn = (given: unknown): PublishedHead => {
  const { streams, ...rest } = fieldsIn({ ...FIELDS, root: t.string }, given).read
  const ends = streams?.map(({ stream, size, root }) => ({ stream, size, root }))
  return { root: '', ...present({ ...rest, streams: ends }) }
}

/**
 * The end of an audited stream. `root` is that of the tree over its entries, null if the stream is
 * not valid; `prefixes` are the roots over its first entries, for the published heads that name it.
 */
export interface StreamRoots {
  readonly size: number
  readonly root: string | null
  /** The root over the entries that were read, also where others are missing or not valid. */
  readonly readRoot: string
  /** Whether two different entries have one revision: such a stream agrees with no head. */
  readonly isForked: boolean
  /** How many revisions before its last one were not read. */
  readonly gaps: number
  /** How many findings about its lines are of an entry that was changed, lost or replaced. */
  readonly broken: number
  /** The sequence of its last entry; null if that has none. */
  readonly lastSequence: number | null
  /** When its first entry was received. */
  readonly firstAt: Instant | null
  readonly prefixes: Readonly<Record<number, string>>
}

/** The head of a log that is whole and valid, else null; `root` is that of what was read, by streams. */
export interface LogHead {
  readonly head: string | null
  readonly root: string
  readonly order: 'sequence' | 'streams'
  /** How many entries were read. */
  readonly size: number
}

/**
 * What became of a published head: the log is `equal` to it, has `grown` from it, or `differs`; or the
 * head is `later` than what was asked, and was not compared. A head that differs and `cannotTell` in
 * which streams vouches for none of them.
 */
export interface HeadCheck {
  readonly root: string
  readonly size: number | null
  readonly order: Head['order'] | null
  readonly time: Instant | null
  readonly result: 'equal' | 'grown' | 'differs' | 'later'
  readonly cannotTell: boolean
  /** The ends of how many streams were kept with it: none of them is in a report. */
  readonly ends: number
}

/** Whether the ends that were kept with a head are those that it was made of: its root covers no others. */
const isOfItsEnds = ({ root, size: stated, streams = [] }: PublishedHead): boolean => {
  const whole = rootOfEnds(streams)
  return whole !== null && whole.root === root && (stated ?? whole.size) === whole.size
}

/** The ends of streams that each head names, by stream; null for a head that cannot tell which differ. */
const tellingEnds = (heads: readonly PublishedHead[]) =>
  heads.map((head): Map<Stream, StreamEnd> | null =>
    isOfItsEnds(head) ? new Map(head.streams?.map((end) => [end.stream, end])) : null,
  )

/** The sizes that published heads name, by stream. */
export const namedSizes = (
  heads: readonly PublishedHead[],
): ReadonlyMap<Stream, ReadonlySet<number>> => {
  const sizes = new Map<Stream, Set<number>>()
  for (const { stream, size } of heads.flatMap(({ streams = [] }) => streams)) {
    const own = sizes.get(stream) ?? new Set()
    sizes.set(stream, own.add(size))
  }
  return sizes
}

/** What heads are compared with in a stream: its end, and what a limit left out of it. */
type ComparedEnd = Pick<StreamRoots, 'size' | 'prefixes' | 'lastSequence'> & {
  readonly known: Pick<KnownPart, 'leftOut'>
}

/** How many entries a head covers: as it says, or as the ends that it was made of say; null if nothing says so. */
const sizeOf = (head: PublishedHead): number | null =>
  head.size ?? (isOfItsEnds(head) ? (rootOfEnds(head.streams ?? [])?.size ?? null) : null)

/**
 * Whether a head that does not tell its streams may be later than what was asked: one of no more entries
 * is not, and what the log lacks of it was rewritten. Of times nobody knows, as clocks may be wrong.
 */
const mayBeLater = (head: PublishedHead, known: KnownAt | undefined): boolean =>
  known !== undefined && (typeof known === 'string' || (sizeOf(head) ?? known + 1) > known)

const isBeyond = (end: StreamEnd, { size, known }: ComparedEnd): boolean =>
  known.leftOut > 0 && end.size > size

/** Whether a head that agrees with a stream vouches for all of its entries. */
const covers = (
  { size: headSize, order }: PublishedHead,
  end: StreamEnd | undefined,
  { size, lastSequence }: ComparedEnd,
): boolean => {
  if (end !== undefined) return end.size === size
  if (headSize === undefined || order === 'streams') return true
  return lastSequence !== null && lastSequence < headSize
}

/** Prepares to find the first end that a stream lacks, and the heads that vouch for all of its entries. */
export const streamHeads = (heads: readonly PublishedHead[]) => {
  const ends = tellingEnds(heads)
  return (stream: Stream, own: ComparedEnd) => {
    let differs: (StreamEnd & { readonly actual: string | null }) | null = null
    const covering: number[] = []
    for (const [index, head] of heads.entries()) {
      const end = ends[index]?.get(stream)
      if (end === undefined) {
        if (ends[index] === null && covers(head, undefined, own)) covering.push(index)
        continue
      }
      const actual = own.prefixes[end.size] ?? null
      if (actual !== end.root) differs ??= { ...end, actual }
      else if (!isBeyond(end, own) && covers(head, end, own)) covering.push(index)
    }
    return { differs, covering }
  }
}

interface ReadLog {
  readonly size: number
  readonly known: KnownAt | undefined
  /** What the limit left out. */
  readonly out: KnownPart
  /** The streams that heads name and the log has. */
  readonly there: ReadonlySet<Stream>
  readonly sequenceRoot: (size: number) => string | null
  readonly streamsRoot: string | null
}

/** The ends of a head that the log does not have; null for a head that cannot tell which differ. */
type LackingEnds = ReadonlyMap<Stream, StreamEnd> | null

const actualOf = (log: ReadLog, head: PublishedHead, ends: LackingEnds): string | null => {
  const { order, size = log.size } = head
  const bySequence = order === 'streams' ? null : log.sequenceRoot(size)
  if (bySequence === head.root || order === 'sequence') return bySequence
  const byStreams = size === log.size ? log.streamsRoot : null
  if (byStreams === head.root) return byStreams
  return isOfItsEnds(head) && ends?.size === 0 ? head.root : (byStreams ?? bySequence)
}

/** How many entries a head covers at most, if it covers none of those that a limit left out. */
const mostOf = ({ size, out }: ReadLog, { order }: PublishedHead): number => {
  const isInSequence = order === 'sequence' || (order === undefined && out.unsequenced === 0)
  return isInSequence ? Math.min(size, out.lowest ?? size) : size
}

/** Whether a head may cover what a limit left out. */
const mayCoverMore = (log: ReadLog, head: PublishedHead): boolean => {
  const most = mostOf(log, head)
  return log.out.leftOut > 0 && (head.size ?? most + 1) > most && mayBeLater(head, log.known)
}

/** What became of a head, and a finding for each stream that is gone, or one if it cannot tell what differs. */
const compared = (log: ReadLog, head: PublishedHead, lacking: LackingEnds, isBeyond: boolean) => {
  const { root, order = null, time = null, streams, size: stated } = head
  const actual = actualOf(log, head, lacking)
  const size = sizeOf(head)
  const left = [...(lacking?.values() ?? [])]
  const resultOf = (): HeadCheck['result'] => {
    // of a head that lists its streams, their ends say so; of another, its size, or that it names none
    if (lacking !== null && lacking.size === 0 && isBeyond) return 'later'
    if (actual === root) return (size ?? log.size) === log.size ? 'equal' : 'grown'
    return lacking === null && mayCoverMore(log, head) ? 'later' : 'differs'
  }
  const result = resultOf()
  const cannotTell = result === 'differs' && left.length === 0
  const ends = streams?.length ?? 0
  const check: HeadCheck = { root: inUtf8(root), size, order, time, ends, result, cannotTell }

  const findings = (line: number): readonly LogFinding[] => {
    const at = { line, revision: null, code: 'HeadDiffers' } as const
    if (cannotTell) {
      const own = { stated: check.root, statedSize: stated ?? null, actual }
      return [{ ...at, stream: null, logSize: log.size, ...own }]
    }
    const gone = result === 'differs' ? left.filter(({ stream }) => !log.there.has(stream)) : []
    return gone.map((end) => {
      const own = { stated: end.root, statedSize: end.size, actual: null }
      return { ...at, stream: end.stream, logSize: 0, ...own }
    })
  }
  return { check, findings }
}

/** The streams of a log, added in the order of their names. */
export const headsOf = (
  heads: readonly PublishedHead[],
  known: KnownAt | undefined,
  sequences: ReturnType<typeof sequencesOf>,
) => {
  const tree = growingTree()
  let [size, isWhole, isForkedAnywhere] = [0, true, false]
  const there = new Set<Stream>()
  const lacking = tellingEnds(heads)
  const beyond = new Set<number>()

  const sequenceRoot = (of: number): string | null =>
    sequences.isSingle() && !isForkedAnywhere ? sequences.root(of) : null

  const streamsRoot = (): string | null => (isWhole && !isForkedAnywhere ? tree.root() : null)

  return {
    add: (stream: Stream, roots: StreamRoots & ComparedEnd): void => {
      size += roots.size
      isForkedAnywhere ||= roots.isForked
      isWhole &&= roots.root !== null
      if (roots.size > 0) tree.add(streamLeaf({ stream, size: roots.size, root: roots.readRoot }))
      lacking.forEach((ends, index) => {
        const end = ends?.get(stream)
        if (end === undefined) return
        if (roots.size + roots.broken > 0) there.add(stream)
        if (roots.isForked || roots.prefixes[end.size] !== end.root) return
        if (isBeyond(end, roots)) beyond.add(index)
        ends?.delete(stream)
      })
    },
    head: (lost: number): LogHead => {
      const isInSequence = size > 0 && sequences.entries() === size
      const root = isInSequence ? sequenceRoot(size) : streamsRoot()
      const order = isInSequence ? 'sequence' : 'streams'
      return { head: isWhole && lost === 0 ? root : null, root: tree.root(), order, size }
    },
    /** What became of each head, and one finding for each stream, however many heads it differs from. */
    compared: (line: number, out: KnownPart) => {
      const log = { size, known, out, there, sequenceRoot, streamsRoot: streamsRoot() }
      const all = heads.map((head, index) =>
        compared(log, head, lacking[index] ?? null, beyond.has(index)),
      )
      const shown = new Set<Stream>()
      const findings = all
        .flatMap((each) => each.findings(line))
        .filter(({ stream }) => stream === null || (!shown.has(stream) && shown.add(stream)))
      return { checks: all.map(({ check }) => check), findings }
    },
  }
}
