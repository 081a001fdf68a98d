/** Sessions, as responses and the callback show them, to events. */
import type { StateObserved } from '../event/beside.ts'
import { impliedBySession } from '../event/implied.ts'
import type { SessionData, SessionEvent } from '../event/session.ts'
import type { SessionResponse } from '../wire/session.ts'
import type { Mode, NextAction } from '../words/names.ts'
import { sessionStream } from '../words/stream.ts'
import { type Loose, type Origin, type Told, tell } from './told.ts'

/** What the request tells of a session that its answer may not. */
export type Asked = Loose<Omit<SessionData, 'sessionId'>>

const modeOf = (actions: readonly NextAction[]): Mode | undefined => {
  if (actions.includes('redirect_cardholder')) return 'hosted'
  return actions.includes('collect_channel_data') || actions.includes('issuer_fingerprint')
    ? 'non_hosted'
    : undefined
}

/** What stays true of a session, whenever it is shown. */
const factsOf = (body: SessionResponse, asked: Asked) => ({
  sessionId: body.id,
  mode: body.completion?.type ?? asked.mode ?? modeOf(body.next_actions ?? []),
  channel: body.channel ?? body.channel_data?.channel ?? asked.channel,
  amount: body.amount ?? asked.amount,
  currency: body.currency ?? asked.currency,
  protocolVersion: body.protocol_version,
  transactionId: body.transaction_id,
  reference: body.reference ?? asked.reference,
})

/** What a session shows of the moment. */
const viewOf = (body: SessionResponse) => ({
  approved: body.approved,
  nextActions: body.next_actions,
})

/**
 * The events that a session's body tells: those we know to have happened because the request was
 * answered, and those its status implies. What holds for the moment only goes with the last.
 */
export const sessionTold = (
  origin: Origin,
  body: SessionResponse,
  known: readonly SessionEvent['type'][],
  asked: Asked = {},
): readonly Told[] => {
  const facts = factsOf(body, asked)
  const { status, completed, next_actions: nextActions } = body
  const implied = impliedBySession({ status, completed, nextActions, mode: facts.mode })
  const types = [...known, ...implied.filter((type) => !known.includes(type))]
  return types.map((type, index) => {
    const view = index === types.length - 1 ? viewOf(body) : {}
    const data = { ...facts, ...view, commandId: index === 0 ? asked.commandId : undefined }
    return tell<SessionEvent>(origin, sessionStream(body.id), type, data)
  })
}

/** A snapshot of a session: what it showed, to draw from later. */
export const sessionObserved = (origin: Origin, body: SessionResponse): readonly Told[] => [
  tell<StateObserved>(origin, sessionStream(body.id), 'state_observed', {
    ...factsOf(body, {}),
    ...viewOf(body),
    status: body.status,
    completed: body.completed,
  }),
]
