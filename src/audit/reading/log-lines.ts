/** The lines of a log: the stream that each belongs to, what a damaged one shows, and what is evidence of one. */
import { asStored, type Upcast } from '../../event/upcast.ts'
import { logDecoder, logOf, type Root } from '../../fold/root.ts'
import type { Entry } from '../../log/entry.ts'
import { entryIn, isSealed, lineReader, streamAtEnd } from '../../log/line.ts'
import { LIMITS } from '../../words/data/limits.ts'
import { NONE } from '../../words/data/lists.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { hash } from '../../words/hash/hash.ts'
import type { Stream } from '../../words/stream.ts'

/** What an invalid line shows: which entry it was, and the hashes that the next entry may name. */
interface Hint {
  readonly stream: string | null
  readonly revision: number | null
  readonly hashes: readonly string[]
}

/** The greatest length of a line's end, in characters: previous hash, revision, stream, hash. */
const END = 400

const HASH_FIELD = ',"hash":"'

const NO_HINT: Hint = { stream: null, revision: null, hashes: [] }

/** What an invalid line shows, so that it does not cause two findings; one that is too long shows nothing. */
export const hintOf = (text: string): Hint => {
  if (typeof text !== 'string' || text.length > LIMITS.line) return NO_HINT
  const end = text.slice(-END)
  const revision = /"revision":(\d{1,15})[,}]/.exec(end)?.[1]
  const stated = /"hash":"([0-9a-f]{64})"\}$/.exec(end)?.[1]
  const covered = text.lastIndexOf(HASH_FIELD)
  return {
    stream: streamAtEnd(text) ?? /"stream":"([^"]*)"/.exec(end)?.[1] ?? null,
    revision: revision === undefined ? null : Number(revision),
    hashes: [
      ...(stated === undefined ? [] : [stated]),
      ...(covered < 0 ? [] : [hash(text.slice(0, covered))]),
    ],
  }
}

/** The key columns under which a store keeps a line. Only the line itself can confirm them. */
export interface StoredKey {
  readonly stream: Stream
  readonly revision: number
}

/** What is wrong with the key of a line, which a caller's table gives; null if it can be one. */
export const keyProblem = (
  key: StoredKey,
  isStream: (name: unknown) => name is Stream,
): Unreadable | null => {
  const { stream, revision } = Object(key)
  if (!isStream(stream)) return unreadable('storedAs.stream', 'the name of a stream', stream)
  return Number.isSafeInteger(revision) && revision >= 0
    ? null
    : unreadable('storedAs.revision', 'a whole number from 0 on', revision)
}

/** A line of a log by its number; if a store keys it by stream and revision, with its key. */
export interface LogLine {
  readonly line: number
  readonly text: string
  readonly storedAs?: StoredKey
}

/** Whether a line before this one, of any stream, was lost with this hash. */
export type LostBefore = (hash: string, line: number) => boolean

/** An entry that was read, and its line number. */
export interface ChainedEntry {
  readonly entry: Entry
  readonly line: number
}

/** An entry that a finding rests on. Of a line that is no valid entry, only what it states is known. */
export interface EvidentEntry {
  readonly line: number
  readonly stream: Stream | null
  readonly revision: number | null
  readonly hash: string | null
  readonly eventId: string | null
  readonly occurredAt: string | null
  readonly recordedAt: string | null
  readonly source: string | null
  readonly message: string | null
}

/** An entry as evidence. */
export const evidenceIn = (entry: Entry, line: number): EvidentEntry => {
  const { stream, revision, hash, event } = entry
  const { eventId, occurredAt, recordedAt, source, message = null } = event.metadata
  return { line, stream, revision, hash, eventId, occurredAt, recordedAt, source, message }
}

/** A line as evidence, of which only its hash is known. */
export const evidenceOfLine = (
  { line, stream, revision }: Pick<EvidentEntry, 'line' | 'stream' | 'revision'>,
  hash: string | null,
): EvidentEntry => ({
  ...{ line, stream, revision, hash, eventId: null, occurredAt: null },
  ...{ recordedAt: null, source: null, message: null },
})

/** The name under which lines are kept that name no stream. */
export const NO_STREAM = '' as Stream

/** A line that names its stream at its end is not parsed; any other is damaged, or in another form. */
export const linePlaces = ({ machines }: Root, upcast: Upcast = asStored) => {
  const { isStream, ...log } = logOf(machines)
  const readLine = lineReader(logDecoder(machines, upcast), { ...log, isStream })

  const namedIn = (text: string): Stream | null => {
    if (typeof text !== 'string' || text.length > LIMITS.line) return null
    const name = streamAtEnd(text)
    return isStream(name) ? name : null
  }

  return {
    streamOf: ({ text, storedAs }: Omit<LogLine, 'line'>): Stream => {
      if (storedAs !== undefined)
        return keyProblem(storedAs, isStream) === null ? storedAs.stream : NO_STREAM
      const named = namedIn(text)
      if (named !== null) return named
      const stream = entryIn(readLine(text))?.stream ?? hintOf(text).stream
      return isStream(stream) ? stream : NO_STREAM
    },
    /** The hashes that the next entry may name, if a line is damaged; a key says what is lost. */
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
