/** For every code of an audit, a log with that finding. */
import type { Code } from '../../src/audit/report/report.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { sealedLine } from '../log/seal.ts'
import { entriesOf, logOf, numbered, type OnStream } from './given.ts'

export const PAYMENT = 'payment-pay_1'
export const MANDATE = 'mandate-src_1'
export const SESSION = 'session-sid_1'
export const pay = { paymentId: 'pay_1' }
export const src = { sourceId: 'src_1' }
export const sid = { sessionId: 'sid_1' }

export const on = (stream: string, ...events: readonly DomainEvent[]): readonly OnStream[] =>
  events.map((event) => [stream, event])

export const day = (date: string): string => `2026-03-${date}T10:00:00Z`
export const happened = (type: string, data: object, date = '02', more: object = {}): DomainEvent =>
  reported(type, data, { at: day(date), ...more })

export const sepa = happened('payment_pending', {
  ...pay,
  amount: 1000,
  currency: 'EUR',
  method: 'sepa',
})
export const ticket = happened('payment_pending', {
  ...pay,
  amount: 1000,
  currency: 'ARS',
  method: 'ticket',
})
export const received = ({ metadata, ...event }: DomainEvent, date: string): DomainEvent => ({
  ...event,
  metadata: { ...metadata, recordedAt: day(date) as typeof metadata.recordedAt },
})
export const captured = happened('payment_captured', { ...pay, amount: 1000 })
export const refunded = (amount: number, at: string, actionId = 'act_1') =>
  reported('payment_refunded', { ...pay, actionId, amount }, { at })
/** A refund that we commanded. */
const commanded = (commandId: string, date: string) =>
  reported(
    'refund_requested',
    { ...pay, amount: 90, commandId },
    { at: day(date), id: `evt_${commandId}`, source: 'request' },
  )
/** What the provider listed as all actions: one capture, and these. */
const listed = (date: string, actions: readonly object[] = [], unread = 0) =>
  reported(
    'actions_listed',
    {
      ...pay,
      askedAt: day(date),
      actions: [{ id: 'act_c', kind: 'Capture', amount: 1000, approved: true }, ...actions],
      unread,
    },
    { at: null, recordedAt: day(date), source: 'response', id: `evt_list_${date}` },
  )
const back = (date: string, data: object) =>
  reported('payment_chargeback', { ...pay, ...data }, { at: day(date), id: `evt_back_${date}` })
export const mandate = happened('mandate_created', {
  ...src,
  mandateType: 'single',
  customerId: 'cus_1',
})
export const presented = (paymentId: string, more: object = {}) =>
  reported('collection_presented', { ...src, paymentId, ...more }, { at: day('03') })
const sourceReported = (reportedSource: string, date: string) =>
  happened(
    'source_reported',
    { ...src, paymentId: 'pay_1', lookedUp: false, reportedSource },
    date,
    { id: `evt_${reportedSource}` },
  )
export const created = happened('session_created', { ...sid, mode: 'non_hosted' })
export const submitted = happened('channel_data_submitted', sid, '02')
export const snapshot = (data: object, date = '09') =>
  reported('state_observed', { ...pay, ...data }, { at: day(date), source: 'response' })

export const paid = on(PAYMENT, sepa, captured)

/** A log of three entries in one stream, and one in another. */
export const three = entriesOf(...paid, [SESSION, created], [PAYMENT, refunded(100, day('04'))])
export const lines = three.map(toLine)
export const [first = '', second = '', , last = ''] = lines

export const forged = (index: number): string => {
  const entry = three[index]
  if (entry === undefined) throw new Error('no such entry')
  const { hash: _, ...body } = entry
  return toLine(sealed({ ...body, event: refunded(7, day('04'), 'act_forged') }))
}

/** The body of a line, with white space in it. */
export const spaced = (line: string): string =>
  `${line.slice(0, line.lastIndexOf(',"hash":'))}}`.replace(',"form"', ', "form"')

/** The log of a payment, to which something else than `append` has added an event. */
export const withStray = (
  event: DomainEvent,
  ...events: readonly DomainEvent[]
): readonly string[] => {
  const entries = entriesOf(...on(PAYMENT, ...events))
  const last = entries[entries.length - 1]
  const previous = last?.hash ?? null
  const revision = entries.length
  const body = { event, form: 1 as const, previous, revision, stream: PAYMENT as Stream }
  return [...entries, sealed(body)].map(toLine)
}

