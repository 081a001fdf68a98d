/** Writes the log as text, one canonical line per entry, and reads it. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { DecodeEvent } from '../event/event-decoder.ts'
import { tryOr } from '../words/data/attempt.ts'
import { canonical, LONE } from '../words/data/canonical.ts'
import { check, integer, overOwnFields } from '../words/data/codec.ts'
import { textSchema, withSchema } from '../words/data/json-schema.ts'
import { isShallowText, LIMITS, SHALLOW } from '../words/data/limits.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { hash } from '../words/hash/hash.ts'
import { Stream } from '../words/stream.ts'
import { bodyText, type Entry, readFrom } from './entry.ts'
import { HASH, isHash } from './hash-tree.ts'
import { skeletons } from './skeleton.ts'

const LINE = 'an entry that ends with its hash'

const SHORT = `a line of at most ${LIMITS.line} characters`

/** The end of every line; the hash covers everything before it. */
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/
const TAIL_LENGTH = ',"hash":""}'.length + 64

const STREAM_FIELD = ',"stream":"'

/** The stream at the end of a line, null if there is none: nothing is parsed to find it. */
export const streamAtEnd = (line: string): string | null => {
  const end = line.length - TAIL_LENGTH - 1
  if (end < 0 || !line.startsWith('","hash":"', end)) return null
  const begin = line.lastIndexOf('"', end - 1) + 1
  return line.startsWith(STREAM_FIELD, begin - STREAM_FIELD.length) ? line.slice(begin, end) : null
}

/** Whether a line ends with the hash of its text. */
export const isSealed = (line: string): boolean =>
  line.endsWith(`${hash(line.slice(0, -TAIL_LENGTH))}"}`)

const Hash = withSchema(check('a hash', isHash), textSchema(HASH))

const BODY = {
  event: t.unknown,
  form: t.literal(1),
  previous: t.union([Hash, t.null], 'a hash or null'),
  revision: integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER),
  stream: Stream,
}

const MORE = { sequence: integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER) }

/** What an entry has besides its hash. */
export const StoredBody = overOwnFields(
  t.exact(t.intersection([t.type(BODY), t.partial(MORE)]), 'an entry'),
)

/** The text of the line does not match its hash: `stated` is in the line, `actual` is computed. */
export interface Altered {
  readonly error: 'Altered'
  readonly stated: string
  readonly actual: string
}

/**
 * The line matches its hash, but is not in canonical form, or contains more than an entry does.
 * `entry` is the entry that was read from it.
 */
export interface NotCanonical {
  readonly error: 'NotCanonical'
  readonly entry: Entry
}

/** What can be wrong with a single line. The audit checks how lines follow each other. */
export type LineProblem = Unreadable | Altered | NotCanonical

/** What a line contains, or what is wrong with it. */
export type ReadLine = E.Either<LineProblem, Entry>

/** The entry in a line, even if the line is not in canonical form. */
export const entryIn = (read: ReadLine): Entry | null => {
  if (E.isRight(read)) return read.right
  return read.left.error === 'NotCanonical' ? read.left.entry : null
}

/** An entry as one line without its break; what is no entry makes an empty line, which an audit finds. */
export const toLine = (entry: Entry): string =>
  tryOr('', () => {
    const text = bodyText(entry)
    return text !== '' && isHash(entry.hash) ? `${text.slice(0, -1)},"hash":"${entry.hash}"}` : ''
  })

const bodyIn = (text: string) =>
  tryOr(E.left(unreadable('', 'JSON', text)), () =>
    E.mapLeft(firstProblem)(StoredBody.decode(JSON.parse(text))),
  )

/** What is wrong with a line before it is parsed: it is too long, or nested too deeply. */
export const beyondLimits = (line: string): Unreadable | null => {
  if (line.length > LIMITS.line) return unreadable('', SHORT, line)
  return isShallowText(line) ? null : unreadable('', SHALLOW, line)
}

/** What a reader of lines knows about the log: its event types, and the names of its streams. */
interface KnownLog {
  isKnown(type: string): boolean
  isStream(input: unknown): input is Stream
  /** The codec of a type of event. */
  codecOf(type: string): unknown
}

const anyLog: KnownLog = { isKnown: () => true, isStream: Stream.is, codecOf: () => undefined }

const isOlder = (stored: unknown, { type, metadata }: Entry['event']): boolean => {
  const old = stored as Entry['event']
  return old.type !== type || old.metadata.schema !== metadata.schema
}

/**
 * Reads lines, each checked against its own text, so that nothing is serialised. An event in an older form
 * is brought to today's, with the hash of its line, and written again as it was stored; of an unknown type,
 * something may be left out.
 */
export const lineReader = (decode: DecodeEvent, log: KnownLog = anyLog) => {
  const known = skeletons(log)

  /** Reads what has its hash. A line that is exactly the canonical text of its entry teaches its skeleton. */
  const sealedIn = (body: string, hash: string, line: string): ReadLine => {
    const stored = bodyIn(body)
    if (E.isLeft(stored)) return stored
    const { event: old, stream } = stored.right
    if (!log.isStream(stream)) return E.left(unreadable('stream', Stream.name, stream))
    const decoded = decode(old)
    if (E.isLeft(decoded)) return decoded
    const event = decoded.right
    const entry: Entry = { ...stored.right, event, hash }
    if (bodyText(entry) === body) {
      known.learn(line, event.type)
      return E.right(entry)
    }
    const isPart = !log.isKnown(event.type) || isOlder(old, event)
    const isCanonical = isPart && canonical(JSON.parse(body)) === body
    return isCanonical ? E.right(readFrom(body, entry)) : E.left({ error: 'NotCanonical', entry })
  }

  const closely = (line: string): ReadLine => {
    if (LONE.test(line)) return E.left(unreadable('', 'text in UTF-8', line))
    const covered = line.slice(0, -TAIL_LENGTH)
    const [, stated] = TAIL.exec(line.slice(-TAIL_LENGTH)) ?? []
    if (stated === undefined) return E.left(unreadable('', LINE, line))
    const actual = hash(covered)
    return actual === stated
      ? sealedIn(`${covered}}`, stated, line)
      : E.left({ error: 'Altered', stated, actual })
  }

  return (line: string): ReadLine => {
    if (typeof line !== 'string') return E.left(unreadable('', LINE, line))
    const isKnown = line.length <= LIMITS.line && known.fit(line) && isSealed(line)
    if (isKnown) return E.right(JSON.parse(line))
    const beyond = beyondLimits(line)
    return beyond === null ? closely(line) : E.left(beyond)
  }
}
