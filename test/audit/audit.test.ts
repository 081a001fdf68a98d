/**
 * An audit: for every code a log that has exactly that finding, and what the report makes of it.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { MESSAGE_FINDINGS } from '../../src/audit/messages/message-finding.ts'
import {
  type AuditReport,
  codesOf,
  type Related,
  reportJson,
} from '../../src/audit/report/report.ts'
import { since } from '../../src/audit/report/report-difference.ts'
import { stakesIn } from '../../src/audit/report/stake.ts'
import { finder } from '../../src/audit/report/summary.ts'
import type { Waiver } from '../../src/audit/report/waivers.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { fold } from '../../src/fold/fold.ts'
import type { Entry } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll, forAllAsync } from '../for-all.ts'
import { instantOf, machines } from '../given.ts'
import { audit, auditAsync, auditor, cardOf, consequences, fromLine } from '../root.ts'
import {
  ASIDE,
  besides,
  captured,
  created,
  day,
  EXAMPLES,
  first,
  happened,
  lines,
  MANDATE,
  mandate,
  NOT_ALONE,
  OVERPAID,
  ofPayment,
  ofSession,
  on,
  PAYMENT,
  paidThen,
  pay,
  refunded,
  SESSION,
  sid,
  src,
  TWO_OUTCOMES,
} from './examples.ts'
import { auditOf as audited, entriesOf, logOf, numbered, type OnStream } from './given.ts'
import { linesOf, logs } from './logs.ts'

/** The hash that a line ends with. */
const hashOf = (line = ''): string => line.slice(-66, -2)
/** The line, the stream and the code of each finding. */
const placed = ({ findings }: AuditReport) =>
  findings.map(({ line, stream, code }) => [line, stream, code])
const codesIn = ({ findings }: AuditReport): readonly string[] =>
  besides(findings).map(({ code }) => code)

/** The stream that a name stands for in these tests; null for a finding without a stream. */
const relatedTo = (all: readonly Related[], name: string): Stream | null =>
  all.find((each) => each.name === name)?.stream ?? null

const all = codesOf(machines)

