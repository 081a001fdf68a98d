/** Reads what callers pass as events: what cannot be read is left out, or said. */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/stored.ts'
import { asStored } from '../event/upcast.ts'
import { attempt } from '../words/attempt.ts'
import { unreadable } from '../words/unreadable.ts'
import { type EventOrEntry, eventIn } from './entries.ts'
import type { AnyMachine } from './machine.ts'
import { logDecoder } from './root.ts'

/** A copy of an event with plain fields; none if it cannot be looked into. */
const plainly = (event: DomainEvent): readonly DomainEvent[] =>
  attempt(
    () => [{ ...event, data: { ...event.data }, metadata: { ...event.metadata } }],
    () => [],
  )

/**
 * Reads events and entries one by one. It returns a result for each of them. The input may be
 * anything, even if it is not a list.
 */
const readingAll = (decode: DecodeEvent) => (list: readonly EventOrEntry[]) => {
  const wrong = (value: unknown) => E.left(unreadable('event', 'an event', value))
  const readOne = (each: EventOrEntry): ReturnType<DecodeEvent> =>
    attempt(
      () => decode(eventIn(each)),
      () => wrong(each),
    )
  return attempt(
    () => [...list].map(readOne),
    () => [wrong(list)],
  )
}

/** How the events of some machines are read. */
export const readingEvents = (machines: readonly AnyMachine[]) => {
  const decode = logDecoder(machines, asStored)
  const read = readingAll(decode)
  return {
    decode,
    /** The result for each of them. */
    read,
    /** Copies of those that can be read. */
    readable: (list: readonly EventOrEntry[]): DomainEvent[] =>
      read(list).flatMap((each) => (E.isRight(each) ? plainly(each.right) : [])),
  }
}
