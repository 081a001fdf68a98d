/** A sample that anybody draws alike: monetary units at an interval, from where a head says. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readReport } from '../../../src/audit/report/report-codec.ts'
import { sampled, sampleTable } from '../../../src/audit/report/sample.ts'
import { reportFiles } from '../../../src/audit/report/written-report.ts'
import { hash } from '../../../src/words/hash/hash.ts'
import { right } from '../../given.ts'
import { root } from '../../root.ts'
import { auditOf, entriesOf, headOver } from '../given.ts'
import { business } from '../seeded.ts'

const entries = entriesOf(...business(400, 5))
const full = headOver(entries)
const older = headOver(entries.slice(0, 399))
const audited = auditOf(entries, { heads: [full] })
const drawn = (of: typeof audited, many: number) => {
  const units = sampled(root)(of, many)
  return units._tag === 'Right' ? units.right : []
}
const draw = (many: number) => drawn(audited, many)

const captured = (currency: string): readonly number[] =>
  audited.streams.flatMap(({ sums }) =>
    sums?.currency === currency && typeof sums['captured'] === 'number' ? sums['captured'] : [],
  )

/** Draws so many units from streams with such sums. */
const ofSums = (many: number, ...all: readonly number[]) => {
  const row = audited.streams.find(({ sums }) => Number(sums?.['captured']) > 0)
  if (row === undefined) throw new Error('nothing was captured')
  const streams = all.map((captured) => ({ ...row, sums: { ...row.sums, captured } }))
  const size = all.length * row.entries
  return sampled(root)({ ...audited, size, streams: streams as never }, many)
}

describe('a sample', () => {
  test('is the same for everybody who has the log and the head', () => {
    expect(audited.heads.map(({ result }) => result)).toEqual(['equal'])
    const again = auditOf(entries.toReversed(), { heads: [full] })
    expect(drawn(again, 20)).toEqual(draw(20))
    expect(draw(20).length).toBeGreaterThan(30)
  })

  test.each([
    ['not given', []],
    ['an older head', [older]],
    ['an older head', [{ root: hash(''), size: 0 }]],
    ['a head that the log differs from', [{ root: 'ab'.repeat(32) }]],
  ])('is not drawn by %s: whoever chooses the head would choose the sample', (found, heads) => {
    const refused = sampled(root)(auditOf(entries, { heads }), 20)
    expect(refused).toMatchObject({ _tag: 'Left', left: { error: 'Unreadable', path: 'heads' } })
    expect(refused._tag === 'Left' && refused.left.found).toBe(found)
  })

  test('is the same by whichever heads are equal, and starts elsewhere with one entry more or less', () => {
    const { streams: _, ...bare } = full
    for (const heads of [[bare], [{ root: full.root }], [older, full], [full, bare]]) {
      expect(drawn(auditOf(entries, { heads }), 20)).toEqual(draw(20))
    }
    const before = auditOf(entries.slice(0, 399), { heads: [older] })
    expect(drawn(before, 20)[0]?.unit).not.toBe(draw(20)[0]?.unit)
  })

  test('is not drawn from sums that no number holds exactly', () => {
    const most = Number.MAX_SAFE_INTEGER
    expect(ofSums(20, most - 2, 1)).toMatchObject({ _tag: 'Right' })
    expect(ofSums(20, most - 2, 2)).toMatchObject({ _tag: 'Left', left: { path: 'sums' } })
  })

  test.each([-3, 0, 1e-3, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '3', null])(
    'is not drawn of %s units',
    (many) => {
      const refused = sampled(root)(audited, many as number)
      expect(refused).toMatchObject(E.left({ error: 'Unreadable', path: 'many' }))
    },
  )

  test('is drawn of one unit, and of as many as a number counts', () => {
    expect(draw(1).length).toBeGreaterThan(0)
    const most = ofSums(Number.MAX_SAFE_INTEGER, 3, 4)
    expect(most._tag === 'Right' && most.right.length).toBe(7)
  })

  test('is not drawn from a written report, which has not the rows of all streams', () => {
    const written = right(readReport(JSON.parse(JSON.stringify(reportFiles(root)(audited).report))))
    expect(sampled(root)(written, 20)).toMatchObject(
      E.left({ error: 'Unreadable', path: 'streams' }),
    )
    const [, ...others] = audited.streams
    expect(sampled(root)({ ...audited, streams: others }, 20)).toMatchObject(
      E.left({ error: 'Unreadable', path: 'streams' }),
    )
  })

  test.each(['EUR', 'ARS'])('has a unit of %s in each interval, and no other', (currency) => {
    const total = captured(currency).reduce((sum, each) => sum + each, 0)
    const interval = Math.ceil(total / 20)
    const units = draw(20).flatMap((each) => (each.currency === currency ? each.unit : []))
    expect(units[0]).toBeLessThan(interval)
    expect(units).toEqual(units.map((_, index) => (units[0] ?? 0) + index * interval))
    expect([(units.at(-1) ?? 0) < total, (units.at(-1) ?? 0) + interval >= total]).toEqual([
      true,
      true,
    ])
  })

  test('has every unit if as many are asked for as there are', () => {
    const units = ofSums(7, 3, 4)
    expect(units._tag === 'Right' && units.right.map(({ unit }) => unit)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ])
  })

  test('names entry, amount, event and digest of the message', () => {
    const [first] = draw(20)
    const own = entries.flatMap((entry, index) =>
      entry.stream === first?.stream ? [{ line: index + 1, entry }] : [],
    )
    const table = sampleTable(draw(20).slice(0, 1), () => own)
    const [header = '', ...rows] = table.trimEnd().split('\r\n')
    expect(header).toContain('hash,event,type,amount,occurred,recorded,source,message')
    const withAmount = own.filter(({ entry }) => 'amount' in entry.event.data)
    expect(rows.map((row) => row.split(',')[5])).toEqual(withAmount.map(({ entry }) => entry.hash))
  })
})
