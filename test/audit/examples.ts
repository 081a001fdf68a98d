/** For every code of an audit, a log with that finding. */
import type { Code } from '../../src/audit/report/report.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { entriesOf, logOf, numbered, type OnStream, otherForm } from './given.ts'

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
const answered = (actionId: string, date: string) =>
  happened('payment_refunded', { ...pay, actionId, amount: 90, reference: 'c-1' }, date)
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

/** The logs of a payment, of one that was paid, of a session and of a mandate, with these events. */
export const ofPayment = (...events: readonly DomainEvent[]) => logOf(...on(PAYMENT, ...events))
export const paidThen = (...events: readonly DomainEvent[]) => ofPayment(sepa, captured, ...events)
export const ofSession = (...events: readonly DomainEvent[]) => logOf(...on(SESSION, ...events))
const ofMandate = (...events: readonly DomainEvent[]) => logOf(...on(MANDATE, ...events))

/** What is known only from when it was received. */
const only = (
  type: string,
  data: object,
  date: string,
  source: 'request' | 'response' = 'response',
) => reported(type, data, { at: null, recordedAt: day(date), source })
/** A payment with the number of a later message, and one field of it. */
const again = (id: string, reference: string) =>
  reported('payment_captured', { ...pay, amount: 1000, reference }, { at: day('02'), id })
const seen = (amount: number) =>
  reported('action_observed', { ...pay, action: 'payout', amount }, { id: 'evt_same' })

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

/** The log of a stream, to which something else than `append` has added an event. */
const strayIn = (stream: string, event: DomainEvent, ...events: readonly DomainEvent[]) => {
  const entries = entriesOf(...on(stream, ...events))
  const previous = entries.at(-1)?.hash ?? null
  const place = { previous, revision: entries.length, stream: stream as Stream }
  return [...entries, sealed({ event, form: 1, ...place })].map(toLine)
}

