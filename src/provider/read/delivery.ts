/** A message as a backend keeps it: one form for webhooks, responses and callbacks. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { Unrecognised } from '../../../machines/observed/events.ts'
import { madeId } from '../../event/content-hash.ts'
import type { MessageBinding } from '../../event/message-digest.ts'
import { integer, record } from '../../words/data/codec.ts'
import { IDEMPOTENCY_KEY } from '../../words/idempotency-key.ts'
import { type OtherSubject, prefixOf, unknownStream } from '../../words/stream.ts'
import { CommandId, plain } from '../../words/text/plain-text.ts'
import { TimeText } from '../../words/time/instant.ts'
import { endpoints, isEndpointName } from '../wire/endpoints.ts'
import { kept, name, tolerant } from '../wire/tolerant-values.ts'
import { decode, parse, readable } from './body.ts'
import { readCallback } from './callback.ts'
import { opened } from './message-binding.ts'
import { streamNamedIn } from './message-subject.ts'
import { isSuccess } from './refused-request.ts'
import { readResponse } from './response.ts'
import {
  type Reading,
  type ReadingPolicy,
  readingPolicy,
  streamEvent,
  unsigned,
} from './stream-event.ts'
import { readWebhook } from './webhook.ts'

const Headers = t.record(t.string, t.unknown, 'headers')

const Pushed = record(
  {
    kind: t.keyof({ webhook: null, callback: null }, 'webhook or callback'),
    receivedAt: TimeText,
    isVerified: t.unknown,
    body: t.unknown,
  },
  'delivery',
)

const Answered = record(
  {
    kind: t.literal('response'),
    receivedAt: TimeText,
    askedAt: tolerant(TimeText),
    isRelayed: t.unknown,
    endpoint: name,
    params: tolerant(t.UnknownRecord),
    request: t.unknown,
    status: integer('an HTTP status', 100, 599),
    headers: tolerant(Headers),
    body: t.unknown,
  },
  'delivery',
)

const Kind = record(
  {
    kind: t.keyof(
      { webhook: null, callback: null, response: null },
      'webhook, callback or response',
    ),
  },
  'delivery',
)

/** The idempotency key among the headers of a request; it is the id of the command. */
const commandIdIn = (headers: Readonly<Record<string, unknown>> | undefined) => {
  const found = Object.entries(headers ?? {}).find(
    ([name]) => name.toLowerCase() === IDEMPOTENCY_KEY.toLowerCase(),
  )
  return E.getOrElseW(() => undefined)(decode(CommandId)(found?.[1]))
}

type Answered = t.TypeOf<typeof Answered>

/** The event of a response from an unknown endpoint, on the stream that the response's ids name. */
const elsewhere = (answered: Answered, commandId: CommandId | undefined): Reading<OtherSubject> => {
  const { endpoint, params, body, receivedAt: recordedAt, status } = answered
  if (!isSuccess(status)) return E.right([])
  const parsed = E.getOrElse<unknown, unknown>(() => undefined)(parse(body))
  const name = kept(endpoint)
  const own = plain(commandId) ?? madeId('elsewhere', 'unknown', { commandId, name, recordedAt })
  const [asked, shown] = [streamNamedIn(params), streamNamedIn(parsed)]
  const stream = asked ?? shown ?? unknownStream(own)
  if (shown !== undefined && prefixOf(shown) === prefixOf(stream) && shown !== stream) {
    return E.left({ error: 'OtherSubject', stream, belongsTo: shown })
  }
  const origin = {
    from: 'elsewhere',
    source: 'response',
    recordedAt,
    occurredAt: null,
  } as const
  return E.right([streamEvent<Unrecognised>(origin, stream, 'unrecognised', { name })])
}

const readAnswered = (answered: Answered, binding: MessageBinding): Reading => {
  const { endpoint, headers, params = {}, ...rest } = answered
  const commandId = commandIdIn(headers)
  const isRelayed = (answered.isRelayed ?? false) !== false
  return isEndpointName(endpoint)
    ? pipe(
        readResponse(endpoints[endpoint], { ...rest, isRelayed, params, commandId }, binding),
        E.map(({ events }) => events),
      )
    : pipe(
        opened(answered.body, binding),
        E.chainW(({ body, bind }) => E.map(bind)(elsewhere({ ...answered, body }, commandId))),
        E.map((events) => (isRelayed ? unsigned(events) : events)),
      )
}

/**
 * Reads a kept message of any kind: `{ kind, receivedAt, endpoint?, params?, request?, status?,
 * headers?, body }`. The body may be bytes, text or parsed: bytes bind the events to the message. The headers are those of the request, not of
 * the response. `isVerified: true` says of a webhook that its signature was right when it arrived, and
 * `isRelayed: true` of a response that somebody else handed it on. A response from an endpoint that is
 * not in the interface becomes an `unrecognised` event; one about another subject than its request
 * is `OtherSubject`.
 */
export const readDelivery = (
  delivery: unknown,
  policy: ReadingPolicy & MessageBinding = readingPolicy,
): Reading =>
  readable('a delivery', delivery, () =>
    pipe(
      delivery,
      decode(Kind),
      E.chain(({ kind }) => {
        if (kind === 'response') {
          return pipe(
            delivery,
            decode(Answered),
            E.chain((answered) => readAnswered(answered, policy)),
          )
        }
        return pipe(
          delivery,
          decode(Pushed),
          E.chain(({ isVerified, ...received }) =>
            kind === 'webhook'
              ? readWebhook({ ...received, isVerified: isVerified === true }, policy)
              : readCallback(received, policy),
          ),
        )
      }),
    ),
  )
