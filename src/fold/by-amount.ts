/** Correlates events without an id by their amount. */
import { type DomainEvent, occurredAt, timeOf } from '../event/envelope.ts'
import { earlier, type Instant, isAfter, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import type { Bound } from './correlate.ts'
import { compare } from './occurrence.ts'

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

/** The entities of a stream, also by their amounts. */
interface Entities {
  readonly all: Map<string, Known>
  readonly byAmount: Map<unknown, Set<string>>
  /** Those of which no event names an amount. */
  readonly withoutAmount: Set<string>
}

const note = (
  { all, byAmount, withoutAmount }: Entities,
  entityId: string,
  event: DomainEvent,
): void => {
  const thing = all.get(entityId) ?? { amounts: new Set(), stages: new Map() }
  const [at, amount] = [occurredAt(event.metadata), amountOf(event)]
  if (amount !== undefined) {
    thing.amounts.add(amount)
    byAmount.set(amount, (byAmount.get(amount) ?? new Set()).add(entityId))
  }
  if (at !== null && !thing.stages.has(event.type)) thing.stages.set(event.type, at)
  if (thing.amounts.size === 0) withoutAmount.add(entityId)
  else withoutAmount.delete(entityId)
  all.set(entityId, thing)
}

/** The only entity that has an amount or, if none is given, the only one; undefined if several do. */
const onlyOf = (
  { all, byAmount, withoutAmount }: Entities,
  amount: unknown,
): readonly [string, Known] | undefined => {
  const own = amount === undefined ? all : (byAmount.get(amount) ?? new Set<string>())
  const others = amount === undefined ? new Set<string>() : withoutAmount
  const [only] = [...firstOf(own), ...firstOf(others)]
  const known = only === undefined ? undefined : all.get(only)
  return own.size + others.size === 1 && known !== undefined && only !== undefined
    ? [only, known]
    : undefined
}

const firstOf = (ids: ReadonlyMap<string, unknown> | ReadonlySet<string>): readonly string[] => {
  const [first] = ids.keys()
  return first === undefined ? [] : [first]
}

/**
 * Correlates an event without an id with the only entity that has the event's amount or, if the
 * event names no amount, with the only entity in the stream. It does not match an entity that
 * already had this event type at another time: that is a second occurrence, not a duplicate of the
 * first. Each match is a guess.
 */
export const byAmount = (bounds: readonly Bound[], policy: Policy): readonly Bound[] => {
  if (bounds.every(({ entityId }) => entityId !== null)) return bounds
  const known: Entities = { all: new Map(), byAmount: new Map(), withoutAmount: new Set() }
  const inTime = bounds
    .map((bound) => ({ ...bound, at: timeOf(bound.event) }))
    .sort((a, b) => compare(a.at, b.at))
  for (const { event, entityId } of inTime) if (entityId !== null) note(known, entityId, event)
  const found = new Map<DomainEvent, string>()
  for (const { event, entityId } of inTime) {
    if (entityId !== null) continue
    const only = onlyOf(known, amountOf(event))
    if (only === undefined || !couldBe(only[1], event, policy)) continue
    found.set(event, only[0])
    note(known, only[0], event)
  }
  return bounds.map((bound): Bound => {
    const entityId = found.get(bound.event)
    return entityId === undefined ? bound : { event: bound.event, entityId, isGuess: true }
  })
}
