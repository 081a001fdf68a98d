/** Reads the callback that reports the outcome of a session to the merchant. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { SessionResponse } from '../wire/session.ts'
import { decode, parse, readable } from './body.ts'
import { type ReadingPolicy, readingPolicy } from './policy.ts'
import { sessionEvents, sessionObserved } from './session.ts'
import type { Reading } from './stream-event.ts'
import { type ReceivedWebhook, readWebhook } from './webhook.ts'

/**
 * Reads a session callback. The interface does not show its form, so this accepts the body of a
 * session or the envelope of a webhook. A session whose status implies no event becomes a snapshot.
 * @spec interface#session-callback
 */
export const readCallback = (
  received: ReceivedWebhook,
  policy: ReadingPolicy = readingPolicy,
): Reading =>
  readable('a callback', received, () =>
    pipe(
      parse(received.body),
      E.chain((body) => {
        const session = decode(SessionResponse)(body)
        if (E.isLeft(session)) {
          const webhook = readWebhook({ ...received, body }, policy)
          return E.isLeft(webhook) ? session : webhook
        }
        const { receivedAt: recordedAt } = received
        const origin = { from: 'callback', source: 'report', recordedAt, occurredAt: null } as const
        const events = sessionEvents(origin, session.right, [])
        return E.right(events.length > 0 ? events : sessionObserved(origin, session.right))
      }),
    ),
  )
