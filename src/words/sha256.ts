/** SHA-256 in plain JavaScript for browsers and workers, with the same results as Node's own. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hashes a text that comes in pieces. */
export interface Hashing {
  add(text: string): void
  /** The hash of all pieces so far, followed by `last`. */
  hash(last: string): string
}

/**
 * The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec sources#fips-180-4
 */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

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
