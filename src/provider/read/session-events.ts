/** Turns sessions, as responses and the callback show them, into events; reads the callback. */
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { StateObserved } from '../../../machines/observed/events.ts'
import type { SessionData, SessionEvent } from '../../../machines/session/events.ts'
import { impliedBySession } from '../../../machines/session/snapshot.ts'
import {
  type Mode,
  type NextAction,
  SessionId,
  sessionStream,
} from '../../../machines/words/session-names.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { prefixOf } from '../../words/stream.ts'
import type { TimeText } from '../../words/time/instant.ts'
import { SessionResponse } from '../wire/bodies.ts'
import { firstKept, saysNothing } from '../wire/tolerant-values.ts'
import { decode, parse } from './body.ts'
import {
  type Loose,
  type Origin,
  type Reading,
  type StreamEvent,
  streamEvent,
  unsigned,
} from './stream-event.ts'
import { type ReceivedMessage, readWebhook } from './webhook.ts'

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

/** What is true of a session only for now. */
const viewOf = ({ approved, next_actions: nextActions }: SessionResponse) => ({
  approved,
  nextActions,
})

/** The events of a session: `certain` ones, and those that its status implies. The last has its view. */
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

const SESSIONS = prefixOf(sessionStream('sid_0' as SessionId))

/** A callback is about sessions, and says nothing else. */
const aboutSessions = (reading: Reading<Unreadable>): Reading<Unreadable> =>
  E.isRight(reading) && reading.right.some(({ stream }) => prefixOf(stream) !== SESSIONS)
    ? E.left(unreadable('data.session_id', SessionId.name, undefined))
    : reading

/** The data of a webhook, without its envelope, name the session in another field. */
const withId = (body: unknown): unknown =>
  t.UnknownRecord.is(body) && saysNothing(body['id']) && saysNothing(body['data'])
    ? { ...body, id: body['session_id'] }
    : body

/**
 * Reads a session callback. The interface does not show its form, so this accepts the body of a
 * session, or a webhook or its data. A session whose status implies no event becomes a snapshot.
 * A callback has no signature, so anyone may have sent it: its events are `unsigned` and count for
 * nothing. Get the session to confirm them. @spec interface#session-callback; decisions#54
 */
export const readCallback = ({ body: given, receivedAt }: ReceivedMessage): Reading<Unreadable> =>
  pipe(
    parse(given),
    E.chain((body) => {
      const session = decode(SessionResponse)(withId(body))
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