/** Payments of one kind, each captured, and what each has besides. */
const payments = (
  many: number,
  more: (paymentId: string, at: string) => readonly DomainEvent[],
  own: object = {},
): readonly string[] =>
  logOf(
    ...['1', '2', '3', '4'].slice(0, many).flatMap((number) => {
      const paymentId = `pay_${number}`
      const stream = `payment-${paymentId}`
      return on(
        stream,
        happened('payment_pending', { ...sepa.data, ...own, paymentId }),
        happened('payment_captured', { paymentId, amount: 1000 }, `0${Number(number) + 1}`),
        ...more(paymentId, number),
      )
    }),
  )

/** What so many streams, or payments of one session, have although only one may. */
export const shared = (many: number) => ({
  EventInTwo: payments(many, (paymentId, number) => [
    happened('action_observed', { paymentId, action: 'payout', amount: 1 }, `1${number}`, {
      id: 'evt_same',
    }),
  ]),
  CommandInTwo: payments(many, (paymentId, number) => [
    reported(
      'refund_requested',
      { paymentId, amount: 90, commandId: 'c-1' },
      { at: day(`1${number}`), id: `evt_c${number}`, source: 'request' },
    ),
  ]),
  ActionInTwo: payments(many, (paymentId, number) => [
    happened('payment_refunded', { paymentId, actionId: 'act_1', amount: 90 }, `1${number}`),
  ]),
  CapturedTwice: payments(many, () => [], { customerId: 'cus_1', reference: 'ORD-1' }),
  SessionUsedTwice: logOf(
    ...on(
      SESSION,
      created,
      submitted,
      happened('session_approved', { ...sid, paymentId: 'pay_1' }, '03'),
      ...['2', '3', '4'].slice(0, many - 1).map((number) => {
        const data = { ...sid, paymentId: `pay_${number}` }
        return happened('session_completed', data, '04', { id: `evt_used_${number}` })
      }),
    ),
  ),
})

