/** A long log has no findings; with 45 faults planted in it, the report has exactly those. */
import { describe, expect, test } from 'vitest'
import { type AuditReport, isVouchedFor } from '../../src/audit/report/report.ts'
import { reportFiles } from '../../src/audit/report/written-report.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { reported } from '../given.ts'
import { reportPage, root } from '../root.ts'
import { besides } from './examples.ts'
import { auditOf, entriesOf, headOver, type OnStream, otherForm } from './given.ts'
import { business } from './seeded.ts'

/** `npm run planted` uses a hundred thousand entries. */
const ENTRIES = Number(process.env['ENTRIES'] ?? 1500)
const SEED = 20_261_121

const LATE = '2028-06-01T10:00:00Z'

/** The findings of a report, each with its stream. */
const foundIn = ({ findings }: AuditReport): readonly string[] =>
  besides(findings)
    .map(({ stream, code }) => `${stream} ${code}`)
    .toSorted()

/** The events of a payment or session, by its number. */
const subject = (id: string) => {
  const pay = { paymentId: `pay_${id}` }
  const on = (type: string, data: object, at: string, more: object = {}) =>
    reported(type, data, { at, recordedAt: LATE, id: `evt_${id}_${type}`, ...more })
  const begun = { ...pay, amount: 1000 }
  return {
    sid: { sessionId: `sid_${id}` },
    pay,
    act: { ...pay, actionId: `act_${id}` },
    on,
    sepa: on('payment_pending', { ...begun, currency: 'EUR', method: 'sepa' }, day('01-03')),
    ticket: on('payment_pending', { ...begun, currency: 'ARS', method: 'ticket' }, day('01-03')),
    captured: on('payment_captured', begun, day('01-05')),
  }
}

const day = (date: string): string => `2028-${date}T10:00:00Z`

/** Broken rules, by the finding they cause, each in a separate payment. */
const PAYMENTS: Readonly<
  Record<string, (of: ReturnType<typeof subject>) => readonly DomainEvent[]>
> = {
  withinRefundWindow: ({ sepa, captured, on, act }) => [
    sepa,
    captured,
    on('payment_refunded', { ...act, amount: 1 }, day('05-20')),
  ],
  NegativeNet: ({ sepa, captured, on, act, pay }) => [
    sepa,
    captured,
    on('payment_refunded', { ...act, amount: 600 }, day('01-09')),
    on('payment_chargeback', { ...pay, actionId: 'act_back', amount: 600 }, day('01-20')),
  ],
  withinChargebackWindow: ({ sepa, captured, on, act }) => [
    sepa,
    captured,
    on('payment_chargeback', { ...act, amount: 1 }, '2029-05-20T10:00:00Z'),
  ],
  moneyAfterEnd: ({ sepa, captured, on, pay }) => [
    sepa,
    on('payment_canceled', pay, day('01-04')),
    captured,
  ],
  lateCapture: ({ ticket, captured, on, pay }) => [
    ticket,
    on('payment_expired', pay, day('01-04')),
    captured,
  ],
  ClockSkew: ({ sepa, on, pay }) => [
    sepa,
    on('payment_captured', pay, day('01-05'), { claimed: day('01-09') }),
  ],
  Superseded: ({ sepa, captured, on, pay }) => [
    sepa,
    captured,
    on('payment_declined', pay, day('01-09')),
  ],
  Unbound: ({ sepa, captured, on, pay }) => [
    sepa,
    captured,
    on('payment_refunded', { ...pay, amount: 5 }, day('01-09')),
  ],
  StatementDiffers: ({ sepa, captured, on, pay }) => [
    sepa,
    captured,
    on('state_observed', { ...pay, status: 'declined', askedAt: '2028-06-01T10:06:00Z' }, LATE, {
      at: null,
      recordedAt: '2028-06-01T10:06:00Z',
      source: 'response',
    }),
  ],
}

/** The same for sessions. */
const SESSIONS: typeof PAYMENTS = {
  outcomeKnown: ({ on, sid }) => [
    on('session_created', { ...sid, mode: 'hosted' }, day('01-03')),
    on('session_completed', sid, '2028-01-03T10:01:00Z'),
  ],
}

const plantedIn = (kind: string, all: typeof PAYMENTS) =>
  Object.entries(all).map(([code, tell], index) => {
    const stream = `${kind}_x${index}`
    const events = tell(subject(`x${index}`))
    return {
      expected: `${stream} ${code}`,
      events: events.map((event): OnStream => [stream, event]),
    }
  })

const broken = [...plantedIn('payment-pay', PAYMENTS), ...plantedIn('session-sid', SESSIONS)]

/** Two payments that are in order, and what each has besides. */
const two = (
  letter: string,
  more: (of: ReturnType<typeof subject>, number: number) => readonly DomainEvent[],
  own: object = {},
): readonly OnStream[] =>
  [1, 2].flatMap((number) => {
    const of = subject(`y${letter}${number}`)
    const sepa = { ...of.sepa, data: { ...of.sepa.data, ...own } }
    return [sepa, of.captured, ...more(of, number)].map(
      (event): OnStream => [`payment-pay_y${letter}${number}`, event],
    )
  })

