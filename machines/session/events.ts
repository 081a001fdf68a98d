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
const sessionEvent = <T extends string>(type: T) => eventCodec(type, data)

/** The session was requested and started. */
const SessionCreated = sessionEvent('session_created')
/** Device data were submitted; the issuer is deciding. */
const ChannelDataSubmitted = sessionEvent('channel_data_submitted')
/** The issuer wants the cardholder to prove who they are. */
const SessionChallenged = sessionEvent('session_challenged')
/** The cardholder was authenticated, with or without a challenge. */
const SessionApproved = sessionEvent('session_approved')
/** The cardholder was not authenticated, but there is proof of the attempt. */
const SessionAttempted = sessionEvent('session_attempted')
/** The authentication was not possible for technical reasons. */
const SessionUnavailable = sessionEvent('session_unavailable')
/** The issuer declined the authentication. */
const SessionDeclined = sessionEvent('session_declined')
/** The issuer rejected the authentication, and asks not to attempt an authorization. */
const SessionRejected = sessionEvent('session_rejected')
/** The cardholder left the challenge unfinished. */
const ChallengeAbandoned = sessionEvent('challenge_abandoned')
/** No device data arrived, so the issuer never received a request. */
const SessionExpired = sessionEvent('session_expired')

/** We closed the session. */
export const SessionCompleted = sessionEvent('session_completed')
export type SessionCompleted = t.TypeOf<typeof SessionCompleted>

/**
 * The event types of a session. Their phases: created, channel data, challenged, the outcome,
 * completed.
 */
export const sessionEvents = {
  session_created: kind(SessionCreated, 'once', 0),
  channel_data_submitted: kind(ChannelDataSubmitted, 'once', 1),
  session_challenged: kind(SessionChallenged, 'once', 2),
  session_approved: kind(SessionApproved, 'once', 3),
  session_attempted: kind(SessionAttempted, 'once', 3),
  session_unavailable: kind(SessionUnavailable, 'once', 3),
  session_declined: kind(SessionDeclined, 'once', 3),
  session_rejected: kind(SessionRejected, 'once', 3),
  challenge_abandoned: kind(ChallengeAbandoned, 'once', 3),
  session_expired: kind(SessionExpired, 'once', 3),
  session_completed: kind(SessionCompleted, 'once', 4),
} as const satisfies Lifecycle

/** The data of every event of a session. */
export type SessionData = t.TypeOf<typeof data>

/** Every event of a session. */
export type SessionEvent = EventIn<typeof sessionEvents>
