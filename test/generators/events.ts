/** Valid events of every type, from few ids, few amounts and few times, so that they collide. */
import fc from 'fast-check'
import type { ObservedEvent } from '../../machines/observed/events.ts'
import type * as payment from '../../machines/payment/events.ts'
import type {
  ActionId,
  CustomerId,
  DisputeId,
  Method,
  PaymentId,
  SourceId,
  Voice,
} from '../../machines/payment/names.ts'
import type {
  BankRefusalEnded,
  BankRefused,
  SepaMandateEvent,
  SourceReported,
} from '../../machines/sepa-mandate/events.ts'
import type { MandateType } from '../../machines/sepa-mandate/names.ts'
import type { SessionData, SessionEvent } from '../../machines/session/events.ts'
import type { Channel, Mode, NextAction, SessionId } from '../../machines/session/names.ts'
import type { DomainEvent, Metadata } from '../../src/event/envelope.ts'
import type { Lifecycle } from '../../src/event/lifecycle.ts'
import type { CivilDate } from '../../src/words/calendar.ts'
import type { TimeText } from '../../src/words/instant.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import type * as text from '../../src/words/plain-text.ts'

/** One of a few words, as the branded text that a codec would return. */
const few = <T extends string>(...words: readonly string[]): fc.Arbitrary<T> =>
  fc.constantFrom(...(words as readonly T[]))

/**
 * Times around one payment of 2 January 2024: its first minute on either side of the clock
 * tolerance, and the last tick inside and the first outside the windows counted from that day.
 */
export const times: fc.Arbitrary<TimeText> = fc.oneof(
  few<TimeText>(
    '2024-01-02T10:00:00Z',
    '2024-01-02T10:00:00.0000001Z',
    '2024-01-02T10:01:00.0000000+00:00',
    '2024-01-02T10:01:00.0000001',
    '2024-01-03T10:00:00+0000',
  ),
  few<TimeText>(
    '2024-02-27T22:59:59.9999999Z',
    '2024-02-27T23:00:00Z',
    '2024-03-02T23:01:00.5Z',
    '2025-02-02T22:59:59.9999999Z',
    '2025-02-02T23:00:00Z',
    '2027-01-02T23:00:00Z',
  ),
)

/** Where an event comes from; ids are few, so that two events with different content share one. */
export const metadata: fc.Arbitrary<Metadata> = fc.record(
  {
    eventId: few<text.PlainText>('evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5', 'made_1'),
    occurredAt: fc.option(times, { freq: 4 }),
    recordedAt: times,
    source: fc.constantFrom<Metadata['source']>(
      'report',
      'response',
      'request',
      'inferred',
      'unsigned',
    ),
    schema: fc.constant(1 as const),
    claimedAt: times,
    repaired: fc.constant(true as const),
    withheld: fc.subarray(['reference', 'transactionId'] as text.PlainText[]),
    message: fc.constantFrom('0'.repeat(64), 'f'.repeat(64)),
  },
  { requiredKeys: ['eventId', 'occurredAt', 'recordedAt', 'source', 'schema'] },
)

const reported = <E extends DomainEvent>(
  type: E['type'],
  data: fc.Arbitrary<E['data']>,
): fc.Arbitrary<DomainEvent<E['type'], E['data']>> =>
  fc.record({ type: fc.constant(type), data, metadata })

const paymentId = few<PaymentId>('pay_1')
const sessionId = few<SessionId>('sid_1')
const sourceId = few<SourceId>('src_1')
const actionId = few<ActionId>('act_1', 'act_2', 'act_3')
const disputeId = few<DisputeId>('dsp_1', 'dsp_2')
const customerId = few<CustomerId>('cus_1', 'cus_2')
const commandId = few<text.CommandId>('cmd-1', 'cmd-2', 'cmd-3')
const reference = few<text.Reference>('ORD-1', 'ORD-2')
const responseCode = few<text.PlainText>('10000', '20005', 'AM04')
const currency = few<Currency>('EUR', 'EUR', 'ARS')
const method = fc.constantFrom<Method>('sepa', 'ticket', 'other')
const amount = fc.constantFrom(...([10_000, 10_000, 6_000, 4_000, 1, 0] as Minor[]))
const balances: fc.Arbitrary<payment.Balances> = fc.record(
  { captured: amount, refunded: amount },
  { requiredKeys: [] },
)

