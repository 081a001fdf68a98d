/** Events by themselves or in their entries, and the revisions of states that were folded from entries. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Entry } from '../log/entry.ts'
import type { State } from './state.ts'

/** An event, by itself or in its entry. */
export type EventOrEntry = DomainEvent | Entry

/** The revision of the last of some entries; null if one of them is none, or there are none. */
export const revisionOf = (all: readonly EventOrEntry[]): number | null => {
  let last = -1
  for (const each of all) {
    if (!('event' in each)) return null
    last = Math.max(last, each.revision)
  }
  return last < 0 ? null : last
}

/** The revision after one more entry, if it is the next one of the state's stream. */
export const revisionAfter = (
  state: Pick<State, 'revision' | 'occurrences'>,
  one: EventOrEntry,
): number | null => {
  if (!('event' in one)) return null
  const { revision } = state
  const isNext =
    revision === null
      ? one.revision === 0 && state.occurrences.length === 0
      : one.revision === revision + 1
  return isNext ? one.revision : null
}

/** The state, with the revision of its last entry. */
export const at = <A extends object>(state: A, revision: number | null): A =>
  revision === null ? state : Object.freeze({ ...state, revision })

/** The events, also of those that are in entries. */
export const eventsIn = (all: readonly EventOrEntry[]): readonly DomainEvent[] => {
  if (!Array.isArray(all)) return all.map(eventIn)
  for (const each of all) if ('event' in each) return all.map(eventIn)
  return all as readonly DomainEvent[]
}

/** The event, also of an entry. */
export const eventIn = (each: EventOrEntry): DomainEvent => ('event' in each ? each.event : each)
