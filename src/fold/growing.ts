/**
 * A stream that grows: one more event changes only the part of the stream that it is tied to. All
 * other occurrences keep their places.
 */
import { contentHash } from '../event/content.ts'
import { type DomainEvent, isUnsigned } from '../event/envelope.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { isFirst } from './distinct.ts'
import { type Common, commonOf, isOfOne, type Naming } from './named.ts'
import { nudgesIn } from './nudges.ts'
import { byPlace, type Placed } from './order.ts'
import { type Parting, partMaker } from './part.ts'
import {
  eventsOfPart,
  join,
  leave,
  noParts,
  type Part,
  type Parts,
  reachedBy,
  setMade,
  united,
} from './parts.ts'
import { isTied, replaceIn } from './rows.ts'
import { tying } from './ties.ts'

/** A stream that grows. It changes in place: only the latest state of its stream has one. */
export interface Growing {
  readonly stream: Stream | null
  /** All occurrences, in order. */
  readonly rows: Placed[]
  readonly parts: Parts
  readonly common: Common
  /** The unsigned events that the state keeps. */
  nudges: readonly DomainEvent[]
}

/** How streams grow. */
export interface Growth {
  /** All events of a stream; null if one of them has to be merged with all others. */
  begin(events: readonly DomainEvent[], stream: Stream | null): Growing | null
  /**
   * Adds an event. Returns the index of the first occurrence that changed, and infinity if none did;
   * null if the event has to be merged with all others.
   */
  add(stream: Growing, event: DomainEvent): number | null
}

/** Whether an event is one that the stream has, with the same content, and not recorded earlier. */
const isKnown = ({ byName }: Parts, event: DomainEvent): boolean => {
  const { eventId } = event.metadata
  const sharing = byName.get(eventId)?.made?.events ?? []
  return sharing.some(
    (known) =>
      known.metadata.eventId === eventId &&
      contentHash(known) === contentHash(event) &&
      !isFirst(event.metadata, known.metadata),
  )
}

/**
 * Takes the unsigned events out that a further one displaces, and returns their rows; null if others have
 * the id of one of them. What the further one repeats stays, and is merged with it.
 */
const withoutNudges = (
  { parts, nudges }: Growing,
  event: DomainEvent,
  kept: readonly DomainEvent[],
): readonly Placed[] | null => {
  const rows: Placed[] = []
  for (const gone of nudges) {
    if (kept.includes(gone) || contentHash(gone) === contentHash(event)) continue
    const { eventId } = gone.metadata
    const part = parts.byName.get(eventId)
    const isAlone = part?.made?.events.length === 1 && eventId !== event.metadata.eventId
    if (part === undefined || !isAlone) return null
    rows.push(...(part.made?.rows ?? []))
    leave(parts, part)
  }
  return rows
}

/** What adding an event returns if it changes nothing. */
const UNCHANGED = Number.POSITIVE_INFINITY

/** Whether a stream consists of several parts: if all can happen only once, it is one part. */
const isParted = ({ names = {}, parts = {} }: Parting): boolean =>
  Object.keys(names).length + Object.keys(parts).length > 0

/** Merges a part, and again with the parts that it then turns out to be tied to. */
const settling =
  (makeOf: ReturnType<typeof partMaker>) =>
  (
    { parts, stream }: Growing,
    begun: Part,
    before: readonly Placed[],
  ): { readonly part: Part; readonly before: readonly Placed[] } => {
    let [part, rows] = [begun, before]
    for (;;) {
      setMade(parts, part, makeOf(eventsOfPart(part), stream, rows))
      const others = reachedBy(parts, part)
      if (others.length === 0) return { part, before: rows }
      rows = [...rows, ...others.flatMap(({ made }) => made?.rows ?? [])]
      part = united(parts, [part, ...others])
    }
  }

/** Prepares the growth of a machine's streams. */
export const growth = (machine: Parting & Naming, policy: Policy): Growth => {
  const tiesOf = tying(machine)
  const makeOf = partMaker(machine, policy)
  const settle = settling(makeOf)
  const isOwn = (common: Common, event: DomainEvent): boolean =>
    isUnsigned(event) || isOfOne(machine, common, event)
  /** Adds an event that changes the stream, from which some rows have gone. */
  const added = (
    growing: Growing,
    event: DomainEvent,
    left: readonly Placed[] = [],
  ): number | null => {
    const { parts, rows, common } = growing
    const ties = tiesOf(event)
    if (ties === null || !isOwn(common, event)) return null
    const { part, before } = join(parts, event, ties)
    const known = before.flatMap(({ made }) => made?.rows ?? [])
    const settled = settle(growing, part, known)
    return replaceIn(rows, [...left, ...settled.before], settled.part.made?.rows ?? [])
  }
  return {
    begin: (events, stream) => {
      if (!isParted(machine)) return null
      const growing: Growing = {
        stream,
        rows: [],
        parts: noParts(),
        common: commonOf(machine, stream),
        nudges: nudgesIn(events.filter(isUnsigned)),
      }
      const { parts, rows, common } = growing
      for (const event of events) {
        const ties = tiesOf(event)
        if (ties === null || !isOwn(common, event)) return null
        join(parts, event, ties)
      }
      const all = new Set(parts.byName.values())
      for (const part of all) setMade(parts, part, makeOf(eventsOfPart(part), stream))
      for (const part of all) if (isPart(parts, part)) settle(growing, part, [])
      for (const { made } of new Set(parts.byName.values())) {
        for (const row of made?.rows ?? []) rows.push(row)
      }
      rows.sort(byPlace)
      return isTied(rows) ? null : growing
    },
    add: (growing, event) => {
      if (!isUnsigned(event))
        return isKnown(growing.parts, event) ? UNCHANGED : added(growing, event)
      const kept = nudgesIn([...growing.nudges, event])
      if (!kept.includes(event)) return UNCHANGED
      const left = withoutNudges(growing, event, kept)
      growing.nudges = kept
      return left === null ? null : added(growing, event, left)
    },
  }
}

/** Whether a part is still one, and has not been joined to another. */
const isPart = ({ byName }: Parts, part: Part): boolean => {
  const [name = ''] = part.names
  return byName.get(name) === part
}
