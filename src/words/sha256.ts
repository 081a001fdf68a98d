/** SHA-256 in plain JavaScript, for browsers and workers: equal to the platform's, byte for byte. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A text that comes in pieces. */
export interface Hashing {
  add(text: string): void
  /** The hash of all that has come, and of this after it. */
  hash(last: string): string
}

/** The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec FIPS 180-4 */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Starts on a text that comes in pieces. */
export const hashing = (): Hashing => {
  const under = sha256.create()
  return {
    add: (text) => {
      under.update(utf8ToBytes(text))
    },
    hash: (last) => bytesToHex(under.clone().update(utf8ToBytes(last)).digest()),
  }
}