/** For every code, a log with that finding, and with no other but notices in `ASIDE`. */
export const EXAMPLES = {
  Unreadable: [first, 'nonsense', ...lines.slice(1)],
  NotCanonical: [...lines.slice(0, 3), sealedLine(spaced(last))],
  Altered: [first, second.replace('"amount":1000', '"amount":1001'), ...lines.slice(2)],
  Missing: [first, ...lines.slice(2)],
  Moved: [second, first, ...lines.slice(2)],
  NotFollowing: [first, forged(1), ...lines.slice(2)],
  Repeated: [...lines, second],
  Conflicting: [first, second, forged(1), ...lines.slice(2)],
  ClockStepsBack: logOf(
    [
      SESSION,
      reported(
        'session_created',
        { ...sid, mode: 'hosted' },
        { at: day('02'), recordedAt: day('04') },
      ),
    ],
    [SESSION, reported('session_approved', sid, { at: day('02'), recordedAt: day('03') })],
  ),
  missingPredecessor: logOf(
    ...on(PAYMENT, happened('payment_captured', { ...pay, amount: 1000, method: 'sepa' })),
  ),
  channelDataFirst: logOf(...on(SESSION, created, happened('session_approved', sid, '03'))),
  outcomeKnown: logOf(...on(SESSION, created, submitted, happened('session_completed', sid, '03'))),
  mandateUsable: logOf(...on(MANDATE, mandate, presented('pay_1'), presented('pay_2'))),
  sameCustomer: logOf(...on(MANDATE, mandate, presented('pay_1', { customerId: 'cus_2' }))),
  withinRefundWindow: logOf(...paid, [PAYMENT, refunded(1, '2026-05-20T10:00:00Z')]),
  withinChargebackWindow: logOf(...paid, [
    PAYMENT,
    reported(
      'payment_chargeback',
      { ...pay, actionId: 'act_1', amount: 1 },
      { at: '2027-05-20T10:00:00Z' },
    ),
  ]),
  moneyAfterEnd: logOf(
    ...on(
      PAYMENT,
      sepa,
      happened('payment_canceled', pay, '03'),
      happened('payment_captured', pay, '04'),
    ),
  ),
  lateCapture: logOf(
    ...on(
      PAYMENT,
      ticket,
      happened('payment_expired', pay, '03'),
      happened('payment_captured', pay, '04'),
    ),
  ),
  ClockSkew: logOf(
    ...on(PAYMENT, sepa, reported('payment_captured', pay, { at: day('02'), claimed: day('03') })),
  ),
  ConflictingDuplicate: logOf(
    ...paid,
    ...on(
      PAYMENT,
      reported('action_observed', { ...pay, action: 'payout', amount: 1 }, { id: 'evt_same' }),
      reported('action_observed', { ...pay, action: 'payout', amount: 2 }, { id: 'evt_same' }),
    ),
  ),
  FieldDiffers: logOf(
    ...paid,
    [
      PAYMENT,
      reported(
        'payment_captured',
        { ...pay, amount: 1000, reference: 'A' },
        { at: day('02'), id: 'evt_2' },
      ),
    ],
    [
      PAYMENT,
      reported(
        'payment_captured',
        { ...pay, amount: 1000, reference: 'B' },
        { at: day('02'), id: 'evt_3' },
      ),
    ],
  ),
  Superseded: logOf(...paid, [PAYMENT, happened('payment_declined', pay, '05')]),
  RefundReversed: logOf(
    ...paid,
    [PAYMENT, refunded(100, day('04'))],
    [
      PAYMENT,
      reported(
        'payment_refund_declined',
        { ...pay, actionId: 'act_1', amount: 100 },
        { at: day('06') },
      ),
    ],
  ),
  MoneyNotUnderstood: logOf(...paid, [
    PAYMENT,
    reported('unrecognised', { name: 'payment_teleported' }, { at: day('06') }),
  ]),
  NotUnderstood: logOf(
    [SESSION, reported('session_created', { ...sid, mode: 'hosted' }, { at: day('02') })],
    [SESSION, reported('unrecognised', { name: 'authentication_renewed' }, { at: day('02') })],
  ),
  EndsContradict: logOf(
    ...on(PAYMENT, sepa),
    [PAYMENT, happened('payment_declined', pay, '05')],
    [PAYMENT, happened('payment_canceled', pay, '06')],
  ),
  ExpiryChanged: logOf(
    [PAYMENT, { ...ticket, data: { ...ticket.data, ticketExpiresAt: '2026-03-09T23:59:00' } }],
    [
      PAYMENT,
      reported(
        'state_observed',
        { ...pay, status: 'pending', ticketExpiresAt: '2026-03-10T23:59:00' },
        { at: null, recordedAt: day('05'), source: 'response' },
      ),
    ],
  ),
  NegativeNet: logOf(
    ...paid,
    [PAYMENT, refunded(600, day('04'))],
    [PAYMENT, back('06', { actionId: 'act_2', amount: 600 })],
  ),
  ContradictsItself: logOf(
    ...on(
      SESSION,
      happened('session_created', { ...sid, mode: 'hosted' }),
      happened('session_approved', { ...sid, approved: false }, '03'),
    ),
  ),
  PriceDiffers: logOf(
    ...on(
      SESSION,
      happened('session_created', { ...sid, amount: 5000, mode: 'hosted' }),
      happened('session_approved', { ...sid, amount: 500 }, '03'),
    ),
  ),
  OtherSource: logOf(
    ...on(
      PAYMENT,
      happened('payment_pending', { ...sepa.data, customerId: 'cus_1' }),
      happened('payment_captured', { ...pay, amount: 1000, customerId: 'cus_2' }, '03'),
    ),
  ),
  NotUsable: logOf(...on(MANDATE, mandate), [
    MANDATE,
    reported(
      'reviewed',
      { ...src, asOf: day('05'), usable: false, by: ['anna'], because: 'account-closed' },
      { at: null, recordedAt: day('05'), source: 'request' },
    ),
  ]),
  RefusedByBank: logOf(
    ...on(
      MANDATE,
      mandate,
      happened('bank_refused', { ...src, paymentId: 'pay_1', reason: 'AC04' }, '03'),
    ),
  ),
  SourceInDoubt: logOf(
    ...on(MANDATE, mandate, sourceReported('src_1', '03'), sourceReported('src_2', '04')),
  ),
  Unsigned: logOf(
    ...on(
      SESSION,
      happened('session_created', sid),
      reported('session_approved', sid, { at: null, source: 'unsigned', id: 'made_0' }),
    ),
  ),
  OtherSubject: withStray(
    happened('payment_refunded', { paymentId: 'pay_2', amount: 1000 }, '05'),
    sepa,
    captured,
  ),
  NotOfThisLifecycle: logOf(...paid, [PAYMENT, happened('payment_capture_pending', pay, '06')]),
  notOfTickets: logOf(...on(PAYMENT, ticket, captured), [PAYMENT, back('06', { amount: 1 })]),
  RefundAtRisk: logOf(
    ...paid,
    [PAYMENT, happened('refund_requested', { ...pay, actionId: 'act_1', amount: 600 }, '03')],
    [PAYMENT, back('06', { actionId: 'act_2', amount: 600 })],
  ),
  OtherReference: logOf(
    ...paid,
    [
      PAYMENT,
      happened(
        'refund_requested',
        { ...pay, actionId: 'act_1', amount: 90, reference: 'REF-1' },
        '03',
      ),
    ],
    [
      PAYMENT,
      listed('04', [
        { id: 'act_1', kind: 'Refund', amount: 90, approved: true, reference: 'REF-2' },
      ]),
    ],
  ),
  NoEntity: logOf(...paid, [PAYMENT, happened('chargeback_reversed', { ...pay, amount: 5 }, '05')]),
  CapturedDiffers: logOf(
    ...on(PAYMENT, sepa, happened('payment_captured', { ...pay, amount: 999 })),
  ),
  OtherCurrency: logOf(
    ...paid,
    [PAYMENT, happened('payment_refund_pending', { ...pay, actionId: 'act_1', amount: 5 }, '03')],
    [
      PAYMENT,
      happened('payment_refunded', { ...pay, actionId: 'act_1', amount: 5, currency: 'USD' }, '04'),
    ],
  ),
  OneOrTwo: logOf(
    ...paid,
    [PAYMENT, back('06', { actionId: 'act_1', amount: 100 })],
    [PAYMENT, back('07', { disputeId: 'dsp_1', amount: 100 })],
  ),
  DisputeDiffers: logOf(
    ...paid,
    [PAYMENT, back('06', { disputeId: 'dsp_1', amount: 100 })],
    [PAYMENT, happened('chargeback_reversed', { ...pay, disputeId: 'dsp_1' }, '07')],
    [PAYMENT, back('08', { disputeId: 'dsp_1', amount: 100 })],
  ),
  Disagreement: logOf(
    ...paid,
    [PAYMENT, happened('payment_refund_pending', { ...pay, actionId: 'act_1', amount: 90 }, '03')],
    [PAYMENT, refunded(100, day('04'))],
  ),
  StatementDiffers: logOf(...paid, [PAYMENT, refunded(100, day('04'))], [PAYMENT, listed('06')]),
  Overruled: logOf(
    ...paid,
    [PAYMENT, refunded(100, day('04'))],
    [PAYMENT, listed('06')],
    [PAYMENT, listed('07')],
  ),
  Unread: logOf(...paid, [PAYMENT, listed('06', [], 1)]),
  AfterReview: logOf(
    ...paid,
    [
      PAYMENT,
      reported(
        'reviewed',
        { ...pay, asOf: day('05'), captured: 1000, by: ['anna'], because: 'statement' },
        { at: null, recordedAt: day('05'), source: 'request' },
      ),
    ],
    [PAYMENT, happened('payment_captured', { ...pay, actionId: 'act_2', amount: 900 }, '06')],
  ),
  MandateUnknown: logOf(...on(PAYMENT, sepa)),
  FailureUnknown: logOf(
    [SESSION, created],
    [SESSION, reported('unrecognised', { name: 'authentication_failed' }, { at: day('03') })],
  ),
  Unbound: logOf(...paid, [
    PAYMENT,
    reported('payment_refunded', { ...pay, amount: 5 }, { at: day('05') }),
  ]),
  NotOfTheseMachines: [
    ...logOf([SESSION, created]),
    toLine(
      sealed({
        event: happened('parcel_sent', {}),
        form: 1,
        previous: entriesOf([SESSION, created])[0]?.hash ?? null,
        revision: 1,
        stream: SESSION as Stream,
      }),
    ),
  ],
  Unassigned: logOf(...on(PAYMENT, captured)),
  TakenAfterAll: logOf(
    ...paid,
    [PAYMENT, commanded('c-1', '03')],
    [PAYMENT, happened('request_refused', { ...pay, commandId: 'c-1' }, '04')],
    [
      PAYMENT,
      happened(
        'payment_refunded',
        { ...pay, actionId: 'act_1', amount: 90, reference: 'c-1' },
        '06',
      ),
    ],
  ),
  PaidTwice: logOf(
    ...paid,
    [PAYMENT, commanded('c-1', '03')],
    ...['act_1', 'act_2'].map((actionId, index) => {
      const data = { ...pay, actionId, amount: 90, reference: 'c-1' }
      return [PAYMENT, happened('payment_refunded', data, `0${5 + index}`)] as const
    }),
  ),
  ...shared(2),
  OutOfSequence: numbered(entriesOf(...paid), [1, 0]).map(toLine),
  SequenceRepeated: numbered(entriesOf([PAYMENT, sepa], [SESSION, created]), [0, 0]).map(toLine),
  SequenceMissing: numbered(entriesOf([PAYMENT, sepa], [SESSION, created]), [0, 2]).map(toLine),
} satisfies Readonly<Partial<Record<Code, readonly string[]>>>

