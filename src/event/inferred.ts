/** Events that were inferred from a snapshot: how their ids show it. */
import type { DomainEvent } from './envelope.ts'

/** How the id of an inferred event begins. */
export const PREFIX = 'drawn:'

/** Whether `infer` made an event. Such events are never stored: each fold infers them again. */
export const isInferred = ({ metadata: { eventId, source } }: DomainEvent): boolean =>
  source === 'inferred' && eventId.startsWith(PREFIX)

/** The id of the snapshot that an event was inferred from; null if it was not inferred. */
export const snapshotIdIn = (eventId: string): string | null =>
  /^drawn:(.*):[a-z_]+(?:\.[^:]*)?$/.exec(eventId)?.[1] ?? null
