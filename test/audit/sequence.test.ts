/** The sequence of a log: what is missing, repeated or out of order, whatever the order of lines. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequencesOf } from '../../src/audit/reading/sequences.ts'
import { reportJson } from '../../src/audit/report/report.ts'
import { emptyTree, grown, rootOf, type Tree } from '../../src/log/hash-tree.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { sha256 } from '../log/seal.ts'
import {
  besides,
  captured,
  created,
  day,
  happened,
  LOST_END,
  MANDATE,
  mandate,
  PAYMENT,
  paid,
  refunded,
  SESSION,
  sepa,
  sid,
  three,
} from './examples.ts'
import { auditOf as audited, entriesOf, numbered } from './given.ts'
import { partsOf, reportOf } from './log-in-parts.ts'

const found = (lines: readonly string[]) =>
  besides(audited(lines).findings).map(({ line, code, because }) => [line, code, because])

const codes = (lines: readonly string[]) => found(lines).map(([, code]) => code)

const whole = numbered(three)
const lines = whole.map(toLine)

describe('a log with a sequence', () => {
  test('has its head over the entries in that order, whatever the order of its lines', () => {
    const hashes = whole.map(({ hash }) => hash)
    const root = rootOf(grown(emptyTree, hashes) as Tree)
    for (const order of [lines, [...lines].sort()]) {
      expect(audited(order)).toMatchObject({ head: root, order: 'sequence', size: 4 })
    }
    expect(audited(three.map(toLine))).toMatchObject({ order: 'streams', size: 4 })
  })

  test('has one finding for all that is missing, and none for what another one accounts for', () => {
    expect(found(numbered(three, [3, 4, 9, 12]).map(toLine))).toEqual([
      [1, 'SequenceMissing', '9 entries are missing from the sequence of the log, the first at 0.'],
    ])
    const last = lines.slice(0, 3)
    expect(found(last)).toEqual([])
    expect(found(lines.filter((_, index) => index !== 2))).toEqual([
      [3, 'SequenceMissing', '1 entry is missing from the sequence of the log, the first at 2.'],
    ])
    expect(codes(lines.filter((_, index) => index !== 1))).toEqual(['Missing'])
    const damaged = lines.map((line, index) => (index === 2 ? line.slice(1) : line))
    expect(codes(damaged)).toEqual(['Altered'])
    expect(audited(damaged).head).toBe(null)
  })

  test('names the entry after the gap, and the last line if there is none', () => {
    const gaps = (log: readonly string[], known?: number) =>
      audited(log, known === undefined ? {} : { known }).findings.flatMap((each) =>
        each.code === 'SequenceMissing' ? [[each.line, each.entries]] : [],
      )
    const long = numbered(three, [0, 1, 3, 4])
    for (const [line, log] of [
      [3, long],
      [1, [...long].reverse().slice(1)],
    ] as const) {
      const { hash, stream, revision } = long[2] ?? {}
      expect(gaps(log.map(toLine))).toEqual([
        [line, [expect.objectContaining({ line, hash, stream, revision })]],
      ])
    }
    expect(gaps(long.map(toLine), 3)).toEqual([[4, []]])
  })

  test('says that a stream may have lost its end if a line that names none accounts for it', () => {
    expect(codes(LOST_END)).toEqual(['Unreadable', 'EndUnknown'])
    expect(found(LOST_END).at(-1)).toEqual([
      3,
      'EndUnknown',
      '1 entry is missing from the sequence of the log, the first at 1 or later, but not from a stream that is known to be broken: a stream that is shown as valid may have lost its end.',
    ])
    expect(audited(LOST_END).streams.map(({ isValid }) => isValid)).toEqual([true, true])
  })

  test('has another id for another loss of the same size', () => {
    const later = numbered(
      entriesOf([PAYMENT, sepa], [SESSION, created], [PAYMENT, captured], [MANDATE, mandate]),
    ).map((entry) => (entry.revision === 1 ? 'no line of a log' : toLine(entry)))
    const ids = [LOST_END, later].flatMap((log) =>
      audited(log).findings.flatMap(({ code, id }) => (code === 'EndUnknown' ? [id] : [])),
    )
    expect(new Set(ids).size).toBe(2)
  })

  test('does not say so if a later entry of the stream, or the line, shows the loss', () => {
    const garbage = lines.map((line, index) => (index === 1 ? 'no line of a log' : line))
    expect(codes(garbage)).toEqual(['Unreadable', 'Missing'])
    const [first, second, third] = numbered(
      entriesOf([PAYMENT, sepa], [PAYMENT, captured], [SESSION, created]),
    ).map(toLine)
    const torn = [first ?? '', second?.slice(9) ?? '', third ?? '']
    expect(codes(torn)).toEqual(['Altered'])
    expect(audited(torn).streams.map(({ isValid }) => isValid)).toEqual([false, true])
  })

  test('has a finding for an entry whose sequence does not rise with its revision', () => {
    const because = (sequence: number, other: number): string =>
      `The entry has the sequence ${sequence}, which does not follow the revisions of its stream: another entry has ${other}.`
    expect(found(numbered(three, [0, 3, 2, 1]).map(toLine))).toEqual([
      [4, 'OutOfSequence', because(1, 3)],
    ])
    expect(found(numbered(entriesOf(...paid), [0, undefined]).map(toLine))).toEqual([
      [2, 'OutOfSequence', 'The entry has no sequence, but an earlier entry of its stream has 0.'],
    ])
    const [one = '', two = ''] = numbered(entriesOf(...paid), [1, 0]).map(toLine)
    expect(found([two, one]).map(([line, code]) => [line, code])).toEqual([
      [1, 'Moved'],
      [2, 'OutOfSequence'],
    ])
  })

  test('does not excuse a missing entry by one that is out of sequence', () => {
    const hosted = happened('session_created', { ...sid, mode: 'hosted' })
    const approved = happened('session_approved', sid, '03')
    const all = entriesOf(...paid, [SESSION, hosted], [SESSION, approved])
    const gap = numbered(all, [0, 1, 2, undefined]).map(toLine)
    const without = gap.filter((_, index) => index !== 1)
    expect(codes(without)).toEqual(['SequenceMissing', 'OutOfSequence'])
  })

  test('may begin later: entries before it have none', () => {
    const later = numbered(three, [undefined, undefined, 0, 1]).map(toLine)
    expect(found(later)).toEqual([])
    expect(audited(later)).toMatchObject({ order: 'streams', size: 4 })
  })

  test('is judged alike in any order of its lines', () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0],
      [2, 0, 1],
      [1, 2, 0],
      [1, 0, 2],
    ] as const
    const paidBack = entriesOf(...paid, [PAYMENT, refunded(100, day('04'))])
    const isFound = (...sequences: readonly (number | undefined)[]) =>
      orders.map((order) => {
        const all = numbered(paidBack, sequences).map(toLine)
        return found(order.map((at) => all[at] ?? '')).some(([, code]) => code === 'OutOfSequence')
      })
    // the entries before the first sequence may be read after it
    expect(isFound(undefined, undefined, 0)).toEqual(orders.map(() => false))
    expect(isFound(undefined, 0, 1)).toEqual(orders.map(() => false))
    // an entry that is read late must follow the one before it as well
    expect(isFound(1, 0, 2)).toEqual(orders.map(() => true))
    expect(isFound(0, 2, 1)).toEqual(orders.map(() => true))
    expect(isFound(0, undefined, 1)).toEqual(orders.map(() => true))
    const [one = '', two = ''] = numbered(entriesOf(...paid), [0, undefined]).map(toLine)
    expect(found([two, one]).at(-1)).toEqual([
      2,
      'OutOfSequence',
      'The entry has the sequence 0, but the next entry of its stream has none.',
    ])
  })

  test('has no head with two entries of one sequence, or with a fork', () => {
    const twice = numbered(entriesOf(...paid, [SESSION, created]), [0, 1, 1]).map(toLine)
    expect(found(twice)).toEqual([
      [3, 'SequenceRepeated', 'The log already contains a different entry with the sequence 1.'],
    ])
    expect(audited(twice).head).toBe(null)
    const [first] = whole
    const fork = numbered(entriesOf([PAYMENT, captured]), [1]).map(toLine)
    expect(first?.revision).toBe(0)
    const forked = audited([...lines, ...fork])
    expect(forked.findings.map(({ code }) => code)).toEqual(['Conflicting'])
    expect(forked.head).toBe(null)
  })
})

test('a log in parts has the same findings in parts if a sequence is there twice and another missing', () => {
  const twice = numbered(entriesOf(...paid, [SESSION, created]), [0, 2, 2])
  const whole = audited(twice.map(toLine))
  expect(besides(whole.findings).map(({ code }) => code)).toEqual(['SequenceRepeated'])
  expect(reportOf(partsOf(twice.map(toLine), 3))).toBe(reportJson(whole))
})

describe('the sequences of a log, in their order', () => {
  const hashes = Array.from({ length: 80 }, (_, index) => sha256(String(index)))
  const rootAt = (size: number) => rootOf(grown(emptyTree, hashes.slice(0, size)) as Tree)
  const entryAt = (sequence: number, hash = hashes[sequence] ?? '') => ({
    ...{ sequence, hash, line: 1, revision: 0, stream: PAYMENT as Stream },
  })
  const added = (all: readonly number[], sizes: readonly number[] = []) => {
    const sequences = sequencesOf(sizes)
    for (const each of all) expect(sequences.add(entryAt(each))).toBe(null)
    return sequences
  }
  const NOTHING = { lost: 0, missing: 0 }

  test('have the roots of the list, also of its first hashes if they were asked for', () => {
    const sizes = fc.array(fc.nat(43), { maxLength: 4 })
    forAll({}, [fc.nat(40), sizes], (size, asked) => {
      const sequences = added([...Array(size).keys()], asked)
      expect([sequences.entries(), sequences.root(size)]).toEqual([size, rootAt(size)])
      for (const each of asked) expect(sequences.root(each)).toBe(each > size ? null : rootAt(each))
      expect(sequences.missing(1, null, NOTHING)).toEqual([])
      expect(sequences.isSingle()).toBe(true)
      if (size === 0) return
      expect(sequences.add(entryAt(size - 1, hashes[0]))).toMatchObject({
        code: 'SequenceRepeated',
      })
      expect([sequences.entries(), sequences.isSingle()]).toEqual([size + 1, false])
      expect(sequences.root(size)).toBe(rootAt(size))
    })
  })

  test('have no root over a hole, and say where the first is, and how many are missing', () => {
    const some = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 50 })
    forAll({}, [some, fc.nat(70)], (all, end) => {
      const order = all.toSorted((a, b) => a - b)
      const sequences = added(order, [end])
      const below = Math.max(end, 1)
      const absent = [...Array(below).keys()].filter((index) => !order.includes(index))
      const [from] = absent
      const found = sequences.missing(1, below, NOTHING)
      if (from === undefined) {
        expect(found).toEqual([])
        // a root that nobody asked for is known only of the whole
        const isAsked = end >= 1 || order.length === 1
        expect(sequences.root(below)).toBe(isAsked ? rootAt(below) : null)
        return
      }
      const next = Math.min(...order.filter((index) => index > from), below)
      expect(found).toMatchObject([{ code: 'SequenceMissing', from, to: next - 1 }])
      const over = order.filter((index) => index >= below).length
      expect(found).toMatchObject([{ missing: Math.max(next - from, absent.length - over) }])
      expect(sequences.root(below)).toBe(null)
    })
  })

  test('are as great as numbers are', () => {
    const last = Number.MAX_SAFE_INTEGER - 1
    const sequences = added([last], [2 ** 52])
    expect(sequences.add(entryAt(last))).not.toBe(null)
    expect(sequences.root(2 ** 52)).toBe(null)
    expect(sequences.missing(1, null, NOTHING)).toMatchObject([{ from: 0, missing: last }])
  })
})
