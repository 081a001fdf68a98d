/** Published heads: any order of lines, a log that has grown, and the streams that differ. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { auditor } from '../../../src/audit/index.ts'
import { type PublishedHead, readHead } from '../../../src/audit/reading/heads.ts'
import type { KnownAt } from '../../../src/audit/reading/known-at.ts'
import { isVouchedFor, reportJson } from '../../../src/audit/report/report.ts'
import { type Entry, sealed } from '../../../src/log/entry.ts'
import { type Head, headText, rootOfEnds } from '../../../src/log/head.ts'
import { toLine } from '../../../src/log/line.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { type Instant, toInstant } from '../../../src/words/time/instant.ts'
import { forAll } from '../../for-all.ts'
import { instantOf, right } from '../../given.ts'
import { root } from '../../root.ts'
import {
  captured,
  created,
  day,
  happened,
  PAYMENT,
  received,
  refunded,
  SESSION,
  sepa,
  submitted,
} from '../examples.ts'
import {
  auditOf,
  entriesOf,
  forged,
  HEAD_TIME,
  headOver,
  numbered,
  type OnStream,
} from '../given.ts'
import { partsOf, reportOf } from '../log-in-parts.ts'

const SID_2 = 'session-sid_2'
const SID_9 = 'session-sid_9' as Stream
const early = [
  [PAYMENT, sepa],
  [SESSION, created],
  [PAYMENT, captured],
] as const
const late = [
  [SID_2, happened('session_created', { sessionId: 'sid_2' })],
  [SESSION, submitted],
  [PAYMENT, refunded(100, day('04'))],
] as const
const plain = entriesOf(...early, ...late)
const whole = numbered(plain)

/** The head of the first three entries. */
const headWith = (entries: readonly Entry[]): PublishedHead & Head => headOver(entries.slice(0, 3))

/** The head over the streams of entries, whether or not these have a sequence. */
const overStreams = (entries: readonly Entry[]) =>
  headOver(entries.map(({ sequence: _, ...each }) => each))

const audited = (entries: readonly Entry[], heads: readonly PublishedHead[]) =>
  auditOf(entries, { heads })

/** The streams that are no evidence, and what is said where a head cannot name any. */
const found = (entries: readonly Entry[], heads: readonly PublishedHead[]) => [
  ...new Set(
    audited(entries, heads)
      .findings.filter(({ severity, code }) => severity === 'fatal' && code !== 'SequenceMissing')
      .map(({ stream, because }) => stream ?? because),
  ),
]

/** What is said of a head of three entries that cannot be compared with a longer log. */
const notComparable = (size: number): string =>
  `The log has ${size} entries by now. Its head of 3 can be compared only by a sequence without gaps and forks, or by the streams that it was made of, and the audit has neither.`

test('a head of one entry of a sequence agrees with the first of them', () => {
  const { streams: _, ...head } = headOver(whole.slice(0, 1))
  expect(audited(whole.slice(0, 2), [head]).sentence).toMatch(
    /^2 entries were read; the first of them agrees with [^,]+, and the other was compared with none;/,
  )
})

test('a head that was kept with its streams, and not its size, covers as much as they do', () => {
  const { root, streams = [] } = headWith(plain)
  const kept = [{ root, streams }]
  expect(audited(plain, kept).sentence).toMatch(
    /6 entries were read; 3 of them agree with the head/,
  )
  expect(audited(plain.slice(0, 3), kept).sentence).toMatch(/3 entries were read and agree/)
})

test('the root of what was read is the same, whatever heads are given', () => {
  const three = entriesOf([PAYMENT, sepa], [PAYMENT, captured], [PAYMENT, refunded(100, day('04'))])
  const [first, second, last] = three
  // the last entry names another one than the forged one, which fills no gap
  const read = [first, last, second && forged(second)].flatMap((each) => each ?? [])
  const { root, streams = [] } = headWith(three)
  expect(audited(read, [{ root, streams }]).root).toBe(audited(read, []).root)
})

test('a head to which a whole log is equal vouches for each stream, also without sequences', () => {
  const { root, size } = headOver(plain)
  for (const head of [{ root }, { root, size }]) {
    const report = audited(plain, [head])
    const vouched = report.streams.map((row) => isVouchedFor(report, row))
    expect(report.sentence).toContain('agree with the head')
    expect(new Set(vouched)).toEqual(new Set([true]))
  }
})

const CANNOT_TELL =
  'The log does not match its published head: its end was cut off, or its history was rewritten. The head cannot tell in which streams, so it vouches for none.'
