/** The lifecycle of a 3-D Secure session: the events that it can have. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { Currency, Minor } from '../../src/words/money.ts'
import { CommandId, PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { PaymentId } from '../words/payment-names.ts'
import { Channel, Mode, NextAction, SessionId } from '../words/session-names.ts'

const common = {
  mode: Mode,
  channel: Channel,
  amount: Minor,
  currency: Currency,
  protocolVersion: PlainText,
  transactionId: Reference,
  reference: Reference,
  approved: t.boolean,
  nextActions: t.readonlyArray(NextAction),
  commandId: CommandId,
  /** The payment for which the provider ran the session, if it ran it for one. */
  paymentId: PaymentId,
  /** Whether the cardholder was asked to prove who they are. */
  challenged: t.boolean,
  reason: PlainText,
}

const data = fields({ sessionId: SessionId }, common)
const once = <T extends string>(type: T, phase: number) =>
  kind(eventCodec(type, data), 'once', phase)

/** The event types of a session. Their phases: created, channel data, challenged, the outcome, completed. */
export const sessionEvents = {
  /** The session was requested and started. */
  session_created: once('session_created', 0),
  /** Device data were submitted; the issuer is deciding. */
  channel_data_submitted: once('channel_data_submitted', 1),
  /** The issuer wants the cardholder to prove who they are. */
  session_challenged: once('session_challenged', 2),
  /** The cardholder was authenticated, with or without a challenge. */
  session_approved: once('session_approved', 3),
  /** The cardholder was not authenticated, but there is proof of the attempt. */
  session_attempted: once('session_attempted', 3),
  /** The authentication was not possible for technical reasons. */
  session_unavailable: once('session_unavailable', 3),
  /** The issuer declined the authentication. */
  session_declined: once('session_declined', 3),
  /** The issuer rejected the authentication, and asks not to attempt an authorization. */
  session_rejected: once('session_rejected', 3),
  /** The cardholder left the challenge unfinished. */
  challenge_abandoned: once('challenge_abandoned', 3),
  /** No device data arrived, so the issuer never received a request. */
  session_expired: once('session_expired', 3),
  /** We closed the session. */
  session_completed: once('session_completed', 4),
} as const satisfies Lifecycle

/** The data of every event of a session. */
export type SessionData = t.TypeOf<typeof data>

/** Every event of a session. */
export type SessionEvent = EventIn<typeof sessionEvents>
/** The completion of a session. */
export type SessionCompleted = EventIn<typeof sessionEvents, 'session_completed'>
