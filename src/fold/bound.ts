/** Events with what they are about, and the names that messages tell of one thing. */
import type { Event } from '../event/envelope.ts'
import { compare } from './occurrence.ts'

/** An event with what it is about; null when nothing, or more than one thing, fits. */
export interface Bound {
  readonly event: Event
  readonly about: string | null
}

/** A field of an event's data that is a text. */
export const fieldOf = ({ data }: Event, name: string): string | undefined => {
  const value = (data as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** For each of one kind of name, the other name that some event tells beside it; the smaller of two. */
export const pairs = (
  events: readonly Event[],
  from: string,
  to: string,
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const event of events) {
    const [a, b] = [fieldOf(event, from), fieldOf(event, to)]
    if (a === undefined || b === undefined) continue
    const known = found.get(a)
    if (known === undefined || compare(b, known) < 0) found.set(a, b)
  }
  return found
}