describe('every code', () => {
  test('has a log with that finding, or a reason why there is none', () => {
    const shown = { ...EXAMPLES, ...NOT_ALONE, ...MESSAGE_FINDINGS }
    const bare = Object.keys(codesOf(machines)).filter((code) => !Object.hasOwn(shown, code))
    expect(bare).toEqual([])
  })

  test.each(['NotUsable', 'RefusedByBank', 'Unsigned'] as const)(
    '%s is business, and no finding',
    (code) => {
      const { findings, facts } = audited(EXAMPLES[code])
      expect(besides(findings)).toEqual([])
      expect(Object.entries(facts)).toEqual([[expect.stringContaining(code), 1]])
    },
  )

  test.each(Object.entries(EXAMPLES).filter(([code]) => all[code]?.isFact !== true))(
    '%s is the only finding in its log',
    (code, log) => {
      const { findings } = audited(log)
      const codes = findings.map((found) => found.code)
      expect(codes.filter((each) => each === code || !ASIDE.has(each))).toEqual([code])
    },
  )

  test('about two messages with one id is located at the first', () => {
    expect(besides(audited(EXAMPLES.ConflictingDuplicate).findings)[0]?.line).toBe(3)
  })

  test('has a severity, a source, a remedy, and the entry where it was found', () => {
    const [found] = besides(audited(EXAMPLES.withinRefundWindow).findings)
    expect(found).toEqual({
      code: 'withinRefundWindow',
      line: 3,
      stream: PAYMENT,
      revision: 2,
      key: 'payment_refunded:act_1',
      because: expect.stringContaining('days'),
      waived: null,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      title: 'Refunded outside the refund window',
      compared: expect.objectContaining({ lastDay: '2026-04-27', zone: 'Europe/Brussels' }),
      stake: { stream: PAYMENT, amount: 1, currency: 'EUR' },
      entries: [
        {
          line: 3,
          stream: PAYMENT,
          revision: 2,
          hash: hashOf(EXAMPLES.withinRefundWindow[2]),
          eventId: 'evt_payment_refunded_paymentIdpay1actionIdact1amount1',
          occurredAt: '2026-05-20T10:00:00Z',
          recordedAt: '2026-05-20T10:00:00Z',
          source: 'report',
          message: null,
        },
      ],
      ...cardOf('withinRefundWindow'),
    })
  })

  test('about what several messages report is located at the first of them, even if it is the weakest', () => {
    const again = { ...pay, amount: 1000 }
    const log = ofPayment(
      happened('payment_pending', { ...again, currency: 'EUR', method: 'sepa' }),
      happened('payment_canceled', pay, '03'),
      happened('payment_captured', again, '05', { id: 'evt_a', source: 'response' }),
      happened('payment_captured', again, '05', { id: 'evt_b' }),
    )
    const found = besides(audited(log).findings)
    expect(found.map(({ code, line }) => [code, line])).toEqual([['moneyAfterEnd', 3]])
  })

  test('about the content of a snapshot is located at the snapshot', () => {
    const data = { ...sid, status: 'approved', mode: 'hosted' }
    const shown = happened('state_observed', data, '03', { id: 'evt_shown' })
    const { findings } = audited(ofSession(created, shown))
    expect(findings.map(({ code, key, line, revision }) => [code, key, line, revision])).toEqual([
      ['channelDataFirst', 'session_approved', 2, 1],
    ])
  })

  test('has the entries that it rests on, and an id that dies with them', () => {
    const ids = new Set<string>()
    let count = 0
    for (const log of Object.values(EXAMPLES)) {
      for (const found of besides(audited(log).findings)) {
        if (found.code !== 'SequenceMissing')
          expect([found.code, found.entries.length]).not.toEqual([found.code, 0])
        for (const { line, hash } of found.entries) {
          const text = log[line - 1] ?? ''
          const isEntry = hashOf(text) === hash
          expect(isEntry || found.code === 'Altered' || found.code === 'Unreadable').toBe(true)
        }
        ids.add(found.id)
        count += 1
      }
    }
    expect([ids.size, count > 50]).toEqual([count, true])
    const data = { ...pay, actionId: 'act_1', amount: 2 }
    const again = paidThen({ ...refunded(1, '2026-05-20T10:00:00Z'), data })
    const [one, other] = [again, EXAMPLES.withinRefundWindow].map((log) => audited(log).findings)
    expect(besides(one ?? [])[0]?.id).not.toBe(besides(other ?? [])[0]?.id)
  })

  test('that appears together with others is reported with them', () => {
    expect(codesIn(audited(TWO_OUTCOMES))).toEqual(['Contradiction', 'NoTransition'])
    const codes = ['withinCaptured', 'NegativeNet', 'MoreThanCaptured']
    expect(codesIn(audited(OVERPAID))).toEqual(codes)
  })
})

describe('a stream that is not valid', () => {
  test('is shown as far as it is known, and has no findings except that one', () => {
    const report = audited([first, ...lines.slice(2)])
    expect(placed(report)).toEqual([[3, PAYMENT, 'Missing']])
    expect(
      report.streams.map(({ stream, isValid, entries }) => [stream, isValid, entries]),
    ).toEqual([
      [PAYMENT, false, 2],
      [SESSION, true, 1],
    ])
  })

  test('leaves its mandate unjudged as well', () => {
    const on1 = { ...pay, ...src, amount: 1000, method: 'sepa' }
    const reported = entriesOf(
      ...on(PAYMENT, happened('payment_pending', on1), captured, refunded(1, day('04'))),
    ).map(toLine)
    expect(codesIn(audited(reported))).toEqual(['missingPredecessor'])
    expect(codesIn(audited([reported[0] ?? '', reported[2] ?? '']))).toEqual(['Missing'])
  })
})

