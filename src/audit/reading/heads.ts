/** Computes the head of a log that is audited, and checks published heads against the log. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { growingTree, isHash } from '../../log/hash-tree.ts'
import { type Head, rootOfEnds, type StreamEnd, streamLeaf } from '../../log/head.ts'
import { check, integer, reader } from '../../words/data/codec.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { Stream } from '../../words/stream.ts'
import { Instant } from '../../words/time/instant.ts'
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
 * and the ends of its streams. Of anything else in it, nothing is used.
 */
export const readHead = (input: unknown): E.Either<Unreadable, PublishedHead> =>
  E.map(
    ({ root, order, size, streams }: t.TypeOf<typeof Kept>): PublishedHead => ({
      root,
      ...(order === undefined ? {} : { order }),
      ...(size === undefined ? {} : { size }),
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
  /** Whether two different entries have one revision: such a stream agrees with no head. */
  readonly isForked: boolean
  /** How many revisions before its last one were not read. */
  readonly gaps: number
  readonly prefixes: Readonly<Record<number, string>>
}

/** The head of a log as far as it was read: null if the log is not whole, or not valid. */
export interface LogHead {
  readonly head: string | null
  readonly order: 'sequence' | 'streams'
  /** How many entries were read. */
  readonly size: number
}

/** Whether the ends that were kept with a head are those that it was made of. */
const isOfItsEnds = ({ root, size: stated, streams = [] }: PublishedHead): boolean => {
  const whole = rootOfEnds(streams)
  return whole !== null && whole.root === root && (stated ?? whole.size) === whole.size
}

/** Which streams agree with the heads that were kept with their streams. */
const agreementWith = (heads: readonly PublishedHead[]) => {
  const lacking = new Map<PublishedHead, Map<Stream, StreamEnd>>()
  for (const head of heads) {
    if (head.streams === undefined) continue
    lacking.set(head, new Map(head.streams.map((end) => [end.stream, end])))
  }
  return {
    /** Adds a stream of the log that is not forked, with the roots over its first entries. */
    add: (stream: Stream, prefixes: StreamRoots['prefixes']): void => {
      for (const ends of lacking.values()) {
        const end = ends.get(stream)
        if (end !== undefined && prefixes[end.size] === end.root) ends.delete(stream)
      }
    },
    /** The streams that do not agree with a head; nothing if it was kept without streams. */
    lacking: (head: PublishedHead): readonly Stream[] | undefined => {
      const ends = lacking.get(head)
      return ends === undefined ? undefined : [...ends.keys()]
    },
  }
}

/** The streams of a log, added in the order of their names. */
export const headsOf = (heads: readonly PublishedHead[], sequences: Sequences) => {
  const tree = growingTree()
  let size = 0
  let isWhole = true
  const odd: Stream[] = []
  const forked = new Set<Stream>()
  const agreement = agreementWith(heads)

  const isInSequence = (): boolean => size > 0 && sequences.entries() === size

  const differing = (head: PublishedHead): readonly Stream[] => agreement.lacking(head) ?? odd

  const sequenceRoot = (of: number): string | null =>
    sequences.isSingle() && forked.size === 0 ? sequences.root(of) : null

  const streamsRoot = (): string | null => (isWhole && forked.size === 0 ? tree.root() : null)

  /** The root of the log at the size of a head, as far as it can be known. */
  const actualOf = (head: PublishedHead): string | null => {
    const { order, size: at = size } = head
    const bySequence = order === 'streams' ? null : sequenceRoot(at)
    if (bySequence === head.root || order === 'sequence') return bySequence
    const byStreams = at === size ? streamsRoot() : null
    if (byStreams === head.root) return byStreams
    const hasGrown = head.streams !== undefined && isOfItsEnds(head) && differing(head).length === 0
    return hasGrown ? head.root : (byStreams ?? bySequence)
  }

  return {
    add: (stream: Stream, roots: StreamRoots): void => {
      const { root, isForked, prefixes } = roots
      size += roots.size
      if (isForked) forked.add(stream)
      if (root === null) {
        isWhole = false
        odd.push(stream)
      } else if (roots.size > 0) {
        tree.add(streamLeaf({ stream, size: roots.size, root }))
      }
      if (!isForked) agreement.add(stream, prefixes)
    },
    /** The head, if no line was lost. */
    head: (lost: number): LogHead => {
      const root = isInSequence() ? sequenceRoot(size) : streamsRoot()
      const order = isInSequence() ? 'sequence' : 'streams'
      return { head: isWhole && lost === 0 ? root : null, order, size }
    },
    findings: (line: number): readonly LogFinding[] =>
      heads.flatMap((published): readonly LogFinding[] => {
        const actual = actualOf(published)
        if (published.root === actual) return []
        const at = { line, stream: null, revision: null, code: 'HeadDiffers' as const }
        const stated = { stated: published.root, statedSize: published.size ?? null }
        return [{ ...at, ...stated, actual, size, streams: differing(published) }]
      }),
  }
}
