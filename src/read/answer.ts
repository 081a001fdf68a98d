/** An answer to one of our requests, and what is known around it. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { madeId } from '../event/content.ts'
import type { Metadata } from '../event/envelope.ts'
import type { EndpointName } from '../wire/endpoints.ts'
import type { TimeText } from '../words/instant.ts'
import { type Stream, unknownStream } from '../words/stream.ts'
import { type CommandId, plain, type QuestionId } from '../words/text.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import type { Reading } from './told.ts'

/** What a backend keeps of an exchange, as read: the body by its endpoint's codec, the request parsed. */
export interface Answer<Body = unknown> {
  readonly endpoint: EndpointName
  readonly params: Readonly<Record<string, unknown>>
  readonly request: unknown
  readonly status: number
  readonly body: Body
  readonly commandId: CommandId | undefined
  readonly question: QuestionId | undefined
  readonly recordedAt: TimeText
}

/** The id that a path named, if it is one. Ids are taken from there or from bodies, never from links. */
export const param = <A>(
  answer: Answer,
  codec: t.Type<A, unknown, unknown>,
  ...names: readonly string[]
): E.Either<Unreadable, A> => {
  const [name = '', ...others] = names
  const value = Object.hasOwn(answer.params, name) ? answer.params[name] : undefined
  if (codec.is(value)) return E.right(value)
  return others.length > 0
    ? param(answer, codec, ...others)
    : E.left(unreadable(`params.${name}`, codec.name, value))
}

/** Where the events of an answer come from. */
export const originOf = (
  answer: Answer,
  source: Metadata['source'],
  occurredAt: TimeText | undefined,
) => ({
  from: answer.endpoint,
  source,
  recordedAt: answer.recordedAt,
  occurredAt: occurredAt ?? null,
})

/** The stream for an answer that names nothing: one of its own. */
export const ownStream = (answer: Answer, content: object): Stream =>
  unknownStream(
    plain(answer.commandId) ??
      madeId(answer.endpoint, 'unknown', { commandId: answer.commandId, content }),
  )

/** Where the events of an answer come from that tells no time of its own. */
export const responded = (answer: Answer) => originOf(answer, 'response', undefined)

/** The request as far as the caller kept it and it can be read. */
export const requestOf = <A>(answer: Answer, codec: t.Decoder<unknown, A>): A | undefined =>
  E.getOrElseW(() => undefined)(codec.decode(answer.request))

/** What the answer of one endpoint tells. */
export type Reader<Body> = (answer: Answer<Body>) => Reading
