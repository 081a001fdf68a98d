/** Events by themselves or in their entries, and the revisions of states that were folded from entries. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Entry } from '../log/entry.ts'
import type { State } from './state.ts'

/** An event, by itself or in its entry. */
export type EventOrEntry = DomainEvent | Entry

/** The place of a state in its log: the last entry that was folded. */
type LastEntry = Pick<Entry, 'revision' | 'hash'>

/**
 * The last of some entries; null if one of them is none, if there are none, or if two entries claim
 * the last place.
 */
export const lastOf = (all: readonly EventOrEntry[]): LastEntry | null => {
  let last: LastEntry | null = null
  let isOne = true
  for (const each of all) {
    if (!('event' in each)) return null
    if (last !== null && each.revision < last.revision) continue
    isOne = last === null || each.revision > last.revision || (isOne && each.hash === last.hash)
    last = each
  }
  return isOne ? last : null
}

/** One more entry, if it is the next one of the state's stream: it follows the last one by hash. */
export const nextAfter = (
  state: Pick<State, 'revision' | 'hash' | 'occurrences'>,
  one: EventOrEntry,
): LastEntry | null => {
  if (!('event' in one)) return null
  const { revision, hash } = state
  const isNext =
    revision === null
      ? one.revision === 0 && state.occurrences.length === 0
      : one.revision === revision + 1 && one.previous === hash
  return isNext ? one : null
}

/** The state without a place in a log. */
const unplaced = <A extends Pick<State, 'revision' | 'hash'>>({ hash: _, ...state }: A) =>
  Object.freeze({ ...state, revision: null }) as unknown as A

/** The state, with the revision and the hash of its last entry. */
export const at = <A extends Pick<State, 'revision' | 'hash'>>(
  state: A,
  place: LastEntry | null,
): A => {
  if (place === null) return state.revision === null ? state : unplaced(state)
  return Object.freeze({ ...state, revision: place.revision, hash: place.hash })
}

/** The events, also of those that are in entries. */
export const eventsIn = (all: readonly EventOrEntry[]): readonly DomainEvent[] => {
  if (!Array.isArray(all)) return all.map(eventIn)
  for (const each of all) if ('event' in each) return all.map(eventIn)
  return all as readonly DomainEvent[]
}

/** The event, also of an entry. */
export const eventIn = (each: EventOrEntry): DomainEvent => ('event' in each ? each.event : each)
