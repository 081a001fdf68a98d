/** The content of an event as one text: it identifies repetitions, and events that have no id. */
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { hash } from '../words/hash/hash.ts'
import type { PlainText } from '../words/text/plain-text.ts'
import type { DomainEvent } from './envelope.ts'

const json = (value: object): Json => value as { readonly [key: string]: Json }

/** All of an event but when we received it, and the digest of its message, as canonical text. */
const contentOf = ({ type, data, metadata }: DomainEvent): string => {
  const { recordedAt: _, message: __, ...rest } = metadata
  return canonicalText(json({ type, data, metadata: rest }))
}

/** Caches the hashes of events that cannot change, for speed only. */
const known = new WeakMap<DomainEvent, string>()

/** The hash of an event's content. Repetitions have the same hash, whenever they were recorded. */
export const contentHash = (event: DomainEvent): string => {
  const cached = known.get(event)
  if (cached !== undefined) return cached
  const made = hash(contentOf(event))
  const parts = [event, event.data, event.metadata]
  if (parts.every((part) => Object.isFrozen(part))) known.set(event, made)
  return made
}

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
