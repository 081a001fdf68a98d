/** What ties the events of a stream together. Events that nothing ties are merged apart. */
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { fieldOf } from './correlate.ts'
import { isInferred } from './infer.ts'
import type { AnyMachine } from './machine.ts'

/** What this needs to know of a machine. */
export type Tying = Pick<AnyMachine, 'events' | 'informational' | 'names' | 'parts' | 'commands'>

/**
 * The ties of an event. Events that share one of the `names` are merged together: the id of an event
 * or of an entity, or the name of a command. So is an event with the `reference` of a command.
 */
export interface Ties {
  readonly names: readonly string[]
  readonly reference: string | null
}

/**
 * What ties everything that can happen only once, the snapshots that imply it, and the events of other
 * lifecycles: a snapshot implies no end if one of these reports an end.
 */
const ONCE = ''

/** Messages that may change what any command became. */
const OF_ANY_COMMAND: ReadonlySet<string> = new Set([
  INFORMATIONAL.refusal,
  INFORMATIONAL.givenUp,
  INFORMATIONAL.actions,
])

/** The name of a command, as an entity that no message has named yet has it. */
export const commandName = (commandId: string): string => `command:${commandId}`

/** The id of an entity, and what it starts with: rounds of one dispute have one beginning. */
const namesOfEntity = (entityId: string): readonly string[] => {
  const [first = entityId, ...rest] = entityId.split(':')
  return rest.length === 0 ? [entityId] : [entityId, first]
}

/** Whether an event may change what all others are about, or which machine folds them. */
const concernsAll = (event: DomainEvent): boolean =>
  OF_ANY_COMMAND.has(event.type) ||
  isInferred(event) ||
  (event.type === INFORMATIONAL.unrecognised && 'method' in event.data)

/**
 * Prepares finding the ties of a machine's events. It returns null for an event that has to be merged
 * with all others.
 */
export const tying = (machine: Tying) => {
  const { events: lifecycle, informational, names = {}, parts = {}, commands } = machine
  const shown = new Set(
    Object.values(commands).flatMap(({ event, isUndone }) => (isUndone === undefined ? [] : event)),
  )
  /** The entity that an event names; undefined if it names none, null if that concerns all. */
  const entityIn = (event: DomainEvent, identity: string): string | null | undefined => {
    if (identity === 'once') return ONCE
    if (identity === 'self') return event.metadata.eventId
    if (Object.hasOwn(names, identity)) return fieldOf(event, names[identity] ?? '')
    return Object.hasOwn(parts, identity) ? (fieldOf(event, parts[identity] ?? '') ?? null) : null
  }
  return (event: DomainEvent): Ties | null => {
    const { eventId, source } = event.metadata
    const found: string[] = [eventId]
    if (source === 'unsigned') return { names: found, reference: null }
    if (concernsAll(event)) return null
    const kind = Object.hasOwn(lifecycle, event.type) ? lifecycle[event.type] : undefined
    const entityId = kind === undefined ? undefined : entityIn(event, kind.identity)
    if (entityId === null) return null
    if (entityId !== undefined) found.push(...namesOfEntity(entityId))
    const commandId = fieldOf(event, 'commandId')
    if (commandId !== undefined) found.push(commandName(commandId))
    const isForeign = kind === undefined && !Object.hasOwn(informational, event.type)
    if (isForeign || event.type === INFORMATIONAL.snapshot || shown.has(event.type)) {
      found.push(ONCE)
    }
    return { names: found, reference: fieldOf(event, 'reference') ?? null }
  }
}