const common = {
  paymentId,
  amount,
  currency,
  actionId,
  method,
  sourceId,
  customerId,
  reference,
  responseCode,
  commandId,
  balances,
}

const ticket = {
  providerOrderId: few<text.Reference>('D-1', 'D-2'),
  providerPaymentId: few<text.Reference>('T-1'),
  integrationType: few<text.PlainText>('DIRECT', 'REDIRECT'),
  ticketExpiresAt: times,
  providerName: few<text.PlainText>('pagofacil', 'rapipago'),
  riskFlagged: fc.boolean(),
}

const requiredKeys: ['paymentId'] = ['paymentId']
const plain = fc.record(common, { requiredKeys })
const withTicket = fc.record({ ...common, ...ticket }, { requiredKeys })
const captured = fc.record(
  {
    ...common,
    debitDate: few<CivilDate>('2024-01-02', '2024-02-29'),
    partlyCaptured: fc.boolean(),
    partlyRefundedSeen: fc.boolean(),
    refundedSeen: amount,
    fullyRefundedSeen: fc.boolean(),
  },
  { requiredKeys },
)
const disputeStatus = few<text.PlainText>(
  'received',
  'lost',
  'expired',
  'resolved',
  'won',
  'canceled',
  'arbitration_lost',
  'arbitration_won',
)
const chargeback = fc.record(
  {
    ...common,
    disputeId,
    disputeStatus,
    reason: few<text.PlainText>('MD01', 'AC04'),
    reportedAs: fc.constantFrom<Voice>('chargeback', 'return', 'dispute'),
    movesNothing: fc.boolean(),
  },
  { requiredKeys },
)
const reversal = fc.record({ ...common, disputeId, disputeStatus }, { requiredKeys })

const paymentArbitraries = {
  payment_pending: reported<payment.PaymentPending>('payment_pending', withTicket),
  payment_capture_pending: reported<payment.PaymentCapturePending>(
    'payment_capture_pending',
    plain,
  ),
  payment_declined: reported<payment.PaymentDeclined>('payment_declined', withTicket),
  payment_canceled: reported<payment.PaymentCanceled>('payment_canceled', plain),
  payment_expired: reported<payment.PaymentExpired>('payment_expired', plain),
  payment_captured: reported<payment.PaymentCaptured>('payment_captured', captured),
  refund_requested: reported<payment.RefundRequested>(
    'refund_requested',
    fc.record({ ...common, all: fc.boolean() }, { requiredKeys }),
  ),
  payment_refund_pending: reported<payment.PaymentRefundPending>('payment_refund_pending', plain),
  payment_refunded: reported<payment.PaymentRefunded>('payment_refunded', plain),
  payment_refund_declined: reported<payment.PaymentRefundDeclined>(
    'payment_refund_declined',
    plain,
  ),
  payment_chargeback: reported<payment.PaymentChargeback>('payment_chargeback', chargeback),
  chargeback_reversed: reported<payment.ChargebackReversed>('chargeback_reversed', reversal),
}

const mode = fc.constantFrom<Mode>('non_hosted', 'hosted')
const channel = fc.constantFrom<Channel>('browser', 'app', 'merchant_initiated')
const nextActions = fc.subarray<NextAction>([
  'redirect_cardholder',
  'collect_channel_data',
  'issuer_fingerprint',
  'challenge_cardholder',
  'complete',
])
const protocolVersion = few<text.PlainText>('2.2.0', '1.0.2')
const transactionId = few<text.Reference>('txn-1')

const ofSession: fc.Arbitrary<SessionData> = fc.record(
  {
    sessionId,
    mode,
    channel,
    amount,
    currency,
    protocolVersion,
    paymentId: few<PaymentId>('pay_1'),
    challenged: fc.boolean(),
    reason: few<text.PlainText>('Declined', 'Rejected'),
    transactionId,
    reference,
    approved: fc.boolean(),
    nextActions,
    commandId,
  },
  { requiredKeys: ['sessionId'] },
)

type OfSession<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

const session = <T extends SessionEvent['type']>(
  type: T,
): fc.Arbitrary<DomainEvent<T, OfSession<T>['data']>> =>
  reported<DomainEvent<T, SessionData>>(type, ofSession)

