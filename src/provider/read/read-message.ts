/** Reads a message of any kind to events, each with the stream that it belongs to. */
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from '#fp-ts/Either'
import type { DomainEvent } from '../../event/envelope.ts'
import { digesting, type MessageBinding } from '../../event/message-digest.ts'
import { tryOr } from '../../words/data/attempt.ts'
import { bytesIn } from '../../words/data/bytes.ts'
import { frozen } from '../../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import type { OtherSubject, Stream } from '../../words/stream.ts'
import { type Message, readStored } from './message.ts'
import { readResponse } from './response.ts'
import { readCallback } from './session-events.ts'
import {
  type Reading,
  type ReadingPolicy,
  readingPolicy,
  type StreamEvent,
} from './stream-event.ts'
import { readWebhook } from './webhook.ts'

/** The bytes of a body, which bind the events to their message; null if it was parsed. */
const bytesOf = ({ body, bytes }: Message): Uint8Array | null => {
  if (bytes !== undefined) return hexToBytes(bytes)
  return typeof body === 'string' ? utf8ToBytes(body) : bytesIn(body)
}

type ReadingOptions = Partial<ReadingPolicy> & MessageBinding

const eventsOf = (message: Message, body: unknown, options: ReadingOptions): Reading => {
  const { clockToleranceSeconds = readingPolicy.clockToleranceSeconds } = options
  // its codec checks the times and the id of the command
  const received = { ...message, body } as never
  if (message.kind === 'callback') return readCallback(received)
  const policy = { clockToleranceSeconds }
  return message.kind === 'webhook'
    ? readWebhook(received, policy)
    : readResponse(message.endpoint, received, policy)
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
  tryOr(E.left(unreadable('', 'a message', message)), () => {
    const read = readStored(message)
    if (E.isLeft(read)) return read
    const digestOf = digesting(options)
    if (E.isLeft(digestOf)) return digestOf
    const bytes = bytesOf(read.right)
    if (bytes === null) return eventsOf(read.right, read.right.body, options)
    const digest = digestOf.right(bytes)
    const bind = ({ stream, event }: StreamEvent): StreamEvent => {
      const metadata = { ...event.metadata, message: digest }
      return { stream, event: frozen({ ...event, metadata }) }
    }
    // bytes become text as every host decodes them
    const events = eventsOf(read.right, new TextDecoder().decode(bytes), options)
    return E.map((all: readonly StreamEvent[]) => all.map(bind))(events)
  })
