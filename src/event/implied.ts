/** What a status implies: the events that must have happened for a thing to stand where it stands. */
import type { Mode, NextAction } from '../words/names.ts'
import type { SessionEvent } from './session.ts'

/** What a session shows of itself. */
export interface SessionShown {
  readonly status?: string | undefined
  readonly mode?: Mode | undefined
  readonly nextActions?: readonly NextAction[] | undefined
  readonly completed?: boolean | undefined
}

const OUTCOMES: Readonly<Record<string, SessionEvent['type']>> = {
  approved: 'session_approved',
  attempted: 'session_attempted',
  unavailable: 'session_unavailable',
  declined: 'session_declined',
  rejected: 'session_rejected',
}

const beyondPending = (shown: SessionShown): readonly SessionEvent['type'][] => {
  const { status = '', mode, nextActions = [] } = shown
  const challenged = status === 'challenged' || nextActions.includes('challenge_cardholder')
  const asked: readonly SessionEvent['type'][] =
    mode === 'non_hosted' ? ['channel_data_submitted'] : []
  const outcome = Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status] : undefined
  if (outcome !== undefined) return [...asked, outcome]
  if (status === 'expired') return ['session_expired']
  if (status === 'challenge_abandoned') {
    return mode === 'non_hosted'
      ? [...asked, 'session_challenged', 'challenge_abandoned']
      : ['challenge_abandoned']
  }
  if (challenged) return [...asked, 'session_challenged']
  return status === 'processing' ? ['channel_data_submitted'] : []
}

/**
 * What a session's status implies beyond its creation. Channel data are implied by an outcome only
 * where the merchant runs the session; an abandoned challenge implies the challenge.
 * @spec interface, Session; design, 4 Reading
 */
export const impliedBySession = (shown: SessionShown): readonly SessionEvent['type'][] =>
  shown.completed === true ? [...beyondPending(shown), 'session_completed'] : beyondPending(shown)

/** The once-only events that a payment's status can imply. */
export type ImpliedByPayment =
  | 'payment_pending'
  | 'payment_captured'
  | 'payment_declined'
  | 'payment_canceled'
  | 'payment_expired'

const PAYMENT_STATUSES: Readonly<Record<string, ImpliedByPayment>> = {
  captured: 'payment_captured',
  partially_refunded: 'payment_captured',
  refunded: 'payment_captured',
  canceled: 'payment_canceled',
  cancelled: 'payment_canceled',
  expired: 'payment_expired',
}

/**
 * What a payment's status implies. One that was declined may never have been pending; any other was.
 * @spec interface, SEPA payment, Ticket payment; wire, 3.1
 */
export const impliedByPayment = (status: string | undefined): readonly ImpliedByPayment[] => {
  if (status === 'declined') return ['payment_declined']
  const known = status !== undefined && Object.hasOwn(PAYMENT_STATUSES, status)
  const reached = known ? PAYMENT_STATUSES[status] : undefined
  return reached === undefined ? ['payment_pending'] : ['payment_pending', reached]
}
