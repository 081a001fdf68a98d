/** No change of what a published head covers is missed, in any order of lines, however the log grew. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublishedHead } from '../../src/audit/reading/heads.ts'
import { isVouchedFor } from '../../src/audit/report/report.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { forAll } from '../for-all.ts'
import { auditOf, forged, headOver, numbered } from './given.ts'
import { logs } from './logs.ts'

const RUNS = Number(process.env['RUNS'] ?? 40)

/** The head over the first entries; without a sequence, with the ends of its streams. */
const headOfFirst = (entries: readonly Entry[], size: number): PublishedHead => {
  const { streams, ...head } = headOver(entries.slice(0, size))
  return head.order === 'sequence' ? head : { ...head, streams }
}

/** The stream again from an entry on, with hashes that match: the first of them is another event. */
const rewritten = (entries: readonly Entry[], at: number): readonly Entry[] => {
  const from = entries[at]
  if (from === undefined) return entries
  let previous = from.previous
  return entries.map((entry, index) => {
    if (index < at || entry.stream !== from.stream) return entry
    const { hash: _, ...body } = entry
    const next = index === at ? forged(entry, previous) : sealed({ ...body, previous })
    previous = next.hash
    return next
  })
}

/** Everything of a stream from an entry on is gone; in a log with a sequence, that of the rest closes up. */
const cutOff = (entries: readonly Entry[], at: number, isNumbered: boolean): readonly Entry[] => {
  const from = entries[at]
  const left = entries.filter((each, index) => index < at || each.stream !== from?.stream)
  return isNumbered ? numbered(left) : left
}

const forked = (entries: readonly Entry[], at: number): readonly Entry[] => {
  const other = rewritten(entries, at)[at]
  return other === undefined ? entries : [...entries.slice(0, at), other, ...entries.slice(at)]
}

const CHANGES = {
  nothing: (entries: readonly Entry[]) => entries,
  rewritten,
  forked,
  cutOff: (entries: readonly Entry[], at: number) => cutOff(entries, at, false),
  closedUp: (entries: readonly Entry[], at: number) => cutOff(entries, at, true),
  swapped: (entries: readonly Entry[], at: number) =>
    numbered(
      entries,
      entries.map((_, index) => (index === at ? 0 : index === 0 ? at : index)),
    ),
}

const cases = fc
  .tuple(logs, fc.boolean(), fc.nat(), fc.nat())
  .chain(([plain, isNumbered, cut, at]) => {
    const entries = isNumbered ? numbered(plain) : plain
    return fc.record({
      entries: fc.constant(entries),
      size: fc.constant(1 + (cut % entries.length)),
      at: fc.constant(at % entries.length),
      change: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
      seed: fc.array(fc.nat(), { minLength: 15, maxLength: 15 }),
    })
  })

test('a head agrees with a log exactly if every entry that it covers is there, and no stream forked', () => {
  forAll(RUNS, [cases], ({ entries, size, at, change, seed }) => {
    const head = headOfFirst(entries, size)
    const changed = CHANGES[change](entries, at)
    const order = changed
      .map((entry, index) => [seed[index % 15] ?? 0, entry] as const)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry)
    const report = auditOf(order, { heads: [head] })
    const hashes = new Set(changed.map(({ hash }) => hash))
    const isThere = entries.slice(0, size).every(({ hash }) => hashes.has(hash))
    const fork = change === 'forked' ? entries[at] : undefined
    const isForked = entries
      .slice(0, size)
      .some(
        ({ stream }) =>
          stream === fork?.stream || (fork !== undefined && head.order === 'sequence'),
      )
    const [compared] = report.heads
    expect(compared?.result === 'differs').toBe(!isThere || isForked)
    const gone = entries.filter(({ hash }) => !hashes.has(hash)).map(({ stream }) => stream)
    const touched = new Set(fork === undefined ? gone : [...gone, fork.stream])
    for (const row of report.streams) {
      if (touched.has(row.stream) && (!isThere || isForked)) {
        expect([row.stream, isVouchedFor(report, row)]).toEqual([row.stream, false])
      }
    }
    const isDue = compared?.result === 'differs'
    expect(/differs? from the head/.test(report.sentence)).toBe(isDue)
    expect(/agrees? with the head/.test(report.sentence)).toBe(!isDue)
    expect(/^\d+ entr(y was|ies were) read and agree/.test(report.sentence)).toBe(
      compared?.result === 'equal',
    )
    expect(report.findings.some(({ severity }) => severity === 'fatal') || !isDue).toBe(true)
  })
})
