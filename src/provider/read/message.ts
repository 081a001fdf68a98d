/** A message as a backend stores it: plain JSON, with all that reading it again needs. */
import { bytesToHex } from '@noble/hashes/utils.js'
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import { attempt, tryOr } from '../../words/data/attempt.ts'
import { bytesIn } from '../../words/data/bytes.ts'
import {
  type Branded,
  check,
  closedRecord,
  integer,
  reader,
  textOf,
} from '../../words/data/codec.ts'
import { isObject, ownAt } from '../../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import type { BadSignature } from '../../words/message-errors.ts'
import { CommandId } from '../../words/text/plain-text.ts'
import { readTime, TIME, type Time } from '../../words/time/given-time.ts'
import { type EndpointName, isEndpointName } from '../wire/endpoints.ts'
import { keptOf } from '../wire/kept-requests.ts'
import { parse } from './body.ts'
import type { ReceivedResponse } from './response-reader.ts'
import { verifySignature } from './signature.ts'

/**
 * The body of a message: its text, if its bytes are UTF-8; a value, if the store has it parsed. Events
 * name their message by its bytes, so a parsed body binds nothing.
 */
interface Body {
  readonly body?: unknown
  /** The bytes of a body that is not UTF-8, in hexadecimal digits. */
  readonly bytes?: string | undefined
}

interface StoredWebhook extends Body {
  readonly kind: 'webhook'
  readonly receivedAt: string
  /**
   * Whether its signature was right when it arrived. Without it, anyone may have sent the webhook, and
   * its events are `unsigned`: they count for nothing.
   */
  readonly isVerified?: boolean | undefined
}

interface StoredCallback extends Body {
  readonly kind: 'callback'
  readonly receivedAt: string
}

interface StoredResponse extends Body, Omit<ReceivedResponse<string>, 'body'> {
  readonly kind: 'response'
  readonly endpoint: EndpointName
}

/**
 * A message, to be stored as JSON before it is read: `JSON.stringify` loses nothing of it, and
 * `readStored` reads it again.
 */
export type Message = Branded<StoredWebhook | StoredCallback | StoredResponse, 'Message'>

// the codec ----------------------------------------------------------------
/** A time as it is stored: as it was given, so that it can be read again exactly. */
const TimeWithZone = check(
  TIME,
  (input: unknown): input is string => typeof input === 'string' && E.isRight(readTime('', input)),
)

const Hex = textOf('hexadecimal digits, two for each byte', /^(?:[0-9a-f]{2})*$/)

const KnownEndpoint = check('the name of an endpoint, such as getPayment', isEndpointName)

const BODY = { body: t.unknown, bytes: Hex }

const kindOf = (kind: Message['kind'], required: t.Props, optional: t.Props) =>
  closedRecord(
    `a ${kind}`,
    { kind: t.literal(kind), receivedAt: TimeWithZone, ...required },
    { ...optional, ...BODY },
  )

const KINDS: Readonly<Record<string, t.Decoder<unknown, unknown>>> = {
  webhook: kindOf('webhook', {}, { isVerified: t.boolean }),
  callback: kindOf('callback', {}, {}),
  response: kindOf(
    'response',
    { endpoint: KnownEndpoint, status: integer('an HTTP status', 100, 599) },
    {
      params: t.UnknownRecord,
      request: t.unknown,
      commandId: CommandId,
      askedAt: TimeWithZone,
      isRelayed: t.boolean,
    },
  ),
}

const KIND = 'webhook, callback or response'

const stored = (input: unknown): E.Either<Unreadable, Message> => {
  if (!isObject(input)) return E.left(unreadable('', 'a message', input))
  const { kind } = input
  const codec = typeof kind === 'string' ? ownAt(KINDS, kind) : undefined
  if (codec === undefined) return E.left(unreadable('kind', KIND, kind))
  // a store may have a column for each field, and keeps what a desk says of the message beside it
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== null && value !== undefined && name !== 'unread',
  )
  return reader(codec as t.Decoder<unknown, Message>)(Object.fromEntries(fields))
}

/**
 * Reads a message from a store: exactly what `fromWebhook`, `fromResponse` and `fromCallback` have made,
 * after `JSON.stringify` and `JSON.parse`; the `unread` of a desk may stand beside it. A field that no
 * message has is `Unreadable`, and so is the name of an endpoint that the interface does not have.
 */
export const readStored = (json: unknown): E.Either<Unreadable, Message> =>
  tryOr(E.left(unreadable('', 'a message', json)), () => stored(json))

// how messages are made ----------------------------------------------------
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const bodyOf = (body: unknown): Body => {
  const bytes = bytesIn(body)
  if (bytes === null) return { body }
  return attempt(
    (): Body => ({ body: decoder.decode(bytes) }),
    (): Body => ({ bytes: bytesToHex(bytes) }),
  )
}

/** A message with its times as text, and of a request only what its response is read with. */
const made = (
  kind: Message['kind'],
  given: Readonly<Record<string, unknown>>,
): E.Either<Unreadable, Message> =>
  tryOr(E.left(unreadable('', `a ${kind}`, given)), () => {
    const { body, ...rest } = given
    const message: Record<string, unknown> = { ...rest, ...bodyOf(body), kind }
    if (isEndpointName(rest['endpoint'])) {
      const request = E.getOrElseW(() => undefined)(parse(rest['request']))
      message['request'] = keptOf(rest['endpoint'], request)
    }
    for (const name of ['receivedAt', 'askedAt']) {
      if (name === 'askedAt' && message[name] === undefined) continue
      const time = readTime(name, message[name])
      if (E.isLeft(time)) return time
      message[name] = time.right
    }
    return readStored(message)
  })

/**
 * Verifies the signature of a webhook, and makes the message to store: the only way to a message that
 * counts. `raw` are the bytes as they arrived, before anything parses them; `header` is the value of
 * `Cko-Signature`; `keys` are all keys in use, of at least 16 bytes each. Never pass live and sandbox
 * keys together: anyone with the sandbox key could then report live payments. A signature contains no
 * time, so it never expires: a webhook that is repeated has the same event id, and adds nothing.
 * @spec interface#signatures; decisions#54
 */
export const fromWebhook = (
  raw: ArrayBuffer | ArrayBufferView,
  header: string | readonly string[] | null | undefined,
  keys: readonly (string | undefined)[],
  receivedAt: Time,
): E.Either<BadSignature | Unreadable, Message> =>
  pipe(
    verifySignature(raw, header, keys),
    E.chainW((body) => made('webhook', { receivedAt, isVerified: true, body })),
  )

/**
 * The callback of a session as a message. It has no signature, so anyone may have sent it: its events
 * are `unsigned`, and count for nothing. Get the session to confirm them. @spec decisions#54
 */
export const fromCallback = (raw: unknown, receivedAt: Time): E.Either<Unreadable, Message> =>
  made('callback', { receivedAt, body: raw })

/** A response as it arrived, with what the backend knows about the request. */
export interface Exchange extends ReceivedResponse<Time> {
  readonly endpoint: EndpointName
}

/**
 * The response to a request as a message, with what the backend knows about the request. Of its body,
 * the message keeps only what the response is read with, and nothing personal.
 */
export const fromResponse = (exchange: Exchange): E.Either<Unreadable, Message> =>
  made('response', exchange as unknown as Readonly<Record<string, unknown>>)
