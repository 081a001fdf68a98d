/**
 * Given a message as the provider sends it; when it is read; then these events, or this problem.
 */
import * as E from 'fp-ts/lib/Either.js'
import { expect } from 'vitest'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { readResponse } from '../../../src/provider/read/response.ts'
import type { Reading, StreamEvent } from '../../../src/provider/read/stream-event.ts'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import type { EndpointName } from '../../../src/provider/wire/endpoints.ts'
import type { Unreadable } from '../../../src/words/data/unreadable-input.ts'
import type { OtherSubject } from '../../../src/words/stream.ts'
import { CommandId, PlainText } from '../../../src/words/text/plain-text.ts'
import { TimeText } from '../../../src/words/time/instant.ts'

const taken = <A>(read: E.Either<unknown, A>): A => {
  if (E.isLeft(read)) throw new Error(`the fixture is wrong: ${JSON.stringify(read.left)}`)
  return read.right
}

/** A time, as its sender writes it. */
export const time = (text: string): TimeText => taken(TimeText.decode(text))

/** A plain text. */
export const text = (value: string): PlainText => taken(PlainText.decode(value))

/** The time of receipt of every message here. */
export const HEARD = time('2026-03-02T10:05:00Z')

/** A webhook of the older dialect: no version, and links whose ids differ from the data's. */
export const older = (type: string, data: object, more: object = {}): object => ({
  id: 'evt_1',
  type,
  created_on: '2026-03-02T10:00:05Z',
  data,
  _links: {
    self: { href: 'http://localhost:5000/events/evt_other' },
    payment: { href: 'https://api.example/payments/pay_other' },
  },
  ...more,
})

/** A webhook of the newer dialect: a version, a source, a timestamp with an offset, no links. */
export const newer = (type: string, data: object, more: object = {}): object => ({
  id: 'evt_1',
  source: 'gateway',
  type,
  timestamp: '2026-03-02T10:00:05.1234567+00:00',
  version: '1.0.9',
  __topic: 'payments',
  data: { event_links: { payment: 'https://api.example/payments/pay_other' }, ...data },
  action_invocations: [{ workflow_id: 'wf_1', status: 'successful' }],
  ...more,
})

/** Reads a webhook. */
export const webhook = (body: unknown): Reading<Unreadable> =>
  readWebhook({ isVerified: true, body, receivedAt: HEARD })

/** Parts of an exchange that a test may set. */
export type Exchange = Omit<Partial<Parameters<typeof readResponse>[1]>, 'commandId'> & {
  readonly key?: string
}

/** Reads the response to a request; the status is 200 by default. */
export const response = (endpoint: EndpointName, { key, ...exchange }: Exchange): Reading =>
  readResponse(endpoint, {
    status: 200,
    receivedAt: HEARD,
    ...exchange,
    commandId: key === undefined ? undefined : taken(CommandId.decode(key)),
  })

/** The reported events with their streams. An unreadable message fails the test. */
export const readEvents = (reading: Reading): readonly StreamEvent[] => taken(reading)

/** The reported events, without their streams. */
export const events = (reading: Reading): readonly DomainEvent[] =>
  readEvents(reading).map(({ event }) => event)

/** The data of the only event. */
export const dataOf = (reading: Reading): object | undefined => events(reading)[0]?.data

/** An id that was made from a message that has none. */
export const MADE: unknown = expect.stringMatching(/^made_[g-v]{32}$/)

/** A whole event: of a webhook if it has a time, of a response if it has none. */
export const whole = (type: string, data: object, at: string | null = null, more: object = {}) => ({
  type,
  data,
  metadata: {
    eventId: at === null ? MADE : 'evt_1',
    occurredAt: at,
    recordedAt: HEARD,
    source: at === null ? 'response' : 'report',
    schema: 1,
    ...more,
  },
})

/** A whole event on its stream. */
export const wholeOn = (stream: string, ...event: Parameters<typeof whole>) => ({
  stream,
  event: whole(...event),
})

const whyIn = (why: Unreadable | OtherSubject): string =>
  why.error === 'Unreadable'
    ? `Unreadable at '${why.path}'`
    : `OtherSubject: ${why.belongsTo}, not ${why.stream}`

/** Each event as its stream and its type, or where and why the message is unreadable. */
export const gist = (reading: Reading): readonly string[] =>
  E.isLeft(reading)
    ? [whyIn(reading.left)]
    : reading.right.map(({ stream, event }) => `${stream}: ${event.type}`)

/** Why the message is unreadable. A readable one fails the test. */
export const problem = (reading: Reading): Unreadable => {
  const why = taken(E.swap(reading))
  if (why.error === 'OtherSubject') throw new Error(whyIn(why))
  return why
}

/** The complete problem. */
export const unreadable = (path: string, expected: string, found: string): Unreadable => ({
  error: 'Unreadable',
  path,
  expected,
  found,
})
