/** Any report: read or refused, and no text of it is anything but text on a page or in a terminal. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { readReport } from '../../src/audit/report/report-codec.ts'
import { since } from '../../src/audit/report/report-difference.ts'
import { differenceText } from '../../src/audit/report/report-text.ts'
import * as pages from '../../src/inspect/index.ts'
import { explainUnreadable } from '../../src/words/data/unreadable-input.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { audit, reportText, root } from '../root.ts'
import { bomb } from './garbage.ts'
import { attacked, type Path, pathsIn, replaced, reports, TEXTS, VALUES } from './reports.ts'
import { tally } from './tally.ts'

const RUNS = Number(process.env['RUNS'] ?? 0) / 50
const note = tally('hostile reports', RUNS > 0)

const reportPage = pages.reportPage(root)
const now = audit(machines)([])

/** The elements that pages of reports have, and nothing else may be on one. */
const TAGS =
  /^\/?(html|head|meta|title|style|body|header|main|section|article|h[1-3]|p|span|b|br|small|ul|li|dl|dt|dd|a|div|table|thead|tbody|tr|th|td)\b/

const isPage = (html: string): void => {
  for (const [, tag = ''] of html.slice('<!doctype html>'.length).matchAll(/<([^>]*)/g)) {
    if (!TAGS.test(tag) || /\son|href="(?!#(stream|finding)-\d+")/.test(tag)) {
      throw new Error(`not an element of ours: <${tag.slice(0, 80)}`)
    }
  }
}

/** Lines that show nothing but what they say. */
export const isShown = (lines: readonly string[]): void => {
  for (const line of lines) {
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(line)) throw new Error(`unseen: ${line}`)
  }
}

/** Passes anything as a report to all that takes one. */
const shown = (report: unknown): string => {
  const page = reportPage(report)
  const read = readReport(report)
  if (E.isLeft(read) || E.isLeft(page)) {
    expect(page).toEqual(read)
    if (E.isLeft(read)) isShown([explainUnreadable(read.left)])
    return 'refused'
  }
  isPage(page.right)
  isShown(reportText(read.right))
  isShown(differenceText(since(read.right, now)))
  return 'shown'
}

/** All values but those that take long to search. */
const SHORT = [...TEXTS.filter((text) => text.length < 1000), ...VALUES]

const everyPlace: readonly (readonly [unknown, Path])[] = reports.flatMap((report) =>
  pathsIn(report).map((path) => [report, path] as const),
)

/** The first place of each kind: rows of one list are of one kind. */
const kindsOfPlace = [
  ...new Map(
    everyPlace
      .toReversed()
      .map((place) => [place[1].map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.'), place]),
  ).values(),
]

test('an honest report is read as it is', () => {
  for (const report of reports) expect(readReport(report)).toEqual(E.right(report))
})

test('a report with one hostile value is shown or refused', () => {
  // the usual run tries a few of the values at one place of each kind
  const isUsual = RUNS === 0
  for (const [index, [report, path]] of (isUsual ? kindsOfPlace : everyPlace).entries()) {
    for (const [turn, value] of SHORT.entries()) {
      if (isUsual && (index + turn) % 23 > 0) continue
      note(shown(replaced(report, path, value)))
    }
  }
})

test('a report with an attack in every free text is shown', () => {
  for (const [index, report] of reports.entries()) {
    for (const [turn, text] of TEXTS.entries()) {
      if (RUNS === 0 && (index + turn) % 7 > 0) continue
      expect(shown(attacked(report, text))).toBe('shown')
    }
  }
})

test('a report with any values in any places is shown or refused', () => {
  const hostile = fc.oneof(
    fc.constantFrom(...SHORT),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, withDate: true }),
  )
  const changes = fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 4 })
  forAll({ numRuns: Math.max(15, RUNS) }, [fc.constantFrom(...reports), changes], (report, all) => {
    const changed = all.reduce((known, [index, value]) => {
      const paths = pathsIn(known)
      return replaced(known, paths[index % paths.length] ?? [], value)
    }, report)
    note(shown(changed))
  })
})

const circle: Record<string, unknown> = { ...(reports[0] as object) }
circle['findings'] = circle

test.each([
  ['fields that throw', Object.defineProperty({}, 'form', { get: bomb, enumerable: true })],
  ['traps', new Proxy({}, { get: bomb, ownKeys: bomb, getPrototypeOf: bomb })],
  ['a depth without end', JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['a circle', circle],
])('what has %s is no report', (_, value) => {
  expect(shown(value)).toBe('refused')
  expect(shown({ ...(reports[0] as object), findings: value })).toBe('refused')
})

test('a report whose totals are not those of its findings is refused, with the path', () => {
  const [report] = reports as readonly Readonly<Record<string, unknown>>[]
  const problemOf = (value: unknown) => {
    const read = readReport(value)
    return E.isLeft(read) ? `${read.left.path}: ${read.left.expected}` : null
  }
  const none = { notice: 0, warning: 0, error: 0, fatal: 0 }
  expect(problemOf({ ...report, counts: none })).toBe('counts: what its findings add up to')
  expect(problemOf({ ...report, worst: null })).toBe('worst: what its findings add up to')
  expect(report?.['atStake']).not.toEqual([])
  expect(problemOf({ ...report, atStake: [] })).toBe('atStake: what its findings add up to')
  expect(problemOf({ ...report, waived: 1 })).toBe('waived: what its findings add up to')
  expect(problemOf({ ...report, form: 2 })).toBe('form: 1')
  expect(problemOf({ ...report, findings: [{}] })).toBe('findings.0.line: a whole number from 0')
})
