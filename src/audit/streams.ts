/** The streams of a log: what their entries tell, folded; what payments mean for mandates is followed. */
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
  /** The streams that it was told of by: a mandate hears of its payments. */
  readonly heardFrom: readonly Stream[]
  /** The first entry that tells of an occurrence, or of an event by its id. */
  placeOf(key: string): Place
}

/** Streams as far as a log was read. */
export interface Streams {
  add(standing: Standing): void
  /** All of them, by name. */
  folded(): readonly Folded[]
}

/** The events of a stream, and where the entry of each event id stands. */
interface Held {
  readonly events: readonly Event[]
  readonly places: ReadonlyMap<string, Place>
  readonly heardFrom: readonly Stream[]
}

interface Growing {
  readonly events: Event[]
  readonly places: Map<string, Place>
}

const nothing = (): Growing => ({ events: [], places: new Map() })

/** What was drawn from a snapshot stands where the snapshot does. */
const drawnFrom = (places: Held['places'], id: string): Place | undefined => {
  const [, from] = /^drawn:(.*):[a-z_]+$/.exec(id) ?? []
  return from === undefined ? undefined : places.get(from)
}

const placeIn =
  (stream: Stream, { occurrences }: State, places: Held['places']) =>
  (key: string): Place => {
    const told = occurrences.filter((each) => each.key === key).flatMap(({ tells }) => tells)
    const [first] = [key, ...told.map(({ metadata }) => metadata.eventId)]
      .flatMap((id) => places.get(id) ?? drawnFrom(places, id) ?? [])
      .sort((a, b) => a.line - b.line)
    return first ?? { line: 0, stream, revision: null }
  }

/** The occurrences of a payment that its collections are of. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  collection_presented: ['payment_pending'],
  collection_ended: ['payment_declined', 'payment_canceled'],
  collection_captured: ['payment_captured'],
}

/** Starts without any. `fold` finds the machine of each. */
export const streams = (fold: (stream: Stream, events: readonly Event[]) => State): Streams => {
  const held = new Map<Stream, Growing>()

  const foldedOf = (stream: Stream, { events, places, heardFrom }: Held): Folded => {
    const state = fold(stream, events)
    const entries = held.get(stream)?.events.length ?? 0
    return { stream, state, entries, heardFrom, placeOf: placeIn(stream, state, places) }
  }

  /** What a stream means for others, each with the entry that tells it. */
  const following = ({ stream: from, state, placeOf }: Folded) =>
    consequences(state).map(({ stream, event }) => {
      const known = (MEANT[event.type] ?? []).filter((key) =>
        state.occurrences.some((each) => each.key === key),
      )
      return { from, stream, event, at: placeOf(known[0] ?? event.metadata.eventId) }
    })

  return {
    add: ({ entry, line }) => {
      const { stream, revision, event } = entry
      const { eventId } = event.metadata
      const known = held.get(stream) ?? nothing()
      held.set(stream, known)
      known.events.push(event)
      if (!known.places.has(eventId)) known.places.set(eventId, { line, stream, revision })
    },
    folded: () => {
      const own = [...held].map(([stream, { events, places }]) =>
        foldedOf(stream, { events, places, heardFrom: [] }),
      )
      const all = new Map(own.map((each) => [each.stream, each]))
      for (const [stream, heard] of byStream(own.flatMap(following))) {
        const { events, places } = held.get(stream) ?? nothing()
        const more = heard.filter(({ event }) => !places.has(event.metadata.eventId))
        const united: Held = {
          events: [...events, ...more.map(({ event }) => event)],
          places: new Map([...places, ...more.map(({ event, at }) => [idOf(event), at] as const)]),
          heardFrom: heard.map(({ from }) => from),
        }
        all.set(stream, foldedOf(stream, united))
      }
      return [...all.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))
    },
  }
}

const idOf = ({ metadata }: Event): string => metadata.eventId

const byStream = <A extends { readonly stream: Stream }>(
  all: readonly A[],
): ReadonlyMap<Stream, readonly A[]> => {
  const found = new Map<Stream, A[]>()
  for (const each of all) {
    const known = found.get(each.stream)
    if (known === undefined) found.set(each.stream, [each])
    else known.push(each)
  }
  return found
}
