/** A message as a backend keeps it: one form for webhooks, responses and callbacks. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type EndpointName, endpoints } from '../wire/endpoints.ts'
import { lax } from '../wire/tolerant.ts'
import { TimeText } from '../words/instant.ts'
import { defaultPolicy, type Policy } from '../words/policy.ts'
import { CommandId } from '../words/text.ts'
import { whole } from '../words/whole.ts'
import { decode } from './body.ts'
import { readCallback } from './callback.ts'
import { readResponse } from './response.ts'
import type { Reading } from './told.ts'
import { readWebhook } from './webhook.ts'

const Headers = t.record(t.string, t.unknown, 'headers')

const Pushed = t.strict(
  {
    kind: t.keyof({ webhook: null, callback: null }, 'webhook or callback'),
    receivedAt: TimeText,
    body: t.unknown,
  },
  'delivery',
)

const Answered = t.strict(
  {
    kind: t.literal('response'),
    receivedAt: TimeText,
    endpoint: t.keyof(endpoints, 'an endpoint of the interface'),
    params: lax(t.UnknownRecord),
    request: t.unknown,
    status: whole('an HTTP status', 100, 599),
    headers: lax(Headers),
    body: t.unknown,
  },
  'delivery',
)

const Kind = t.strict(
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

/**
 * Reads a kept message, `{ kind, receivedAt, endpoint?, params?, request?, status?, headers?, body }`,
 * whatever it is: the body parsed or as raw text, a response with the headers of its request.
 */
export const readDelivery = (delivery: unknown, policy: Policy = defaultPolicy): Reading =>
  pipe(
    delivery,
    decode(Kind),
    E.chain(({ kind }) => {
      if (kind !== 'response') {
        const read = kind === 'webhook' ? readWebhook : readCallback
        return pipe(
          delivery,
          decode(Pushed),
          E.chain((received) => read(received, policy)),
        )
      }
      return pipe(
        delivery,
        decode(Answered),
        E.chain(({ headers, params = {}, endpoint, ...rest }) =>
          readResponse(endpoints[endpoint as EndpointName], {
            ...rest,
            params,
            commandId: commandIdIn(headers),
          }),
        ),
        E.map(({ told }) => told),
      )
    }),
  )
