/** Reads a message of any kind to events, each with the stream that it belongs to. */
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { DomainEvent } from '../../event/envelope.ts'
import type { MessageBinding } from '../../event/message-digest.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { OtherSubject, Stream } from '../../words/stream.ts'
import type { CommandId } from '../../words/text/plain-text.ts'
import type { TimeText } from '../../words/time/instant.ts'
import { endpoints } from '../wire/endpoints.ts'
import { readable } from './body.ts'
import { readCallback } from './callback.ts'
import { type Message, readStored } from './message.ts'
import { opened } from './message-binding.ts'
import { readResponse } from './response.ts'
import { type Reading, type ReadingPolicy, readingPolicy } from './stream-event.ts'
import { readWebhook } from './webhook.ts'

/** The body that readers take: the bytes of a text bind the events to their message. */
const bodyIn = ({ body, bytes }: Message): unknown => {
  if (bytes !== undefined) return hexToBytes(bytes)
  return typeof body === 'string' ? utf8ToBytes(body) : body
}

/** What reads a message depends on. */
type ReadingOptions = Partial<ReadingPolicy> & MessageBinding

/** The events of a message whose body is text, or parsed. */
const eventsOf = (message: Message, body: unknown, options: ReadingOptions): Reading => {
  const receivedAt = message.receivedAt as TimeText
  const { clockToleranceSeconds = readingPolicy.clockToleranceSeconds } = options
  if (message.kind === 'callback') return readCallback({ receivedAt, body })
  if (message.kind === 'webhook') {
    const { isVerified } = message
    return readWebhook({ isVerified, receivedAt, body }, { clockToleranceSeconds })
  }
  const { endpoint, params, request, isRelayed, status } = message
  const commandId = message.commandId as CommandId | undefined
  const askedAt = message.askedAt as TimeText | undefined
  return readResponse(endpoints[endpoint], {
    ...{ params: params ?? {}, request, isRelayed, status },
    ...{ commandId, askedAt, receivedAt, body },
  })
}

/**
 * Reads a message: the events that it reports, which may be none, each with its stream. Pass `pf.policy`
 * if its clock tolerance is not the default, and `messageKey` to name messages by a key of yours. A
 * message of an unknown type becomes an `unrecognised` event; a response about another subject than
 * its request is `OtherSubject`.
 * @spec interface#events; interface#endpoints; decisions#63
 */
export const readMessage = (
  message: Message,
  options: ReadingOptions = {},
): E.Either<
  Unreadable | OtherSubject,
  readonly { readonly stream: Stream; readonly event: DomainEvent }[]
> =>
  readable('a message', message, () =>
    pipe(
      readStored(message),
      E.chainW((read) =>
        pipe(
          opened(bodyIn(read), options),
          E.chainW(({ body, bind }) => E.map(bind)(eventsOf(read, body, options))),
        ),
      ),
    ),
  )
