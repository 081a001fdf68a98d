/** SHA-256 in plain JavaScript for browsers and workers, with the same results as Node's own. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec sources#fips-180-4 */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The SHA-256 of the bytes that hexadecimal digits stand for. */
export const hashOfHex = (digits: string): string => bytesToHex(sha256(hexToBytes(digits)))

/** Starts to hash a text that comes in pieces; `hash` is that of all so far, followed by `last`. */
export const hashing = () => {
  const under = sha256.create()
  return {
    add: (text: string): void => {
      under.update(utf8ToBytes(text))
    },
    hash: (last: string): string => bytesToHex(under.clone().update(utf8ToBytes(last)).digest()),
  }
}

/** The HMAC-SHA-256 of bytes under a key, or their plain SHA-256. @spec sources#fips-180-4; sources#rfc-2104 */
export const digest = (bytes: Uint8Array, key: Uint8Array | null): string =>
  bytesToHex(key === null ? sha256(bytes) : hmac(sha256, key, bytes))
