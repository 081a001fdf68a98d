/** Heads: what they cover, the text to sign, and what can be shown between two of them. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/log/entry.ts'
import { emptyTree, grown, rootOf, type Tree } from '../../src/log/hash-tree.ts'
import {
  endsOf,
  headOf,
  headText,
  type LogTree,
  rootOfEnds,
  streamLeaf,
  streamsInDoubt,
  treeOf,
} from '../../src/log/head.ts'
import { consistencyProof, inclusionProof, isIncluded } from '../../src/log/proofs.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { happened, pay, sid } from '../audit/examples.ts'
import { entriesOf } from '../audit/given.ts'
import { appendAll } from '../root.ts'
import { sha256 } from './seal.ts'

const named = { log: 'shop', time: '2026-03-04T10:00:00.0000000Z' as Instant }
const [PAYMENT, SESSION] = ['payment-pay_1' as Stream, 'session-sid_1' as Stream]

const REPORTED = [
  [SESSION, happened('session_created', { ...sid, mode: 'hosted' })],
  [PAYMENT, happened('payment_pending', { ...pay, method: 'sepa' })],
  [PAYMENT, happened('payment_captured', pay)],
] as const

const unsequenced = entriesOf(...REPORTED)
const sequenced: readonly Entry[] = E.getOrElseW(() => ({ entries: [] }))(
  appendAll(
    new Map(),
    REPORTED.map(([stream, event]) => ({ stream, event })),
    new Map(),
    0,
  ),
).entries

const trees = (entries: readonly Entry[]) => treeOf(entries) as ReadonlyMap<Stream, Tree>
const hashesOf = (entries: readonly Entry[], stream?: Stream) =>
  entries.filter((each) => stream === undefined || each.stream === stream).map(({ hash }) => hash)

describe('the head of a log', () => {
  test('with a sequence is over all entries in that order', () => {
    const root = rootOf(grown(emptyTree, hashesOf(sequenced)) as Tree)
    expect(headOf(named, treeOf(sequenced) as LogTree)).toEqual({
      ...{ form: 1, log: 'shop', order: 'sequence', size: 3, root },
      time: named.time,
    })
  })

  test('without one is over the streams by name, each with its size and its own root', () => {
    const rows = [PAYMENT, SESSION].map((stream) => {
      const own = hashesOf(unsequenced, stream)
      return `["${stream}",${own.length},"${rootOf(grown(emptyTree, own) as Tree)}"]`
    })
    const root = rootOf(grown(emptyTree, rows.map(sha256)) as Tree)
    expect(headOf(named, treeOf(unsequenced) as LogTree)).toMatchObject({
      ...{ order: 'streams', size: 3, root },
    })
    expect(rootOfEnds(endsOf(trees(unsequenced)).toReversed())).toEqual({ size: 3, root })
  })

  test('of nothing is that of an empty tree', () => {
    expect(headOf(named, treeOf([]) as LogTree)).toMatchObject({ size: 0, root: sha256('') })
    expect(headOf(named, emptyTree)).toMatchObject({ size: 0, order: 'sequence', root: sha256('') })
  })

  test.each([
    ['a log without a name', { ...named, log: '' }, emptyTree],
    ['a time that is none', { ...named, time: 'now' }, emptyTree],
    ['a tree that is none', named, { size: 1, roots: [] }],
    ['nothing', undefined, undefined],
  ])('is none for %s', (_, about, tree) => {
    expect(headOf(about as never, tree as never)).toBe(null)
  })

  test('is signed as exactly this text, whatever it was kept with', () => {
    const head = { ...headOf(named, emptyTree), streams: [] } as never
    expect(headText(head)).toBe(
      `{"form":1,"log":"shop","order":"sequence","root":"${sha256('')}","size":0,` +
        '"time":"2026-03-04T10:00:00.0000000Z"}',
    )
  })
})

describe('the tree of a log', () => {
  const [first, second, third] = sequenced as readonly [Entry, Entry, Entry]

  test.each<[string, readonly Entry[]]>([
    ['a gap in the sequence', [first, third]],
    ['another order', [first, third, second]],
    ['an entry twice', [first, second, second]],
    ['an entry without a sequence', [first, ...unsequenced.slice(1)]],
    ['a gap in a stream', unsequenced.filter((_, index) => index !== 1)],
    ['no beginning', sequenced.slice(1)],
    ['nothing readable', [null as never]],
  ])('is none with %s', (_, entries) => {
    expect(treeOf(entries)).toBe(null)
  })

  test('is none for a fork: two entries of one revision', () => {
    const fork = entriesOf(...REPORTED.slice(0, 2), [PAYMENT, happened('payment_declined', pay)])
    expect(treeOf([...unsequenced, ...fork.slice(2)])).toBe(null)
    expect(treeOf([...fork, ...unsequenced.slice(2)])).toBe(null)
  })
})

describe('two heads over streams', () => {
  const before = endsOf(trees(unsequenced.slice(0, 2)))
  const after = endsOf(trees(unsequenced))
  const proofs = new Map([
    [PAYMENT, consistencyProof(hashesOf(unsequenced, PAYMENT), 1) ?? []],
    [SESSION, [] as readonly string[]],
  ])

  test('are of one log that has grown if each stream of the first is shown to have grown', () => {
    expect(streamsInDoubt(before, after, proofs)).toEqual([])
    expect(streamsInDoubt([], after, new Map())).toEqual([])
  })

  test('leave in doubt streams that are gone, cut off or rewritten, or without a proof', () => {
    expect(streamsInDoubt(before, after, new Map())).toEqual([PAYMENT])
    expect(streamsInDoubt(after, before, proofs)).toEqual([PAYMENT])
    expect(streamsInDoubt(before, after.slice(0, 1), proofs)).toEqual([SESSION])
    const forged = after.map((end) => (end.stream === SESSION ? { ...end, root: sha256('') } : end))
    expect(streamsInDoubt(before, forged, proofs)).toEqual([SESSION])
  })

  test('show that an entry is in the log by two proofs, one in the other', () => {
    const own = hashesOf(unsequenced, PAYMENT)
    const index = after.findIndex(({ stream }) => stream === PAYMENT)
    const end = after[index] ?? { stream: PAYMENT, size: 0, root: '' }
    const log = { size: after.length, root: rootOfEnds(after)?.root ?? '' }
    const outer = inclusionProof(after.map(streamLeaf), index) ?? []
    const inner = inclusionProof(own, 1) ?? []
    expect(isIncluded(log, { index, hash: streamLeaf(end) }, outer)).toBe(true)
    expect(isIncluded(end, { index: 1, hash: own[1] ?? '' }, inner)).toBe(true)
    expect(isIncluded(log, { index, hash: streamLeaf({ ...end, size: 1 }) }, outer)).toBe(false)
  })
})

describe('the ends of streams', () => {
  const [end] = endsOf(trees(unsequenced))
  test.each([
    ['a stream twice', [end, end]],
    ['a name that is none', [{ ...end, stream: 'x' }]],
    ['no entries', [{ ...end, size: 0 }]],
    ['a root that is none', [{ ...end, root: '' }]],
    ['nothing', [null]],
  ])('lead to no root with %s', (_, ends) => {
    expect(rootOfEnds(ends as never)).toBe(null)
  })
})

describe('the text of what is no head', () => {
  const head = headOf(named, treeOf(sequenced) as LogTree)

  test('is empty, so that no signature of it can stand for another', () => {
    expect(headText(head as never)).not.toBe('')
    const changes = [
      { form: 2 },
      { log: '' },
      { log: '\ud800' },
      { log: undefined },
      { order: 'other' },
      { root: 'none' },
      { size: -1 },
      { size: 0.5 },
      { time: '2026-03-04' },
    ]
    for (const each of changes) expect(headText({ ...head, ...each } as never)).toBe('')
    for (const each of [null, undefined, {}, [], 'head']) expect(headText(each as never)).toBe('')
  })

  test('is none of a head that is made here', () => {
    expect(headOf({ ...named, log: '\ud800' }, treeOf(sequenced) as LogTree)).toBe(null)
  })
})
