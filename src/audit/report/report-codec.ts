/** Reads a report that came from outside, such as parsed JSON: it is data, like any other input. */

import * as t from 'io-ts'
import type { StateValue } from 'xstate'
import * as E from '#fp-ts/Either'
import type { Sums } from '../../contract/machine-record.ts'
import { tryOr } from '../../words/data/attempt.ts'
import type { Json } from '../../words/data/canonical.ts'
import { check, fields, integer, record } from '../../words/data/codec.ts'
import { isObject, isSame, plainly } from '../../words/data/plain-data.ts'
import { firstProblem, type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { Currency } from '../../words/money.ts'
import { Stream } from '../../words/stream.ts'
import { Instant } from '../../words/time/instant.ts'
import { counted, type WrittenReport } from './report.ts'
import { stakesIn } from './stake.ts'
import { totalOf, totalsOf } from './written-report.ts'

/** No report is nested as deeply as this, not even in the value of a chart. */
const DEPTH = 16

const Count = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER)
const orNull = <A, O>(codec: t.Type<A, O, unknown>, name: string) => t.union([codec, t.null], name)
const textOrNull = orNull(t.string, 'a text or null')
const currencyOrNull = orNull(Currency, 'a currency or null')
const Level = t.keyof({ notice: null, warning: null, error: null, fatal: null }, 'a severity')

const isValue = (input: unknown): input is StateValue =>
  typeof input === 'string' || (isObject(input) && Object.values(input).every(isValue))

const isSum = (input: unknown): boolean =>
  input === null || typeof input === 'string' || Number.isSafeInteger(input)

const isSums = (input: unknown): input is Sums =>
  isObject(input) &&
  (input['currency'] === null || Currency.is(input['currency'])) &&
  Object.values(input).every(isSum)

const Waived = record(
  { reason: t.string, by: t.readonlyArray(t.string), at: t.string, until: textOrNull },
  'a waiver',
)

const Scalar = t.union([t.string, t.number, t.boolean, t.null], 'a text, a number or null')

const stream = orNull(Stream, 'a stream name or null')
const location = { line: Count, stream, revision: orNull(Count, 'a revision or null') }

const Entry = record(
  {
    ...location,
    ...fields(textOrNull, 'hash', 'eventId', 'occurredAt', 'recordedAt', 'source', 'message'),
  },
  'an entry',
)

const Amount = record({ stream, amount: t.number, currency: currencyOrNull }, 'an amount')

/** A finding. Its code may be one that this release does not know. */
const Finding = record(
  {
    ...location,
    ...fields(t.string, 'id', 'code'),
    severity: Level,
    title: t.string,
    key: textOrNull,
    because: t.string,
    compared: t.readonly(t.record(t.string, Scalar)),
    entries: t.readonlyArray(Entry),
    stake: orNull(Amount, 'an amount or null'),
    ...fields(t.string, 'source', 'remedy'),
    waived: orNull(Waived, 'a waiver or null'),
  },
  'a finding',
)

const Question = record(
  {
    ...fields(t.string, 'reason', 'because', 'settledBy'),
    amount: orNull(t.number, 'an amount or null'),
    currency: currencyOrNull,
  },
  'a question',
)

const Row = record(
  {
    stream: Stream,
    ...fields(t.string, 'machine', 'status'),
    value: check('the value of a chart', isValue),
    entries: Count,
    isValid: t.boolean,
    covering: t.readonlyArray(Count),
    sums: orNull(check('sums', isSums), 'sums or null'),
    questions: t.readonlyArray(Question),
    words: t.readonlyArray(
      record(
        {
          what: t.keyof({ reviewed: null, 'given up': null }, 'what a person decided'),
          by: t.readonlyArray(t.string),
          because: t.string,
          at: t.string,
        },
        'what a person decided',
      ),
    ),
    method: t.string,
    month: textOrNull,
    held: Count,
    related: t.readonlyArray(record({ name: t.string, phrase: t.string, stream: Stream })),
  },
  'a stream',
)

const Known = record(
  {
    at: t.union([Count, Instant], 'a number of entries or an instant'),
    by: t.keyof({ sequence: null, receipt: null }, 'a limit'),
    leftOut: Count,
  },
  'a limit',
)

const Checked = record(
  {
    of: t.keyof({ log: null, streams: null, nothing: null }, 'what a check is of'),
    ...fields(t.string, 'name', 'title'),
    tried: orNull(Count, 'a number or null'),
    unit: t.string,
    failed: Count,
    needs: textOrNull,
  },
  'a check',
)

