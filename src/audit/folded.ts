/** A stream of a log, folded: where its entries stand, and what it means for another stream. */
import type { Event } from '../event/envelope.ts'
import { consequences } from '../fold/consequences.ts'
import type { State } from '../fold/state.ts'
import type { Stream } from '../words/stream.ts'
import type { Standing } from './chain.ts'
import type { Place } from './flaw.ts'

/** A stream folded, and how to find what it tells in the log. */
export interface Folded {
  readonly stream: Stream
  readonly state: State
  /** How many entries of its own it has. */
  readonly entries: number
  /** The first entry that tells of an occurrence, or of an event by its id. */
  placeOf(key: string): Place
}

/** The events of a stream, and where the entry of each event id stands. */
export interface Held {
  readonly events: readonly Event[]
  readonly places: ReadonlyMap<string, Place>
}

/** The same, as it is read. */
export interface Growing {
  readonly events: Event[]
  readonly places: Map<string, Place>
}

/** A stream of which nothing was read. */
export const nothing = (): Growing => ({ events: [], places: new Map() })

/** Takes an entry; of two with one event id the first is where it stands. */
export const hold = ({ events, places }: Growing, { entry, line }: Standing): void => {
  const { stream, revision, event } = entry
  events.push(event)
  const id = idOf(event)
  if (!places.has(id)) places.set(id, { line, stream, revision })
}

/** What a stream means for another, with the entry that tells it. */
export interface Meant {
  readonly from: Stream
  readonly stream: Stream
  readonly event: Event
  readonly at: Place
}

/** What was drawn from a snapshot stands where the snapshot does. */
const drawnFrom = (places: Held['places'], id: string): Place | undefined => {
  const [, from] = /^drawn:(.*):[a-z_]+$/.exec(id) ?? []
  return from === undefined ? undefined : places.get(from)
}

const placeIn =
  (stream: Stream, { occurrences }: State, places: Held['places']) =>
  (key: string): Place => {
    let first: Place | undefined
    const look = (id: string): void => {
      const place = places.get(id) ?? drawnFrom(places, id)
      if (place !== undefined && (first === undefined || place.line < first.line)) first = place
    }
    look(key)
    for (const told of occurrences) if (told.key === key) told.tells.map(idOf).forEach(look)
    const [start] = places.values()
    return first ?? start ?? { line: 0, stream, revision: null }
  }

/** The occurrences of a payment that its collections are of. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  collection_presented: ['payment_pending'],
  collection_ended: ['payment_declined', 'payment_canceled'],
  collection_captured: ['payment_captured'],
}

/** What a stream means for others, by what it comes to. */
export const meantBy = ({ stream: from, state, placeOf }: Folded): readonly Meant[] =>
  consequences(state).map(({ stream, event }) => {
    const known = (MEANT[event.type] ?? []).filter((key) =>
      state.occurrences.some((each) => each.key === key),
    )
    return { from, stream, event, at: placeOf(known[0] ?? event.metadata.eventId) }
  })

/** What entries tell of a stream, and what its payments mean for it. */
export const unitedWith = ({ events, places }: Held, told: readonly Meant[]): Held => {
  const more = told.filter(({ event }) => !places.has(idOf(event)))
  if (more.length === 0) return { events, places }
  return {
    events: [...events, ...more.map(({ event }) => event)],
    places: new Map([...places, ...more.map(({ event, at }) => [idOf(event), at] as const)]),
  }
}

/** Folds what is held of a stream. Of its entries: those that are its own. */
export const foldedOf = (
  stream: Stream,
  { events, places }: Held,
  entries: number,
  fold: (stream: Stream, events: readonly Event[]) => State,
): Folded => {
  const state = fold(stream, events)
  return { stream, state, entries, placeOf: placeIn(stream, state, places) }
}

const idOf = ({ metadata }: Event): string => metadata.eventId
