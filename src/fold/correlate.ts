/** Correlation: finds the entity that an event concerns, when the entity has two ids or none. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
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
  machine: Correlating,
  events: readonly DomainEvent[],
  policy: Policy,
  counted: Gathered['counted'] = new Map(),
): readonly Bound[] => {
  const { gathered, identities } = gathering(machine, events, policy, counted)
  const [only, another] = identities
  if (only !== undefined && another === undefined) return gathered.bound(only)
  return identities.flatMap((identity) => gathered.bound(identity))
}

/** What correlation needs to know of a machine. */
interface Correlating {
  readonly events: Lifecycle
  readonly correlation: Correlation
}

/** The entity of one of some events; null if no entity matches, or more than one. */
export const entityOf = (
  machine: Correlating,
  events: readonly DomainEvent[],
  event: DomainEvent,
  policy: Policy,
): string | null => {
  const { gathered } = gathering(machine, events, policy, new Map())
  const alike = gathered.bound(machine.events[event.type]?.identity ?? 'self')
  return alike.find((each) => each.event === event)?.entityId ?? null
}

const gathering = (
  { events: lifecycle, correlation }: Correlating,
  events: readonly DomainEvent[],
  policy: Policy,
  counted: Gathered['counted'],
) => {
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
  return { gathered, identities: [...byIdentity.keys()] }
}