/** The same of a payment. */
export const withStray = (event: DomainEvent, ...events: readonly DomainEvent[]) =>
  strayIn(PAYMENT, event, ...events)

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
  NotCanonical: [...lines.slice(0, 3), otherForm(last)],
  Altered: [first, second.replace('"amount":1000', '"amount":1001'), ...lines.slice(2)],
  Missing: [first, ...lines.slice(2)],
  Moved: [second, first, ...lines.slice(2)],
  NotFollowing: [first, forged(1), ...lines.slice(2)],
  Repeated: [...lines, second],
  Conflicting: [first, second, forged(1), ...lines.slice(2)],
  ClockStepsBack: ofSession(
    received(happened('session_created', { ...sid, mode: 'hosted' }), '04'),
    received(happened('session_approved', sid), '03'),
  ),
  missingPredecessor: ofPayment(
    happened('payment_captured', { ...pay, amount: 1000, method: 'sepa' }),
  ),
  channelDataFirst: ofSession(created, happened('session_approved', sid, '03')),
  outcomeKnown: ofSession(created, submitted, happened('session_completed', sid, '03')),
  mandateUsable: ofMandate(mandate, presented('pay_1'), presented('pay_2')),
  sameCustomer: ofMandate(mandate, presented('pay_1', { customerId: 'cus_2' })),
  withinRefundWindow: paidThen(refunded(1, '2026-05-20T10:00:00Z')),
  withinChargebackWindow: paidThen(
    reported(
      'payment_chargeback',
      { ...pay, actionId: 'act_1', amount: 1 },
      { at: '2027-05-20T10:00:00Z' },
    ),
  ),
  moneyAfterEnd: ofPayment(
    sepa,
    happened('payment_canceled', pay, '03'),
    happened('payment_captured', pay, '04'),
  ),
  lateCapture: ofPayment(
    ticket,
    happened('payment_expired', pay, '03'),
    happened('payment_captured', pay, '04'),
  ),
  ClockSkew: ofPayment(sepa, happened('payment_captured', pay, '02', { claimed: day('03') })),
  ConflictingDuplicate: paidThen(seen(1), seen(2)),
  FieldDiffers: paidThen(again('evt_2', 'A'), again('evt_3', 'B')),
  Superseded: paidThen(happened('payment_declined', pay, '05')),
  RefundReversed: paidThen(
    refunded(100, day('04')),
    happened('payment_refund_declined', { ...pay, actionId: 'act_1', amount: 100 }, '06'),
  ),
  MoneyNotUnderstood: paidThen(happened('unrecognised', { name: 'payment_teleported' }, '06')),
  NotUnderstood: ofSession(
    happened('session_created', { ...sid, mode: 'hosted' }),
    happened('unrecognised', { name: 'authentication_renewed' }),
  ),
  EndsContradict: ofPayment(
    sepa,
    happened('payment_declined', pay, '05'),
    happened('payment_canceled', pay, '06'),
  ),
  ExpiryChanged: ofPayment(
    { ...ticket, data: { ...ticket.data, ticketExpiresAt: '2026-03-09T23:59:00' } },
    only(
      'state_observed',
      { ...pay, status: 'pending', ticketExpiresAt: '2026-03-10T23:59:00' },
      '05',
    ),
  ),
  NegativeNet: paidThen(refunded(600, day('04')), back('06', { actionId: 'act_2', amount: 600 })),
  ContradictsItself: ofSession(
    happened('session_created', { ...sid, mode: 'hosted' }),
    happened('session_approved', { ...sid, approved: false }, '03'),
  ),
  PriceDiffers: ofSession(
    happened('session_created', { ...sid, amount: 5000, mode: 'hosted' }),
    happened('session_approved', { ...sid, amount: 500 }, '03'),
  ),
  OtherSource: ofPayment(
    happened('payment_pending', { ...sepa.data, customerId: 'cus_1' }),
    happened('payment_captured', { ...pay, amount: 1000, customerId: 'cus_2' }, '03'),
  ),
  NotUsable: ofMandate(
    mandate,
    only(
      'reviewed',
      { ...src, asOf: day('05'), usable: false, by: ['anna'], because: 'account-closed' },
      '05',
      'request',
    ),
  ),
  RefusedByBank: ofMandate(
    mandate,
    happened('bank_refused', { ...src, paymentId: 'pay_1', reason: 'AC04' }, '03'),
  ),
  SourceInDoubt: ofMandate(mandate, sourceReported('src_1', '03'), sourceReported('src_2', '04')),
  Unsigned: ofSession(
    happened('session_created', sid),
    reported('session_approved', sid, { at: null, source: 'unsigned', id: 'made_0' }),
  ),
  OtherSubject: withStray(
    happened('payment_refunded', { paymentId: 'pay_2', amount: 1000 }, '05'),
    sepa,
    captured,
  ),
  NotOfThisLifecycle: paidThen(happened('payment_capture_pending', pay, '06')),
  notOfTickets: ofPayment(ticket, captured, back('06', { amount: 1 })),
  RefundAtRisk: paidThen(
    happened('refund_requested', { ...pay, actionId: 'act_1', amount: 600 }, '03'),
    back('06', { actionId: 'act_2', amount: 600 }),
  ),
  OtherReference: paidThen(
    happened(
      'refund_requested',
      { ...pay, actionId: 'act_1', amount: 90, reference: 'REF-1' },
      '03',
    ),
    listed('04', [{ id: 'act_1', kind: 'Refund', amount: 90, approved: true, reference: 'REF-2' }]),
  ),
  NoEntity: paidThen(happened('chargeback_reversed', { ...pay, amount: 5 }, '05')),
  CapturedDiffers: ofPayment(sepa, happened('payment_captured', { ...pay, amount: 999 })),
  OtherCurrency: paidThen(
    happened('payment_refund_pending', { ...pay, actionId: 'act_1', amount: 5 }, '03'),
    happened('payment_refunded', { ...pay, actionId: 'act_1', amount: 5, currency: 'USD' }, '04'),
  ),
  OneOrTwo: paidThen(
    back('06', { actionId: 'act_1', amount: 100 }),
    back('07', { disputeId: 'dsp_1', amount: 100 }),
  ),
  DisputeDiffers: paidThen(
    back('06', { disputeId: 'dsp_1', amount: 100 }),
    happened('chargeback_reversed', { ...pay, disputeId: 'dsp_1' }, '07'),
    back('08', { disputeId: 'dsp_1', amount: 100 }),
  ),
  Disagreement: paidThen(
    happened('payment_refund_pending', { ...pay, actionId: 'act_1', amount: 90 }, '03'),
    refunded(100, day('04')),
  ),
  StatementDiffers: paidThen(refunded(100, day('04')), listed('06')),
  Overruled: paidThen(refunded(100, day('04')), listed('06'), listed('07')),
  Unread: paidThen(listed('06', [], 1)),
  AfterReview: paidThen(
    only(
      'reviewed',
      { ...pay, asOf: day('05'), captured: 1000, by: ['anna'], because: 'statement' },
      '05',
      'request',
    ),
    happened('payment_captured', { ...pay, actionId: 'act_2', amount: 900 }, '06'),
  ),
  MandateUnknown: ofPayment(sepa),
  FailureUnknown: ofSession(
    created,
    happened('unrecognised', { name: 'authentication_failed' }, '03'),
  ),
  Unbound: paidThen(happened('payment_refunded', { ...pay, amount: 5 }, '05')),
  NotOfTheseMachines: strayIn(SESSION, happened('parcel_sent', {}), created),
  Unassigned: ofPayment(captured),
  TakenAfterAll: paidThen(
    commanded('c-1', '03'),
    happened('request_refused', { ...pay, commandId: 'c-1' }, '04'),
    answered('act_1', '06'),
  ),
  PaidTwice: paidThen(commanded('c-1', '03'), answered('act_1', '05'), answered('act_2', '06')),
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
  OptionUnreadable: 'needs a wrong option',
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
export const CLOCK_AHEAD = ofPayment(received(sepa, '20'), received(captured, '03'))

/** More was paid back than came in. */
export const OVERPAID = paidThen(refunded(1001, day('05')))

/** A session for which messages reported two outcomes. */
export const TWO_OUTCOMES = ofSession(
  created,
  submitted,
  happened('session_approved', sid, '03'),
  happened('session_declined', sid, '04'),
)
