/** The names of streams, each of which is the history of one entity. */
import { type Branded, check } from './data/codec.ts'
import { withSchema } from './data/json-schema.ts'
import { CommandId, PlainText } from './text/plain-text.ts'

/** A stream's name: a prefix for the kind of entity, a hyphen, and the entity's id. */
export type Stream = Branded<`${string}-${string}`, 'Stream'>

const PREFIX = /^[a-z][a-z_]{0,39}-/

/** The prefix of streams for messages that name no known entity. */
export const UNKNOWN = 'unknown'

/** The prefix of a stream's name, which says what kind of entity it is. */
export const prefixOf = (stream: Stream): string => stream.slice(0, stream.indexOf('-'))

/** The id of a stream's entity. */
export const entityIdOf = (stream: Stream): string => stream.slice(stream.indexOf('-') + 1)

/** Whether a stream's name has a prefix. */
export const hasPrefix = (stream: Stream, prefix: string): boolean =>
  stream.startsWith(prefix) && stream.indexOf('-') === prefix.length

const isStream = (input: unknown): input is Stream => {
  if (typeof input !== 'string') return false
  const prefix = PREFIX.exec(input)?.[0]
  if (prefix === undefined) return false
  const id = input.slice(prefix.length)
  return prefix === `${UNKNOWN}-` ? PlainText.is(id) : CommandId.is(id)
}

/** The codec of `Stream`: checks the form only. A machine decides which ids fit its prefix. */
export const Stream = withSchema(check<Stream, string>('a stream name', isStream), {
  type: 'string',
  pattern: `${PREFIX.source}[A-Za-z0-9#(][A-Za-z0-9._:/#+()=&,-]{0,79}$`,
  description: 'The codec also refuses an id that could be the number of a card or an account.',
})

/** The name of an entity's stream. */
export const streamOf = (prefix: string, id: string): Stream => `${prefix}-${id}` as Stream

/** The name of a separate stream for a message that names no known entity. */
export const unknownStream = (eventId: PlainText): Stream => streamOf(UNKNOWN, eventId)

/**
 * What was given is about another subject than the one asked for: an event for the stream, which
 * belongs to another stream, or the response to a request about the stream's subject.
 */
export interface OtherSubject {
  readonly error: 'OtherSubject'
  readonly stream: Stream
  readonly belongsTo: Stream
}
