/** Correlation: finds the entity that an event concerns, when the entity has two ids or none. */
import { type DomainEvent, occurredAt, timeOf } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { earlier, type Instant, isAfter, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { compare } from './occurrence.ts'

/**
 * An event with the id of its entity; null if no entity matches, or more than one. `isGuess` is set
 * if the event does not name the entity: it may be of another.
 */
export interface Bound {
  readonly event: DomainEvent
  readonly entityId: string | null
  readonly isGuess?: true
}

/** All events of a stream, grouped by the identity of their types. */
export interface Gathered {
  of(identity: string): readonly DomainEvent[]
  /** The events of another identity, with their entities. */
  bound(identity: string): readonly Bound[]
  /** The entities that are counted as those of commands, by the ids of the commands. */
  readonly counted: ReadonlyMap<string, string | null>
}

/** Finds the entity of every event that has one identity. */
export type Correlate = (
  events: readonly DomainEvent[],
  gathered: Gathered,
  policy: Policy,
) => readonly Bound[]

/** How to correlate each identity of a lifecycle. The engine provides `once` and `self`. */
export type Correlation = Readonly<Record<string, Correlate>>

/** Returns a field of an event's data if it is a string. */
export const fieldOf = ({ data }: DomainEvent, name: string): string | undefined => {
  const value = (data as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Maps each value of the field `from` to the value of `to` in the same event. If several events
 * contain that value, the smallest value of `to` counts.
 */
const pairs = (
  events: readonly DomainEvent[],
  from: string,
  to: string,
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const event of events) {
    const [a, b] = [fieldOf(event, from), fieldOf(event, to)]
    if (a === undefined || b === undefined) continue
    const known = found.get(a)
    if (known === undefined || compare(b, known) < 0) found.set(a, b)
  }
  return found
}

/**
 * Correlates by the provider's id in `idField`. An event without that id is correlated by its
 * command id, until a response that contains both ids links them.
 */
export const byCommand = (
  events: readonly DomainEvent[],
  idField: string,
  counted: Gathered['counted'] = new Map(),
): readonly Bound[] => {
  if (events.length === 0) return []
  const answered = pairs(events, 'commandId', idField)
  return events.map((event) => {
    const command = fieldOf(event, 'commandId')
    const named =
      command === undefined
        ? undefined
        : (answered.get(command) ?? counted.get(command) ?? `command:${command}`)
    return { event, entityId: fieldOf(event, idField) ?? named ?? null }
  })
}

const amountOf = ({ data }: DomainEvent): unknown =>
  (data as Readonly<Record<string, unknown>>)['amount']

interface Known {
  readonly amounts: Set<unknown>
  /** The time that the provider gave for each stage, by event type. */
  readonly stages: Map<string, Instant>
}

/**
 * Whether an event could belong to an entity: the entity began no later than the event, and has no
 * event of this type yet or one at the same time; both within the clock tolerance.
 */
const couldBe = (
  { stages }: Known,
  event: DomainEvent,
  { clockToleranceSeconds }: Policy,
): boolean => {
  const began = [...stages.values()].reduce<Instant | null>(
    (first, each) => (first === null ? each : earlier(first, each)),
    null,
  )
  if (began !== null && isAfter(began, timeOf(event), clockToleranceSeconds)) return false
  const [before, at] = [stages.get(event.type), occurredAt(event.metadata)]
  if (before === undefined || at === null) return true
  return before <= shift(at, clockToleranceSeconds) && at <= shift(before, clockToleranceSeconds)
}

const note = (known: Map<string, Known>, entityId: string, event: DomainEvent): void => {
  const thing = known.get(entityId) ?? { amounts: new Set(), stages: new Map() }
  const at = occurredAt(event.metadata)
  if (amountOf(event) !== undefined) thing.amounts.add(amountOf(event))
  if (at !== null && !thing.stages.has(event.type)) thing.stages.set(event.type, at)
  known.set(entityId, thing)
}

/**
 * Correlates an event without an id with the only entity that has the event's amount or, if the
 * event names no amount, with the only entity in the stream. It does not match an entity that
 * already had this event type at another time: that is a second occurrence, not a duplicate of the
 * first. Each match is a guess.
 */
export const byAmount = (bounds: readonly Bound[], policy: Policy): readonly Bound[] => {
  if (bounds.every(({ entityId }) => entityId !== null)) return bounds
  const known = new Map<string, Known>()
  const inTime = [...bounds].sort((a, b) => compare(timeOf(a.event), timeOf(b.event)))
  for (const { event, entityId } of inTime) if (entityId !== null) note(known, entityId, event)
  const found = new Map<DomainEvent, string>()
  for (const { event, entityId } of inTime) {
    if (entityId !== null) continue
    const amount = amountOf(event)
    const ofAmount = [...known].filter(
      ([, { amounts }]) => amount === undefined || amounts.size === 0 || amounts.has(amount),
    )
    const [only, another] = ofAmount
    if (only === undefined || another !== undefined || !couldBe(only[1], event, policy)) continue
    found.set(event, only[0])
    note(known, only[0], event)
  }
  return bounds.map((bound): Bound => {
    const entityId = found.get(bound.event)
    return entityId === undefined ? bound : { event: bound.event, entityId, isGuess: true }
  })
}

const always: Correlate = (events) => events.map((event) => ({ event, entityId: '' }))

const bySelf: Correlate = (events) =>
  events.map((event) => ({ event, entityId: event.metadata.eventId }))

/** The correlations that every lifecycle has. */
const ENGINE: Correlation = { once: always, self: bySelf }

/**
 * Finds the entity of every event. It looks at the whole set at once, so the result does not depend
 * on the order in which events arrived. @spec delivery#from-events-to-occurrences
 */
export const bind = (
  {
    events: lifecycle,
    correlation,
  }: { readonly events: Lifecycle; readonly correlation: Correlation },
  events: readonly DomainEvent[],
  policy: Policy,
  counted: Gathered['counted'] = new Map(),
): readonly Bound[] => {
  const byIdentity = new Map<string, DomainEvent[]>()
  for (const event of events) {
    const identity = lifecycle[event.type]?.identity ?? 'self'
    const alike = byIdentity.get(identity)
    if (alike === undefined) byIdentity.set(identity, [event])
    else alike.push(event)
  }
  const done = new Map<string, readonly Bound[]>()
  const gathered: Gathered = {
    counted,
    of: (identity) => byIdentity.get(identity) ?? [],
    bound: (identity) => {
      const correlate = ENGINE[identity] ?? correlation[identity] ?? bySelf
      const known = done.get(identity) ?? correlate(gathered.of(identity), gathered, policy)
      done.set(identity, known)
      return known
    },
  }
  const [only, another] = byIdentity.keys()
  if (only !== undefined && another === undefined) return gathered.bound(only)
  return [...byIdentity.keys()].flatMap((identity) => gathered.bound(identity))
}
