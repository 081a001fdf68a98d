/**
 * Verifies that a webhook comes from the provider, by its signature over the bytes that arrived.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from 'fp-ts/lib/Either.js'

/**
 * Why a webhook cannot be trusted. `missing`: there is no signature. `malformed`: the signature is
 * not 64 hexadecimal digits. `wrong`: it was made with none of the keys. `noKey`: no key was given,
 * or only an empty one, with which anyone could sign.
 */
export interface BadSignature {
  readonly error: 'BadSignature'
  readonly because: 'noKey' | 'missing' | 'malformed' | 'wrong'
}

const bad = (because: BadSignature['because']): E.Either<BadSignature, never> =>
  E.left({ error: 'BadSignature', because })

const bytesOf = (raw: Uint8Array | string): Uint8Array =>
  typeof raw === 'string' ? utf8ToBytes(raw) : raw

/** The values of a header. A repeated header may come as a list, or as one text with commas. */
const valuesOf = (header: string | readonly string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')

/**
 * Compares two byte arrays in constant time, so that the time does not show how many bytes match.
 */
const equal = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) {
    difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  }
  return difference === 0
}

/**
 * Verifies the `Cko-Signature` header of a webhook: HMAC-SHA256 over the raw body, in hexadecimal
 * digits of either case. The key is the account's secret key in the older dialect, and the
 * webhook's own key in the newer one. Pass all keys that are in use; each one is tried. Verify the
 * bytes that arrived, before you parse them: the same JSON written again has different bytes. If
 * the header is repeated, every value must be right. The signature contains no time, so it never
 * expires: detect repeated webhooks by their event id. Returns the verified bytes.
 * @spec interface#signatures
 */
export const verifySignature = (
  raw: Uint8Array | string,
  header: string | readonly string[] | undefined,
  keys: readonly string[],
): E.Either<BadSignature, Uint8Array> => {
  if (keys.length === 0 || keys.includes('')) return bad('noKey')
  const values = valuesOf(header)
  if (values.length === 0) return bad('missing')
  if (!values.every((value) => /^[0-9a-f]{64}$/i.test(value))) return bad('malformed')
  const body = bytesOf(raw)
  const right = keys.map((key) => hmac(sha256, utf8ToBytes(key), body))
  const verdicts = values.map((value) => {
    const given = hexToBytes(value.toLowerCase())
    return right.map((made) => equal(made, given)).includes(true)
  })
  return verdicts.includes(false) ? bad('wrong') : E.right(body)
}

const SENTENCES: Readonly<Record<BadSignature['because'], string>> = {
  noKey: 'There is no key to verify signatures with, or it is empty.',
  missing: 'The message carries no signature.',
  malformed: 'The signature is not 64 hexadecimal digits.',
  wrong: 'The signature was made with another key, or over other bytes.',
}

/** The sentence for a person. */
export const explainBadSignature = ({ because }: BadSignature): string => SENTENCES[because]
