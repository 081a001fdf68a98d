/** The context of a 3-D Secure session, the recipe of each event, and the views of its state. */
import type { Draft } from 'immer'
import type { StateValue } from 'xstate'
import type { Recipes } from '../../src/contract/definition.ts'
import { leavesOf } from '../../src/contract/leaf-states.ts'
import { type Occurred, reportsOf } from '../../src/contract/occurrence.ts'
import type { State } from '../../src/contract/state.ts'
import {
  type DomainEvent,
  receivedAt,
  type Timestamp,
  timestampOf,
} from '../../src/event/envelope.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import type { PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { earlier } from '../../src/words/time/instant.ts'
import type { PaymentId } from '../words/payment-names.ts'
import type { Channel, Mode, NextAction, SessionId, SessionStatus } from '../words/session-names.ts'
import type { SessionData, SessionEvent } from './events.ts'

// context ------------------------------------------------------------------
/** The context of a session. Every field is null until a message contains it. */
export interface Session {
  readonly sessionId: SessionId | null
  readonly mode: Mode | null
  readonly channel: Channel | null
  /** Minor units of `currency`; 0 verifies the card only. */
  readonly amount: Minor | null
  readonly currency: Currency | null
  /** The version of 3-D Secure that was used, such as 2.2.0, or 1.0 after a fallback. */
  readonly protocolVersion: PlainText | null
  readonly transactionId: Reference | null
  /** The payment that the session authenticates, where a message names it. */
  readonly paymentId: PaymentId | null
  readonly created: Timestamp | null
  readonly outcome: Timestamp | null
  readonly completed: Timestamp | null
}

/** Makes the context before the first event. */
export const blank = (): Session => ({
  sessionId: null,
  mode: null,
  channel: null,
  amount: null,
  currency: null,
  protocolVersion: null,
  transactionId: null,
  paymentId: null,
  created: null,
  outcome: null,
  completed: null,
})

/** The context before the first event. */
export const nothingKnown: Session = blank()

/** Every event that the chart takes. */
export type SessionChartEvent = Occurred<SessionEvent>

// recipes ------------------------------------------------------------------
const applyFacts = (context: Draft<Session>, { data }: { readonly data: SessionData }): void => {
  const { mode = null, channel = null, amount = null, currency = null } = data
  const { protocolVersion = null, transactionId = null, paymentId = null } = data
  context.sessionId ??= data.sessionId
  context.mode ??= mode
  context.channel ??= channel
  context.amount ??= amount
  context.currency ??= currency
  context.protocolVersion ??= protocolVersion
  context.transactionId ??= transactionId
  context.paymentId ??= paymentId
}

const applyOutcome = (
  context: Draft<Session>,
  event: Occurred<DomainEvent<string, SessionData>>,
): void => {
  applyFacts(context, event)
  context.outcome ??= timestampOf(event)
}

/** The recipe of each event. */
export const recipes: Recipes<Session, SessionChartEvent> = {
  session_created: (context, event) => {
    applyFacts(context, event)
    const { at, timed } = timestampOf(event)
    // no message can come before what it reports
    context.created ??= { at: reportsOf(event).map(receivedAt).reduce(earlier, at), timed }
  },
  channel_data_submitted: applyFacts,
  session_challenged: applyFacts,
  session_approved: applyOutcome,
  session_attempted: applyOutcome,
  session_unavailable: applyOutcome,
  session_declined: applyOutcome,
  session_rejected: applyOutcome,
  challenge_abandoned: applyOutcome,
  session_expired: applyOutcome,
  session_completed: (context, event) => {
    applyFacts(context, event)
    context.completed ??= timestampOf(event)
  },
}

// views --------------------------------------------------------------------
export type { SessionStatus } from '../words/session-names.ts'

/** The status of a session, from the state of its chart. */
export const sessionStatus = (value: StateValue): SessionStatus =>
  leavesOf(value)['authentication'] as SessionStatus

/** The next actions for a status of a session, as the table of the interface lists them. */
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

/**
 * The next actions of a session, derived from its state, so that they are never out of date. While
 * the mode or the channel is unknown, the list has every action that a possible mode and channel
 * would allow.
 * @spec interface#next-actions
 */
export const nextActions = ({
  status,
  context,
}: Pick<State<Session, SessionStatus>, 'status' | 'context'>): readonly NextAction[] =>
  context.completed === null ? actionsFor(status, context) : []