const sessionArbitraries = {
  session_created: session('session_created'),
  channel_data_submitted: session('channel_data_submitted'),
  session_challenged: session('session_challenged'),
  session_approved: session('session_approved'),
  session_attempted: session('session_attempted'),
  session_unavailable: session('session_unavailable'),
  session_declined: session('session_declined'),
  session_rejected: session('session_rejected'),
  challenge_abandoned: session('challenge_abandoned'),
  session_expired: session('session_expired'),
  session_completed: session('session_completed'),
}

type OfMandate<T extends SepaMandateEvent['type']> = Extract<SepaMandateEvent, { type: T }>

const created = fc.record(
  {
    sourceId,
    mandateType: fc.constantFrom<MandateType>('single', 'recurring'),
    mandateReference: few<text.Reference>('MD-1'),
    customerId,
    responseCode,
    commandId,
  },
  { requiredKeys: ['sourceId'] },
)
const collection = fc.record(
  {
    sourceId,
    paymentId: few<PaymentId>('pay_1', 'pay_2'),
    commandId,
    customerId,
    amount,
    reference: few<text.Reference>('ORD-1', 'cmd-1', 'cmd-2'),
  },
  { requiredKeys: ['sourceId'] },
)
const cancelled = fc.record({ sourceId, commandId }, { requiredKeys: ['sourceId'] })
const sourceReported = fc.record(
  {
    sourceId,
    paymentId: few<PaymentId>('pay_1', 'pay_2'),
    lookedUp: fc.boolean(),
    reportedSource: sourceId,
    reportedCustomer: customerId,
  },
  { requiredKeys: ['sourceId', 'paymentId', 'lookedUp'] },
)

const bankRefused = fc.record(
  {
    sourceId,
    paymentId: few<PaymentId>('pay_1', 'pay_2'),
    reason: few<text.PlainText>('MD01', 'AC04'),
    disputeId,
    actionId,
  },
  { requiredKeys: ['sourceId', 'paymentId', 'reason'] },
)
const bankRefusalEnded = fc.record(
  { sourceId, paymentId: few<PaymentId>('pay_1'), disputeId, actionId },
  { requiredKeys: ['sourceId', 'paymentId'] },
)

const mandateArbitraries = {
  mandate_created: reported<OfMandate<'mandate_created'>>('mandate_created', created),
  collection_presented: reported<OfMandate<'collection_presented'>>(
    'collection_presented',
    collection,
  ),
  collection_ended: reported<OfMandate<'collection_ended'>>('collection_ended', collection),
  collection_captured: reported<OfMandate<'collection_captured'>>(
    'collection_captured',
    collection,
  ),
  mandate_cancelled: reported<OfMandate<'mandate_cancelled'>>('mandate_cancelled', cancelled),
  source_reported: reported<SourceReported>('source_reported', sourceReported),
  bank_refused: reported<BankRefused>('bank_refused', bankRefused),
  bank_refusal_ended: reported<BankRefusalEnded>('bank_refusal_ended', bankRefusalEnded),
}

type OfInformational<T extends ObservedEvent['type']> = Extract<ObservedEvent, { type: T }>

const observed = fc.record(
  {
    paymentId,
    sessionId,
    sourceId,
    responseCode,
    status: few<text.PlainText>(
      'captured',
      'refunded',
      'declined',
      'pending',
      'approved',
      'challenged',
    ),
    askedAt: times,
    requestedAt: times,
    amount,
    currency,
    customerId,
    reference,
    method,
    balances,
    ...ticket,
    mode,
    channel,
    protocolVersion,
    transactionId,
    approved: fc.boolean(),
    completed: fc.boolean(),
    nextActions,
  },
  { requiredKeys: [] },
)
const action = fc.record(
  {
    paymentId,
    actionId,
    action: few<text.PlainText>('Void', 'Authorization'),
    amount,
    approved: fc.boolean(),
    responseCode,
  },
  { requiredKeys },
)
const refused = fc.record(
  {
    paymentId,
    sessionId,
    sourceId,
    commandId,
    endpoint: few<text.PlainText>('refundPayment', 'createSession'),
    attempt: fc.constantFrom(1, 1, 2),
    httpStatus: fc.constantFrom(404, 422),
    errorType: few<text.PlainText>('request_invalid'),
    errorCodes: fc.subarray(['amount_invalid', 'currency_invalid'] as text.PlainText[]),
  },
  { requiredKeys: [] },
)
const unrecognised = fc.record(
  {
    name: few<text.PlainText>('payment_void_declined'),
    reason: few<text.PlainText>('unknown-type'),
    method,
    path: few<text.PlainText>('data.amount'),
  },
  { requiredKeys: [] },
)

