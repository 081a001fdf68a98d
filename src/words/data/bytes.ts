/** Bytes as hosts hand them over, and secrets. */
import { tryOr } from './attempt.ts'

/** The bytes in a value; null if it holds none. A text holds none: it was decoded from some. */
export const bytesIn = (value: unknown): Uint8Array | null =>
  // memory that was transferred cannot be looked into
  tryOr(null, () => {
    if (value instanceof Uint8Array) return value
    if (ArrayBuffer.isView(value)) {
      return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    }
    return value instanceof ArrayBuffer ? new Uint8Array(value) : null
  })

/** What a secret must be. An unset variable, or the word `undefined`, is none. */
export const SECRET = 'a key of at least 16 bytes'

/** The bytes of a secret, which is text or bytes; null if it is none. */
export const secretIn = (value: unknown): Uint8Array | null => {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : bytesIn(value)
  return bytes === null || bytes.length < 16 ? null : bytes
}
