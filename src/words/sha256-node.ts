/** SHA-256 by Node.js, which the package's `node` condition selects. */
/// <reference types="node" />
import { createHash, hash as digest } from 'node:crypto'
import type { Hashing } from './sha256.ts'

/**
 * The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec sources#fips-180-4
 */
export const hash = (text: string): string => digest('sha256', text, 'hex')

/** Starts to hash a text that comes in pieces. */
export const hashing = (): Hashing => {
  const under = createHash('sha256')
  return {
    add: (text) => {
      under.update(text)
    },
    hash: (last) => under.copy().update(last).digest('hex'),
  }
}
