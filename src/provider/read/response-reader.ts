/** A response to one of our requests, with what we know about the request. */

import type * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { Unrecognised } from '../../../machines/observed/events.ts'
import { madeId } from '../../event/content-hash.ts'
import type { DomainEvent, Metadata } from '../../event/envelope.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { type Stream, unknownStream } from '../../words/stream.ts'
import { type CommandId, type PlainText, plain } from '../../words/text/plain-text.ts'
import { type TimeText, toInstant } from '../../words/time/instant.ts'
import type { EndpointName } from '../wire/endpoints.ts'
import {
  claimedTimes,
  type Loose,
  type Origin,
  type Reading,
  type ReadingPolicy,
  type StreamEvent,
  streamEvent,
} from './stream-event.ts'

/** A response as it arrived, with what the backend knows about the request; its times in some form. */
export interface ReceivedResponse<Time> {
  /** The values of the path's parameters, by name. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** The request body that was sent: some facts are only there. */
  readonly request?: unknown
  /** The idempotency key that was sent: it is the id of the command. */
  readonly commandId?: string | undefined
  /** When the request was sent: without it, a look-up settles no question and proves nothing. */
  readonly askedAt?: Time | undefined
  /**
   * Whether somebody else, such as a browser, handed the response on: then its events are `unsigned`,
   * and count for nothing. Absent or false: it came over our own connection to the provider.
   */
  readonly isRelayed?: boolean | undefined
  /** The HTTP status. */
  readonly status: number
  /** The response body: bytes, their text, or parsed. A parsed one binds no event to the message. */
  readonly body?: unknown
  readonly receivedAt: Time
}

/** A request and its response as read: the response body decoded, the request body only parsed. */
export interface ReadExchange<Body = unknown> {
  readonly endpoint: EndpointName
  readonly params: Readonly<Record<string, unknown>>
  readonly request: unknown
  readonly status: number
  readonly body: Body
  readonly commandId: CommandId | undefined
  readonly askedAt: TimeText | undefined
  readonly recordedAt: TimeText
  readonly policy: ReadingPolicy
}

/** The first valid id among some path parameters. Ids come from paths or bodies, never from links. */
export const param = <A>(
  answer: ReadExchange,
  codec: t.Type<A, unknown, unknown>,
  ...names: readonly string[]
): E.Either<Unreadable, A> => {
  const values = names.map((name) => ownAt(answer.params, name))
  const value = values.find(codec.is)
  return value === undefined
    ? E.left(unreadable(`params.${names.at(-1)}`, codec.name, values.at(-1)))
    : E.right(value)
}

/** The origin of the events of a response: they happened at the first of some times that can be true. */
export const originOf = (
  { endpoint: from, recordedAt, policy }: ReadExchange,
  source: Metadata['source'],
  ...times: readonly (TimeText | undefined)[]
): Origin => ({
  ...{ from, source, recordedAt },
  ...claimedTimes(times, toInstant(recordedAt), policy.clockToleranceSeconds),
})

/** A separate stream, for a response that names no entity. */
export const ownStream = (answer: ReadExchange, content: object): Stream =>
  unknownStream(
    plain(answer.commandId) ??
      madeId(answer.endpoint, 'unknown', { commandId: answer.commandId, content }),
  )

/** The origin of the events of a response that contains no time. */
export const responded = (answer: ReadExchange) => originOf(answer, 'response')

/** An event of a response that contains no time. */
export const said = <E extends DomainEvent>(
  answer: ReadExchange,
  stream: Stream,
  type: E['type'],
  data: Loose<E['data']>,
): StreamEvent => streamEvent<E>(responded(answer), stream, type, data)

/** The event of a status that is not one of the provider's; none if it is known, or absent. */
export const unknownStatus = (
  answer: ReadExchange,
  { stream, name }: { readonly stream: Stream; readonly name: 'payment_status' | 'session_status' },
  status: PlainText | undefined,
  isKnown: (status: string) => boolean,
): readonly StreamEvent[] => {
  if (status === undefined || isKnown(status)) return []
  const data = { name: name as string as PlainText, reason: status }
  return [said<Unrecognised>(answer, stream, 'unrecognised', data)]
}

/** The decoded request; undefined if the caller did not keep it, or it cannot be read. */
export const requestOf = <A>(answer: ReadExchange, codec: t.Decoder<unknown, A>): A | undefined =>
  E.getOrElseW(() => undefined)(codec.decode(answer.request))

/** Turns a response of one endpoint into events. `raw` is its body, if what cannot be read counts. */
export type ResponseReader<Body> = (answer: ReadExchange<Body>, raw: unknown) => Reading<Unreadable>

/** Whether a response code says that something was declined. @spec interface#calls-on-the-wire */
export const isDecline = (code: string | undefined): boolean =>
  code !== undefined && /^[234]\d{4}$/.test(code)
