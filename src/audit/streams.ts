/** The streams of a log: what their entries tell, folded; what payments mean for mandates is followed. */
import type { Event } from '../event/envelope.ts'
import { consequences } from '../fold/consequences.ts'
import type { State } from '../fold/state.ts'
import { kindOfStream, type Stream } from '../words/stream.ts'
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

/** What is kept of a stream, and the streams that it was told of by: a mandate hears of its payments. */
export interface Summary<A> {
  readonly stream: Stream
  readonly summary: A
  readonly heardFrom: readonly Stream[]
}

/** Streams as far as a log was read. */
export interface Streams<A> {
  /** Takes an entry; false where its stream is over. */
  add(standing: Standing): boolean
  /** All of them, by name. */
  summaries(): readonly Summary<A>[]
}

/** How streams are read: by what they are folded, what is kept of them, and whether each comes in one piece. */
export interface Keeping<A> {
  readonly fold: (stream: Stream, events: readonly Event[]) => State
  readonly summarise: (folded: Folded) => A
  readonly isGrouped: boolean
}

/** The events of a stream, and where the entry of each event id stands. */
interface Held {
  readonly events: readonly Event[]
  readonly places: ReadonlyMap<string, Place>
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
    let first: Place | undefined
    const look = (id: string): void => {
      const place = places.get(id) ?? drawnFrom(places, id)
      if (place !== undefined && (first === undefined || place.line < first.line)) first = place
    }
    look(key)
    for (const told of occurrences) if (told.key === key) told.tells.map(idOf).forEach(look)
    return first ?? { line: 0, stream, revision: null }
  }

/** The occurrences of a payment that its collections are of. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  collection_presented: ['payment_pending'],
  collection_ended: ['payment_declined', 'payment_canceled'],
  collection_captured: ['payment_captured'],
}

/** What a stream means for another, with the entry that tells it. */
interface Meant {
  readonly from: Stream
  readonly stream: Stream
  readonly event: Event
  readonly at: Place
}

const meantBy = ({ stream: from, state, placeOf }: Folded): readonly Meant[] =>
  consequences(state).map(({ stream, event }) => {
    const known = (MEANT[event.type] ?? []).filter((key) =>
      state.occurrences.some((each) => each.key === key),
    )
    return { from, stream, event, at: placeOf(known[0] ?? event.metadata.eventId) }
  })

/**
 * Starts without any. Where each stream comes in one piece only its summary is kept once it is over; mandates
 * are kept to the end, for their payments may come after them.
 */
export const streams = <A>({ fold, summarise, isGrouped }: Keeping<A>): Streams<A> => {
  const held = new Map<Stream, Growing>()
  const over = new Map<Stream, { readonly summary: A; readonly meant: readonly Meant[] }>()
  let current: Stream | null = null

  const foldedOf = (stream: Stream, { events, places }: Held): Folded => {
    const state = fold(stream, events)
    const entries = held.get(stream)?.events.length ?? 0
    return { stream, state, entries, placeOf: placeIn(stream, state, places) }
  }

  const closed = (stream: Stream, growing: Growing) => {
    const folded = foldedOf(stream, growing)
    return { summary: summarise(folded), meant: meantBy(folded) }
  }

  /** The stream before is over when another begins. */
  const turnTo = (stream: Stream): void => {
    const before = current
    current = stream
    if (!isGrouped || before === null || before === stream) return
    const growing = held.get(before)
    if (growing === undefined || kindOfStream(before) === 'mandate') return
    over.set(before, closed(before, growing))
    held.delete(before)
  }

  /** Mandates that payments tell of, and no entry. */
  const unheardOf = (meant: ReadonlyMap<Stream, unknown>): readonly [Stream, Growing][] =>
    [...meant.keys()].flatMap((stream) => (held.has(stream) ? [] : [[stream, nothing()]]))

  return {
    add: ({ entry, line }) => {
      const { stream, revision, event } = entry
      const { eventId } = event.metadata
      turnTo(stream)
      if (over.has(stream)) return false
      const known = held.get(stream) ?? nothing()
      held.set(stream, known)
      known.events.push(event)
      if (!known.places.has(eventId)) known.places.set(eventId, { line, stream, revision })
      return true
    },
    summaries: () => {
      const all = new Map(over)
      const mandates: [Stream, Growing][] = []
      for (const [stream, growing] of held) {
        if (kindOfStream(stream) === 'mandate') mandates.push([stream, growing])
        else all.set(stream, closed(stream, growing))
      }
      const meant = byStream([...all.values()].flatMap((each) => each.meant))
      const summaries = new Map([...all].map(([stream, { summary }]) => [stream, summary]))
      for (const [stream, growing] of [...mandates, ...unheardOf(meant)]) {
        const united = unitedWith(growing, meant.get(stream) ?? [])
        summaries.set(stream, summarise(foldedOf(stream, united)))
      }
      return [...summaries]
        .map(([stream, summary]) => {
          const heardFrom = meant.get(stream)?.map(({ from }) => from) ?? []
          return { stream, summary, heardFrom }
        })
        .sort((a, b) => (a.stream < b.stream ? -1 : 1))
    },
  }
}

/** What entries tell of a stream, and what its payments mean for it. */
const unitedWith = ({ events, places }: Held, told: readonly Meant[]): Held => {
  const more = told.filter(({ event }) => !places.has(idOf(event)))
  if (more.length === 0) return { events, places }
  return {
    events: [...events, ...more.map(({ event }) => event)],
    places: new Map([...places, ...more.map(({ event, at }) => [idOf(event), at] as const)]),
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
