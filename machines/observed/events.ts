/** The informational events: recorded and shown, but no chart has a transition for them. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { check, integer } from '../../src/words/data/codec.ts'
import { textSchema, withSchema } from '../../src/words/data/json-schema.ts'
import { Currency, Minor } from '../../src/words/money.ts'
import { CommandId, PlainText, QuestionId, Reference } from '../../src/words/text/plain-text.ts'
import { TimeText } from '../../src/words/time/instant.ts'
import { MandateType } from '../words/mandate-names.ts'
import {
  ActionId,
  Balances,
  CustomerId,
  Method,
  PaymentId,
  SourceId,
} from '../words/payment-names.ts'
import { Channel, Mode, NextAction, SessionId } from '../words/session-names.ts'

/** The number of a request's attempt, from 1: nothing writes it, but form 1 has it. */
const attempt = integer('the number of an attempt', 1, 1_000_000)

const httpStatus = integer('an HTTP status', 100, 599)

const subject = { paymentId: PaymentId, sessionId: SessionId, sourceId: SourceId }

const FIELDS = /^[a-z_]+(\.[a-z_]+)*$/

/** Where a field stands in a message: names of the interface, which no sender chooses. */
export const FieldPath = withSchema(
  check(
    'names of fields',
    (input): input is string =>
      typeof input === 'string' && input.length <= 80 && FIELDS.test(input),
  ),
  { ...textSchema(FIELDS), maxLength: 80 },
)

const names = t.readonlyArray(PlainText, 'a list of one or two names')

/** An informational event by its optional and required fields; each one is a separate occurrence. */
const observed = <T extends string, O extends t.Props, R extends t.Props = Record<never, t.Any>>(
  type: T,
  optional: O,
  required: R = {} as R,
) => kind(eventCodec(type, fields(required, optional)), 'self', 9)

/** The informational events: every machine whose commands are sent to a provider has them as `informational`. */
export const observedEvents = {
  /** What a snapshot showed. The fold infers from it the events that no stronger source reports. */
  state_observed: observed('state_observed', {
    ...subject,
    askedAt: TimeText,
    status: PlainText,
    responseCode: PlainText,
    requestedAt: TimeText,
    amount: Minor,
    currency: Currency,
    customerId: CustomerId,
    reference: Reference,
    method: Method,
    balances: Balances,
    providerOrderId: Reference,
    providerPaymentId: Reference,
    integrationType: PlainText,
    ticketExpiresAt: TimeText,
    providerName: PlainText,
    riskFlagged: t.boolean,
    mode: Mode,
    channel: Channel,
    protocolVersion: PlainText,
    transactionId: Reference,
    approved: t.boolean,
    completed: t.boolean,
    nextActions: t.readonlyArray(NextAction),
  }),
  /** An action on a payment for which the payment's lifecycle has no event. */
  action_observed: observed(
    'action_observed',
    {
      actionId: ActionId,
      action: PlainText,
      amount: Minor,
      approved: t.boolean,
      responseCode: PlainText,
    },
    { paymentId: PaymentId },
  ),
  /** The provider refused our request. An event that only this request reports did not happen. */
  request_refused: observed('request_refused', {
    ...subject,
    commandId: CommandId,
    endpoint: PlainText,
    attempt,
    httpStatus,
    errorType: PlainText,
    errorCodes: t.readonlyArray(PlainText),
  }),
  /**
   * A complete message with an unknown meaning, or one that cannot be read in the field at `path`. Of an
   * authentication that failed in an unknown way, also the price and the payment.
   */
  unrecognised: observed('unrecognised', {
    name: PlainText,
    reason: PlainText,
    method: Method,
    path: FieldPath,
    amount: Minor,
    currency: Currency,
    paymentId: PaymentId,
  }),
  /** A question was answered. Nothing writes it, but form 1 has it: the look-up itself settles a question. */
  question_answered: observed('question_answered', {}, { question: QuestionId }),
  /**
   * A person's word: what is true as of a time. Of a payment the amounts, in minor units: `captured`;
   * `refunded`, which is what left or is leaving; `chargedBack`, which is what was not given back. Of a
   * session its `outcome`, of a mandate whether it is `usable`, and its `mandateType`. `by` names one
   * or two persons by pseudonyms, and `because` says why. Without `asOf` it says nothing: logs of an
   * earlier form have `reason`, `events`, `as` and `amount` instead.
   */
  reviewed: observed(
    'reviewed',
    {
      ...subject,
      asOf: TimeText,
      captured: Minor,
      refunded: Minor,
      chargedBack: Minor,
      outcome: PlainText,
      usable: t.boolean,
      mandateType: MandateType,
      because: PlainText,
      reason: PlainText,
      events: t.readonlyArray(PlainText),
      as: PlainText,
      amount: Minor,
    },
    { by: names },
  ),
  /** One of our requests was about to be sent. Nothing writes it, but form 1 has it. It decides nothing. */
  request_sent: observed('request_sent', subject, { commandId: CommandId, attempt }),
  /** The provider failed at our request, and may have carried it out. It decides nothing. */
  request_failed: observed(
    'request_failed',
    { ...subject, attempt, endpoint: PlainText, httpStatus },
    { commandId: CommandId },
  ),
  /** A person decided that a command is over. `by` names one or two persons by pseudonyms. */
  command_given_up: observed('command_given_up', subject, {
    commandId: CommandId,
    by: names,
    because: PlainText,
  }),
  /**
   * All actions on a payment, or all payments on a mandate with one `reference`, as the provider listed
   * them, whole. `askedAt` is when the list was asked for. An action is `approved` or not, and open while
   * that is absent; `occurredAt` is the provider's time. `unread` counts the elements that were not shown,
   * or could not be read: a list with any proves nothing.
   */
  actions_listed: observed(
    'actions_listed',
    { paymentId: PaymentId, sourceId: SourceId, reference: Reference },
    {
      askedAt: TimeText,
      actions: t.readonlyArray(
        fields(
          { id: t.union([ActionId, PaymentId], 'an act_ or pay_ identifier') },
          {
            kind: PlainText,
            amount: Minor,
            approved: t.boolean,
            reference: Reference,
            occurredAt: TimeText,
            responseCode: PlainText,
          },
        ),
      ),
      unread: integer('a count', 0, Number.MAX_SAFE_INTEGER),
    },
  ),
} as const satisfies Lifecycle

type Observed = typeof observedEvents

/** What a snapshot showed. */
export type StateObserved = EventIn<Observed, 'state_observed'>
/** An action without an event of its own. */
export type ActionObserved = EventIn<Observed, 'action_observed'>
/** All actions, as the provider listed them. */
export type ActionsListed = EventIn<Observed, 'actions_listed'>
/** A refused request. */
export type RequestRefused = EventIn<Observed, 'request_refused'>
/** A failed request. */
export type RequestFailed = EventIn<Observed, 'request_failed'>
/** A message that is not understood. */
export type Unrecognised = EventIn<Observed, 'unrecognised'>

const MOMENTARY: ReadonlySet<string> = new Set([
  'askedAt',
  'status',
  'responseCode',
  'requestedAt',
  'balances',
  'approved',
  'completed',
  'nextActions',
])

/** Returns the fields of a snapshot that remain true after the time of the snapshot. */
export const lastingIn = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !MOMENTARY.has(field)))
