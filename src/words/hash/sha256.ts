/** SHA-256 in plain JavaScript for browsers and workers, with the same results as Node's own. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hashes a text that comes in pieces. */
export interface Hashing {
  add(text: string): void
  /** The hash of all pieces so far, followed by `last`. */
  hash(last: string): string
}

/** The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec sources#fips-180-4 */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The SHA-256 of the bytes that hexadecimal digits stand for. */
export const hashOfHex = (digits: string): string => bytesToHex(sha256(hexToBytes(digits)))

/** Starts to hash a text that comes in pieces. */
export const hashing = (): Hashing => {
  const under = sha256.create()
  return {
    add: (text) => {
      under.update(utf8ToBytes(text))
    },
    hash: (last) => bytesToHex(under.clone().update(utf8ToBytes(last)).digest()),
  }
}

/** The HMAC-SHA-256 of bytes under a key, or their plain SHA-256. @spec sources#fips-180-4; sources#rfc-2104 */
export const digest = (bytes: Uint8Array, key: Uint8Array | null): string =>
  bytesToHex(key === null ? sha256(bytes) : hmac(sha256, key, bytes))
