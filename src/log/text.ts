/** The log as text: one canonical line an entry, and back. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { eventDecoder } from '../event/stored.ts'
import { asStored, type Upcast } from '../event/upcast.ts'
import { canonical, type Json } from '../words/canonical.ts'
import { fits } from '../words/fits.ts'
import { hash } from '../words/hash.ts'
import { shape } from '../words/own.ts'
import { Stream } from '../words/stream.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/unreadable.ts'
import { whole } from '../words/whole.ts'
import { bodyText, type Entry } from './entry.ts'

/** How every line ends; the hash covers all that stands before it. */
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/
const TAIL_LENGTH = ',"hash":""}'.length + 64

const HASH = /^[0-9a-f]{64}$/

const isHash = (input: unknown): input is string => typeof input === 'string' && HASH.test(input)

const Hash = new t.Type<string, string, unknown>(
  'hash',
  isHash,
  (input, context) => (isHash(input) ? t.success(input) : t.failure(input, context)),
  (output) => output,
)

const StoredBody = shape(
  {
    event: t.unknown,
    form: t.literal(1),
    previous: t.union([Hash, t.null], 'hash or null'),
    revision: whole('whole number from 0', 0, Number.MAX_SAFE_INTEGER),
    stream: Stream,
  },
  'entry',
)

/** The line says something else than its hash covers. */
export interface Altered {
  readonly error: 'Altered'
  readonly stated: string
  readonly actual: string
}

/**
 * The line says what its hash covers, but not in the canonical form, or more than an entry holds. What of
 * it is an entry stands beside.
 */
export interface NotCanonical {
  readonly error: 'NotCanonical'
  readonly entry: Entry
}

/** What can be wrong with one line by itself. How lines follow each other is the audit's matter. */
export type LineProblem = Unreadable | Altered | NotCanonical

/** Writes an entry as one line, without a line break: its body's canonical form with the hash put last. */
export const toLine = (entry: Entry): string =>
  `${bodyText(entry).slice(0, -1)},"hash":"${entry.hash}"}`

const isBody = fits(StoredBody) as (stored: unknown) => stored is t.TypeOf<typeof StoredBody>

const parse = (text: string): E.Either<Unreadable, unknown> => {
  try {
    return E.right(JSON.parse(text))
  } catch {
    return E.left(unreadable('', 'JSON', text))
  }
}

/** Whether the names in a value stand in canonical order, wherever they stand. */
const isInOrder = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isInOrder)
  let last: string | null = null
  for (const name in value) {
    if (last !== null && name < last) return false
    last = name
    const inner = (value as Record<string, unknown>)[name]
    if (typeof inner === 'object' && !isInOrder(inner)) return false
  }
  return true
}

/** Whether a text is how a value is written canonically. @spec RFC 8785 */
const isWritten = (value: unknown, body: string): boolean =>
  JSON.stringify(value) === body && isInOrder(value)

/**
 * Whether a line is the canonical text of its entry, and of nothing more; of an entry in an older form,
 * whether it is canonical at all.
 */
const isCanonical = (body: string, entry: Entry): boolean =>
  bodyText(entry) === body || (!body.includes('"schema":1,') && canonicalAgain(body) === body)

const canonicalAgain = (body: string): string | null =>
  E.match(
    () => null,
    (value: unknown) => canonical(value as Json),
  )(parse(body))

/**
 * Reads lines back, each with its hash checked over the text as it stands: nothing is serialised for it.
 * An event of an older form is brought to today's by the steps given; the hash stays that of the line.
 */
export const lineReader = (upcast: Upcast) => {
  const decode = eventDecoder(upcast)
  return (line: string): E.Either<LineProblem, Entry> => {
    const covered = line.slice(0, -TAIL_LENGTH)
    const [, stated] = TAIL.exec(line.slice(-TAIL_LENGTH)) ?? []
    if (stated === undefined) {
      return E.left(unreadable('', 'a line that ends with its hash', line))
    }
    const actual = hash(covered)
    if (actual !== stated) return E.left({ error: 'Altered', stated, actual })
    const body = `${covered}}`
    const parsed = parse(body)
    if (E.isRight(parsed) && isBody(parsed.right) && isWritten(parsed.right, body)) {
      const { event: told, form, previous, revision, stream } = parsed.right
      const event = decode(told)
      if (E.isRight(event) && event.right === told) {
        return E.right({ event: event.right, form, previous, revision, stream, hash: stated })
      }
    }
    return pipe(
      parsed,
      E.chain((stored) => E.mapLeft(firstProblem)(StoredBody.decode(stored))),
      E.chain((stored) =>
        E.map((event: Entry['event']): Entry => ({ ...stored, event, hash: stated }))(
          decode(stored.event),
        ),
      ),
      E.filterOrElseW(
        (entry) => isCanonical(body, entry),
        (entry): NotCanonical => ({ error: 'NotCanonical', entry }),
      ),
    )
  }
}

/** Reads one line back, its hash checked over the text as it stands. */
export const fromLine: (line: string) => E.Either<LineProblem, Entry> = lineReader(asStored)
