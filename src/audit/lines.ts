/** Lines out of chunks that are cut anywhere, of text or of bytes. */

/** Takes chunks and gives the lines that they complete. */
export interface LineCutter {
  take(chunk: string | Uint8Array): readonly string[]
  /** What is left when nothing more comes: a last line without a line break, or none. */
  end(): readonly string[]
}

/** Starts to cut. A line ends with a line feed; a carriage return before it is no part of it. */
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
