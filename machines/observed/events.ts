/** The informational events: recorded and shown, but no chart has a transition for them. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { check, integer } from '../../src/words/data/codec.ts'
import { textSchema, withSchema } from '../../src/words/data/json-schema.ts'
import { Currency, Minor } from '../../src/words/money.ts'
import { CommandId, PlainText, QuestionId, Reference } from '../../src/words/text/plain-text.ts'
import { TimeText } from '../../src/words/time/instant.ts'
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

/** The ids by which an event may name what it is about. */
const subject = { paymentId: PaymentId, sessionId: SessionId, sourceId: SourceId }

/** The provider refused our request. An event that only this request reports did not happen. */
export const RequestRefused = eventCodec(
  'request_refused',
  fields(
    {},
    {
      ...subject,
      commandId: CommandId,
      endpoint: PlainText,
      attempt,
      httpStatus: integer('an HTTP status', 100, 599),
      errorType: PlainText,
      errorCodes: t.readonlyArray(PlainText),
    },
  ),
)
export type RequestRefused = t.TypeOf<typeof RequestRefused>

/** One of our requests was about to be sent. Nothing writes it, but form 1 has it. It decides nothing. */
const RequestSent = eventCodec('request_sent', fields({ commandId: CommandId, attempt }, subject))

/** The provider failed at our request, and may have carried it out. It decides nothing. */
export const RequestFailed = eventCodec(
  'request_failed',
  fields(
    { commandId: CommandId },
    { ...subject, attempt, endpoint: PlainText, httpStatus: integer('an HTTP status', 100, 599) },
  ),
)
export type RequestFailed = t.TypeOf<typeof RequestFailed>

/** A person decided that a command is over. `by` names one or two persons by pseudonyms. */
const CommandGivenUp = eventCodec(
  'command_given_up',
  fields({ commandId: CommandId, by: t.readonlyArray(PlainText), because: PlainText }, subject),
)

/** What a snapshot showed. The fold infers from it the events that no stronger source reports. */
export const StateObserved = eventCodec(
  'state_observed',
  fields(
    {},
    {
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
    },
  ),
)
export type StateObserved = t.TypeOf<typeof StateObserved>

/** The fields of a snapshot that are true only at the time of the snapshot. */
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

/** An action on a payment for which the payment's lifecycle has no event. */
export const ActionObserved = eventCodec(
  'action_observed',
  fields(
    { paymentId: PaymentId },
    {
      actionId: ActionId,
      action: PlainText,
      amount: Minor,
      approved: t.boolean,
      responseCode: PlainText,
    },
  ),
)
export type ActionObserved = t.TypeOf<typeof ActionObserved>

/**
 * All actions on a payment, or all payments on a mandate with one `reference`, as the provider listed
 * them, whole. `askedAt` is when the list was asked for. An action is `approved` or not, and open while
 * that is absent; `occurredAt` is the provider's time. `unread` counts the elements that were not shown,
 * or could not be read: a list with any proves nothing.
 */
export const ActionsListed = eventCodec(
  'actions_listed',
  fields(
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
    { paymentId: PaymentId, sourceId: SourceId, reference: Reference },
  ),
)
export type ActionsListed = t.TypeOf<typeof ActionsListed>

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

/** A complete message with an unknown meaning, or one that cannot be read in the field at `path`. */
export const Unrecognised = eventCodec(
  'unrecognised',
  fields({}, { name: PlainText, reason: PlainText, method: Method, path: FieldPath }),
)
export type Unrecognised = t.TypeOf<typeof Unrecognised>

/** A question was answered. Nothing writes it, but form 1 has it: the look-up itself settles a question. */
const QuestionAnswered = eventCodec('question_answered', fields({ question: QuestionId }, {}))

/**
 * A person's word: what is true as of a time. Of a payment the amounts, in minor units: `captured`;
 * `refunded`, which is what left or is leaving; `chargedBack`, which is what was not given back. Of a
 * session its `outcome`, of a mandate whether it is `usable`. `by` names one or two persons by
 * pseudonyms, and `because` says why. Without `asOf` it says nothing: logs of an earlier form have
 * `reason`, `events`, `as` and `amount` instead.
 */
const Reviewed = eventCodec(
  'reviewed',
  fields(
    { by: t.readonlyArray(PlainText) },
    {
      ...subject,
      asOf: TimeText,
      captured: Minor,
      refunded: Minor,
      chargedBack: Minor,
      outcome: PlainText,
      usable: t.boolean,
      because: PlainText,
      reason: PlainText,
      events: t.readonlyArray(PlainText),
      as: PlainText,
      amount: Minor,
    },
  ),
)

/** The informational events; each one is a separate occurrence. */
export const observedEvents = {
  state_observed: kind(StateObserved, 'self', 9),
  action_observed: kind(ActionObserved, 'self', 9),
  request_refused: kind(RequestRefused, 'self', 9),
  unrecognised: kind(Unrecognised, 'self', 9),
  question_answered: kind(QuestionAnswered, 'self', 9),
  reviewed: kind(Reviewed, 'self', 9),
  request_sent: kind(RequestSent, 'self', 9),
  request_failed: kind(RequestFailed, 'self', 9),
  command_given_up: kind(CommandGivenUp, 'self', 9),
  actions_listed: kind(ActionsListed, 'self', 9),
} as const satisfies Lifecycle
