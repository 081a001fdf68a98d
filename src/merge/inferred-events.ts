/** Infers events from snapshots: once-only events that no stronger source reports. */

import type { Inferred, Machine } from '../contract/machine-record.ts'
import { type DomainEvent, type Metadata, PREFIX } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { NONE } from '../words/data/lists.ts'
import { frozen, isSame } from '../words/data/plain-data.ts'
import type { PlainText } from '../words/text/plain-text.ts'

/** The events that snapshots implied before, for speed only: they are the same each time. */
const implied = new WeakMap<DomainEvent, readonly DomainEvent[]>()

/** The event that a snapshot implies, made anew only if it is another one than before. */
export const impliedEvent = (inferred: Inferred): DomainEvent => {
  const { snapshot, type, data, occurredAt } = inferred
  const known = implied.get(snapshot) ?? []
  const before = known.find(
    (event) =>
      event.type === type &&
      event.metadata.eventId === idOf(inferred) &&
      event.metadata.occurredAt === occurredAt &&
      event.metadata.recordedAt === snapshot.metadata.recordedAt &&
      isSame(event.data, data),
  )
  if (before !== undefined) return before
  const { recordedAt, after } = snapshot.metadata
  const source = 'inferred' as const
  const own: Metadata = { eventId: idOf(inferred), occurredAt, recordedAt, source, schema: 1 }
  const metadata = after === undefined ? own : { ...own, after }
  const made = frozen({ type, data, metadata })
  if (Object.isFrozen(snapshot)) implied.set(snapshot, [...known.slice(-63), made])
  return made
}

/** The id of an implied event derives from the id of what implies it: it is stable. */
const idOf = ({ snapshot, type, part }: Inferred): PlainText => {
  const { eventId } = snapshot.metadata
  return `${PREFIX}${eventId}:${type}${part === undefined ? '' : `.${part}`}` as PlainText
}

/** Returns the events that snapshots and words among these events imply. @spec decisions#4 */
export const infer = (
  {
    events: lifecycle,
    infer: impliedBy,
  }: Pick<Machine<object, string, string>, 'events' | 'infer'>,
  events: readonly DomainEvent[],
): readonly DomainEvent[] => {
  const isSnapshot = ({ type }: DomainEvent): boolean => type === INFORMATIONAL.snapshot
  const isSaid = ({ type }: DomainEvent): boolean => type === INFORMATIONAL.review
  if (!events.some((event) => isSnapshot(event) || isSaid(event))) return NONE
  return impliedBy(events.filter(isSnapshot), events)
    .filter(({ type }) => Object.hasOwn(lifecycle, type))
    .map(impliedEvent)
}
