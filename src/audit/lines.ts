/** Splits chunks of text or bytes, cut anywhere, into lines. */

/** Takes chunks, and returns the lines that each chunk completes. */
export interface LineCutter {
  take(chunk: string | Uint8Array): readonly string[]
  /** Call this after the last chunk. It returns the last line if that line has no line break. */
  end(): readonly string[]
}

/** Creates a line cutter. A line ends with a line feed; a carriage return before it is dropped. */
export const lineCutter = (): LineCutter => {
  const decoder = new TextDecoder()
  let open = ''
  const cut = (text: string): readonly string[] => {
    const parts = (open + text).split('\n')
    open = parts.pop() ?? ''
    return parts.map((part) => (part.endsWith('\r') ? part.slice(0, -1) : part))
  }
  return {
    take: (chunk) =>
      cut(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    end: () => {
      const rest = cut(decoder.decode())
      return open === '' ? rest : [...rest, open]
    },
  }
}
