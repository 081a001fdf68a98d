/** The entries of a log, each of which contains the hash of the entry before it. */
import type { DomainEvent } from '../event/envelope.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { copied, frozen } from '../words/data/plain-data.ts'
import { hash } from '../words/hash/hash.ts'
import type { Stream } from '../words/stream.ts'

/**
 * The part of an entry that its hash covers. `previous` is the hash of the entry before it in the
 * stream, null at revision 0. `sequence` is the position in the whole log, from 0: only a log with
 * one writer has it.
 */
interface EntryBody {
  readonly event: DomainEvent
  readonly form: 1
  readonly previous: string | null
  readonly revision: number
  readonly sequence?: number
  readonly stream: Stream
}

/**
 * An event in the log. Revisions count from 0 without gaps. The hash covers the entry and, through
 * `previous`, all entries before it in the stream.
 */
export interface Entry extends EntryBody {
  readonly hash: string
}

const written = ({ event, form, previous, revision, sequence, stream }: EntryBody): string =>
  canonicalText({ event: event as unknown as Json, form, previous, revision, sequence, stream })

/** The texts of entries that were sealed or read here: such entries are frozen, so their texts stay true. */
const texts = new WeakMap<EntryBody, string>()

/** An entry that was read from a text of another form than today's: its line stays as it was stored. */
export const readFrom = (text: string, entry: Entry): Entry => {
  const own = frozen(copied(entry))
  texts.set(own, text)
  return own
}

/** The canonical text of an entry's body, or the text that it was read from. @spec sources#rfc-8785 */
export const bodyText = (body: EntryBody): string => texts.get(body) ?? written(body)

/** A body with its hash: SHA-256 of the text before the hash in its line. @spec decisions#44 */
export const sealed = (body: EntryBody): Entry => {
  const { event, form, previous, revision, sequence, stream } = body
  const text = written(body)
  const sealing = { event, form, hash: hash(text.slice(0, -1)), previous, revision, stream }
  const entry = frozen(sequence === undefined ? sealing : { ...sealing, sequence })
  texts.set(entry, text)
  return entry
}
