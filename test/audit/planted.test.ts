/** A long log audits clean; with twenty faults planted in it, it reports exactly those twenty. */
import { describe, expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/text.ts'
import { machines, told } from '../given.ts'
import { sealedLine } from '../log/seal.ts'
import { entriesOf, type Told } from './given.ts'
import { business } from './seeded.ts'

/** `npm run planted` tries a hundred thousand. */
const ENTRIES = Number(process.env['ENTRIES'] ?? 1500)
const SEED = 20_261_121
const PATIENCE = 3_600_000

const LATE = '2028-06-01T10:00:00Z'

const audited = (lines: readonly string[]): readonly string[] =>
  audit(machines)(lines.map((line) => `${line}\n`)).findings.map(
    ({ stream, code }) => `${stream} ${code}`,
  )

/** Promises that were broken, each on a stream of its own, told after all else. */
const broken: readonly (readonly [expected: string, ...told: readonly Told[]])[] = [
  'late-refund',
  'over-refund',
  'late-chargeback',
  'after-end',
  'late-ticket',
  'skew',
  'superseded',
  'unbound',
  'contradicted',
  'other-outcome',
].map((name, index) => plant(name, `x${index}`))

function plant(name: string, id: string): readonly [string, ...Told[]] {
  const pay = { paymentId: `pay_${id}` }
  const sid = { sessionId: `sid_${id}` }
  const payment = `payment-pay_${id}`
  const session = `session-sid_${id}`
  const on = (type: string, data: object, at: string, more: object = {}) =>
    told(type, data, { at, heard: LATE, id: `evt_${id}_${type}`.slice(0, 80), ...more })
  const pending = on(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'EUR', method: 'sepa' },
    '2028-01-03T10:00:00Z',
  )
  const slip = on(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'ARS', method: 'ticket' },
    '2028-01-03T10:00:00Z',
  )
  const captured = on('payment_captured', { ...pay, amount: 1000 }, '2028-01-05T10:00:00Z')
  const act = { ...pay, actionId: `act_${id}` }
  switch (name) {
    case 'late-refund':
      return [
        `${payment} withinRefundWindow`,
        [payment, pending],
        [payment, captured],
        [payment, on('payment_refunded', { ...act, amount: 1 }, '2028-05-20T10:00:00Z')],
      ]
    case 'over-refund':
      return [
        `${payment} NegativeNet`,
        [payment, pending],
        [payment, captured],
        [payment, on('payment_chargeback', { ...act, amount: 1001 }, '2028-01-20T10:00:00Z')],
      ]
    case 'late-chargeback':
      return [
        `${payment} withinChargebackWindow`,
        [payment, pending],
        [payment, captured],
        [payment, on('payment_chargeback', { ...act, amount: 1 }, '2029-05-20T10:00:00Z')],
      ]
    case 'after-end':
      return [
        `${payment} moneyAfterEnd`,
        [payment, pending],
        [payment, on('payment_canceled', pay, '2028-01-04T10:00:00Z')],
        [payment, captured],
      ]
    case 'late-ticket':
      return [
        `${payment} lateCapture`,
        [payment, slip],
        [payment, on('payment_expired', pay, '2028-01-04T10:00:00Z')],
        [payment, captured],
      ]
    case 'skew':
      return [
        `${payment} ClockSkew`,
        [payment, pending],
        [
          payment,
          on('payment_captured', pay, '2028-01-05T10:00:00Z', { claimed: '2028-01-09T10:00:00Z' }),
        ],
      ]
    case 'superseded':
      return [
        `${payment} Superseded`,
        [payment, pending],
        [payment, captured],
        [payment, on('payment_declined', pay, '2028-01-09T10:00:00Z')],
      ]
    case 'unbound':
      return [
        `${payment} Unbound`,
        [payment, pending],
        [payment, captured],
        [payment, on('payment_refunded', { ...pay, amount: 5 }, '2028-01-09T10:00:00Z')],
      ]
    case 'contradicted':
      return [
        `${payment} SnapshotContradicts`,
        [payment, pending],
        [payment, captured],
        [
          payment,
          on('state_observed', { ...pay, status: 'declined' }, '2028-01-09T10:00:00Z', {
            source: 'response',
          }),
        ],
      ]
    default:
      return [
        `${session} outcomeKnown`,
        [session, on('session_created', { ...sid, mode: 'hosted' }, '2028-01-03T10:00:00Z')],
        [session, on('session_completed', sid, '2028-01-03T10:01:00Z')],
      ]
  }
}

