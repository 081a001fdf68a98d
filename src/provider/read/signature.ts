/** Verifies that a webhook comes from the provider, by its signature over the bytes that arrived. */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from '#fp-ts/Either'
import { tryOr } from '../../words/data/attempt.ts'
import { bytesIn, secretIn } from '../../words/data/bytes.ts'
import { isList } from '../../words/data/plain-data.ts'
import { digest } from '../../words/hash/hash.ts'
import type { BadSignature } from '../../words/message-errors.ts'

const bad = (because: BadSignature['because']): E.Either<BadSignature, never> =>
  E.left({ error: 'BadSignature', because })

/** The values of a header. A repeated header may come as a list, or as one text with commas. */
const valuesOf = (header: unknown): readonly string[] =>
  (isList(header) ? header : [header ?? ''])
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : ['no text']))
    .map((value) => value.trim())
    .filter((value) => value !== '')

/**
 * Verifies HMAC-SHA256 over the bytes that arrived, with each key: that of the account in the older dialect,
 * of the webhook in the newer one. Each value of a repeated header must be right. @spec interface#signatures
 */
export const verifySignature = (
  raw: unknown,
  header: unknown,
  keys: unknown,
): E.Either<BadSignature, Uint8Array> => tryOr(bad('noBytes'), () => verified(raw, header, keys))

/** Compares two signatures by what a key makes of each: how long that takes shows nothing of them. */
const isSame = (key: Uint8Array, one: string, other: string): boolean =>
  digest(utf8ToBytes(one), key) === digest(utf8ToBytes(other), key)

const verified = (
  raw: unknown,
  header: unknown,
  given: unknown,
): E.Either<BadSignature, Uint8Array> => {
  const all = isList(given) ? given : []
  const keys = all.flatMap((key) => (typeof key === 'string' && secretIn(key)) || [])
  if (all.length === 0 || keys.length < all.length) return bad('noKey')
  const signatures = valuesOf(header)
  if (signatures.length === 0) return bad('missing')
  if (!signatures.every((value) => /^[0-9a-f]{64}$/i.test(value))) return bad('malformed')
  const body = bytesIn(raw)
  if (body === null) return bad('noBytes')
  const right = keys.map((key) => [key, digest(body, key)] as const)
  // every value is compared with every key, so that the time does not show which is right
  const verdicts = signatures.map((value) =>
    right.map(([key, made]) => isSame(key, made, value.toLowerCase())).includes(true),
  )
  return verdicts.includes(false) ? bad('wrong') : E.right(body)
}