const SHORTER = 'The log is shorter than it was when its head was published: it has 2 entries of 3.'

describe.each([
  ['over its sequence', whole, headWith(whole)],
  ['over its streams', plain, headWith(plain)],
  ['over its streams, if it has a sequence', whole, overStreams(whole.slice(0, 3))],
])('the head of a log %s', (_, all, head) => {
  const isTelling = head.order === 'streams'

  test('is found in the log as it grows, whatever the order of its lines', () => {
    const orders = fc.shuffledSubarray([...all], { minLength: 3 })
    forAll(25, [orders, fc.integer({ min: 3, max: 6 })], (order, size) => {
      const some = all.slice(0, size)
      const isShort = order.filter((each) => some.includes(each)).length < size
      expect(found(isShort ? some : order, [head])).toEqual([])
    })
    const byStream = all.toSorted((a, b) => (a.stream < b.stream ? -1 : 1))
    expect(found(byStream, [head])).toEqual([])
  })

  test('differs if one of its entries is gone, forged or forked, and names its stream if it tells', () => {
    /** The streams that are named, and null for a finding that names none. */
    const named = (entries: readonly Entry[]) =>
      found(entries, [head]).map((each) => (each.includes(' ') ? null : each))
    for (const index of [0, 1, 2]) {
      const entry = all[index] as Entry
      const told = isTelling ? entry.stream : null
      expect(named(all.filter(({ stream }) => stream !== entry.stream))).toEqual([told])
      const changed = all.map((each) => (each === entry ? forged(each) : each))
      expect(named(changed)).toContain(told)
      const before = all.flatMap((each) => (each === entry ? [forged(each), each] : [each]))
      // two entries of one revision name their stream themselves
      const own = new Set([entry.stream, told])
      for (const forked of [[...all, forged(entry)], before]) {
        expect(new Set(named(forked))).toEqual(own)
      }
    }
  })

  test('says how much is gone if the log is shorter', () => {
    expect(found(all.slice(0, 2), [head])).toEqual([isTelling ? PAYMENT : SHORTER])
    const { streams: _kept, ...bare } = head
    expect(found(all.slice(0, 2), [bare])).toEqual([SHORTER])
  })

  test('leaves the head of the log what it is, even if it names more entries than a stream has', () => {
    const [end] = head.streams ?? []
    if (end === undefined) throw new Error('no stream')
    const streams = [1, end.size + 1].map((size) => ({ ...end, size }))
    expect(audited(all, [{ ...head, streams }]).head).toBe(audited(all, []).head)
  })

  test('vouches for the streams that agree with it, and for no other', () => {
    const vouched = (some: readonly Entry[], given: PublishedHead) => {
      const report = audited(some, [given])
      return report.streams.map((row) => [row.stream, isVouchedFor(report, row)])
    }
    const first3 = all.slice(0, 3)
    expect(vouched(first3, head)).toEqual([
      [PAYMENT, true],
      [SESSION, true],
    ])
    expect(vouched(all, head).map(([, isVouched]) => isVouched)).toEqual([false, false, false])
    const changed = first3.map((each, index) => (index === 1 ? forged(each) : each))
    const report = audited(changed, [head])
    const found = report.findings.map(({ code, stream }) => `${code} ${stream}`)
    expect(found).toContain(`HeadDiffers ${isTelling ? SESSION : null}`)
    expect(report.streams.map(({ isValid }) => isValid)).toEqual([true, !isTelling])
    const { streams: _, ...bare } = head
    expect(vouched(changed, bare).map(([, isVouched]) => isVouched)).toEqual([false, false])
    expect(audited(changed, [bare]).streams.map(({ isValid }) => isValid)).toEqual([true, true])
    expect(report.heads).toMatchObject([{ root: head.root, size: 3, result: 'differs' }])
    expect(audited(all, [head]).heads).toMatchObject([{ result: 'grown', time: head.time }])
    expect(audited(first3, [head]).heads).toMatchObject([{ result: 'equal' }])
    expect(audited(all, []).heads).toEqual([])
  })

  test('is the same in parts', () => {
    const rows = [...all].sort((a, b) =>
      a.stream === b.stream ? a.revision - b.revision : a.stream < b.stream ? -1 : 1,
    )
    for (const some of [rows, rows.slice(1), [forged(rows[0] as Entry), ...rows.slice(1)]]) {
      const heads = [head, { root: head.root }, { root: head.root, size: 3 }]
      const under = auditor(root, { heads })
      for (const entry of some) under.line(toLine(entry), entry)
      const stored = some.map((entry) => ({ ...entry, line: toLine(entry) }))
      expect(reportOf(partsOf(stored, 3, { heads }), { heads })).toBe(reportJson(under.report()))
    }
  })
})