/** Entries in the middle of a stream, no two of one: there a fault shows in the log itself. */
const inTheMiddle = (entries: readonly Entry[], many: number): readonly Entry[] => {
  const longest = new Map<string, number>()
  for (const { stream, revision } of entries) longest.set(stream, revision)
  const fit = entries.filter(
    ({ stream, revision }) => revision === 1 && (longest.get(stream) ?? 0) > 1,
  )
  const step = Math.floor(fit.length / many)
  return Array.from({ length: many }, (_, index) => fit[index * step]).filter(
    (entry) => entry !== undefined,
  )
}

/** A stream of one entry, and a line that shows no stream. */
const STRANGE = 'session-sid_strange'
const NOWHERE = 'null Unreadable'

/** What somebody may do to the line of an entry, and what is found: at the entry, or at the next. */
type Fault = readonly [code: string, spoil: (line: string, entry: Entry) => readonly string[]]

const forged = ({ hash: _, ...body }: Entry): string =>
  toLine(
    sealed({ ...body, event: { ...body.event, data: { ...body.event.data, reference: 'R' } } }),
  )

const FAULTS: readonly Fault[] = [
  ['Altered', (line) => [line.replace('"occurredAt":"2', '"occurredAt":"3')]],
  [
    'Altered',
    (line) => [
      line
        .replace(/"previous":"./, '"previous":"x')
        .replace('x', line.includes('"previous":"0') ? '1' : '0'),
    ],
  ],
  [
    'Altered',
    (line) => [
      line.replace(/"hash":"./, (found) => (found.endsWith('0') ? '"hash":"1' : '"hash":"0')),
    ],
  ],
  ['Altered', (line) => [line.slice(1)]],
  ['Missing', () => []],
  ['Repeated', (line) => [line, line]],
  ['Unreadable', (line) => ['{"nothing":"of ours"}', line]],
  ['NotFollowing', (_, entry) => [forged(entry)]],
  ['Conflicting', (line, entry) => [forged(entry), line]],
]

/** The line of an entry, said in another form under a hash that fits. */
const otherForm = (line: string): string =>
  sealedLine(`${line.slice(0, line.lastIndexOf(',"hash":'))}}`.replace(',"form"', ', "form"'))

describe('a long log of ordinary business', () => {
  const entries = entriesOf(...business(ENTRIES, SEED))

  test(
    'has nothing wrong with it',
    () => {
      expect(entries).toHaveLength(ENTRIES)
      expect(audited(entries.map(toLine))).toEqual([])
    },
    PATIENCE,
  )

  test(
    'with twenty faults planted in it shows exactly those',
    () => {
      const spoilt = new Map(
        inTheMiddle(entries, FAULTS.length).map((entry, index) => [entry, FAULTS[index]] as const),
      )
      const lines = entries.flatMap((entry) => {
        const line = toLine(entry)
        return spoilt.get(entry)?.[1](line, entry) ?? [line]
      })
      const more = entriesOf(...broken.flatMap(([, ...events]) => events)).map(toLine)
      const [strange = ''] = entriesOf([
        STRANGE,
        told('session_created', { sessionId: 'sid_strange', mode: 'hosted' }),
      ]).map(toLine)
      const expected = [
        ...[...spoilt].map(([{ stream }, fault]) =>
          fault?.[0] === 'Unreadable' ? NOWHERE : `${stream} ${fault?.[0]}`,
        ),
        ...broken.map(([each]) => each),
        `${STRANGE} NotCanonical`,
      ]
      expect(expected).toHaveLength(20)
      expect(audited([...lines, ...more, otherForm(strange)]).toSorted()).toEqual(
        expected.toSorted(),
      )
    },
    PATIENCE,
  )
})