/**
 * Notices that come with others: no message names a mandate here, and what is in doubt counts for
 * nothing, or is of nothing that is known.
 */
export const ASIDE: ReadonlySet<string> = new Set(['MandateUnknown', 'NoEntity', 'Overruled'])

/** What is found, but for what is only aside. */
export const besides = <F extends { readonly code: string }>(found: readonly F[]): readonly F[] =>
  found.filter(({ code }) => !ASIDE.has(code))

/** Codes that no log has alone, or at all. */
export const NOT_ALONE: Readonly<Record<string, string>> = {
  WaiverUnreadable: 'needs a waiver',
  WaiverTwice: 'needs a waiver',
  WaiverUnused: 'needs a waiver',
  WaiverOfFatal: 'needs a waiver',
  WaiverExpired: 'needs a waiver',
  HeadDiffers: 'needs a published head',
  EndUnknown: 'a line that names no stream accounts for the entry: appears with Unreadable',
  OrderUnknown: 'needs an audit of what the log knew',
  ReceivedByThen: 'needs an audit of what the log knew',
  Misplaced: 'needs a store that keeps lines under a stream and a revision',
  withinCaptured: 'more went back than came in: appears with NegativeNet',
  Contradiction: 'the second outcome is parked: appears with NoTransition',
  NoTransition: 'with Contradiction',
  noSuchStep: 'refuses commands',
  notKnown: 'refuses commands',
  otherSubject: 'refuses commands',
  SubjectUnknown: 'needs a fold without a stream: a log names the stream of every entry',
  notHosted: 'refuses commands',
  withinNet: 'refuses commands',
  sameCurrency: 'a refund of an unknown amount: appears with Unbound',
  notInDoubt: 'refuses commands',
  MoreThanCaptured: 'more went back than came in: appears with NegativeNet',
}

/** The end of a stream was replaced by a line that names no stream. */
export const LOST_END = numbered(
  entriesOf([PAYMENT, sepa], [PAYMENT, captured], [SESSION, created]),
).map((entry) => (entry.revision === 1 ? 'no line of a log' : toLine(entry)))

/** A clock received an entry too late, and the entry after it by the time asked for. */
export const CLOCK_AHEAD = logOf(
  [PAYMENT, received(sepa, '20')],
  [PAYMENT, received(captured, '03')],
)

/** More was paid back than came in. */
export const OVERPAID = logOf(...paid, [PAYMENT, refunded(1001, day('05'))])

/** A session for which messages reported two outcomes. */
export const TWO_OUTCOMES = logOf(
  ...on(
    SESSION,
    created,
    submitted,
    happened('session_approved', sid, '03'),
    happened('session_declined', sid, '04'),
  ),
)
