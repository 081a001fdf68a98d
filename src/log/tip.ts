/** The tips of streams: where each ends, and which events it has. */
import { contentHash } from '../event/content-hash.ts'
import { type DomainEvent, isUnsigned, recordedAt } from '../event/envelope.ts'
import { askedAtIn } from '../event/informational-events.ts'
import { addTo, NONE } from '../words/data/lists.ts'
import { ownAt } from '../words/data/plain-data.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later } from '../words/time/instant.ts'
import type { Entry } from './entry.ts'

/**
 * The end of a stream, which is all that appending needs. `revision` and `hash` are those of the
 * last entry (-1 and null while the stream is empty). `known` lists, for each event id, the hashes
 * of all contents that were appended under it. `nudges` has the types of unsigned events, each with the
 * time at which the last was received; `lookedUpAt` is when the last look-up was asked, null if none was.
 */
export interface Tip {
  readonly stream: Stream
  readonly revision: number
  readonly hash: string | null
  readonly known: Readonly<Record<string, readonly string[]>>
  readonly nudges: Readonly<Record<string, Instant>>
  readonly lookedUpAt: Instant | null
}

/** The tip of a stream that has no entries. */
export const emptyTip = (stream: Stream): Tip => ({
  stream,
  revision: -1,
  hash: null,
  known: {},
  nudges: {},
  lookedUpAt: null,
})

/** The events of a stream while it grows: those of a first tip, and those that came after it. */
interface Growth {
  readonly base: Tip['known']
  readonly events: DomainEvent[]
  readonly byId: Map<string, DomainEvent[]>
}

/** Where a tip stands in the growth of its stream. The last tip may let it grow on. */
interface TipGrowth {
  readonly growth: Growth
  readonly count: number
}

/** The places of tips that were made here: a hidden companion, which no result depends on. */
const places = new WeakMap<Tip, TipGrowth>()

/** Whether a tip was made here, and not read from anywhere. */
export const isMade = (tip: Tip): boolean => places.has(tip)

/** The growth that a tip may continue: its own if no other tip has continued it, else a new one. */
const growthOf = (tip: Tip): Growth => {
  const { growth, count } = places.get(tip) ?? {}
  return growth !== undefined && growth.events.length === count
    ? growth
    : { base: tip.known, events: [], byId: new Map() }
}

const knownIn = ({ growth: { base, events }, count }: TipGrowth): Tip['known'] => {
  const known: Record<string, readonly string[]> = { ...base }
  for (const event of events.slice(0, count)) {
    const { eventId } = event.metadata
    known[eventId] = [...(ownAt(known, eventId) ?? NONE), contentHash(event)]
  }
  return known
}

type Looks = Pick<Tip, 'nudges' | 'lookedUpAt'>

const looksAfter = (looks: Looks, event: DomainEvent): Looks => {
  const { nudges, lookedUpAt } = looks
  if (isUnsigned(event)) {
    const [{ type }, at] = [event, recordedAt(event)]
    return { nudges: { ...nudges, [type]: later(at, ownAt(nudges, type) ?? at) }, lookedUpAt }
  }
  const asked = askedAtIn(event)
  return asked === null ? looks : { nudges, lookedUpAt: later(asked, lookedUpAt ?? asked) }
}

/** Whether an unsigned event says nothing more than one of its type, as nobody has looked up between. */
const isNudged = (looks: Looks, event: DomainEvent): boolean => {
  const before = isUnsigned(event) ? ownAt(looks.nudges, event.type) : undefined
  if (before === undefined) return false
  const { lookedUpAt } = looks
  const isBetween = lookedUpAt !== null && before <= lookedUpAt
  return !(isBetween && lookedUpAt < recordedAt(event))
}

/** A tip whose list of events is made when somebody reads it. */
const tipAt = (
  { stream, revision, hash, nudges, lookedUpAt }: Omit<Tip, 'known'>,
  place: TipGrowth,
): Tip => {
  let made: Tip['known'] | undefined
  const tip: Tip = {
    stream,
    revision,
    hash,
    get known() {
      made ??= knownIn(place)
      return made
    },
    nudges: Object.freeze(nudges),
    lookedUpAt,
  }
  places.set(Object.freeze(tip), place)
  return tip
}

/** A stream that grows from a tip on. The tip itself stays as it is. */
export const growing = (from: Tip) => {
  const growth = growthOf(from)
  const { stream } = from
  let { revision, hash } = from
  let looks: Looks = from
  return {
    /** Whether the stream has an event with the same id and content. */
    has: (event: DomainEvent): boolean => {
      const { eventId } = event.metadata
      const before = ownAt(growth.base, eventId) ?? NONE
      const since = growth.byId.get(eventId) ?? NONE
      if (before.length + since.length === 0) return false
      const content = contentHash(event)
      return before.includes(content) || since.some((each) => contentHash(each) === content)
    },
    isNudged: (event: DomainEvent): boolean => isNudged(looks, event),
    add: ({ event, ...entry }: Pick<Entry, 'event' | 'revision' | 'hash'>): void => {
      growth.events.push(event)
      addTo(growth.byId, event.metadata.eventId as string, event)
      revision = entry.revision
      hash = entry.hash
      looks = looksAfter(looks, event)
    },
    tip: (): Tip =>
      tipAt(
        { stream, revision, hash, nudges: looks.nudges, lookedUpAt: looks.lookedUpAt },
        { growth, count: growth.events.length },
      ),
  }
}
