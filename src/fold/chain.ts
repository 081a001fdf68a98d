/** States of a long stream that nobody has read yet: a state, and the events that came after it. */
import type { DomainEvent } from '../event/envelope.ts'
import { deferred } from './deferred.ts'
import type { Place } from './entries.ts'
import { STATE_FIELDS, type State } from './state.ts'

type Known = State<object, string, string>

/** The fields of a state with a place in its log. */
const PLACED_FIELDS = [...STATE_FIELDS, 'hash'] as const

/** The fields that are made when one of them is read. */
const MADE_FIELDS = STATE_FIELDS.filter((name) => !['stream', 'revision', 'now'].includes(name))

/** A state that was made, and all events after it. It grows in place. */
interface Chain {
  readonly base: Known
  readonly events: DomainEvent[]
}

/** A state of a chain: the one after its first events. */
interface Link {
  readonly chain: Chain
  readonly count: number
}

/** How the states of a chain are made. */
interface Chaining {
  /** The state that a chain began with; the state itself if it is none of a chain, or was read. */
  baseOf(state: Known): Known
  /** The state after one more event. It is made when somebody reads it. */
  after(state: Known, event: DomainEvent, place: Place | null): Known
}

/**
 * Prepares adding events to states without making these. The last state of a chain lets it grow on;
 * any other begins one of its own. `makeAll` adds events to a state that was made, and never throws.
 */
export const chaining = (
  makeAll: (base: Known, events: readonly DomainEvent[]) => Known,
): Chaining => {
  const links = new WeakMap<Known, Link>()
  const stateOf = ({ chain, count }: Link, place: Place | null): Known => {
    const { stream } = chain.base
    const of = { stream, now: null, revision: place?.revision ?? null }
    const given = place === null ? of : { ...of, hash: place.hash }
    const fields = place === null ? STATE_FIELDS : PLACED_FIELDS
    const make = (): Known => {
      links.delete(state)
      return makeAll(chain.base, chain.events.slice(0, count))
    }
    const makers = Object.fromEntries(MADE_FIELDS.map((name) => [name, make]))
    const state: Known = deferred<Known>(fields, given, makers)
    links.set(state, { chain, count })
    return state
  }
  return {
    baseOf: (state) => links.get(state)?.chain.base ?? state,
    after: (state, event, place) => {
      const { chain, count } = links.get(state) ?? { chain: { base: state, events: [] }, count: 0 }
      const isLast = chain.events.length === count
      const grown = isLast ? chain : { ...chain, events: chain.events.slice(0, count) }
      grown.events.push(event)
      return stateOf({ chain: grown, count: count + 1 }, place)
    },
  }
}
