/** What is known of a 3-D Secure session, and what each event teaches of it. */
import type { Draft } from 'immer'
import type { StateValue } from 'xstate'
import type { Event } from '../../src/event/envelope.ts'
import { type Moment, momentOf } from '../../src/event/moment.ts'
import type { SessionData, SessionEvent } from '../../src/event/session.ts'
import type { Recipes } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import type { Channel, Mode, NextAction } from '../../src/words/names.ts'
import type { SessionId, Text } from '../../src/words/text.ts'
import { leavesOf } from './leaves.ts'

// context ------------------------------------------------------------------
/** What is known of a session. Every field is null until a message tells it. */
export interface Session {
  readonly sessionId: SessionId | null
  readonly mode: Mode | null
  readonly channel: Channel | null
  /** Minor units of `currency`; 0 verifies the card only. */
  readonly amount: Minor | null
  readonly currency: Currency | null
  /** The 3-D Secure version used, such as 2.2.0, or 1.0 after a fallback. */
  readonly protocolVersion: Text | null
  readonly transactionId: Text | null
  readonly created: Moment | null
  readonly outcome: Moment | null
  readonly completed: Moment | null
  /** What the provider itself says of approval. */
  readonly approved: boolean | null
}

/** The context before anything was told. */
export const nothingKnown: Session = {
  sessionId: null,
  mode: null,
  channel: null,
  amount: null,
  currency: null,
  protocolVersion: null,
  transactionId: null,
  created: null,
  outcome: null,
  completed: null,
  approved: null,
}

/** Every event that the chart hears. */
export type Heard = Occurred<SessionEvent>

// recipes ------------------------------------------------------------------
const learnFacts = (known: Draft<Session>, { data }: { readonly data: SessionData }): void => {
  known.sessionId ??= data.sessionId
  known.mode ??= data.mode ?? null
  known.channel ??= data.channel ?? null
  known.amount ??= data.amount ?? null
  known.currency ??= data.currency ?? null
  known.protocolVersion ??= data.protocolVersion ?? null
  known.transactionId ??= data.transactionId ?? null
}

const learnOutcome = (known: Draft<Session>, event: Occurred<Event<string, SessionData>>): void => {
  learnFacts(known, event)
  known.outcome ??= momentOf(event)
  known.approved ??= event.data.approved ?? null
}

/** One recipe per event. */
export const recipes: Recipes<Session, Heard> = {
  session_created: (known, event) => {
    learnFacts(known, event)
    known.created ??= momentOf(event)
  },
  channel_data_submitted: learnFacts,
  session_challenged: learnFacts,
  session_approved: learnOutcome,
  session_attempted: learnOutcome,
  session_unavailable: learnOutcome,
  session_declined: learnOutcome,
  session_rejected: learnOutcome,
  challenge_abandoned: learnOutcome,
  session_expired: learnOutcome,
  session_completed: (known, event) => {
    learnFacts(known, event)
    known.completed ??= momentOf(event)
  },
}

// views --------------------------------------------------------------------
/** What a session is to the outside. Completion is an axis of its own. */
export type SessionStatus =
  | 'none'
  | 'pending'
  | 'processing'
  | 'challenged'
  | 'approved'
  | 'attempted'
  | 'unavailable'
  | 'declined'
  | 'rejected'
  | 'challenge_abandoned'
  | 'expired'

/** The state of the authentication. */
export const sessionStatus = (value: StateValue): SessionStatus =>
  leavesOf(value)['authentication'] as SessionStatus

/** What can be done next about a session that shows a status, as the interface tables it. */
export const actionsFor = (
  status: string,
  { mode, channel }: Pick<Session, 'mode' | 'channel'>,
): readonly NextAction[] => {
  const isOpen = status === 'pending' || status === 'processing' || status === 'challenged'
  if (status === 'none') return []
  if (!isOpen) return ['complete']
  if (mode === 'hosted') return ['redirect_cardholder']
  if (status === 'challenged') return ['challenge_cardholder']
  if (status === 'processing') return []
  const collect: readonly NextAction[] =
    channel === 'app' ? ['collect_channel_data'] : ['collect_channel_data', 'issuer_fingerprint']
  return mode === 'non_hosted' ? collect : ['redirect_cardholder', ...collect]
}

/** What follows from a session's state, whatever else it holds. */
export interface SessionState {
  readonly status: SessionStatus
  readonly context: Session
}

/**
 * What is to be done next: derived, not remembered, so it never lags. Where the mode or channel is not
 * known, every action that any of them would allow. @spec interface, Next actions
 */
export const nextActions = ({ status, context }: SessionState): readonly NextAction[] =>
  context.completed === null ? actionsFor(status, context) : []

/**
 * Whether the payment may be authorized. `yes`: authenticated, liability shifts to the issuer.
 * `without_shift`: it may, at the merchant's own risk. `no`: it must not. `not_yet`: no outcome.
 * @spec domain, 3.1
 */
export const mayAuthorize = ({
  status,
}: SessionState): 'yes' | 'without_shift' | 'no' | 'not_yet' => {
  if (status === 'approved') return 'yes'
  if (status === 'attempted' || status === 'unavailable') return 'without_shift'
  const open: readonly SessionStatus[] = ['none', 'pending', 'processing', 'challenged']
  return open.includes(status) ? 'not_yet' : 'no'
}
