/** Whether a webhook comes from the provider: its signature over the bytes as they arrived. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from 'fp-ts/lib/Either.js'

/**
 * Why a webhook is not to be believed. `missing`: there is no signature; `malformed`: it is not 64
 * hexadecimal digits; `wrong`: no key made it; `noKey`: there is no key to try, or an empty one, with
 * which anybody could sign.
 */
export interface BadSignature {
  readonly error: 'BadSignature'
  readonly because: 'noKey' | 'missing' | 'malformed' | 'wrong'
}

const bad = (because: BadSignature['because']): E.Either<BadSignature, never> =>
  E.left({ error: 'BadSignature', because })

const bytesOf = (raw: Uint8Array | string): Uint8Array =>
  typeof raw === 'string' ? utf8ToBytes(raw) : raw

/** The values of a header, however its repetitions were handed over: as a list, or joined by commas. */
const valuesOf = (header: string | readonly string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** Compares in a time that does not tell how much of it is right. */
const equal = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) {
    difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  }
  return difference === 0
}

/**
 * Verifies the `Cko-Signature` header of a webhook: HMAC-SHA256 over the raw body, in hexadecimal
 * digits of either case. The key is the account's secret key in the older dialect, the webhook's own
 * in the newer; give all that are in use, every one is tried. Verify the bytes that arrived, before
 * they are parsed: the same JSON written again is other bytes. A header that is repeated must be right
 * each time. There is no time in it, so a signature once right stays right: repetitions are found by
 * their event id. Gives back the bytes, now believed. @spec wire, 5 Signature
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