const Totalled = record(
  {
    isValid: t.boolean,
    currency: currencyOrNull,
    method: t.string,
    month: textOrNull,
    status: t.string,
    streams: Count,
    sums: t.readonly(t.record(t.string, orNull(t.number, 'a sum or null'))),
    held: orNull(Count, 'a sum or null'),
  },
  'a total',
)

const AtStake = record(
  { currency: currencyOrNull, amount: orNull(t.number, 'a sum or null'), streams: Count },
  'an amount',
)

/** Any JSON: what is read has been copied as plain data. */
const AnyJson = check('JSON', (_input): _input is Json => true)

const Compared = record(
  {
    root: t.string,
    size: orNull(Count, 'a number of entries or null'),
    order: orNull(t.keyof({ sequence: null, streams: null }), 'an order of entries or null'),
    time: orNull(Instant, 'an instant or null'),
    result: t.keyof(
      { equal: null, grown: null, differs: null, later: null },
      'the result for a head',
    ),
    cannotTell: t.boolean,
    ends: Count,
  },
  'a compared head',
)

/** A report; that its totals are those of its findings, only `readReport` says. */
export const Report: t.Decoder<unknown, WrittenReport> & { readonly name: string } = record(
  {
    form: t.literal(1),
    by: record({
      machines: t.readonlyArray(record({ id: t.string, fingerprint: t.string })),
      policy: t.string,
      reader: t.string,
    }),
    ...fields(orNull(Instant, 'an instant or null'), 'now', 'occurred'),
    lines: Count,
    received: orNull(record({ first: Instant, last: Instant }), 'two instants or null'),
    policy: t.readonly(t.record(t.string, AnyJson)),
    waivers: t.readonlyArray(AnyJson),
    waiversAsOf: orNull(Instant, 'an instant or null'),
    checks: t.readonlyArray(Checked),
    facts: t.readonly(t.record(t.string, Count)),
    sentence: t.string,
    input: orNull(
      record({ name: t.string, bytes: Count, sha256: t.string }, 'a file'),
      'a file or null',
    ),
    totals: t.readonlyArray(Totalled),
    xstate: textOrNull,
    sample: orNull(Count, 'a number or null'),
    tables: t.readonlyArray(record({ name: t.string, sha256: t.string })),
    known: orNull(Known, 'what the log knew, or null'),
    head: textOrNull,
    root: t.string,
    heads: t.readonlyArray(Compared),
    order: t.keyof({ sequence: null, streams: null }, 'an order of entries'),
    size: Count,
    findings: t.readonlyArray(Finding),
    streams: t.readonlyArray(Row),
    counts: record({ notice: Count, warning: Count, error: Count, fatal: Count }),
    waived: Count,
    worst: orNull(Level, 'a severity or null'),
    atStake: t.readonlyArray(AtStake),
  },
  'a report',
)

/** The first of the totals that does not follow from the findings. */
const wrongTotal = (report: WrittenReport): Unreadable | undefined => {
  const own = { ...counted(report.findings), atStake: stakesIn(report.findings) }
  const wrong = (['counts', 'waived', 'worst', 'atStake'] as const).find(
    (name) => !isSame(own[name], report[name]),
  )
  return wrong && unreadable(wrong, 'what its findings add up to', report[wrong])
}

/** What only `reportFiles` adds to a report. */
const UNWRITTEN = { input: null, totals: [], xstate: null, sample: null, tables: [] }

const read = (input: unknown): E.Either<Unreadable, WrittenReport> => {
  const given = plainly(input, DEPTH)
  const isWritten = !isObject(given) || Object.hasOwn(given, 'totals')
  const decoded = Report.decode(isObject(given) ? { ...UNWRITTEN, ...given } : given)
  if (E.isLeft(decoded)) return E.left(firstProblem(decoded.left))
  const { right } = decoded
  const report = isWritten ? right : { ...right, totals: totalsOf(right.streams.map(totalOf)) }
  const wrong = wrongTotal(report)
  return wrong === undefined ? E.right(report) : E.left(wrong)
}

/**
 * Reads a report of any origin, also one that `audit` or `reportStream` returned. Anything else is
 * `Unreadable`, and so is a report whose totals are not those of its findings. The codes of findings may
 * be unknown here. Any text in a report may be hostile: whoever shows it escapes it, as `reportPage` and
 * `reportText` do.
 */
export const readReport = (input: unknown): E.Either<Unreadable, WrittenReport> =>
  tryOr(E.left(unreadable('', Report.name, input)), () => read(input))
