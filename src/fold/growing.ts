/**
 * A stream that grows: if every event names its own thing, one more event changes only the
 * occurrences of its thing. All others keep their places.
 */
import { contentHash } from '../event/content.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { addTo } from '../words/lists.ts'
import { frozen } from '../words/plain.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { bind } from './correlate.ts'
import { disagreements } from './disagreement.ts'
import { isFirst } from './distinct.ts'
import type { EngineFinding } from './finding.ts'
import { grouped, isBound } from './grouped.ts'
import type { AnyMachine } from './machine.ts'
import { isRepeated } from './merge.ts'
import { type Common, commonOf, entityNamedIn, isOfOne, type Naming, namedKinds } from './named.ts'
import { notAfterItsNext } from './not-after.ts'
import { compare } from './occurrence.ts'
import { byPlace, type Placed, placing } from './order.ts'

/** One thing of a stream: the events about it, and its occurrences in their places. */
interface Thing {
  readonly events: readonly DomainEvent[]
  readonly rows: readonly Placed[]
  readonly findings: readonly EngineFinding[]
}

/** A stream that grows. It changes in place: only the latest state of its stream has one. */
export interface Growing {
  /** All occurrences, in order. */
  readonly rows: Placed[]
  readonly common: Common
  readonly byId: Map<string, DomainEvent>
  readonly things: Map<string, Thing>
  /** What is wrong with the reports of each thing, of those with which anything is. */
  readonly wrong: Map<string, readonly EngineFinding[]>
}

/** How streams grow. */
interface Growth {
  /** All events of a stream; null if one of them does not name its thing, or contradicts another. */
  begin(events: readonly DomainEvent[], stream: Stream | null): Growing | null
  /**
   * Adds an event. Returns the index of the first occurrence that changed, and infinity if none did;
   * null if the event has to be merged with all others.
   */
  add(stream: Growing, event: DomainEvent): number | null
}

/** The index of the first row that does not come before a given one. */
const indexOf = (rows: readonly Placed[], one: Placed): number => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byPlace(rows[middle] as Placed, one) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether two rows are of one occurrence, with the same reports and in the same place. */
const isSameRow = (a: Placed, b: Placed): boolean => {
  const [one, other] = [a.occurrence, b.occurrence]
  return (
    byPlace(a, b) === 0 &&
    one.at === other.at &&
    one.events.length === other.events.length &&
    one.events.every((event, index) => event === other.events[index])
  )
}

/** Puts the rows of a thing in the place of those it had. Returns the index of the first change. */
const replace = (rows: Placed[], before: readonly Placed[], after: readonly Placed[]): number => {
  let first = Number.POSITIVE_INFINITY
  for (const each of before) {
    if (after.includes(each)) continue
    const index = indexOf(rows, each)
    rows.splice(index, 1)
    first = Math.min(first, index)
  }
  for (const each of after) {
    if (before.includes(each)) continue
    const index = indexOf(rows, each)
    rows.splice(index, 0, each)
    first = Math.min(first, index)
  }
  return first
}

/** Makes a thing of the events about it; null if they are of several, or it began twice. */
type MakeThing = (
  entityId: string,
  reports: readonly DomainEvent[],
  before?: readonly Placed[],
) => Thing | null

/** Prepares making the things of a machine. Rows that a thing had before are used again. */
const making = (machine: AnyMachine, policy: Policy): MakeThing => {
  const { events: lifecycle, momentary } = machine
  const placed = placing(lifecycle, policy)
  const isBeginning = ({ occurrence }: Placed): boolean =>
    lifecycle[occurrence.type]?.clockTolerance === 'beginning'
  return (entityId, reports, before = []) => {
    const events = reports.toSorted((a, b) => compare(a.metadata.eventId, b.metadata.eventId))
    const bound = bind(machine, events, policy).filter(isBound)
    const isOne = bound.every((each) => each.entityId === entityId && each.isGuess !== true)
    if (bound.length < events.length || !isOne) return null
    const own = notAfterItsNext(lifecycle, grouped(bound, 'chart', momentary))
    const rows = placed(own.map(frozen)).map(
      (row) => before.find((known) => isSameRow(known, row)) ?? row,
    )
    if (rows.filter(isBeginning).length > 1) return null
    const findings = own.filter(isRepeated).flatMap((each) => disagreements(machine, each))
    return { events, rows, findings }
  }
}

const keep = ({ things, wrong }: Growing, entityId: string, thing: Thing): void => {
  things.set(entityId, thing)
  if (thing.findings.length > 0) wrong.set(entityId, thing.findings)
  else wrong.delete(entityId)
}

/** What an event changes that has the id of another: nothing, if it is the same once more. */
const again = (event: DomainEvent, known: DomainEvent): number | null => {
  const isSame = contentHash(event) === contentHash(known)
  return isSame && !isFirst(event.metadata, known.metadata) ? Number.POSITIVE_INFINITY : null
}

/** Prepares the growth of a machine's streams. */
export const growth = (machine: Naming & AnyMachine, policy: Policy): Growth => {
  const { names, parts } = machine
  const kinds = namedKinds({ ...machine, names: { ...names, ...parts } })
  const thingOf = making(machine, policy)
  const nameOf = (event: DomainEvent): string | null => {
    const kind = kinds.get(event.type)
    return kind === undefined ? null : entityNamedIn(event, kind)
  }
  return {
    begin: (events, stream) => {
      const names = events.map(nameOf)
      if (names.includes(null)) return null
      const common = commonOf(machine, stream)
      if (!events.every((event) => isOfOne(machine, common, event))) return null
      const byId = new Map(events.map((event) => [event.metadata.eventId as string, event]))
      if (byId.size < events.length) return null
      const reports = new Map<string, DomainEvent[]>()
      for (const [index, event] of events.entries()) addTo(reports, names[index] ?? '', event)
      const begun: Growing = { rows: [], common, byId, things: new Map(), wrong: new Map() }
      for (const [entityId, about] of reports) {
        const thing = thingOf(entityId, about)
        if (thing === null) return null
        keep(begun, entityId, thing)
        begun.rows.push(...thing.rows)
      }
      begun.rows.sort(byPlace)
      return begun
    },
    add: (stream, event) => {
      const { eventId } = event.metadata
      const known = stream.byId.get(eventId)
      if (known !== undefined) return again(event, known)
      const entityId = nameOf(event)
      if (entityId === null || !isOfOne(machine, stream.common, event)) return null
      const before = stream.things.get(entityId) ?? { events: [], rows: [] }
      const after = thingOf(entityId, [...before.events, event], before.rows)
      if (after === null) return null
      stream.byId.set(eventId, event)
      keep(stream, entityId, after)
      return replace(stream.rows, before.rows, after.rows)
    },
  }
}
