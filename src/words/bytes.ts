/** Bytes as hosts hand them over. */

/** The bytes in a value; null if it holds none. A text holds none: it was decoded from some. */
export const bytesIn = (value: unknown): Uint8Array | null => {
  if (value instanceof Uint8Array) return value
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  }
  return value instanceof ArrayBuffer ? new Uint8Array(value) : null
}
