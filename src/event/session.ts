/** The life of a 3-D Secure session: the events it can have. */
import * as t from 'io-ts'
import { Currency, Minor } from '../words/money.ts'
import { Channel, Mode, NextAction } from '../words/names.ts'
import { CommandId, SessionId, Text } from '../words/text.ts'
import { event, fields } from './envelope.ts'
import { kind, type Lifecycle } from './lifecycle.ts'

const common = {
  mode: Mode,
  channel: Channel,
  amount: Minor,
  currency: Currency,
  protocolVersion: Text,
  transactionId: Text,
  reference: Text,
  approved: t.boolean,
  nextActions: t.readonlyArray(NextAction),
  commandId: CommandId,
}

const data = fields({ sessionId: SessionId }, common)
const told = <T extends string>(type: T) => event(type, data)

/** The session was requested and started. */
export const SessionCreated = told('session_created')
/** Device data were applied; the issuer is deciding. */
export const ChannelDataSubmitted = told('channel_data_submitted')
/** The issuer wants the cardholder to prove who they are. */
export const SessionChallenged = told('session_challenged')
/** Authenticated, with or without a challenge. */
export const SessionApproved = told('session_approved')
/** Not authenticated, but there is proof of the attempt. */
export const SessionAttempted = told('session_attempted')
/** Could not be carried out, for technical reasons. */
export const SessionUnavailable = told('session_unavailable')
/** The issuer said no. */
export const SessionDeclined = told('session_declined')
/** The issuer said no, and asks that authorization not be tried. */
export const SessionRejected = told('session_rejected')
/** The cardholder left the challenge unfinished. */
export const ChallengeAbandoned = told('challenge_abandoned')
/** Device data never came, so the issuer was never asked. */
export const SessionExpired = told('session_expired')
/** We closed the session. */
export const SessionCompleted = told('session_completed')

export type SessionCreated = t.TypeOf<typeof SessionCreated>
export type ChannelDataSubmitted = t.TypeOf<typeof ChannelDataSubmitted>
export type SessionCompleted = t.TypeOf<typeof SessionCompleted>

/** Phases are causal: created, channel data, challenged, the outcome, completed. */
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

/** What every event of a session may tell. */
export type SessionData = t.TypeOf<typeof data>

/** Every event of a session. */
export type SessionEvent =
  | SessionCreated
  | ChannelDataSubmitted
  | t.TypeOf<typeof SessionChallenged>
  | t.TypeOf<typeof SessionApproved>
  | t.TypeOf<typeof SessionAttempted>
  | t.TypeOf<typeof SessionUnavailable>
  | t.TypeOf<typeof SessionDeclined>
  | t.TypeOf<typeof SessionRejected>
  | t.TypeOf<typeof ChallengeAbandoned>
  | t.TypeOf<typeof SessionExpired>
  | SessionCompleted
