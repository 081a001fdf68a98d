/** The tips of streams: where each ends, and which events it has. */
import { contentHash } from '../event/content.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { addTo } from '../words/lists.ts'
import type { Stream } from '../words/stream.ts'
import type { Entry } from './entry.ts'

/**
 * The end of a stream, which is all that appending needs. `revision` and `hash` are those of the
 * last entry (-1 and null while the stream is empty). `known` lists, for each event id, the hashes
 * of all contents that were appended under it.
 */
export interface Tip {
  readonly stream: Stream
  readonly revision: number
  readonly hash: string | null
  readonly known: Readonly<Record<string, readonly string[]>>
}

/** The tip of a stream that has no entries. */
export const emptyTip = (stream: Stream): Tip => ({ stream, revision: -1, hash: null, known: {} })

const contentsOf = (known: Tip['known'], eventId: string): readonly string[] =>
  Object.hasOwn(known, eventId) ? (known[eventId] ?? []) : []

/** The events of a stream while it grows: those of a first tip, and those that came after it. */
interface Growth {
  readonly base: Tip['known']
  readonly events: DomainEvent[]
  readonly byId: Map<string, DomainEvent[]>
}

/** Where a tip stands in the growth of its stream. The last tip may let it grow on. */
interface Place {
  readonly growth: Growth
  readonly count: number
}

/** The places of tips that were made here: a hidden companion, which no result depends on. */
const places = new WeakMap<Tip, Place>()

/** Whether a tip was made here, and not read from anywhere. */
export const isMade = (tip: Tip): boolean => typeof tip === 'object' && places.has(tip)

/** The growth that a tip may continue: its own if no other tip has continued it, else a new one. */
const growthOf = (tip: Tip): Growth => {
  const { growth, count } = places.get(tip) ?? {}
  return growth !== undefined && growth.events.length === count
    ? growth
    : { base: tip.known, events: [], byId: new Map() }
}

/** What a tip knows, with the hashes of the contents that came after the first tip. */
const knownIn = ({ growth: { base, events }, count }: Place): Tip['known'] => {
  const known: Record<string, readonly string[]> = { ...base }
  for (const event of events.slice(0, count)) {
    const { eventId } = event.metadata
    known[eventId] = [...contentsOf(known, eventId), contentHash(event)]
  }
  return known
}

/** A tip whose list of events is made when somebody reads it. */
const tipAt = ({ stream, revision, hash }: Omit<Tip, 'known'>, place: Place): Tip => {
  let made: Tip['known'] | undefined
  const tip: Tip = {
    stream,
    revision,
    hash,
    get known() {
      made ??= knownIn(place)
      return made
    },
  }
  places.set(Object.freeze(tip), place)
  return tip
}

/** A stream that grows from a tip on. The tip itself stays as it is. */
export const growing = (from: Tip) => {
  const growth = growthOf(from)
  const { stream } = from
  let { revision, hash } = from
  return {
    /** Whether the stream has an event with the same id and content. */
    has: (event: DomainEvent): boolean => {
      const { eventId } = event.metadata
      const before = contentsOf(growth.base, eventId)
      const since = growth.byId.get(eventId) ?? []
      if (before.length + since.length === 0) return false
      const content = contentHash(event)
      return before.includes(content) || since.some((each) => contentHash(each) === content)
    },
    add: ({ event, ...entry }: Pick<Entry, 'event' | 'revision' | 'hash'>): void => {
      growth.events.push(event)
      addTo(growth.byId, event.metadata.eventId as string, event)
      revision = entry.revision
      hash = entry.hash
    },
    tip: (): Tip => tipAt({ stream, revision, hash }, { growth, count: growth.events.length }),
  }
}
