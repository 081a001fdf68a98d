/** Events that stand beside every chart: recorded and shown, but no arrow waits for them. */
import * as t from 'io-ts'
import { TimeText } from '../words/instant.ts'
import { Currency, Minor } from '../words/money.ts'
import { Channel, Method, Mode, NextAction } from '../words/names.ts'
import {
  ActionId,
  CommandId,
  CustomerId,
  PaymentId,
  QuestionId,
  SessionId,
  SourceId,
  Text,
} from '../words/text.ts'
import { whole } from '../words/whole.ts'
import { event, fields } from './envelope.ts'
import { kind, type Lifecycle } from './lifecycle.ts'
import { Balances } from './payment.ts'

const subject = { paymentId: PaymentId, sessionId: SessionId, sourceId: SourceId }

/** What a snapshot showed. The fold draws from it what nothing stronger tells. */
export const StateObserved = event(
  'state_observed',
  fields(
    {},
    {
      ...subject,
      status: Text,
      requestedAt: TimeText,
      amount: Minor,
      currency: Currency,
      customerId: CustomerId,
      reference: Text,
      method: Method,
      balances: Balances,
      providerOrderId: Text,
      providerPaymentId: Text,
      integrationType: Text,
      ticketExpiresAt: TimeText,
      providerName: Text,
      riskFlagged: t.boolean,
      mode: Mode,
      channel: Channel,
      protocolVersion: Text,
      transactionId: Text,
      approved: t.boolean,
      completed: t.boolean,
      nextActions: t.readonlyArray(NextAction),
    },
  ),
)
export type StateObserved = t.TypeOf<typeof StateObserved>

/** An action on a payment that has no part in its lifecycle here. */
export const ActionObserved = event(
  'action_observed',
  fields(
    { paymentId: PaymentId },
    { actionId: ActionId, action: Text, amount: Minor, approved: t.boolean, responseCode: Text },
  ),
)
export type ActionObserved = t.TypeOf<typeof ActionObserved>

/** The provider refused a request of ours: what that request alone told did not happen. */
export const RequestRefused = event(
  'request_refused',
  fields(
    {},
    {
      ...subject,
      commandId: CommandId,
      endpoint: Text,
      httpStatus: whole('an HTTP status', 100, 599),
      errorType: Text,
      errorCodes: t.readonlyArray(Text),
    },
  ),
)
export type RequestRefused = t.TypeOf<typeof RequestRefused>

/** A message that was whole, but whose meaning is unknown. */
export const Unrecognised = event(
  'unrecognised',
  fields({}, { name: Text, reason: Text, method: Method }),
)
export type Unrecognised = t.TypeOf<typeof Unrecognised>

/** What a question asked the provider for was answered: nothing more is to be heard of it. */
export const QuestionAnswered = event('question_answered', fields({ question: QuestionId }, {}))
export type QuestionAnswered = t.TypeOf<typeof QuestionAnswered>

/** The events beside the charts, each an occurrence of its own. */
export const besideEvents = {
  state_observed: kind(StateObserved, 'self', 9),
  action_observed: kind(ActionObserved, 'self', 9),
  request_refused: kind(RequestRefused, 'self', 9),
  unrecognised: kind(Unrecognised, 'self', 9),
  question_answered: kind(QuestionAnswered, 'self', 9),
} as const satisfies Lifecycle

/** Every event beside the charts. */
export type BesideEvent =
  | StateObserved
  | ActionObserved
  | RequestRefused
  | Unrecognised
  | QuestionAnswered
