/** The call that a session's outcome makes to the merchant's address. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { SessionResponse } from '../wire/session.ts'
import { defaultPolicy, type Policy } from '../words/policy.ts'
import { decode, parse } from './body.ts'
import { sessionObserved, sessionTold } from './session.ts'
import type { Reading } from './told.ts'
import { type ReceivedWebhook, readWebhook } from './webhook.ts'

/**
 * Reads a session callback. Its form is not shown by the interface: a body like a session's own, or
 * a webhook's envelope, is taken. One whose status implies nothing is a snapshot. @spec interface, Events (payload of the session callback)
 */
export const readCallback = (received: ReceivedWebhook, policy: Policy = defaultPolicy): Reading =>
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
      const told = sessionTold(origin, session.right, [])
      return E.right(told.length > 0 ? told : sessionObserved(origin, session.right))
    }),
  )
