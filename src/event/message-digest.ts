/** The digest of a message: it names the message, whose bytes stay with the backend. */
import * as E from '#fp-ts/Either'
import { tryOr } from '../words/data/attempt.ts'
import { bytesIn, SECRET, secretIn } from '../words/data/bytes.ts'
import { textOf } from '../words/data/codec.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { digest } from '../words/hash/hash.ts'

/** A digest in an event: 64 lower-case hexadecimal digits. */
export const MessageDigest = textOf('the digest of a message', /^[0-9a-f]{64}$/)

/** A secret that the backend keeps: text or bytes, at least 16 bytes long. */
type MessageKey = string | Uint8Array

/** How messages are named: with a key by HMAC-SHA-256, without one by plain SHA-256. */
export interface MessageBinding {
  /**
   * Without the key, nobody can test a guess of what a message said. If you destroy the key, the
   * digests say nothing any more. Plain SHA-256 names the same message everywhere, so anyone who
   * guesses its bytes can confirm them.
   */
  readonly messageKey?: MessageKey
}

type DigestMessage = (bytes: Uint8Array) => string

/** A key that is given must be one: an unset variable would leave digests that can be guessed. */
export const digesting = (binding: MessageBinding): E.Either<Unreadable, DigestMessage> => {
  if (!('messageKey' in binding)) return E.right((bytes) => digest(bytes, null))
  const given: unknown = binding.messageKey
  const key = secretIn(given)
  return key === null
    ? E.left(unreadable('messageKey', SECRET, given))
    : E.right((bytes) => digest(bytes, key))
}

/**
 * The digest of a message's bytes, as the readers compute it: to store it beside the message, or to
 * look the message of an entry up. @spec decisions#63
 */
export const messageDigest = (
  raw: ArrayBuffer | ArrayBufferView,
  binding: MessageBinding = {},
): E.Either<Unreadable, string> => {
  const noBytes: E.Either<Unreadable, never> = E.left(unreadable('', 'bytes', raw))
  return tryOr(noBytes, () => {
    const bytes = bytesIn(raw)
    if (bytes === null) return noBytes
    return E.map((digestOf: DigestMessage) => digestOf(bytes))(digesting(binding))
  })
}
