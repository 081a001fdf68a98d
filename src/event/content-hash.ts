/** The content of an event as one text: it identifies repetitions, and events that have no id. */
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { hash } from '../words/hash/hash.ts'
import type { PlainText } from '../words/text/plain-text.ts'
import type { DomainEvent } from './envelope.ts'

const json = (value: object): Json => value as { readonly [key: string]: Json }

/** All of an event but when and after what we received it, and the digest of its message, as canonical text. */
const contentOf = ({ type, data, metadata }: DomainEvent): string => {
  const { recordedAt: _, message: __, after: ___, ...rest } = metadata
  return canonicalText(json({ type, data, metadata: rest }))
}

const hashed = (event: DomainEvent): string => hash(contentOf(event))
const remembered = rememberingOf(hashed)

/** The hash of an event's content. Repetitions have the same hash, whenever they were recorded. */
export const contentHash = (event: DomainEvent): string =>
  [event, event.data, event.metadata].every(Object.isFrozen) ? remembered(event) : hashed(event)

const LETTERS = 'ghijklmnopqrstuv'

/** Writes hexadecimal digits as the letters g to v, so that no id looks like a card number. */
const inLetters = (hexadecimal: string): string => {
  let letters = ''
  for (const digit of hexadecimal) letters += LETTERS['0123456789abcdef'.indexOf(digit)]
  return letters
}

/**
 * Makes an id for an event whose message has none. It depends only on the origin and content of the
 * event, so a repeated look-up adds nothing. The id is `made_`, followed by 128 bits of SHA-256 as
 * 32 letters.
 */
export const madeId = (from: string, type: string, content: object): PlainText =>
  `made_${inLetters(hash(canonicalText(json({ content, from, type }))).slice(0, 32))}` as PlainText
