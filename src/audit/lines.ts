/** Splits chunks of text or bytes, cut anywhere, into lines. */

/** Takes chunks and returns the lines that each completes. */
export interface LineCutter {
  take(chunk: string | Uint8Array): readonly string[]
  /** Call after the last chunk: returns a last line that has no line break, or nothing. */
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
