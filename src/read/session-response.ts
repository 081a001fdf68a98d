/** Responses about sessions. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { SessionCompleted } from '../event/session.ts'
import { KeptChannelData, KeptSession } from '../wire/kept.ts'
import type { SessionResponse } from '../wire/session.ts'
import { sessionStream } from '../words/stream.ts'
import { SessionId } from '../words/text.ts'
import { param, type Reader, requestOf, responded } from './answer.ts'
import { sessionObserved, sessionTold } from './session.ts'
import { tell } from './told.ts'

/** A session was created: with channel data in the request it may be well beyond pending at once. */
export const createSession: Reader<SessionResponse> = (answer) => {
  const asked = requestOf(answer, KeptSession)
  const told = sessionTold(responded(answer), answer.body, ['session_created'], {
    mode: asked?.completion?.type,
    channel: asked?.channel_data?.channel,
    amount: asked?.amount,
    currency: asked?.currency,
    reference: asked?.reference,
    commandId: answer.commandId,
  })
  return E.right(told)
}

/** A snapshot of a session. */
export const getSession: Reader<SessionResponse> = (answer) =>
  E.right(sessionObserved(responded(answer), answer.body))

/** Channel data were taken, and what the session has become by them. */
export const submitChannelData: Reader<SessionResponse> = (answer) => {
  const { body, commandId } = answer
  const channel = requestOf(answer, KeptChannelData)?.channel
  const { status, next_actions: next = [] } = body
  if (status === 'pending' && next.includes('collect_channel_data')) {
    return E.right(sessionObserved(responded(answer), body))
  }
  const known = status === 'expired' ? [] : (['channel_data_submitted'] as const)
  return E.right(sessionTold(responded(answer), body, known, { channel, commandId }))
}

/** A session was completed. The answer has no body. */
export const completeSession: Reader<unknown> = (answer) =>
  pipe(
    param(answer, SessionId, 'session_id'),
    E.map((sessionId) => [
      tell<SessionCompleted>(responded(answer), sessionStream(sessionId), 'session_completed', {
        sessionId,
        commandId: answer.commandId,
      }),
    ]),
  )
