/** SHA-256 by Node.js, which the package's `node` condition selects. */
/// <reference types="node" />
import { createHash, createHmac, hash as hashOf } from 'node:crypto'

/** The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec sources#fips-180-4 */
export const hash = (text: string): string => hashOf('sha256', text, 'hex')

/** One buffer for all digits that fit: to make one for each takes as long as the hash. */
const bytes = Buffer.alloc(65)

/** The SHA-256 of the bytes that hexadecimal digits stand for. */
export const hashOfHex = (digits: string): string => {
  if (digits.length > 2 * bytes.length) return hashOf('sha256', Buffer.from(digits, 'hex'), 'hex')
  return hashOf('sha256', bytes.subarray(0, bytes.write(digits, 'hex')), 'hex')
}

/** Starts to hash a text that comes in pieces; `hash` is that of all so far, followed by `last`. */
export const hashing = () => {
  const under = createHash('sha256')
  return {
    add: (text: string): void => {
      under.update(text)
    },
    hash: (last: string): string => under.copy().update(last).digest('hex'),
  }
}

/** The HMAC-SHA-256 of bytes under a key, or their plain SHA-256. @spec sources#fips-180-4; sources#rfc-2104 */
export const digest = (bytes: Uint8Array, key: Uint8Array | null): string =>
  (key === null ? createHash('sha256') : createHmac('sha256', key)).update(bytes).digest('hex')
