/** Turns sessions, as responses and the callback show them, into events. */
import type { StateObserved } from '../../../machines/observed/events.ts'
import type { SessionData, SessionEvent } from '../../../machines/session/events.ts'
import { impliedBySession } from '../../../machines/session/snapshot.ts'
import { type Mode, type NextAction, sessionStream } from '../../../machines/words/session-names.ts'
import type { TimeText } from '../../words/time/instant.ts'
import type { SessionResponse } from '../wire/session.ts'
import { firstKept } from '../wire/tolerant-values.ts'
import { type Loose, type Origin, type StreamEvent, streamEvent } from './stream-event.ts'

/** Facts from the request that the response may leave out. */
type RequestedSession = Loose<Omit<SessionData, 'sessionId'>>

const modeOf = (actions: readonly NextAction[]): Mode | undefined => {
  if (actions.includes('redirect_cardholder')) return 'hosted'
  return actions.includes('collect_channel_data') || actions.includes('issuer_fingerprint')
    ? 'non_hosted'
    : undefined
}

const factsOf = (body: SessionResponse, asked: RequestedSession) => ({
  sessionId: body.id,
  mode: body.completion?.type ?? asked.mode ?? modeOf(body.next_actions ?? []),
  channel: body.channel ?? body.channel_data?.channel ?? asked.channel,
  amount: body.amount ?? asked.amount,
  currency: body.currency ?? asked.currency,
  protocolVersion: body.protocol_version,
  transactionId: body.transaction_id,
  reference: firstKept(body.reference, asked.reference),
})

/** The facts about a session that are true only for now. */
const viewOf = ({ approved, next_actions: nextActions }: SessionResponse) => ({
  approved,
  nextActions,
})

/**
 * The events that the body of a session reports. `certain` are those that have happened because the
 * request succeeded; the others follow from the status. Facts that are true only for now go into
 * the last event.
 */
export const sessionEvents = (
  origin: Origin,
  body: SessionResponse,
  certain: readonly SessionEvent['type'][],
  asked: RequestedSession = {},
): readonly StreamEvent[] => {
  const facts = factsOf(body, asked)
  const { status, completed, next_actions: nextActions } = body
  const implied = impliedBySession({ status, completed, nextActions, mode: facts.mode })
  const types = [...certain, ...implied.filter((type) => !certain.includes(type))]
  return types.map((type, index) => {
    const view = index === types.length - 1 ? viewOf(body) : {}
    const data = { ...facts, ...view, commandId: index === 0 ? asked.commandId : undefined }
    return streamEvent<SessionEvent>(origin, sessionStream(body.id), type, data)
  })
}

/** A snapshot of a session, from which events can be inferred later. */
export const sessionObserved = (
  origin: Origin,
  body: SessionResponse,
  askedAt?: TimeText,
): readonly StreamEvent[] => [
  streamEvent<StateObserved>(origin, sessionStream(body.id), 'state_observed', {
    ...factsOf(body, {}),
    ...viewOf(body),
    askedAt,
    status: body.status,
    completed: body.completed,
  }),
]