describe('a head over streams', () => {
  const head = headWith(plain)

  test('without its streams cannot tell growth from change, so it differs', () => {
    const { streams: _, ...bare } = head
    expect(found(plain.slice(0, 3), [bare])).toEqual([])
    expect(found(plain, [bare])).toEqual([notComparable(6)])
  })

  test('counts only with the streams that it was made of', () => {
    const other = headWith(entriesOf(early[1], early[0], late[0])).streams ?? []
    expect(found(plain, [{ ...head, streams: other }]).length).toBe(1)
    expect(found(plain, [{ ...head, streams: [] }]).length).toBe(1)
    expect(found(plain, [{ ...head, size: 4 }]).length).toBe(1)
    expect(found(plain, [{ ...head, root: 'ab'.repeat(32) }]).length).toBe(1)
  })

  test('is found in a log that has a sequence by now', () => {
    expect(found(whole, [head])).toEqual([SESSION, PAYMENT])
    const since = numbered(plain, [undefined, undefined, undefined, 0, 1, 2])
    expect(found(since, [head])).toEqual([])
  })
})

test('a head with a sequence is not said to lack its streams if the sequence has a gap, a fork or nothing', () => {
  const said = (entries: readonly Entry[]) =>
    audited(entries, [headWith(whole)])
      .findings.filter(({ code }) => code === 'HeadDiffers')
      .map(({ because }) => because)
  const gap = [...whole.slice(0, 1), ...whole.slice(2)]
  const fork = numbered(plain, [0, 1, 2, 2, 3, 4])
  expect([gap, fork, plain].map(said)).toEqual([5, 6, 6].map((size) => [notComparable(size)]))
})

test('a head with a sequence stays found if an entry without one is added, and differs if one is cut off', () => {
  const head = headWith(whole)
  const extra = entriesOf([SID_2, happened('session_created', { sessionId: 'sid_2' })])
  expect(found([...whole.slice(0, 3), ...extra], [head])).toEqual([])
  expect(found([...whole.slice(0, 2), ...extra], [head])).toEqual([CANNOT_TELL])
})

describe('the ends beside a head', () => {
  test('vouch for nothing that the sequence does not cover', () => {
    const head = headWith(whole)
    const full = headOver(whole)
    const { streams } = full
    const covering = (kept: PublishedHead) =>
      audited(whole, [kept]).streams.map((each) => each.covering)
    const { heads } = audited(whole, [{ ...head, streams }])
    expect(heads).toMatchObject([{ result: 'grown', order: 'sequence' }])
    expect(covering({ ...head, streams })).toEqual([[], [], []])
    expect(covering(full)).toEqual([[0], [0], [0]])
  })

  test('neither accuse nor absolve a stream if the sequence covers them', () => {
    const { streams: _, ...bare } = headWith(whole)
    const first = whole.slice(0, 3)
    const changed = first.map((each, index) => (index === 1 ? forged(each) : each))
    const all = [whole, first, changed, whole.slice(0, 2)]
    const ends = overStreams(whole).streams
    const kept = [
      ...all.map((entries) => overStreams(entries).streams),
      ends.map((end) => ({ ...end, root: 'ab'.repeat(32) })),
      ends.map((end) => ({ ...end, stream: SID_9 })),
      [...ends, ...ends],
      [],
    ]
    for (const head of [bare, { root: bare.root, order: bare.order }]) {
      for (const [at, entries] of all.entries()) {
        for (const known of [undefined, 2, HEAD_TIME]) {
          const asked = known === undefined ? {} : { known }
          const alone = auditOf(entries, { ...asked, heads: [head] })
          for (const streams of kept) {
            const report = auditOf(entries, { ...asked, heads: [{ ...head, streams }] })
            const heads = alone.heads.map((each) => ({ ...each, ends: streams.length }))
            expect([at, report]).toEqual([at, { ...alone, heads }])
          }
        }
      }
    }
  })

  test('name each stream that is gone once, however many there are', () => {
    const gone = Array.from({ length: 2000 }, (_, each) => ({
      ...{ stream: `session-sid_${each + 9}` as Stream, size: 1, root: 'ab'.repeat(32) },
    }))
    const head = { root: rootOfEnds(gone)?.root ?? '', order: 'streams' as const, streams: gone }
    const { findings } = audited(whole, [head, head])
    expect(findings.filter(({ code }) => code === 'HeadDiffers')).toHaveLength(gone.length)
  })
})

