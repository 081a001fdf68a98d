/**
 * Merged audits: findings of one stream located in another, and what only the whole report
 * contains.
 */
import { describe, expect, test } from 'vitest'
import type { Auditing } from '../../src/audit/auditing.ts'
import { type AuditReport, reportFrame, reportJson } from '../../src/audit/report/report.ts'
import { reportFiles } from '../../src/audit/report/written-report.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { root } from '../root.ts'
import { day, EXAMPLES, happened, lines, MANDATE, mandate, SESSION, sid, src } from './examples.ts'
import { auditOf, entriesOf, headOver, type OnStream, otherForm } from './given.ts'
import { partsOf, reportOf } from './log-in-parts.ts'
import { byKey, type Row } from './stored.ts'

const mandateOf = MANDATE as Stream

const rowsOf = (...all: readonly OnStream[]): readonly Row[] =>
  byKey(
    entriesOf(...all).map((entry) => {
      const { stream, revision } = entry
      return { stream, revision, line: toLine(entry) }
    }),
  )

const pay = (id: string): readonly OnStream[] => [
  [
    `payment-${id}`,
    happened('payment_pending', { paymentId: id, ...src, method: 'sepa' }, '03', {
      id: `evt_${id}`,
    }),
  ],
]

/** A single mandate with two payments: the second is one too many. */
const twice: readonly OnStream[] = [[MANDATE, mandate], ...pay('pay_1'), ...pay('pay_2')]

const whole = (rows: readonly Row[], merging: Auditing = {}) =>
  JSON.parse(reportOf(partsOf(rows, 3, merging), merging)) as AuditReport

const pass = (rows: readonly Row[], merging: Auditing = {}) => {
  const lines = rows.map(({ line }) => line)
  return auditOf(lines, merging)
}

describe('a mandate', () => {
  test('is judged by payments of other parts; findings are located at those payments', () => {
    const rows = rowsOf(...twice)
    const { findings } = whole(rows)
    expect(findings.map(({ line, stream, code }) => [line, stream, code])).toEqual([
      [3, 'payment-pay_2', 'mandateUsable'],
    ])
    expect(whole(rows)).toEqual(pass(rows))
  })

  test('without entries has a row, but no line', () => {
    const rows = rowsOf(...pay('pay_1'))
    expect(whole(rows).streams.map(({ stream, entries }) => [stream, entries])).toEqual([
      [MANDATE, 0],
      ['payment-pay_1', 1],
    ])
    expect(whole(rows)).toEqual(pass(rows))
  })

  test('that a head lists and the log lacks is not valid, and only the head says so', () => {
    const all = [...twice, ...pay('pay_3')]
    const heads = [headOver(entriesOf(...all))]
    const left = rowsOf(...all).filter(({ stream }) => stream !== mandateOf)
    const codes = ({ findings }: AuditReport) => findings.map(({ code, stream }) => [code, stream])
    expect(codes(pass(left))).toEqual([['missingPredecessor', 'payment-pay_1']])
    const report = pass(left, { heads })
    expect(codes(report)).toEqual([['HeadDiffers', MANDATE]])
    expect(report.streams.map(({ stream, isValid }) => [stream, isValid])).toEqual([
      [MANDATE, false],
      ...['1', '2', '3'].map((id) => [`payment-pay_${id}`, true]),
    ])
    const { totals } = reportFiles(root)(report).report
    expect(totals.map(({ isValid, streams }) => [isValid, streams])).toEqual([
      [true, 3],
      [false, 1],
    ])
    for (const many of [1, 2, 7]) {
      expect(reportOf(partsOf(left, many, { heads }), { heads })).toBe(reportJson(report))
    }
  })

  test('is not judged if a payment is not valid', () => {
    const rows = rowsOf(...twice).map((row) =>
      row.line.includes('evt_pay_2') ? { ...row, line: row.line.replace('"sepa"', '"SEPA"') } : row,
    )
    expect(whole(rows).findings.map(({ code }) => code)).toEqual(['Altered'])
    const more = ['payment_captured', 'payment_declined'].map(
      (type): OnStream => [
        'payment-pay_2',
        reported(type, { paymentId: 'pay_2' }, { at: day('05') }),
      ],
    )
    const cut = rowsOf(...twice, ...more).filter(
      ({ stream, revision }) => `${stream} ${revision}` !== 'payment-pay_2 1',
    )
    expect(whole(cut).findings.map(({ code }) => code)).toEqual(['Missing'])
    expect(whole(cut).streams[0]).toMatchObject({ stream: MANDATE, isValid: false })
    expect(whole(cut)).toEqual(pass(cut))
  })
})

describe('findings', () => {
  test('come worst first, and then in the order of their lines', () => {
    const rows = rowsOf(...twice).map((row) =>
      row.stream === mandateOf ? row : { ...row, line: otherForm(row.line) },
    )
    const merging = { heads: [{ root: 'another' }] }
    const { findings } = whole(rows, merging)
    expect(findings.map(({ line, code }) => [line, code])).toEqual([
      [3, 'HeadDiffers'],
      [2, 'NotCanonical'],
      [3, 'NotCanonical'],
      [3, 'mandateUsable'],
    ])
    expect(whole(rows, merging)).toEqual(pass(rows, merging))
  })

  test('of a log without lines are only that of its head', () => {
    const merging = { heads: [{ root: 'another' }] }
    expect(whole([], merging)).toEqual(pass([], merging))
    expect(whole([])).toEqual(pass([]))
  })
})

test('a payment is shown with the first session of its reference, whichever part has it', () => {
  const reference = { reference: 'order-1' }
  const rows = rowsOf(
    [
      'payment-pay_1',
      happened('payment_pending', { paymentId: 'pay_1', method: 'sepa', ...reference }),
    ],
    ['session-sid_2', happened('session_created', { sessionId: 'sid_2', ...reference })],
    ['session-sid_1', happened('session_created', { ...sid, ...reference })],
  )
  const { streams } = whole(rows)
  expect(streams.map(({ stream, related }) => [stream, related])).toContainEqual([
    'payment-pay_1',
    [{ name: 'session', phrase: 'after', stream: 'session-sid_1' }],
  ])
  expect(whole(rows)).toEqual(pass(rows))
})

test('a report that is written in pieces of an empty log is the same text', () => {
  const { streams: _, findings: none, ...frame } = pass([])
  expect(none).toEqual([])
  expect(reportFrame(frame).join('')).toBe(reportJson(pass([])))
})

describe('a part', () => {
  const streamOf = (stream: string, texts: readonly string[]) =>
    partsOf(
      texts.map((line, revision) => ({ stream: stream as Stream, revision, line })),
      1,
    ).streams.find((each) => each.stream === stream)

  test('states the latest time at which anything was recorded, wherever that is', () => {
    expect(streamOf(SESSION, EXAMPLES.ClockStepsBack)?.recordedAt).toBe(
      '2026-03-04T10:00:00.0000000Z',
    )
  })

  test('states when its last entry was recorded, and where it ends', () => {
    const rows = rowsOf(...twice).slice(0, 1)
    expect(streamOf(mandateOf, [rows[0]?.line ?? ''])).toMatchObject({
      lines: 1,
      end: { size: 1 },
      recordedAt: '2026-03-02T10:00:00.0000000Z',
    })
    expect(streamOf(mandateOf, [])).toBe(undefined)
    expect(streamOf(mandateOf, [lines[0] ?? ''])).toMatchObject({
      lines: 1,
      end: { size: 0, root: null, lost: 1 },
      reference: null,
      found: [{ code: 'Misplaced', line: 1 }],
    })
  })
})
