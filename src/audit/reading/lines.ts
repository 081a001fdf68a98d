/** Splits chunks of text or bytes, cut anywhere, into lines. */
import { attempt, tryOr } from '../../words/data/attempt.ts'
import { LIMITS } from '../../words/data/limits.ts'

/** Takes chunks, and returns the lines that each chunk completes. */
export interface LineCutter {
  take(chunk: string | Uint8Array): readonly string[]
  /** Call this after the last chunk. It returns the last line if that line has no line break. */
  end(): readonly string[]
}

/** Half of a surrogate pair: no line of a log has it, so whoever reads it finds the fault. */
const NOT_TEXT = '\udfff'

/** How much is kept of a line: enough to see that it is too long, with a carriage return. */
const MOST = LIMITS.line + 2

/** The same in bytes: UTF-8 takes at most three for each UTF-16 unit. */
const MOST_BYTES = 3 * MOST

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

const decoded = (bytes: Uint8Array): string =>
  attempt(
    () => strict.decode(bytes),
    () => lenient.decode(bytes).replaceAll('\ufffd', NOT_TEXT),
  )

type Chunk = string | Uint8Array

/** The line that is not complete yet: text, and then bytes, each up to the most that is kept. */
const openLine = () => {
  let [text, size] = ['', 0]
  let bytes = new Uint8Array(0)

  const close = (): void => {
    if (size > 0) addText(decoded(bytes.subarray(0, size)))
    size = 0
    if (bytes.length > LIMITS.line) bytes = new Uint8Array(0)
  }

  const addText = (more: string): void => {
    if (text.length < MOST) text += more.slice(0, MOST - text.length)
  }

  /** Each byte is copied a constant number of times. */
  const addBytes = (more: Uint8Array): void => {
    const kept = more.subarray(0, MOST_BYTES - size)
    if (size + kept.length > bytes.length) {
      const larger = new Uint8Array(Math.min(MOST_BYTES, 2 * (size + kept.length)))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    bytes.set(kept, size)
    size += kept.length
  }

  return {
    add: (more: Chunk): void => {
      if (typeof more !== 'string') addBytes(more)
      else if (more !== '') {
        close()
        addText(more)
      }
    },
    taken: (): string => {
      close()
      const line = text
      text = ''
      return line
    },
  }
}

/** A chunk as text or bytes; anything else makes its line unreadable, and so do bytes that were transferred. */
const readable = (chunk: unknown): Chunk => {
  if (typeof chunk === 'string') return chunk
  if (!ArrayBuffer.isView(chunk)) return NOT_TEXT
  return tryOr(NOT_TEXT, () => new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength))
}

const breakIn = (chunk: Chunk, from: number): number =>
  typeof chunk === 'string' ? chunk.indexOf('\n', from) : chunk.indexOf(10, from)

const part = (chunk: Chunk, from: number, to: number): Chunk =>
  typeof chunk === 'string' ? chunk.slice(from, to) : chunk.subarray(from, to)

const cutToLimit = (line: string): string =>
  line.length > LIMITS.line ? line.slice(0, LIMITS.line + 1) : line

/**
 * Creates a line cutter. A line ends with a line feed; a carriage return before it is dropped, and so
 * is a byte order mark before the first line. Bytes that are not UTF-8 become halves of surrogate
 * pairs, and only the beginning of a line that is too long is kept: `fromLine` refuses both.
 */
export const lineCutter = (): LineCutter => {
  const open = openLine()
  let isFirst = true
  const closed = (isWhole: boolean): string => {
    const line = isFirst ? open.taken().replace(/^\ufeff/, '') : open.taken()
    isFirst = false
    return cutToLimit(isWhole && line.endsWith('\r') ? line.slice(0, -1) : line)
  }
  return {
    take: (chunk) => {
      const taken = readable(chunk)
      const lines: string[] = []
      let from = 0
      for (let at = breakIn(taken, 0); at >= 0; at = breakIn(taken, from)) {
        open.add(part(taken, from, at))
        lines.push(closed(true))
        from = at + 1
      }
      open.add(part(taken, from, taken.length))
      return lines
    },
    end: () => {
      const rest = closed(false)
      return rest === '' ? [] : [rest]
    },
  }
}

/** Chunks that can be gone through; null if they cannot. An error of their source is thrown as it is. */
const opened = (chunks: unknown, by: symbol): unknown =>
  tryOr(null, () => {
    const iterator = (chunks as Readonly<Record<symbol, () => unknown>>)[by]?.()
    return iterator === undefined ? null : { [by]: () => iterator }
  })

/** Chunks that arrive asynchronously; null if they do not. */
export const arriving = (chunks: unknown): AsyncIterable<Chunk> | null =>
  opened(chunks, Symbol.asyncIterator) as AsyncIterable<Chunk> | null

/** The lines of chunks; what is no list of them is one itself, which makes its line unreadable. */
export function* linesIn(chunks: unknown): Generator<string> {
  const cut = lineCutter()
  const all = opened(chunks, Symbol.iterator) as Iterable<Chunk> | null
  for (const chunk of all ?? [chunks as Chunk]) yield* cut.take(chunk)
  yield* cut.end()
}
