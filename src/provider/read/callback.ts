/** Reads the callback that reports the outcome of a session to the merchant. */
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import { SessionId, sessionStream } from '../../../machines/words/session-names.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { prefixOf } from '../../words/stream.ts'
import { SessionResponse } from '../wire/session.ts'
import { decode, parse } from './body.ts'
import { sessionEvents, sessionObserved } from './session-events.ts'
import { type Reading, unsigned } from './stream-event.ts'
import { type ReceivedMessage, readWebhook } from './webhook.ts'

const SESSIONS = prefixOf(sessionStream('sid_0' as SessionId))

/** The same reading if all its events are about sessions: a callback says nothing else. */
const aboutSessions = (reading: Reading<Unreadable>): Reading<Unreadable> =>
  E.isRight(reading) && reading.right.some(({ stream }) => prefixOf(stream) !== SESSIONS)
    ? E.left(unreadable('data.session_id', SessionId.name, undefined))
    : reading

/**
 * Reads a session callback. The interface does not show its form, so this accepts the body of a
 * session or the envelope of a webhook. A session whose status implies no event becomes a snapshot.
 * A callback has no signature, so anyone may have sent it: its events are `unsigned` and count for
 * nothing. Get the session to confirm them. @spec interface#session-callback; decisions#54
 */
export const readCallback = ({ body: given, receivedAt }: ReceivedMessage): Reading<Unreadable> =>
  pipe(
    parse(given),
    E.chain((body) => {
      const session = decode(SessionResponse)(body)
      if (E.isLeft(session)) {
        const webhook = readWebhook({ body, receivedAt })
        return E.isLeft(webhook) ? session : aboutSessions(webhook)
      }
      const times = { recordedAt: receivedAt, occurredAt: null }
      const origin = { from: 'callback', source: 'unsigned', ...times } as const
      const events = sessionEvents(origin, session.right, [])
      return E.right(unsigned(events.length > 0 ? events : sessionObserved(origin, session.right)))
    }),
  )
