/** Correlation: finds the entity that an event concerns, when the entity has two ids or none. */
import type { Bound, CommandEntities, Correlate, Correlation } from '../contract/machine-record.ts'
import type { DomainEvent } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { addTo, compare } from '../words/data/lists.ts'
import type { Policy } from '../words/policy.ts'

const fieldOf = ({ data }: DomainEvent, name: string): string | undefined => {
  const value = (data as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Maps values of `from` to those of `to` in the same event; of several, the smallest counts. */
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

/** Correlates by the id in `idField`; else by the command id, until a response links both. */
export const byCommand = (
  events: readonly DomainEvent[],
  idField: string,
  commands: CommandEntities = new Map(),
): readonly Bound[] => {
  if (events.length === 0) return []
  const answered = pairs(events, 'commandId', idField)
  return events.map((event) => {
    const command = fieldOf(event, 'commandId')
    const named =
      command === undefined
        ? undefined
        : (commands.get(command)?.entityId ?? answered.get(command) ?? `command:${command}`)
    return { event, entityId: fieldOf(event, idField) ?? named ?? null }
  })
}

const bySelf: Correlate = (events) =>
  events.map((event) => ({ event, entityId: event.metadata.eventId }))

interface Correlating {
  readonly events: Lifecycle
  readonly correlation: Correlation
  settle?(
    events: readonly DomainEvent[],
    commands: CommandEntities,
    policy: Policy,
  ): { readonly bounds: readonly Bound[] }
}

const identityOf = ({ events }: Correlating, { type }: DomainEvent): string =>
  events[type]?.identity ?? 'self'

/**
 * Finds the entity of every event. It looks at the whole set at once, so the result does not depend
 * on the order in which events arrived. @spec delivery#from-events-to-occurrences
 */
export const bind = (
  machine: Correlating,
  events: readonly DomainEvent[],
  commands: CommandEntities = new Map(),
): readonly Bound[] => {
  const bounds: Bound[] = []
  let byIdentity: Map<string, DomainEvent[]> | null = null
  for (const event of events) {
    const identity = identityOf(machine, event)
    if (identity === 'once') {
      bounds.push({ event, entityId: '' })
      continue
    }
    byIdentity ??= new Map()
    addTo(byIdentity, identity, event)
  }
  for (const [identity, alike] of byIdentity ?? []) {
    const correlate = machine.correlation[identity] ?? bySelf
    for (const bound of correlate(alike, commands)) bounds.push(bound)
  }
  return bounds
}

/** The entity of each of some events, once the machine has settled what it can. */
export const settledBounds = (
  machine: Correlating,
  events: readonly DomainEvent[],
  policy: Policy,
  commands: CommandEntities,
): readonly Bound[] =>
  machine.settle?.(events, commands, policy).bounds ?? bind(machine, events, commands)
