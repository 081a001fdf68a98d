/** The log as text: one canonical line an entry, and back. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { eventDecoder } from '../event/stored.ts'
import { asStored, type Upcast } from '../event/upcast.ts'
import { canonical, type Json } from '../words/canonical.ts'
import { check } from '../words/codec.ts'
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

const Hash = check('hash', isHash)

const BODY = {
  event: t.unknown,
  form: t.literal(1),
  previous: t.union([Hash, t.null], 'hash or null'),
  revision: whole('whole number from 0', 0, Number.MAX_SAFE_INTEGER),
  stream: Stream,
}

const StoredBody = shape(BODY, 'entry')

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

const parse = (text: string): E.Either<Unreadable, unknown> => {
  try {
    return E.right(JSON.parse(text))
  } catch {
    return E.left(unreadable('', 'JSON', text))
  }
}

/** The fields of a line, in their order. */
const isLine = fits(t.strict({ ...BODY, hash: Hash }))

/**
 * How a value is written canonically if no text in it needs an escape, and no name is out of order: what
 * codecs of events let through needs none. Otherwise it is some text that is not that of the value.
 */
const written = (value: unknown): string => {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(written).join()}]`
  let [text, last] = ['', '']
  for (const name in value) {
    if (name < last) return ''
    text += `${last === '' ? '' : ','}"${name}":${written((value as Record<string, unknown>)[name])}`
    last = name
  }
  return `{${text}}`
}

/** How a line is written: the body in order, the hash put last. */
const lineOf = ({ event, form, previous, revision, stream, hash }: Entry): string =>
  `{"event":${written(event)},"form":${form},"previous":${written(previous)},` +
  `"revision":${revision},"stream":"${stream}","hash":"${hash}"}`

/** Reads a line that is well in all respects, or gives it back to be looked into. */
const quickly = (line: string, decode: ReturnType<typeof eventDecoder>): Entry | null => {
  const parsed = parse(line)
  if (E.isLeft(parsed) || !isLine(parsed.right)) return null
  const entry = parsed.right as Entry
  const event = decode(entry.event)
  if (E.isLeft(event) || event.right !== entry.event || lineOf(entry) !== line) return null
  return hash(line.slice(0, -TAIL_LENGTH)) === entry.hash ? entry : null
}

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
    const entry = quickly(line, decode)
    if (entry !== null) return E.right(entry)
    const covered = line.slice(0, -TAIL_LENGTH)
    const [, stated] = TAIL.exec(line.slice(-TAIL_LENGTH)) ?? []
    if (stated === undefined) {
      return E.left(unreadable('', 'a line that ends with its hash', line))
    }
    const actual = hash(covered)
    if (actual !== stated) return E.left({ error: 'Altered', stated, actual })
    const body = `${covered}}`
    return pipe(
      parse(body),
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