describe('a kept head', () => {
  const head = headWith(plain)

  test('is read as it was kept, without what is not of a head', () => {
    const written = JSON.stringify({ ...head, note: 'x' })
    expect(readHead(JSON.parse(written))).toEqual(E.right(head))
    expect(readHead({ root: head.root })).toEqual(E.right({ root: head.root }))
  })

  test('has the text that was signed, if all of it was kept, and otherwise none', () => {
    const { log, ...without } = head
    const textOf = (kept: unknown) => headText(right(readHead(JSON.parse(JSON.stringify(kept)))))
    expect([log, textOf(head)]).toEqual(['shop', headText(head)])
    expect([headText(head).length > 100, textOf(without)]).toEqual([true, ''])
  })

  test.each([
    ['root', { ...head, root: 'x' }],
    ['size', { ...head, size: -1 }],
    ['order', { ...head, order: 'time' }],
    ['streams.0.size', { ...head, streams: [{ ...head.streams?.[0], size: '1' }] }],
    ['', null],
  ])('is unreadable with another %s', (path, kept) => {
    expect(readHead(kept)).toMatchObject(E.left({ error: 'Unreadable', path }))
  })
})

describe('the root of what was read', () => {
  const rootOf = (entries: readonly Entry[]) => {
    const { head, root: own } = audited(entries, [])
    return { head, own }
  }

  test('is the head of a log that is whole and has no sequence', () => {
    const { head, own } = rootOf(plain)
    expect([own, own.length]).toEqual([head, 64])
  })

  test('is that of what is left where the log is not whole, in any order of lines', () => {
    const left = plain.toSpliced(2, 1)
    const { head, own } = rootOf(left)
    expect([head, own]).toEqual([null, rootOf(left.toReversed()).own])
    const others = plain.map((_, index) => rootOf(plain.toSpliced(index, 1)).own)
    expect(new Set([rootOf(plain).own, ...others]).size).toBe(plain.length + 1)
  })
})

