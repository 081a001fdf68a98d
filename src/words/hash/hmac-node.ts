/** HMAC-SHA256 by Node.js, which the package's `node` condition selects. */
/// <reference types="node" />
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The HMAC-SHA256 of bytes, under the UTF-8 bytes of a key. @spec sources#rfc-2104 */
export const hmac = (key: string, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac('sha256', key).update(bytes).digest())

/**
 * Compares two byte arrays in constant time, so that the time does not show how many bytes match.
 */
export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
