/** Groups the lines of a log by stream: the name of the stream is at the end of each line. */
import { asStored, type Upcast } from '../../event/upcast.ts'
import { logDecoder, logOf, type Root } from '../../fold/root.ts'
import { isSealed, lineReader, streamAtEnd } from '../../log/line.ts'
import { LIMITS } from '../../words/data/limits.ts'
import { NONE } from '../../words/data/lists.ts'
import type { Stream } from '../../words/stream.ts'
import { entryIn } from './chain.ts'
import { hintOf, keyProblem, type LogLine, type LostBefore } from './lost-lines.ts'

/** The name under which lines are kept that name no stream. */
export const NO_STREAM = '' as Stream

/**
 * Prepares to say where lines belong. A line that names its stream at its end is not parsed; any other
 * is damaged or not in canonical form, so it is read as a whole.
 */
export const linePlaces = ({ machines }: Root, upcast: Upcast = asStored) => {
  const { isStream, ...log } = logOf(machines)
  const readLine = lineReader(logDecoder(machines, upcast), { ...log, isStream })

  const namedIn = (text: string): Stream | null => {
    if (typeof text !== 'string' || text.length > LIMITS.line) return null
    const name = streamAtEnd(text)
    return isStream(name) ? name : null
  }

  return {
    /** The stream that a line is stored under; without a key, the one that it names, if any. */
    streamOf: ({ text, storedAs }: Omit<LogLine, 'line'>): Stream => {
      if (storedAs !== undefined)
        return keyProblem(storedAs, isStream) === null ? storedAs.stream : NO_STREAM
      const named = namedIn(text)
      if (named !== null) return named
      const stream = entryIn(readLine(text))?.stream ?? hintOf(text).stream
      return isStream(stream) ? stream : NO_STREAM
    },
    /**
     * The hashes that the next entry of its true stream may name, if a line is damaged: none with a key,
     * for then it is known which entry is lost.
     */
    lostIn: ({ text, storedAs }: Omit<LogLine, 'line'>): readonly string[] => {
      if (storedAs !== undefined) return NONE
      const isWhole = namedIn(text) === null ? entryIn(readLine(text)) !== null : isSealed(text)
      return isWhole ? NONE : hintOf(text).hashes
    },
  }
}

/** Notes the hashes of a damaged line; the first line that has one counts. */
export const noteLostHashes = (
  lost: Map<string, number>,
  hashes: readonly string[],
  line: number,
): void => {
  for (const hash of hashes) lost.set(hash, Math.min(lost.get(hash) ?? line, line))
}

/** Finds lines in a table that is made when the first is looked for. */
export const lostBeforeIn = (make: () => ReadonlyMap<string, number>): LostBefore => {
  let lost: ReadonlyMap<string, number> | null = null
  return (hash, line) => {
    lost ??= make()
    return (lost.get(hash) ?? line) < line
  }
}

/** The lines of each stream. */
export type GroupedLines = Map<Stream, LogLine[]>