describe('a head that is later than what was asked', () => {
  /** Each head with the ends of its streams, without them, and its root alone. */
  const kindsOf = ({ streams, ...bare }: ReturnType<typeof headOver>): readonly PublishedHead[] => [
    { ...bare, streams },
    bare,
    { root: bare.root },
  ]
  const limited = (entries: readonly Entry[], heads: readonly PublishedHead[], known: KnownAt) =>
    auditOf(entries, { heads, known })

  test('is not compared, at whatever number of entries: it accuses nobody, and vouches for nothing', () => {
    for (const size of [1, 2, 3, 4, 5, 6]) {
      for (const known of [1, 2, 3, 4, 5, 6]) {
        for (const head of kindsOf(headOver(whole.slice(0, size)))) {
          // a root alone is of the whole log, so an earlier one differs
          if (head.size === undefined && size < known) continue
          const report = limited(whole, [head], known)
          const isLater = size > known
          const result = isLater ? 'later' : size === known ? 'equal' : 'grown'
          const { findings, heads, streams } = report
          expect([size, known, heads[0]?.result]).toEqual([size, known, result])
          expect(findings.filter(({ severity }) => severity === 'fatal')).toEqual([])
          if (!isLater) continue
          expect(streams.some((row) => isVouchedFor(report, row) === true)).toBe(false)
          expect(report.sentence).toContain('no head was compared')
          expect(report.sentence).toContain(
            'was not compared, because it is later than what was asked',
          )
          expect(report.checks.find(({ name }) => name === 'head')).toMatchObject({
            tried: null,
            failed: 0,
          })
        }
      }
    }
  })

  test('is not compared by times of receipt, and an earlier one is', () => {
    const times = plain.map(({ event }) => toInstant(event.metadata.recordedAt))
    for (const size of [1, 2, 3, 4, 5, 6]) {
      const known = times[2] as Instant
      const taken = times.filter((each) => each <= known).length
      const [full] = kindsOf(headOver(plain.slice(0, size)))
      const report = limited(plain, [full as PublishedHead], known)
      const result = size > taken ? 'later' : size === taken ? 'equal' : 'grown'
      expect([size, report.heads[0]?.result]).toEqual([size, result])
      expect(report.findings.filter(({ severity }) => severity === 'fatal')).toEqual([])
    }
  })

  test('still accuses what was forged before that', () => {
    const changed = whole.map((each, index) => (index === 0 ? forged(each) : each))
    const [full] = kindsOf(headOver(whole.slice(0, 2)))
    const report = limited(changed, [full as PublishedHead], 3)
    expect(report.heads[0]?.result).toBe('differs')
  })

  /** What became of a head in a forged log: an audit in parts says the same, to the byte. */
  const saidOf = (entries: readonly Entry[], head: PublishedHead, known: KnownAt) => {
    const asked = { heads: [head], known }
    const report = limited(entries, [head], known)
    const inParts = reportOf(partsOf(entries.map(toLine), 3, asked), asked)
    expect(inParts).toBe(reportJson(report))
    return [report.heads[0]?.result, report.worst]
  }

  test('is none of no more entries than the limit: what was moved behind it was rewritten', () => {
    const [one, two, three] = early
    const moved = numbered(entriesOf(one, two, late[0], three, late[1], late[2]))
    const { streams: _, ...bare } = headWith(whole)
    const full = overStreams(whole.slice(0, 3))
    // one that lists its streams differs however early the limit is: every line is read
    expect(saidOf(moved, full, 2)).toEqual(['differs', 'fatal'])
    expect(saidOf(moved, bare, 2)[0]).toBe('later')
    for (const head of [full, bare]) {
      expect(saidOf(moved, head, 3)).toEqual(['differs', 'fatal'])
    }
  })

  test('is none of a log that was rewritten behind a limit of time, but may be of one with a fast clock', () => {
    const received = (entries: readonly Entry[]) =>
      entries.map(({ hash: _, ...body }, index): Entry => {
        const { event } = body
        const recordedAt = '2026-04-02T00:00:00Z' as Entry['event']['metadata']['recordedAt']
        const metadata = index < 5 ? event.metadata : { ...event.metadata, recordedAt }
        return sealed({ ...body, event: { ...event, metadata } as Entry['event'] })
      })
    for (const entries of [plain, whole]) {
      const full = overStreams(entries)
      const { streams: _, ...bare } = headOver(entries)
      expect(saidOf(received(entries), full, HEAD_TIME)).toEqual(['differs', 'fatal'])
      // nobody knows of which entries the other one was made
      expect(saidOf(received(entries), bare, HEAD_TIME)[0]).toBe('later')
      // of two entries of one revision behind the limit, the order of lines makes no difference
      const forged = received(entries).slice(5, 6)
      for (const place of [5, 6]) {
        const forked = entries.toSpliced(place, 0, ...forged)
        expect(saidOf(forked, full, HEAD_TIME)[0]).toBe('differs')
      }
      const fast = received(entries)
      for (const head of kindsOf(headOver(fast.slice(0, 6))) as [PublishedHead, PublishedHead]) {
        expect(saidOf(fast, head, HEAD_TIME)[0]).toBe('later')
      }
    }
  })

  test('may be one of fewer entries than are left, where the log was not written in order of receipt', () => {
    const at = (date: string, [stream, event]: OnStream): OnStream => [
      stream,
      received(event, date),
    ]
    const one = at('02', [PAYMENT, sepa])
    const two = at('03', [SESSION, created])
    const three = at('04', [SID_2, happened('session_created', { sessionId: 'sid_2' })])
    const [turned, ordered] = [entriesOf(two, one, three), entriesOf(one, two, three)]
    /** What became of the heads of the first, of two, and of all entries. */
    const resultsIn = (entries: readonly Entry[], of: readonly Entry[], change: object = {}) =>
      [1, 2, 3].map((size) => {
        const { streams: _, ...head } = headOver(of.slice(0, size))
        return saidOf(entries, { ...head, ...change }, instantOf(day('02')))[0]
      })
    const [out, wellOrdered] = [numbered(turned), numbered(ordered)]
    expect(resultsIn(out, out)).toEqual(['later', 'later', 'later'])
    expect(resultsIn(wellOrdered, wellOrdered)).toEqual(['equal', 'later', 'later'])
    // the first entry was received by then, and is another now
    const changed = wellOrdered.map((each, index) => (index === 0 ? forged(each) : each))
    expect(resultsIn(changed, wellOrdered)).toEqual(['differs', 'later', 'later'])
    // a head over streams, or one that may be, says nothing of the first of a sequence
    const mixed = numbered(entriesOf(one, three), [undefined, 0])
    const others = ordered.map((each) => forged(each))
    for (const change of [{}, { order: undefined }]) {
      expect(resultsIn(mixed, others, change)).toEqual(['differs', 'later', 'later'])
    }
    // one over the sequence does, also if an entry without one was added
    expect(resultsIn(numbered(turned, [0, 1]), out)[0]).toBe('later')
  })
})
