/** A message as a backend keeps it: one form for webhooks, responses and callbacks. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { Unrecognised } from '../event/beside.ts'
import { madeId } from '../event/content.ts'
import { endpoints, isEndpointName } from '../wire/endpoints.ts'
import { kept, lax, name } from '../wire/tolerant.ts'
import { TimeText } from '../words/instant.ts'
import { shape } from '../words/own.ts'
import { defaultPolicy, type Policy } from '../words/policy.ts'
import { unknownStream } from '../words/stream.ts'
import { CommandId, plain, QuestionId } from '../words/text.ts'
import { whole } from '../words/whole.ts'
import { decode, parse } from './body.ts'
import { readCallback } from './callback.ts'
import { isSuccess } from './refused.ts'
import { readResponse } from './response.ts'
import { streamNamedIn } from './subject.ts'
import { type Reading, type Told, tell } from './told.ts'
import { readWebhook } from './webhook.ts'

const Headers = t.record(t.string, t.unknown, 'headers')

const Pushed = shape(
  {
    kind: t.keyof({ webhook: null, callback: null }, 'webhook or callback'),
    receivedAt: TimeText,
    body: t.unknown,
  },
  'delivery',
)

const Answered = shape(
  {
    kind: t.literal('response'),
    receivedAt: TimeText,
    endpoint: name,
    params: lax(t.UnknownRecord),
    question: lax(QuestionId),
    request: t.unknown,
    status: whole('an HTTP status', 100, 599),
    headers: lax(Headers),
    body: t.unknown,
  },
  'delivery',
)

const Kind = shape(
  {
    kind: t.keyof(
      { webhook: null, callback: null, response: null },
      'webhook, callback or response',
    ),
  },
  'delivery',
)

/** The idempotency key among the headers a request was sent with: it names the command. */
const commandIdIn = (headers: Readonly<Record<string, unknown>> | undefined) => {
  const found = Object.entries(headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'cko-idempotency-key',
  )
  return E.getOrElseW(() => undefined)(decode(CommandId)(found?.[1]))
}

type Answered = t.TypeOf<typeof Answered>

/** An answer from beyond the interface: that it came is told, on the stream that its ids name. */
const fromElsewhere = (answered: Answered, commandId: CommandId | undefined): readonly Told[] => {
  const { endpoint, params, body, receivedAt: recordedAt, status } = answered
  if (!isSuccess(status)) return []
  const parsed = E.getOrElse<unknown, unknown>(() => undefined)(parse(body))
  const name = kept(endpoint)
  const own = plain(commandId) ?? madeId('elsewhere', 'unknown', { name, recordedAt })
  const stream = streamNamedIn(params) ?? streamNamedIn(parsed) ?? unknownStream(own)
  const origin = {
    from: 'elsewhere',
    source: 'response',
    recordedAt,
    occurredAt: null,
  } as const
  return [tell<Unrecognised>(origin, stream, 'unrecognised', { name })]
}

const readAnswered = (answered: Answered): Reading => {
  const { endpoint, headers, params = {}, ...rest } = answered
  const commandId = commandIdIn(headers)
  return isEndpointName(endpoint)
    ? pipe(
        readResponse(endpoints[endpoint], { ...rest, params, commandId }),
        E.map(({ told }) => told),
      )
    : E.right(fromElsewhere(answered, commandId))
}

/**
 * Reads a kept message, `{ kind, receivedAt, endpoint?, params?, question?, request?, status?, headers?, body }`,
 * whatever it is: the body parsed or as raw text, a response with the headers of its request. An answer
 * from an endpoint that the interface does not have is `unrecognised`.
 */
export const readDelivery = (delivery: unknown, policy: Policy = defaultPolicy): Reading =>
  pipe(
    delivery,
    decode(Kind),
    E.chain(({ kind }) => {
      if (kind === 'response') return pipe(delivery, decode(Answered), E.chain(readAnswered))
      const read = kind === 'webhook' ? readWebhook : readCallback
      return pipe(
        delivery,
        decode(Pushed),
        E.chain((received) => read(received, policy)),
      )
    }),
  )
