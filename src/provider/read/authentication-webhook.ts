/** Turns the webhooks about the outcome of a session into events. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Unrecognised } from '../../../machines/observed/events.ts'
import type { SessionEvent } from '../../../machines/session/events.ts'
import { sessionStream } from '../../../machines/session/names.ts'
import type { Unreadable } from '../../words/unreadable.ts'
import { AuthenticationWebhook } from '../wire/session.ts'
import { kept } from '../wire/tolerant.ts'
import { decode } from './body.ts'
import { type Reading, streamEvent } from './stream-event.ts'
import { originOf, type WebhookToRead } from './webhook-origin.ts'

type OutcomeEvent = SessionEvent['type'] | undefined

/** Reads an `authentication_*` webhook. If it shows no outcome, it becomes `unrecognised`. */
const onAuthentication =
  (outcomeOf: (message: AuthenticationWebhook) => OutcomeEvent) =>
  (webhook: WebhookToRead): Reading<Unreadable> =>
    pipe(
      webhook.envelope.data,
      decode(AuthenticationWebhook, 'data'),
      E.map((message) => {
        const origin = originOf(webhook, message.processed_on)
        const stream = sessionStream(message.session_id)
        const outcome = outcomeOf(message)
        if (outcome === undefined) {
          const name = kept(webhook.envelope.type)
          const reason = kept(message.reason)
          return [streamEvent<Unrecognised>(origin, stream, 'unrecognised', { name, reason })]
        }
        const event = streamEvent<SessionEvent>(origin, stream, outcome, {
          sessionId: message.session_id,
          amount: message.amount,
          currency: message.currency,
          reference: message.reference,
          protocolVersion: message.protocol_version,
          paymentId: message.payment_id,
          challenged: message.challenged,
          reason: kept(message.reason),
        })
        return [event]
      }),
    )

const FAILURES: readonly (readonly [RegExp, SessionEvent['type']])[] = [
  [/unavailable/i, 'session_unavailable'],
  [/reject/i, 'session_rejected'],
  [/declin|denied/i, 'session_declined'],
]

/** How an authentication failed, according to its reason. Its response code does not show this. */
const failureOf = ({ reason }: AuthenticationWebhook): OutcomeEvent =>
  FAILURES.find(([pattern]) => reason !== undefined && pattern.test(reason))?.[1]

/** The reader of each type of webhook about a session. @spec interface#event-types */
export const authenticationWebhooks: Readonly<
  Record<string, (webhook: WebhookToRead) => Reading<Unreadable>>
> = {
  authentication_started: onAuthentication(() => 'session_created'),
  authentication_approved: onAuthentication(() => 'session_approved'),
  authentication_attempted: onAuthentication(() => 'session_attempted'),
  authentication_expired: onAuthentication(({ challenged }) =>
    challenged === true ? 'challenge_abandoned' : 'session_expired',
  ),
  authentication_failed: onAuthentication(failureOf),
}
