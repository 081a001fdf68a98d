/** Reads responses about sessions. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { SessionCompleted } from '../../../machines/session/events.ts'
import { SESSION_STATUSES } from '../../../machines/session/snapshot.ts'
import { SessionId, sessionStream } from '../../../machines/words/session-names.ts'
import { KeptChannelData, KeptSession } from '../wire/kept-requests.ts'
import type { SessionResponse } from '../wire/session.ts'
import {
  param,
  type ReadExchange,
  type ResponseReader,
  requestOf,
  responded,
  unknownStatus,
} from './response-reader.ts'
import { sessionEvents, sessionObserved } from './session-events.ts'
import { type StreamEvent, streamEvent } from './stream-event.ts'

/** The event of a status that a session cannot have. */
const strangeStatus = (answer: ReadExchange<SessionResponse>): readonly StreamEvent[] => {
  const { id, status } = answer.body
  return status === undefined || SESSION_STATUSES.includes(status)
    ? []
    : [unknownStatus(answer, sessionStream(id), 'session_status', status)]
}

/** A session was created. If the request had channel data, the session may be past `pending`. */
export const createSession: ResponseReader<SessionResponse> = (answer) => {
  const asked = requestOf(answer, KeptSession)
  const events = sessionEvents(responded(answer), answer.body, ['session_created'], {
    mode: asked?.completion?.type,
    channel: asked?.channel_data?.channel,
    amount: asked?.amount,
    currency: asked?.currency,
    reference: asked?.reference,
    commandId: answer.commandId,
  })
  return E.right([...events, ...strangeStatus(answer)])
}

/** A snapshot of a session. */
export const getSession: ResponseReader<SessionResponse> = (answer) =>
  E.right(sessionObserved(responded(answer), answer.body, answer.askedAt))

/** Channel data were accepted; the response shows what became of the session. */
export const submitChannelData: ResponseReader<SessionResponse> = (answer) => {
  const { body, commandId } = answer
  const channel = requestOf(answer, KeptChannelData)?.channel
  const { status, next_actions: next = [] } = body
  if (status === 'pending' && next.includes('collect_channel_data')) {
    return E.right(sessionObserved(responded(answer), body))
  }
  const certain = status === 'expired' ? [] : (['channel_data_submitted'] as const)
  const events = sessionEvents(responded(answer), body, certain, { channel, commandId })
  return E.right([...events, ...strangeStatus(answer)])
}

/** A session was completed. The response has no body, so the id comes from the path. */
export const completeSession: ResponseReader<unknown> = (answer) =>
  pipe(
    param(answer, SessionId, 'session_id'),
    E.map((sessionId) => [
      streamEvent<SessionCompleted>(
        responded(answer),
        sessionStream(sessionId),
        'session_completed',
        {
          sessionId,
          commandId: answer.commandId,
        },
      ),
    ]),
  )
