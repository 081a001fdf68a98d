/** Infers from a session's snapshots the events that led to the status that they show. */
import type { Infer } from '../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { lastingIn, type StateObserved } from '../observed/events.ts'
import { Mode, type NextAction } from '../words/session-names.ts'
import type { SessionEvent } from './events.ts'

interface SessionShown {
  readonly status?: string | undefined
  readonly mode?: Mode | undefined
  readonly nextActions?: readonly NextAction[] | undefined
  readonly completed?: boolean | undefined
}

/** The outcomes that a session can have, each with the event that reports it. */
export const OUTCOMES: Readonly<Record<string, SessionEvent['type']>> = {
  approved: 'session_approved',
  attempted: 'session_attempted',
  unavailable: 'session_unavailable',
  declined: 'session_declined',
  rejected: 'session_rejected',
  expired: 'session_expired',
  challenge_abandoned: 'challenge_abandoned',
}

const beyondPending = (shown: SessionShown): readonly SessionEvent['type'][] => {
  const { status = '', mode, nextActions = [] } = shown
  const challenged = status === 'challenged' || nextActions.includes('challenge_cardholder')
  const asked: readonly SessionEvent['type'][] =
    mode === 'non_hosted' ? ['channel_data_submitted'] : []
  if (status === 'expired') return ['session_expired']
  if (status === 'challenge_abandoned' && mode === 'non_hosted') {
    return [...asked, 'session_challenged', status]
  }
  const outcome = Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status] : undefined
  if (outcome !== undefined) return [...asked, outcome]
  if (challenged) return [...asked, 'session_challenged']
  return status === 'processing' ? ['channel_data_submitted'] : []
}

/** The events that a status implies beyond the creation. @spec interface#states-of-a-session; decisions#4 */
export const impliedBySession = (shown: SessionShown): readonly SessionEvent['type'][] =>
  shown.completed === true ? [...beyondPending(shown), 'session_completed'] : beyondPending(shown)

const OUTCOME_EVENTS: ReadonlySet<string> = new Set(Object.values(OUTCOMES))

/** Whether an event of this type reports an outcome. */
export const isOutcome = (type: string): boolean => OUTCOME_EVENTS.has(type)

const modeIn = (events: readonly DomainEvent[]): Mode | undefined =>
  events.flatMap(({ data }) => ('mode' in data && Mode.is(data.mode) ? data.mode : [])).sort()[0]

/** Snapshots imply no outcome if a stronger source reports a different one. */
export const infer: Infer = (snapshots, events) => {
  const reported = new Set(events.map(({ type }) => type))
  const hasOutcome = [...reported].some(isOutcome)
  const mode = modeIn(events)
  return (snapshots as readonly StateObserved[]).flatMap((snapshot) => {
    if (snapshot.data.sessionId === undefined) return []
    const data = { ...(mode === undefined ? {} : { mode }), ...snapshot.data }
    const lasting = lastingIn(data)
    return ['session_created', ...impliedBySession(data)].flatMap((type) =>
      !isOutcome(type) || reported.has(type) || !hasOutcome
        ? [{ snapshot, type, data: lasting, occurredAt: null }]
        : [],
    )
  })
}