const answered = fc.record({
  question: fc.constantFrom(
    ...['g', 'h'].map((letter) => `made_${letter.repeat(32)}` as text.QuestionId),
  ),
})

const reviewed = fc.record(
  {
    paymentId,
    sessionId,
    sourceId,
    asOf: times,
    captured: amount,
    refunded: amount,
    chargedBack: amount,
    outcome: few<text.PlainText>('approved', 'declined'),
    usable: fc.boolean(),
    because: few<text.PlainText>('seen'),
    // fields of an earlier form
    reason: few<text.PlainText>('OneOrTwo'),
    events: fc.subarray(['evt_1', 'evt_2'] as text.PlainText[]),
    as: few<text.PlainText>('one', 'countsNot'),
    amount,
    by: fc.subarray(['person-1', 'person-2'] as text.PlainText[], { minLength: 1 }),
  },
  { requiredKeys: ['by'] },
)

const attempt = fc.constantFrom(1, 2)

const sent = fc.record(
  { paymentId, sessionId, sourceId, commandId, attempt },
  { requiredKeys: ['commandId', 'attempt'] },
)

const failed = fc.record(
  {
    paymentId,
    sessionId,
    sourceId,
    commandId,
    attempt,
    endpoint: few<text.PlainText>('requestRefund', 'completeSession'),
    httpStatus: fc.constantFrom(500, 503),
  },
  { requiredKeys: ['commandId'] },
)

const givenUp = fc.record(
  {
    paymentId,
    sessionId,
    sourceId,
    commandId,
    by: fc.subarray(['person-1', 'person-2'] as text.PlainText[], { minLength: 1 }),
    because: few<text.PlainText>('not-found'),
  },
  { requiredKeys: ['commandId', 'by', 'because'] },
)

const list = {
  askedAt: times,
  actions: fc.array(
    fc.record(
      {
        id: actionId,
        kind: few<text.PlainText>('refund', 'capture', 'return', 'void'),
        amount,
        approved: fc.boolean(),
        reference,
        occurredAt: times,
        responseCode,
      },
      { requiredKeys: ['id'] },
    ),
    { maxLength: 3 },
  ),
  unread: fc.constantFrom(0, 0, 0, 1),
}
const listed = fc.oneof(
  fc.record({ paymentId, ...list }),
  fc.record({ sourceId, reference: few<text.Reference>('ORD-1', 'cmd-1', 'cmd-2'), ...list }),
)

const informationalArbitraries = {
  state_observed: reported<OfInformational<'state_observed'>>('state_observed', observed),
  action_observed: reported<OfInformational<'action_observed'>>('action_observed', action),
  request_refused: reported<OfInformational<'request_refused'>>('request_refused', refused),
  unrecognised: reported<OfInformational<'unrecognised'>>('unrecognised', unrecognised),
  question_answered: reported<OfInformational<'question_answered'>>('question_answered', answered),
  reviewed: reported<OfInformational<'reviewed'>>('reviewed', reviewed),
  request_sent: reported<OfInformational<'request_sent'>>('request_sent', sent),
  request_failed: reported<OfInformational<'request_failed'>>('request_failed', failed),
  command_given_up: reported<OfInformational<'command_given_up'>>('command_given_up', givenUp),
  actions_listed: reported<OfInformational<'actions_listed'>>('actions_listed', listed),
}

/** Generators of valid events, by event type. */
export const eventArbitraries = {
  ...sessionArbitraries,
  ...paymentArbitraries,
  ...mandateArbitraries,
  ...informationalArbitraries,
}

/** The name of an event type that has a generator. */
export type EventType = keyof typeof eventArbitraries

/** Generates a valid event of a lifecycle; all types are equally likely. */
export const anyEvent = (lifecycle: Lifecycle): fc.Arbitrary<DomainEvent> => {
  const byType: Readonly<Record<string, fc.Arbitrary<DomainEvent>>> = eventArbitraries
  return fc.oneof(
    ...Object.keys(lifecycle).map((type) => {
      const found = byType[type]
      if (found === undefined) throw new Error(`no generator of ${type} events`)
      return found
    }),
  )
}
