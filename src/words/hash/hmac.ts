/** HMAC-SHA256 in plain JavaScript for browsers and workers, with the same results as Node's own. */
import { hmac as hmacWith } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The HMAC-SHA256 of bytes, under the UTF-8 bytes of a key. @spec sources#rfc-2104 */
export const hmac = (key: string, bytes: Uint8Array): Uint8Array =>
  hmacWith(sha256, utf8ToBytes(key), bytes)

/**
 * Compares two byte arrays in constant time, so that the time does not show how many bytes match.
 */
export const equal = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) {
    difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  }
  return difference === 0
}
