/** Computes the head of a log that is audited, and checks published heads against the log. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { growingTree, isHash } from '../../log/hash-tree.ts'
import { type Head, rootOfEnds, type StreamEnd, streamLeaf } from '../../log/head.ts'
import { inUtf8 } from '../../words/data/canonical.ts'
import { check, integer, reader } from '../../words/data/codec.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { Stream } from '../../words/stream.ts'
import { Instant } from '../../words/time/instant.ts'
import type { KnownPart } from './known-at.ts'
import type { LogFinding } from './log-finding.ts'
import type { Sequences } from './sequences.ts'

const Root = check('a hash', isHash)
const Size = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER)
const End = t.type({ stream: Stream, size: Size, root: Root }, 'the end of a stream')

const Kept = t.intersection(
  [
    t.type({ root: Root }),
    t.partial({
      form: t.literal(1),
      log: t.string,
      order: t.keyof({ sequence: null, streams: null }, 'sequence or streams'),
      size: Size,
      time: Instant,
      streams: t.readonlyArray(End, 'a list of ends'),
    }),
  ],
  'a head',
)

const read = reader(Kept)

/**
 * Reads the JSON of a head, as it was published or kept: its root, and perhaps its size, its order,
 * its time, and the ends of its streams. Of anything else in it, nothing is used.
 */
export const readHead = (input: unknown): E.Either<Unreadable, PublishedHead> =>
  E.map(
    ({ root, order, size, time, streams }: t.TypeOf<typeof Kept>): PublishedHead => ({
      root,
      ...(order === undefined ? {} : { order }),
      ...(size === undefined ? {} : { size }),
      ...(time === undefined ? {} : { time }),
      ...(streams === undefined ? {} : { streams }),
    }),
  )(read(input))

/**
 * A head that was published: its root, and what else was kept of it. Without its size, it is
 * compared with the whole log. `streams` are the ends of the streams that it was made of: with them,
 * a head over streams can be compared with a log that has grown, and the streams that differ are
 * named. A `Head` is one, too.
 */