describe('streams together', () => {
  const paymentOn = (id: string, more: object = {}): readonly OnStream[] => {
    const data = { paymentId: id, ...src, amount: 1000, currency: 'EUR', method: 'sepa', ...more }
    return on(`payment-${id}`, happened('payment_pending', data, '03', { id: `evt_${id}` }))
  }

  const both = [...paymentOn('pay_1'), ...paymentOn('pay_2')]
  const TWICE = logOf([MANDATE, mandate], ...both)

  test('locates the second payment on a single mandate at that payment', () => {
    const report = audited(TWICE)
    expect(placed(report)).toEqual([[3, 'payment-pay_2', 'mandateUsable']])
    const stake = { stream: 'payment-pay_2', amount: 1000, currency: 'EUR' }
    expect(report.findings.map((each) => each.stake)).toEqual([stake])
    expect(
      report.streams.map(({ stream, related }) => [stream, relatedTo(related, 'mandate')]),
    ).toEqual([
      [MANDATE, null],
      ['payment-pay_1', MANDATE],
      ['payment-pay_2', MANDATE],
    ])
  })

  test('counts a payment once if its mandate’s log contains its consequences already', () => {
    const received = both.flatMap(([, event]) =>
      consequences(fold(sepaPayment)([event])).map(
        ({ event: reported }) => [MANDATE, reported] as const,
      ),
    )
    const report = audited(logOf([MANDATE, mandate], ...received, ...both))
    expect(placed(report)).toEqual([[3, MANDATE, 'mandateUsable']])
    const stake = { stream: 'payment-pay_2', amount: 1000, currency: 'EUR' }
    expect(report.findings.map((each) => each.stake)).toEqual([stake])
  })

  test('keeps the second payment if an entry of the mandate has only the id of its consequence', () => {
    const hiding = both.flatMap(([, event]) =>
      consequences(fold(sepaPayment)([event])).map(({ event: { metadata } }): OnStream => {
        const { eventId } = metadata
        return [MANDATE, { ...mandate, metadata: { ...mandate.metadata, eventId } }]
      }),
    )
    const { findings } = audited(logOf([MANDATE, mandate], ...hiding, ...both))
    expect(findings.map(({ stream, code }) => [stream, code])).toEqual([
      ['payment-pay_2', 'mandateUsable'],
      [MANDATE, 'ConflictingDuplicate'],
      [MANDATE, 'ConflictingDuplicate'],
    ])
  })

  test('locates what one of two messages with one id reports at that message, with its amount', () => {
    const late = refunded(600, '2026-07-04T10:00:00Z')
    const shared = { ...late, metadata: { ...late.metadata, eventId: captured.metadata.eventId } }
    const stake = { stream: PAYMENT, amount: 600, currency: 'EUR' }
    for (const refund of [late, shared]) {
      const { findings } = audited(paidThen(refund))
      const found = findings.find(({ code }) => code === 'withinRefundWindow')
      expect([found?.line, found?.entries.map(({ line }) => line)]).toEqual([3, [3]])
      expect(found?.stake).toEqual(stake)
    }
  })

  test('locates what an unread message reports at that message, once a later release reads it', () => {
    const late = refunded(600, '2026-07-04T10:00:00Z')
    const data = { ...pay, name: 'payment_refunded', path: 'type' }
    const unread = { type: 'unrecognised', data, metadata: late.metadata } as DomainEvent
    const { findings } = audited(paidThen(unread, late))
    const found = findings.find(({ code }) => code === 'withinRefundWindow')
    expect([found?.line, found?.entries.map(({ line }) => line)]).toEqual([3, [3, 4]])
  })

  test('says of a payment that was never captured that it was made, and not that it was collected', () => {
    const canceled = happened('payment_canceled', { paymentId: 'pay_2' }, '04')
    const { findings } = audited(
      logOf([MANDATE, mandate], ...both, ...on('payment-pay_2', canceled)),
    )
    expect(findings.map(({ code }) => code)).toEqual(['mandateUsable'])
    for (const { title, because, remedy } of findings) {
      expect(`${title} ${because} ${remedy}`).not.toMatch(/collect|captur|debited/i)
    }
  })

  test('names no amount at stake where the messages of the payment name none', () => {
    const without = ['pay_1', 'pay_2'].flatMap((id) => paymentOn(id, { amount: undefined }))
    const { findings } = audited(logOf([MANDATE, mandate], ...without))
    expect(findings.find(({ code }) => code === 'mandateUsable')?.stake).toBe(null)
  })

  test('counts the money of a payment once, also if a finding is about its mandate', () => {
    const taken = happened('payment_captured', { paymentId: 'pay_2', amount: 900 }, '04')
    const { findings, atStake } = audited(
      logOf([MANDATE, mandate], ...both, ...on('payment-pay_2', taken)),
    )
    const codes = findings.map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['CapturedDiffers', 'mandateUsable'])
    expect(atStake).toEqual([{ currency: 'EUR', amount: 1000, streams: 1 }])
  })

  test('shows the first by name of several sessions with one reference', () => {
    const reference = 'ORD-1'
    const begun = (id: string): OnStream => [
      `session-${id}`,
      happened('session_created', { sessionId: id, mode: 'hosted', reference }, '02', { id }),
    ]
    const log = logOf(...paymentOn('pay_1', { reference }), begun('sid_2'), begun('sid_1'))
    expect(audited(log).streams[1]?.related).toContainEqual({
      name: 'session',
      phrase: 'after',
      stream: SESSION,
    })
  })

  test('shows a payment with the session that has its reference', () => {
    const reference = 'ORD-1'
    const log = logOf(
      ...paymentOn('pay_1', { reference }),
      ...paymentOn('pay_2', { reference: 'ORD-2' }),
      [SESSION, happened('session_created', { ...sid, mode: 'hosted', reference })],
    )
    expect(
      audited(log).streams.map(({ stream, related }) => [stream, relatedTo(related, 'session')]),
    ).toEqual([
      [MANDATE, null],
      ['payment-pay_1', SESSION],
      ['payment-pay_2', null],
      [SESSION, null],
    ])
  })

  test('shows a payment on the mandate of another customer', () => {
    const other = paymentOn('pay_1', { customerId: 'cus_2' })
    expect(placed(audited(logOf([MANDATE, mandate], ...other)))).toEqual([
      [2, 'payment-pay_1', 'sameCustomer'],
    ])
  })
})

