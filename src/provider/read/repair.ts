/** Repairs the one known form of webhooks that are no JSON: without `"data":`. */
import * as E from 'fp-ts/lib/Either.js'
import { endOfString } from '../../words/repeated-name.ts'
import type { Unreadable } from '../../words/unreadable.ts'
import { isTooLong, parse } from './body.ts'

const TYPE = '"authentication_failed"'

/** What decoders put in the place of bytes that are no text. */
const REPLACED = '\uFFFD'

/**
 * The text with `"data":` before the object that has no name, or before the `reason` that begins it,
 * and without the replaced characters that stand there or outside the whole; null if none lacks it.
 */
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

/** The body of a webhook, and whether it had to be repaired. */
interface Parsed {
  readonly body: unknown
  readonly isRepaired: boolean
}

/**
 * Parses the body of a webhook. If it is no JSON, and its type is one that the provider has sent
 * without `"data":`, the name is put in. Nothing else is repaired. @spec interface#malformed-bodies
 */
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
