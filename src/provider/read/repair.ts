/** Repairs the one known form of webhooks that are no JSON: without `"data":`. */
import * as E from 'fp-ts/lib/Either.js'
import { endOfString } from '../../words/repeated-name.ts'
import type { Unreadable } from '../../words/unreadable.ts'
import { parse } from './body.ts'

const TYPE = '"authentication_failed"'

/** What decoders put in the place of bytes that are no text. */
const REPLACED = '\uFFFD'

/**
 * The text with `"data":` before the object that has no name, or before the `reason` that begins it,
 * and without replaced characters outside its strings.
 */
const withData = (text: string): string => {
  const made: string[] = []
  let [depth, isNext, hasData] = [0, false, false]
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    const end = character === '"' ? endOfString(text, index) : index
    const piece = text.slice(index, end + 1)
    const isMissing = isNext && depth === 1 && !hasData
    if (isMissing && piece === '{') made.push('"data":')
    if (isMissing && piece === '"reason"') made.push('"data":{')
    if (piece === '"data"' || (isMissing && (piece === '{' || piece === '"reason"'))) hasData = true
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (character !== REPLACED) made.push(piece)
    if (character.trim() !== '' && character !== REPLACED) isNext = character === ','
    index = end
  }
  return made.join('')
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
  const isKnown = typeof body === 'string' && body.includes(TYPE)
  if (E.isRight(parsed) || !isKnown) {
    return E.map((each: unknown) => ({ body: each, isRepaired: false }))(parsed)
  }
  const repaired = parse(withData(body))
  const isOfType = E.isRight(repaired) && Object(repaired.right).type === JSON.parse(TYPE)
  return isOfType ? E.right({ body: repaired.right, isRepaired: true }) : parsed
}
