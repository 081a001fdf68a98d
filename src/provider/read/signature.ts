/**
 * Verifies that a webhook comes from the provider, by its signature over the bytes that arrived.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import * as E from '#fp-ts/Either'
import { equal, hmac } from '#hmac'
import { attempt } from '../../words/data/attempt.ts'
import { bytesIn, secretIn } from '../../words/data/bytes.ts'
import type { BadSignature } from '../../words/message-errors.ts'

const bad = (because: BadSignature['because']): E.Either<BadSignature, never> =>
  E.left({ error: 'BadSignature', because })

/** The values of a header. A repeated header may come as a list, or as one text with commas. */
const valuesOf = (header: unknown): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : ['no text']))
    .map((value) => value.trim())
    .filter((value) => value !== '')

/**
 * Verifies the `Cko-Signature` header of a webhook: HMAC-SHA256 over the bytes that arrived, in
 * hexadecimal digits of either case. The key is the account's secret key in the older dialect, and the
 * webhook's own key in the newer one. Each key is tried. If the header is repeated, every value must be
 * right. Returns the verified bytes. @spec interface#signatures
 */
export const verifySignature = (
  raw: unknown,
  header: unknown,
  keys: unknown,
): E.Either<BadSignature, Uint8Array> =>
  attempt(
    () => verified(raw, header, keys),
    () => bad('noBytes'),
  )

const verified = (
  raw: unknown,
  header: unknown,
  keys: unknown,
): E.Either<BadSignature, Uint8Array> => {
  const all: readonly unknown[] = Array.isArray(keys) ? keys : []
  const isKey = (key: unknown): key is string => typeof key === 'string' && secretIn(key) !== null
  if (all.length === 0 || !all.every(isKey)) return bad('noKey')
  const given = valuesOf(header)
  if (given.length === 0) return bad('missing')
  if (!given.every((value) => /^[0-9a-f]{64}$/i.test(value))) return bad('malformed')
  const body = bytesIn(raw)
  if (body === null) return bad('noBytes')
  const right = all.map((key) => hmac(key, body))
  const verdicts = given.map((value) => {
    const signature = hexToBytes(value.toLowerCase())
    return right.map((made) => equal(made, signature)).includes(true)
  })
  return verdicts.includes(false) ? bad('wrong') : E.right(body)
}