/** What two streams have although only one may, by the finding at the second of them. */
const SHARED: Readonly<Record<string, readonly [stream: string, events: readonly OnStream[]]>> = {
  EventInTwo: [
    'payment-pay_ya2',
    two('a', ({ on, pay }) => [
      on('action_observed', { ...pay, action: 'payout', amount: 1 }, day('01-06'), { id: 'evt_y' }),
    ]),
  ],
  ActionInTwo: [
    'payment-pay_yb2',
    two('b', ({ on, pay }) => [
      on('payment_refunded', { ...pay, actionId: 'act_y', amount: 1 }, day('01-06')),
    ]),
  ],
  CommandInTwo: [
    'payment-pay_yc2',
    two('c', ({ on, pay }) => [
      on('refund_requested', { ...pay, amount: 1, commandId: 'c-y' }, day('01-06'), {
        source: 'request',
      }),
    ]),
  ],
  CapturedTwice: [
    'payment-pay_yd2',
    two('d', () => [], { customerId: 'cus_y', reference: 'ORD-y' }),
  ],
  SessionUsedTwice: [
    'session-sid_y',
    ['session_created', 'channel_data_submitted', 'session_approved', 'session_completed'].map(
      (type, index): OnStream => {
        const { on, sid } = subject('y')
        const named = index < 2 ? {} : { paymentId: `pay_y${index}` }
        return ['session-sid_y', on(type, { ...sid, ...named }, `2028-01-03T10:0${index}:00Z`)]
      },
    ),
  ],
}

/** Entries in the middle of different streams: a fault there shows in the log itself. */
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

/** A stream with one entry, and a line that shows no stream. */
const STRANGE = 'session-sid_strange'
const NOWHERE = 'null Unreadable'

/** Ways to tamper with the line of an entry, and the finding at that entry or the next. */
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

describe('a long log of ordinary business', () => {
  const entries = entriesOf(...business(ENTRIES, SEED))

  test('has no findings', () => {
    expect(entries).toHaveLength(ENTRIES)
    expect(foundIn(auditOf(entries))).toEqual([])
  })

  test('with 45 faults planted in it and a head has exactly those, each with its entries', () => {
    const streams = [...new Set(entries.map(({ stream }) => stream))]
    const head = headOver(entries)
    const damaged = new Map(
      inTheMiddle(entries, FAULTS.length).map((entry, index) => [entry, FAULTS[index]] as const),
    )
    const touched = new Set([...damaged.keys()].map(({ stream }) => stream))
    const last = new Map(entries.map((entry) => [entry.stream, entry.revision]))
    const long = streams.filter((stream) => !touched.has(stream) && (last.get(stream) ?? 0) > 1)
    // of eight streams each: the end cut off, the end forged anew; of four: removed
    const [cut, rewritten] = [new Set(long.slice(0, 8)), new Set(long.slice(8, 16))]
    const removed = new Set(long.slice(16, 20))
    const lines = entries.flatMap((entry) => {
      const { stream, revision } = entry
      if (removed.has(stream)) return []
      const isLast = last.get(stream) === revision
      if (isLast && cut.has(stream)) return []
      if (isLast && rewritten.has(stream)) return [forged(entry)]
      const line = toLine(entry)
      return damaged.get(entry)?.[1](line, entry) ?? [line]
    })
    const shared = Object.values(SHARED).flatMap(([, events]) => events)
    const more = entriesOf(...broken.flatMap((each) => each.events), ...shared).map(toLine)
    const [strange = ''] = entriesOf([
      STRANGE,
      reported('session_created', { sessionId: 'sid_strange', mode: 'hosted' }),
    ]).map(toLine)
    const log = [...lines, ...more, otherForm(strange)]
    const report = auditOf(log, { heads: [head] })
    const gone = [...cut, ...rewritten, ...removed]
    const inLines = [...damaged].map(([{ stream }, fault]) =>
      fault?.[0] === 'Unreadable' ? NOWHERE : `${stream} ${fault?.[0]}`,
    )
    const planted = [
      ...inLines,
      ...broken.map(({ expected: each }) => each),
      `${STRANGE} NotCanonical`,
      ...Object.entries(SHARED).map(([code, [stream]]) => `${stream} ${code}`),
    ]
    const differing = gone.map((stream) => `${stream} HeadDiffers`)
    expect(foundIn(report)).toEqual([...planted, ...differing].toSorted())
    const found = besides(report.findings)
    expect(found).toHaveLength(45)
    const bare = found.filter(({ entries: all }) => all.length === 0)
    expect(bare.map(({ stream }) => stream).toSorted()).toEqual([...removed].toSorted())
    expect(new Set(found.map(({ id }) => id)).size).toBe(45)
    for (const row of report.streams) {
      const isTouched =
        gone.includes(row.stream) || inLines.some((each) => each.startsWith(`${row.stream} `))
      if (gone.includes(row.stream)) expect([row.stream, row.isValid]).toEqual([row.stream, false])
      if (isTouched && !inLines.includes(`${row.stream} Repeated`)) {
        expect([row.stream, isVouchedFor(report, row)]).toEqual([row.stream, false])
      }
    }
    expect(report.sentence).toContain('differ from the head')
    const { texts, report: own } = reportFiles(root)(report)
    const bytes = log.reduce((sum, line) => sum + line.length + 1, 0)
    expect(texts['report.json'].length).toBeLessThan(500_000)
    expect(reportPage(own).length).toBeLessThan(500_000)
    expect(texts['streams.csv'].length).toBeLessThan(0.15 * bytes)
    // a head that was kept without its streams cannot tell which differ: none is vouched for
    const untold = auditOf(log, { heads: [{ root: head.root }] })
    expect(untold.streams.filter((row) => isVouchedFor(untold, row) !== false)).toEqual([])
    expect(foundIn(untold)).toEqual([...planted, 'null HeadDiffers'].toSorted())
  })
})
