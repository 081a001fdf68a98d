/** The entries that a finding rests on: as much of each as somebody needs to ask about it. */
import type { Entry } from '../../log/entry.ts'
import type { Stream } from '../../words/stream.ts'

/** An entry that was read, and its line number. */
export interface ChainedEntry {
  readonly entry: Entry
  readonly line: number
}

/**
 * An entry that a finding rests on, by its line. Of a line that is no valid entry, only what it states
 * is known. `message` is the digest of the message that reported the event.
 */
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