describe('a log that is grouped by stream', () => {
  const grouped = (entries: readonly Entry[]): readonly string[] =>
    entries
      .toSorted((a, b) =>
        a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : a.revision - b.revision,
      )
      .map(toLine)

  test('has the streams of the log in order of receipt', () => {
    forAll(15, [logs], (entries) => {
      const { streams, head } = audited(entries.map(toLine))
      expect(audited(grouped(entries))).toMatchObject({ streams, head })
    })
  })
})

describe('a published head', () => {
  const root = audited(lines).head ?? ''

  test('shows that the end was cut off', () => {
    const short = audited(lines.slice(0, 3), { heads: [{ root }, { root, size: 4 }] })
    expect(besides(short.findings).map(({ line, code, because }) => [line, code, because])).toEqual(
      [
        [3, 'HeadDiffers', expect.stringContaining('end was cut off')],
        [3, 'HeadDiffers', expect.stringContaining('shorter')],
      ],
    )
  })
})

describe('an earlier view of a log', () => {
  const entries = EXAMPLES.NegativeNet.flatMap((line) => {
    const read = fromLine(line)
    return read._tag === 'Right' ? read.right : []
  })
  const withSequence = numbered(entries).map(toLine)
  const entriesAt = (known: number | string) =>
    audited(withSequence, { known: typeof known === 'number' ? known : instantOf(known) }).size

  test('ends after a number of entries, or with the last entry recorded by a time', () => {
    expect([0, 1, 2, 3, 4, 5].map(entriesAt)).toEqual([0, 1, 2, 3, 4, 4])
    expect(entriesAt('2026-03-06T09:59:59.9999999Z')).toBe(3)
    expect(entriesAt('2026-03-06T10:00:00Z')).toBe(4)
  })

  test('does not end at a line that was changed to show a later time', () => {
    const log = EXAMPLES.NegativeNet
    const damaged = (log[1] ?? '').replace(/"recordedAt":"2026/, '"recordedAt":"2036')
    const known = instantOf('2026-03-31T00:00:00Z')
    const report = audited([log[0] ?? '', damaged, ...log.slice(2)], { known })
    expect([report.lines, codesIn(report)]).toEqual([4, ['Altered']])
  })

  test('does not resume after its end, even if a later clock stepped back', () => {
    const { size, known } = audited(EXAMPLES.ClockStepsBack, { known: instantOf(day('03')) })
    expect([size, known]).toEqual([0, { at: instantOf(day('03')), by: 'receipt', leftOut: 2 }])
  })

  test('leaves out what happened after a time, and says what was overdue by then', () => {
    const openAt = (occurred: string) => {
      const [payment] = audited(lines.slice(0, 1), { occurred: instantOf(occurred) }).streams
      return [payment?.status, payment?.questions.map(({ reason }) => reason)]
    }
    const [pending, late] = ['MandateUnknown', 'Overdue']
    expect(openAt('2026-03-01T10:00:00Z')).toEqual(['none', []])
    expect(openAt('2026-03-03T10:00:00Z')).toEqual(['pending', [pending]])
    expect(openAt('2026-03-20T10:00:00Z')).toEqual(['pending', [pending, late, late]])
  })

  test('as of a time lets a mandate lapse by then, as a fold as of that time does', () => {
    const created = happened('mandate_created', { sourceId: 'src_7', mandateType: 'recurring' })
    const log = logOf(['mandate-src_7', created])
    const statusAt = (occurred: string) =>
      audited(log, { occurred: instantOf(occurred) }).streams.map(({ status }) => status)
    expect(statusAt('2029-03-02T22:59:59.9999999Z')).toEqual(['active'])
    expect(statusAt('2029-03-02T23:00:00Z')).toEqual(['expired'])
  })

  test('says what is overdue at another time, and leaves nothing out for it', () => {
    const now = instantOf('2026-03-20T10:00:00Z')
    const [log, then] = [lines.slice(0, 1), audited(lines.slice(0, 1), { now })]
    expect([audited(log).now, then.now]).toEqual([instantOf(day('02')), now])
    const [payment] = then.streams
    expect([payment?.status, payment?.questions.length]).toEqual(['pending', 3])
    const early = audited(lines.slice(0, 1), { now: instantOf('2026-03-01T10:00:00Z') })
    expect(early.streams[0]?.status).toBe('pending')
  })
})

describe('the money at stake', () => {
  const stakesOf = (code: string, log: readonly string[]) =>
    audited(log).findings.flatMap((each) => (each.code === code ? [each.stake] : []))

  test('of a session is in the only currency that its messages name', () => {
    const asked = (amount: number, currency: string) => ({ ...sid, amount, currency })
    const differing = (currency: string) =>
      ofSession(
        happened('session_created', asked(7945, 'EUR')),
        happened('session_approved', asked(7946, currency), '03'),
      )
    const stake = { stream: SESSION, amount: 7946, currency: 'EUR' }
    expect(stakesOf('PriceDiffers', differing('EUR'))[0]).toEqual(stake)
    expect(stakesOf('PriceDiffers', differing('USD'))[0]).toBe(null)
  })

  test('that a message names in another currency is not in that of the payment', () => {
    const foreign = { ...pay, actionId: 'act_1', amount: 900, currency: 'JPY' }
    const log = paidThen(happened('payment_refunded', foreign, '05'))
    const stake = { stream: PAYMENT, amount: 900, currency: 'JPY' }
    expect(stakesOf('OtherCurrency', log)).toEqual([stake])
  })

  test('of a mandate is that of the payment, also where its own entries name amounts', () => {
    const unknown = on(
      PAYMENT,
      happened('payment_pending', {
        ...pay,
        ...src,
        amount: 1000,
        currency: 'EUR',
        method: 'sepa',
      }),
      happened('payment_captured', { ...pay, amount: 900 }, '03'),
    )
    const twoEnds = ['ORD-1', 'ORD-2'].map((reference) =>
      happened('payment_declined', { ...pay, amount: 900, reference }, '04', { id: reference }),
    )
    const received = [unknown, on(PAYMENT, ...twoEnds)].map((own) =>
      consequences(fold(sepaPayment)([...unknown, ...own].map(([, event]) => event))).map(
        ({ event }): OnStream => [MANDATE, event],
      ),
    )
    for (const more of [[], ...received]) {
      const log = logOf(...unknown, ...on(PAYMENT, ...twoEnds), ...more)
      const stake = { stream: PAYMENT, amount: 1000, currency: 'EUR' }
      expect(stakesOf('missingPredecessor', log)).toEqual([stake])
      expect(audited(log).atStake).toEqual([{ currency: 'EUR', amount: 1000, streams: 1 }])
    }
  })

  test('of a session is that of the payment that it names', () => {
    const asked = { ...sid, amount: 7945, currency: 'EUR' }
    const approved = { ...asked, ...pay, amount: 7946 }
    const log = [
      ...ofSession(
        happened('session_created', asked),
        happened('session_approved', approved, '03'),
      ),
      ...OVERPAID,
    ]
    const stake = { stream: PAYMENT, amount: 7946, currency: 'EUR' }
    expect(stakesOf('PriceDiffers', log)).toEqual([stake])
    expect(audited(log).atStake).toEqual([{ currency: 'EUR', amount: 7946, streams: 1 }])
  })

  test('is in the only currency that the messages of its stream name', () => {
    const named = happened('payment_captured', { ...pay, amount: 1000, currency: 'EUR' })
    const refund = refunded(600, day('04'))
    for (const currency of ['EUR', null]) {
      const log = ofPayment(...(currency === null ? [] : [named]), refund)
      const stakes = stakesOf('Unassigned', log)
      expect(stakes.at(-1)).toEqual({ stream: PAYMENT, amount: 600, currency })
      expect(new Set(stakes.map((each) => each?.currency))).toEqual(new Set([currency]))
    }
  })

  test('is nothing where another message has the money', () => {
    const { findings } = audited(EXAMPLES.Overruled)
    const overruled = findings.filter(({ code }) => code === 'Overruled')
    const stake = { stream: PAYMENT, amount: 0, currency: 'EUR' }
    expect(overruled.map((each) => each.stake)).toEqual([stake])
    expect(stakesIn(overruled)).toEqual([])
  })
})

describe('a waiver', () => {
  const log = EXAMPLES.NegativeNet
  const idOf = (all: readonly string[], code: string): string =>
    audited(all).findings.find((each) => each.code === code)?.id ?? ''
  const waiver = {
    finding: idOf(log, 'NegativeNet'),
    reason: 'settled by bank transfer',
    by: ['auditor 7', 'auditor 8'],
    at: '2026-03-06',
    until: '2026-03-06',
  } as const
  const waiversAsOf = instantOf('2026-03-06T23:59:59Z')
  const waivedWith = (waivers: readonly unknown[], all: readonly string[] = log) =>
    audited(all, { waivers: waivers as readonly Waiver[], waiversAsOf })

  test('is shown with its finding, which is no longer counted', () => {
    const { findings, counts, waived, worst } = waivedWith([waiver])
    const { finding: _, ...shown } = waiver
    expect(besides(findings).map((each) => [each.code, each.waived])).toEqual([
      ['NegativeNet', shown],
    ])
    expect({ counts, waived, worst }).toEqual({
      counts: { notice: 1, warning: 0, error: 0, fatal: 0 },
      waived: 1,
      worst: 'notice',
    })
    expect(audited(log).worst).toBe('error')
  })

  test('covers none of the same kind that comes later', () => {
    const [first = '', ...rest] = log
    const again = [first, ...rest, first]
    const known = { ...waiver, finding: idOf(again, 'Repeated') }
    const openIn = (all: readonly string[]) =>
      waivedWith([known], all).findings.filter(
        ({ code, waived }) => code === 'Repeated' && waived === null,
      )
    expect(openIn(again)).toEqual([])
    expect(openIn([...again, first, first]).map(({ line }) => line)).toEqual(
      [1, 2].map((more) => again.length + more),
    )
  })

  test('covers no more than what was compared: another amount makes another finding', () => {
    const found = finder(machines)
    const idOf = (key: string, net: number): string => {
      const negative = { key, code: 'NegativeNet', currency: 'EUR', at: instantOf(day('05')), net }
      return found(negative as never, { line: 1, stream: PAYMENT as Stream, revision: 0 }).id
    }
    expect(idOf('k', -1)).toBe(idOf('k', -1))
    expect(new Set([idOf('k', -1), idOf('k', -2), idOf('l', -1)]).size).toBe(3)
  })

  test.each<[string, readonly unknown[], number]>([
    ['WaiverUnused', [{ ...waiver, finding: 'NegativeNet' }], 0],
    ['WaiverUnused', [{ ...waiver, finding: waiver.finding.slice(1) }], 0],
    ['WaiverExpired', [{ ...waiver, at: '2026-03-05', until: '2026-03-05' }], 0],
    ['WaiverTwice', [waiver, { ...waiver, reason: 'again' }], 1],
    ['WaiverUnreadable', [{ ...waiver, reason: ' ' }], 0],
    ['WaiverUnreadable', [{ ...waiver, by: [] }], 0],
    ['WaiverUnreadable', [{ ...waiver, by: ['a', 'a'] }], 0],
    ['WaiverUnreadable', [{ ...waiver, by: ['a', 'b', 'c'] }], 0],
    ['WaiverUnreadable', [{ ...waiver, by: ['Ann', 'ann '] }], 0],
    ['WaiverUnreadable', [{ ...waiver, by: 'a' }], 0],
    ['WaiverUnreadable', [{ ...waiver, reason: 'r\ud800' }], 0],
    ['WaiverUnreadable', [{ ...waiver, finding: 'r\ud800' }], 0],
    ['WaiverUnreadable', [{ ...waiver, untill: '2026-03-06' }], 0],
    ['WaiverUnreadable', [{ ...waiver, until: '2026-03-05' }], 0],
    ['WaiverUnreadable', [{ ...waiver, at: 'soon' }], 0],
    ['WaiverUnreadable', [{ ...waiver, until: 'soon' }], 0],
    ['WaiverUnreadable', [null], 0],
    ['WaiverUnreadable', [7], 0],
  ])('that is not as it should be is a finding: %s %j', (code, waivers, covered) => {
    const report = waivedWith(waivers)
    const wrong = report.findings.filter((each) => each.code.startsWith('Waiver'))
    expect(wrong.map((each) => [each.code, each.severity])).toEqual([[code, 'warning']])
    expect(report.waived).toBe(covered)
  })

  test('that cannot be read has its own id, however many there are', () => {
    const ids = waivedWith([null, 7, null]).findings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each([
    ['2026-03-06T23:59:59Z', 1],
    ['2026-03-07T00:00:00Z', 0],
  ])(
    'expires with its last day, by the time of the audit and not of the log: %s',
    (at, covered) => {
      const waivers = [waiver]
      const report = audited(log, { waivers, waiversAsOf: instantOf(at) })
      expect([report.waived, report.waiversAsOf]).toEqual([covered, instantOf(at)])
      // without a time, a last day may have passed
      const { waived, findings } = audited(log, { waivers })
      expect(waived).toBe(0)
      const found = findings.find(({ code }) => code === 'WaiverExpired')
      expect(found?.because).toContain('nobody said when this audit was made')
      const { until: _, ...endless } = waiver
      expect(audited(log, { waivers: [endless] }).waived).toBe(1)
    },
  )

  test('of a fatal finding covers nothing', () => {
    const finding = idOf(EXAMPLES.Altered, 'Altered')
    const report = waivedWith([{ ...waiver, finding }], EXAMPLES.Altered)
    expect(report.findings.map(({ code }) => code)).toEqual(['Altered', 'WaiverOfFatal'])
    expect([report.counts.fatal, report.waived, report.worst]).toEqual([1, 0, 'fatal'])
  })

  test('covers no money that comes later', () => {
    const lapsed = on(MANDATE, mandate, happened('mandate_cancelled', src, '02'))
    const pending = happened('payment_pending', { ...pay, ...src, method: 'sepa' }, '03')
    const before = [...lapsed, ...on(PAYMENT, pending)]
    const finding = idOf(logOf(...before), 'mandateUsable')
    expect(waivedWith([{ ...waiver, finding }], logOf(...before)).waived).toBe(1)
    const after = logOf(...before, [PAYMENT, captured])
    expect(waivedWith([{ ...waiver, finding }], after).waived).toBe(0)
  })

  test('covers nothing that comes later', () => {
    const backed = (amount: number) =>
      paidThen(
        refunded(600, day('04')),
        happened('payment_chargeback', { ...pay, actionId: 'act_2', amount }, '05'),
      )
    const finding = idOf(backed(600), 'NegativeNet')
    expect(waivedWith([{ ...waiver, finding }], backed(600)).waived).toBe(1)
    expect(waivedWith([{ ...waiver, finding }], backed(601)).waived).toBe(0)
  })
})

test('what is no list of chunks is an unreadable line', async () => {
  for (const odd of [null, 5, undefined, {}] as unknown as readonly never[]) {
    const report = audit(machines)(odd)
    expect(report.findings.map(({ code }) => code)).toEqual(['Unreadable'])
    expect(await auditAsync(machines)(odd)).toEqual(report)
  }
})

describe('a report', () => {
  test('has the same bytes for the same log, wherever the chunks are cut', async () => {
    const bytes = (log: readonly string[]) => new TextEncoder().encode(log.join('\n'))
    await forAllAsync(
      8,
      [logs, fc.array(fc.nat(5000)), fc.boolean()],
      async (entries, cuts, ends) => {
        const log = linesOf(entries)
        const whole = reportJson(audited(log))
        const all = bytes(ends ? [...log, ''] : log)
        const at = [0, ...cuts.map((cut) => cut % (all.length + 1)), all.length].toSorted(
          (a, b) => a - b,
        )
        const chunks = at.slice(1).map((end, index) => all.slice(at[index], end))
        expect(reportJson(audit(machines)(chunks))).toBe(whole)
        const arriving = async function* () {
          yield* chunks
        }
        expect(reportJson(await auditAsync(machines)(arriving()))).toBe(whole)
      },
    )
  })

  test('is the same if it is requested twice, and continues with more lines', () => {
    const under = auditor(machines, { heads: [{ root: 'x' }] })
    for (const line of lines.slice(0, 2)) under.line(line)
    expect(under.report()).toEqual(under.report())
    for (const line of lines.slice(2)) under.line(line)
    expect(under.report()).toEqual(audited(lines, { heads: [{ root: 'x' }] }))
  })

  test('names what judged, and the time by which something is overdue', () => {
    const { by, now, streams } = audited(lines)
    expect(by.machines.map(({ id }) => id)).toEqual(machines.map(({ id }) => id))
    expect(now).toBe('2026-03-04T10:00:00.0000000Z')
    expect(streams[0]).toMatchObject({
      status: 'partially_refunded',
      sums: { captured: 1000, refunded: 100, net: 900 },
    })
  })

  test('of an empty log is empty', () => {
    expect(audited([])).toMatchObject({
      lines: 0,
      now: null,
      findings: [],
      streams: [],
      worst: null,
    })
  })

  test('has the same finding on another line', () => {
    const [one, other] = [audited(['x', first]), audited([first, 'x'])]
    expect(since(one, other)).toEqual({ appeared: [], gone: [], stayed: 2 })
  })
})

describe('the entries of a finding', () => {
  test('have the one at which it is, whatever the key of the finding', () => {
    for (const [name, log] of Object.entries(EXAMPLES)) {
      for (const { line, entries } of audited(log).findings) {
        const own = entries.map((each) => each.line)
        expect([name, line, own.length === 0 || own.includes(line)]).toEqual([name, line, true])
      }
    }
  })

  test('have no hash of a line that is too long or not UTF-8: the log has other bytes', () => {
    const long = 'a'.repeat(LIMITS.line + 1)
    const bytes = Uint8Array.of(0xff, 10)
    const { findings } = audit(machines)([`${long}\n${long}\n`, bytes, bytes])
    expect(findings.map(({ code, line }) => [code, line])).toEqual(
      [1, 2, 3, 4].map((line) => ['Unreadable', line]),
    )
    expect(findings.flatMap(({ entries }) => entries.map(({ hash }) => hash))).toEqual(
      findings.map(() => null),
    )
    expect(new Set(findings.map(({ id }) => id)).size).toBe(4)
  })
})
