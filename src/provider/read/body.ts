/** Decodes the body of a message, as JSON text or already parsed, and never throws. */

import type * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from '../../words/data/attempt.ts'
import { isShallowText, LIMITS, SHALLOW } from '../../words/data/limits.ts'
import { endOfString, hasNameTwice } from '../../words/data/repeated-name.ts'
import { firstProblem, type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'

const TYPE = '"authentication_failed"'

/** What decoders put in the place of bytes that are no text. */
const REPLACED = '\uFFFD'

/** The text with `"data":` where it is missing, and without replaced characters there; null if it is not. */
const withData = (text: string): string | null => {
  const made: string[] = []
  let [depth, isNext, hasData, isMade] = [0, false, false, false]
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    const end = character === '"' ? endOfString(text, index) : index
    const piece = text.slice(index, end + 1)
    const isGap = isNext && depth === 1 && !hasData
    const isDropped = character === REPLACED && (isGap || depth === 0)
    if (isGap && (piece === '{' || piece === '"reason"')) {
      made.push(piece === '{' ? '"data":' : '"data":{')
      isMade = true
    }
    hasData ||= isMade || piece === '"data"'
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (!isDropped) made.push(piece)
    if (!isDropped && character.trim() !== '') isNext = character === ','
    index = end
  }
  return isMade ? made.join('') : null
}

interface Parsed {
  readonly body: unknown
  readonly isRepaired: boolean
}

/** Parses a webhook; one known fault is repaired, and nothing else. @spec interface#malformed-bodies */
export const parseWebhook = (body: unknown): E.Either<Unreadable, Parsed> => {
  const parsed = parse(body)
  const isKnown = typeof body === 'string' && !isTooLong(body) && body.includes(TYPE)
  if (E.isRight(parsed) || !isKnown) {
    return E.map((each: unknown) => ({ body: each, isRepaired: false }))(parsed)
  }
  const text = withData(body)
  const repaired = text === null ? parsed : parse(text)
  if (E.isLeft(repaired)) return parsed
  const { type, event_data: other } = Object(repaired.right)
  const isKnownType = type === JSON.parse(TYPE) && other === undefined
  return isKnownType ? E.right({ body: repaired.right, isRepaired: true }) : parsed
}

const NAMES = 'JSON in which no object has one name twice'

const SHORT = `a message of at most ${LIMITS.message} characters`

const isTooLong = (body: unknown): boolean =>
  typeof body === 'string' && body.length > LIMITS.message

/** Parses JSON text within the limits; two readers may see two values under a name that is there twice. */
export const parse = (body: unknown): E.Either<Unreadable, unknown> => {
  if (typeof body !== 'string') return E.right(body)
  if (isTooLong(body)) return E.left(unreadable('', SHORT, body))
  if (!isShallowText(body)) return E.left(unreadable('', SHALLOW, body))
  const text = body.replace(/^\uFEFF/, '')
  return tryOr(E.left(unreadable('', 'JSON', body)), () => {
    const parsed: unknown = JSON.parse(text)
    return hasNameTwice(text) ? E.left(unreadable('', NAMES, body)) : E.right(parsed)
  })
}

/** Decodes a value; the paths of errors begin with `at`. */
export const decode =
  <A>(codec: t.Decoder<unknown, A>, at = '') =>
  (input: unknown): E.Either<Unreadable, A> =>
    E.mapLeft((errors: t.Errors): Unreadable => {
      const problem = firstProblem(errors)
      const path = [at, problem.path].filter((part) => part !== '').join('.')
      return { ...problem, path }
    })(codec.decode(input))

/** Parses and decodes a body, or returns `otherwise` if that fails or there is no body. */
export const decodeOr =
  <A>(codec: t.Decoder<unknown, A>, otherwise: A) =>
  (input: unknown): A =>
    E.getOrElse(() => otherwise)(E.chain(decode(codec))(parse(input)))
