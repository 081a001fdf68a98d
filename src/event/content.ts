/** What an event tells, as one text: to know a repetition from news, and to name what has no name. */
import { canonical, type Json } from '../words/canonical.ts'
import { hash } from '../words/hash.ts'
import type { Text } from '../words/text.ts'
import type { Event } from './envelope.ts'

const json = (value: object): Json => value as { readonly [key: string]: Json }

/** Everything an event tells but when we heard it, as canonical text. */
export const contentOf = ({ type, data, metadata }: Event): string => {
  const { recordedAt: _, ...rest } = metadata
  return canonical(json({ type, data, metadata: rest }))
}

/** The hash of an event's content: equal for repetitions, whenever they were recorded. */
export const contentHash = (event: Event): string => hash(contentOf(event))

const LETTERS = 'ghijklmnopqrstuv'

/** Hexadecimal digits as the letters g to v: no id of ours can look like a card or account number. */
const inLetters = (hexadecimal: string): string => {
  let letters = ''
  for (const digit of hexadecimal) letters += LETTERS['0123456789abcdef'.indexOf(digit)]
  return letters
}

/**
 * The id of an event whose message has none: made from where it came from and what it tells, so that
 * asking again adds nothing. 128 bits of SHA-256 in 32 letters, prefixed `made_`.
 */
export const madeId = (from: string, type: string, content: object): Text =>
  `made_${inLetters(hash(canonical(json({ content, from, type }))).slice(0, 32))}` as Text
