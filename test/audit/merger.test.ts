/**
 * Merged audits: findings of one stream located in another, and what only the whole report
 * contains.
 */
import { describe, expect, test } from 'vitest'
import type { Auditing } from '../../src/audit/auditing.ts'
import { reportFrame, reportJson } from '../../src/audit/report/report.ts'
import type { StreamAudit } from '../../src/audit/stream-audit.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { machines, reported } from '../given.ts'
import { sealedLine } from '../log/seal.ts'
import { audit, auditStream, mergeAudits } from '../root.ts'
import { day, EXAMPLES, happened, lines, MANDATE, mandate, SESSION, sid, src } from './examples.ts'
import { entriesOf, type OnStream } from './given.ts'
import { byKey, type Row, streamsOf } from './stored.ts'

const mandateOf = MANDATE as Stream

const rowsOf = (...all: readonly OnStream[]): readonly Row[] =>
  byKey(
    entriesOf(...all).map((entry) => {
      const { stream, revision } = entry
      return { stream, revision, line: toLine(entry) }
    }),
  )

/** Audits the streams of the rows, mandates last. */
const parts = (rows: readonly Row[], auditing = {}): readonly StreamAudit[] => {
  const by = auditStream(machines, auditing)
  const streams = streamsOf(rows)
  const others = [...streams]
    .filter(([stream]) => stream !== mandateOf)
    .map(([stream, all]) => by(stream, all))
  const consequences = others.flatMap((each) => each.consequences)
  return [...others, by(mandateOf, streams.get(mandateOf) ?? [], consequences)]
}

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

/** The same line in another form, with a matching hash. */
const otherForm = ({ line, ...key }: Row): Row => ({
  ...key,
  line: sealedLine(
    `${line.slice(0, line.lastIndexOf(',"hash":'))}}`.replace(',"form"', ', "form"'),
  ),
})

const whole = (rows: readonly Row[], merging: Auditing = {}) =>
  mergeAudits(machines, merging)(parts(rows, merging))

const pass = (rows: readonly Row[], merging: Auditing = {}) =>
  audit(machines, merging)(rows.map(({ line }) => `${line}\n`))

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
    const rows = rowsOf(...twice).map((row) => (row.stream === mandateOf ? row : otherForm(row)))
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

  test('come in this order, whatever the order of the parts', () => {
    const [payment, mandate] = ['payment-pay_1', 'mandate-src_1'] as const
    const found = (code: string, key: string | null, teller: string) => ({
      within: payment as Stream,
      teller: teller as Stream,
      found: { line: 1, stream: payment, code, key, waived: null, severity: 'notice' } as never,
    })
    const all = [
      found('c', 'x', payment),
      found('b', 'x', mandate),
      found('a', null, payment),
      found('d', 'y', payment),
    ]
    const [empty] = parts(rowsOf(...twice))
    for (const each of [all, all.toReversed()]) {
      const own = { ...empty, stream: payment as Stream, found: each } as StreamAudit
      const { findings } = mergeAudits(machines)([own])
      const codes = findings.map(({ code }) => code as string)
      expect([codes.slice(0, 2), codes.slice(2).toSorted()]).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
    }
  })

  test('wait for a head until the last line, even if streams without lines follow', () => {
    const rows = rowsOf(...twice)
    const [first, ...rest] = parts(rows)
    const received = rest.at(-1)
    if (first === undefined || received === undefined) throw new Error('no parts')
    const { end } = auditStream(machines)(mandateOf, [])
    const empty = { ...received, stream: 'mandate-zzz' as Stream, lines: 0, end, found: [] }
    const merging = { heads: [{ root: 'another' }] }
    const late = { ...first, stream: 'a' as Stream }
    const findings = mergeAudits(
      machines,
      merging,
    )([
      { ...late, found: received.found.map((each) => ({ ...each, within: late.stream })) },
      empty,
    ]).findings
    expect(findings.map(({ code, line }) => [line, code])).toEqual([
      [1, 'HeadDiffers'],
      [1, 'mandateUsable'],
    ])
  })

  test('of a log without lines are only that of its head', () => {
    const merging = { heads: [{ root: 'another' }] }
    expect(mergeAudits(machines, merging)([])).toEqual(pass([], merging))
    expect(mergeAudits(machines)([])).toEqual(pass([]))
  })
})

describe('a payment', () => {
  test('is shown with the first session of its reference, whichever part has it', () => {
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
})

describe('a report that is written in pieces', () => {
  test('of an empty log is the same text', () => {
    const { streams: _, findings: none, ...frame } = pass([])
    expect(none).toEqual([])
    expect(reportFrame(frame).join('')).toBe(reportJson(pass([])))
  })
})

describe('a part', () => {
  test('states the latest time at which anything was recorded, wherever that is', () => {
    const stepping = EXAMPLES.ClockStepsBack
    const rows = stepping.map((line, revision) => ({ revision, line }))
    const { recordedAt } = auditStream(machines)(SESSION as Stream, rows)
    expect(recordedAt).toBe('2026-03-04T10:00:00.0000000Z')
  })

  test('states when its last entry was recorded, and where it ends', () => {
    const rows = rowsOf(...twice).slice(0, 1)
    const by = auditStream(machines)
    const { lines: read, recordedAt, end } = by(mandateOf, rows)
    expect([read, end.size, recordedAt]).toEqual([1, 1, '2026-03-02T10:00:00.0000000Z' as Instant])
    expect(by(mandateOf, [])).toMatchObject({
      lines: 0,
      end: { size: 0, sequenced: [], lost: 0 },
      kept: null,
      isValid: true,
    })
    expect(by(mandateOf, [{ revision: 0, line: lines[0] ?? '' }])).toMatchObject({
      lines: 1,
      end: { size: 0, root: null, lost: 1 },
      kept: null,
      isValid: false,
      found: [{ within: MANDATE, teller: MANDATE, found: { code: 'Misplaced', line: 1 } }],
    })
  })
})