export interface PublishedHead extends Partial<Omit<Head, 'root'>> {
  readonly root: string
  readonly streams?: readonly StreamEnd[]
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

/**
 * The head of a log as far as it was read: null if the log is not whole, or not valid. `root` is that
 * of what was read, by streams: it shows whether somebody else has read the same.
 */
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

/** Whether the ends that were kept with a head are those that it was made of. */
const isOfItsEnds = ({ root, size: stated, streams = [] }: PublishedHead): boolean => {
  const whole = rootOfEnds(streams)
  return whole !== null && whole.root === root && (stated ?? whole.size) === whole.size
}

/** Whether the ends of streams that were kept with a head say which streams differ from it. */
const isTelling = (head: PublishedHead): boolean =>
  head.streams !== undefined &&
  (head.order === 'sequence' ? head.streams.length > 0 : isOfItsEnds(head))

/** What a limit did to a stream. */
interface LeftOut {
  readonly known: Pick<KnownPart, 'leftOut'>
}

/** Whether an end is later than what was asked of its stream. */
const isBeyond = (end: StreamEnd, { size, known }: Pick<StreamRoots, 'size'> & LeftOut): boolean =>
  known.leftOut > 0 && end.size > size

/** What heads say of one stream: the end that it does not have, and the heads that cover it. */
interface StreamHeads {
  readonly differs: (StreamEnd & { readonly actual: string | null }) | null
  /** The numbers of the heads that vouch for all of its entries, if the log agrees with them. */
  readonly covering: readonly number[]
}

/** Prepares to compare single streams with the heads that were kept with their streams. */
export const streamHeads = (heads: readonly PublishedHead[]) => {
  const telling = heads.map((head) => isTelling(head))
  const ends = heads.map(
    ({ streams = [] }, index) =>
      new Map((telling[index] ? streams : []).map((end) => [end.stream, end] as const)),
  )

  const covers = (
    { size: headSize, order }: PublishedHead,
    end: StreamEnd | undefined,
    { size, lastSequence }: Pick<StreamRoots, 'size' | 'lastSequence'>,
  ): boolean => {
    if (end !== undefined && end.size !== size) return false
    // what binds the ends beside a head over the sequence is the sequence alone
    if (end !== undefined && order !== 'sequence') return true
    if (headSize === undefined || order === 'streams') return true
    return lastSequence !== null && lastSequence < headSize
  }

  return (
    stream: Stream,
    roots: Pick<StreamRoots, 'size' | 'prefixes' | 'lastSequence'> & LeftOut,
  ): StreamHeads => {
    const { prefixes } = roots
    let differs: StreamHeads['differs'] = null
    const covering: number[] = []
    heads.forEach((head, index) => {
      const end = ends[index]?.get(stream)
      if (end === undefined) {
        if (telling[index] !== true && covers(head, undefined, roots)) covering.push(index)
        return
      }
      if (isBeyond(end, roots)) return
      const actual = prefixes[end.size] ?? null
      if (actual !== end.root) differs ??= { ...end, actual }
      else if (covers(head, end, roots)) covering.push(index)
    })
    return { differs, covering }
  }
}

/** Which streams agree with the heads that were kept with their streams. */
const agreementWith = (heads: readonly PublishedHead[]) => {
  const lacking = new Map<PublishedHead, Map<Stream, StreamEnd>>()
  for (const head of heads) {
    if (!isTelling(head)) continue
    lacking.set(head, new Map((head.streams ?? []).map((end) => [end.stream, end])))
  }
  const beyond = new Set<PublishedHead>()
  return {
    /** Adds a stream of the log that is not forked, with the roots over its first entries. */
    add: (stream: Stream, roots: Pick<StreamRoots, 'size' | 'prefixes'> & LeftOut): void => {
      for (const [head, ends] of lacking) {
        const end = ends.get(stream)
        if (end === undefined) continue
        if (isBeyond(end, roots)) beyond.add(head)
        else if (roots.prefixes[end.size] !== end.root) continue
        ends.delete(stream)
      }
    },
    /** Whether the head has an end that is later than what was asked. */
    isBeyond: (head: PublishedHead): boolean => beyond.has(head),
    /** The ends that the log does not have; null if the head cannot tell. */
    lacking: (head: PublishedHead): readonly StreamEnd[] | null => {
      const ends = lacking.get(head)
      return ends === undefined ? null : [...ends.values()]
    },
  }
}

/** What is known of a log when its heads are compared. */
interface ReadLog {
  /** How many entries a limit left out. */
  readonly leftOut: () => number
  /** Whether a head has an end that is later than what was asked. */
  readonly isBeyond: (head: PublishedHead) => boolean
  readonly actualOf: (head: PublishedHead) => string | null
  readonly size: () => number
  readonly there: ReadonlySet<Stream>
  readonly lacking: (head: PublishedHead) => readonly StreamEnd[] | null
}

/** Compares heads with a log that has been read. */
const comparing = ({ leftOut, isBeyond, actualOf, size: sizeNow, there, lacking }: ReadLog) => {
  /** Of a head that tells its streams, their ends say so; of another, its size, or that it names none. */
  const isLater = (head: PublishedHead): boolean => {
    const left = lacking(head)
    if (left !== null) return left.length === 0 && isBeyond(head)
    const isOfMore = (head.size ?? sizeNow() + 1) > sizeNow()
    return leftOut() > 0 && isOfMore && actualOf(head) !== head.root
  }

  const resultOf = (head: PublishedHead, size: number): HeadCheck['result'] => {
    if (isLater(head)) return 'later'
    if (actualOf(head) !== head.root) return 'differs'
    return size === sizeNow() ? 'equal' : 'grown'
  }

  const check = (head: PublishedHead): HeadCheck => {
    const { root, order = null, time = null, streams } = head
    const size = head.size ?? (streams === undefined ? null : (rootOfEnds(streams)?.size ?? 0))
    const result = resultOf(head, size ?? sizeNow())
    const cannotTell = result === 'differs' && (lacking(head) ?? []).length === 0
    const ends = streams?.length ?? 0
    return { root: inUtf8(root), size, order, time, ends, result, cannotTell }
  }

  /** One finding for a head that cannot tell what differs, else for each stream that is gone. */
  const findings = (head: PublishedHead, line: number): readonly LogFinding[] => {
    const { result, cannotTell } = check(head)
    if (result !== 'differs') return []
    const at = { line, revision: null, code: 'HeadDiffers' as const, logSize: sizeNow() }
    if (cannotTell) {
      const stated = { stated: inUtf8(head.root), statedSize: head.size ?? null }
      return [{ ...at, stream: null, ...stated, actual: actualOf(head) }]
    }
    return (lacking(head) ?? []).flatMap(({ stream, root, size: statedSize }) =>
      there.has(stream)
        ? []
        : [{ ...at, stream, logSize: 0, stated: root, statedSize, actual: null }],
    )
  }
  return { check, findings }
}

/** Of the findings about heads, the first about each stream. */
const firstOfEach = (ofHeads: readonly (readonly LogFinding[])[]): readonly LogFinding[] => {
  const named = new Set<Stream>()
  return ofHeads.flatMap((found) => {
    const fresh = found.filter(({ stream }) => stream === null || !named.has(stream))
    for (const { stream } of fresh) if (stream !== null) named.add(stream)
    return fresh
  })
}

/** The streams of a log, added in the order of their names. */
export const headsOf = (heads: readonly PublishedHead[], sequences: Sequences) => {
  const tree = growingTree()
  let [size, leftOut] = [0, 0]
  let isWhole = true
  const there = new Set<Stream>()
  let isForkedAnywhere = false
  const agreement = agreementWith(heads)
  const named = new Set(heads.flatMap(({ streams = [] }) => streams.map(({ stream }) => stream)))

  const isInSequence = (): boolean => size > 0 && sequences.entries() === size

  const sequenceRoot = (of: number): string | null =>
    sequences.isSingle() && !isForkedAnywhere ? sequences.root(of) : null

  const streamsRoot = (): string | null => (isWhole && !isForkedAnywhere ? tree.root() : null)

  /** The root of the log at the size of a head, as far as it can be known. */
  const actualOf = (head: PublishedHead): string | null => {
    const { order, size: at = size } = head
    const bySequence = order === 'streams' ? null : sequenceRoot(at)
    if (bySequence === head.root || order === 'sequence') return bySequence
    const byStreams = at === size ? streamsRoot() : null
    if (byStreams === head.root) return byStreams
    const hasGrown = isOfItsEnds(head) && agreement.lacking(head)?.length === 0
    return hasGrown ? head.root : (byStreams ?? bySequence)
  }

  const compared = comparing({
    ...agreement,
    ...{ leftOut: () => leftOut, actualOf, size: () => size, there },
  })

  return {
    add: (stream: Stream, roots: StreamRoots & LeftOut): void => {
      const { root, readRoot, isForked } = roots
      size += roots.size
      leftOut += roots.known.leftOut
      if (named.has(stream) && roots.size + roots.broken > 0) there.add(stream)
      if (isForked) isForkedAnywhere = true
      if (root === null) isWhole = false
      if (roots.size > 0) tree.add(streamLeaf({ stream, size: roots.size, root: readRoot }))
      if (!isForked) agreement.add(stream, roots)
    },
    /** The head, if no line was lost. */
    head: (lost: number): LogHead => {
      const root = isInSequence() ? sequenceRoot(size) : streamsRoot()
      const order = isInSequence() ? 'sequence' : 'streams'
      return { head: isWhole && lost === 0 ? root : null, root: tree.root(), order, size }
    },
    checks: (): readonly HeadCheck[] => heads.map(compared.check),
    /** One finding for each stream, however many heads it differs from. */
    findings: (line: number): readonly LogFinding[] =>
      firstOfEach(heads.map((head) => compared.findings(head, line))),
  }
}
