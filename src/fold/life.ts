/** The life of each command of a stream: whether the provider took it, as far as messages say. */
import type { DomainEvent } from '../event/envelope.ts'
import { type Instant, toInstant } from '../words/instant.ts'
import type { AnyMachine } from './machine.ts'

/**
 * How a command stands, apart from the time. `open`: no message says anything; its request may be
 * sent until `sendBy`. `doubtful`: it may have been taken, and its key must never be sent again.
 * `taken`: a message names it, or an action is counted as its own. `refused`, `notTaken`: the
 * provider, or a look-up, says so. `givenUp`: a person says so.
 */
export type LifeState = 'open' | 'doubtful' | 'taken' | 'refused' | 'notTaken' | 'givenUp'

/** The life of one command, up to the last message about it. */
export interface Life {
  readonly commandId: string
  /** The event that was recorded before the first request: what was commanded. */
  readonly commanded: DomainEvent
  readonly state: LifeState
  /** The event that says so; that event itself while no other does. */
  readonly by: DomainEvent
  /** Its request must not leave from this time on: the provider may have forgotten its key. */
  readonly sendBy: Instant
  /** A look-up that is asked from this time on shows whether it was taken. */
  readonly askFrom: Instant
  /** How many times its request was sent, as recorded. */
  readonly attempts: number
  /** Until then, the last attempt may still reach the provider; null if there was none. */
  readonly underWayUntil: Instant | null
  /** The action that is counted as its own, though no message says so; null if none is. */
  readonly entityId: string | null
  /** Whether it is one of several alike, of which nobody knows which one was taken. */
  readonly isOneOf: boolean
}

/** What the fold needs to know of a machine to follow its commands. */
export type Commanding = Pick<AnyMachine, 'events' | 'commands' | 'context'>

/** The fields of an event's data. */
export const dataIn = ({ data }: DomainEvent): Readonly<Record<string, unknown>> =>
  data as Readonly<Record<string, unknown>>

/** What an event is about: its type if that can happen only once, else the kind of its entity. */
export const kindOf = ({ events }: Pick<Commanding, 'events'>, { type }: DomainEvent): string => {
  const identity = events[type]?.identity ?? 'self'
  return identity === 'once' || identity === 'self' ? type : identity
}

/** When a message reached us. */
export const receivedAt = ({ metadata }: DomainEvent): Instant => toInstant(metadata.recordedAt)

/** Whether a command holds what it asks for: it was taken, or may have been. */
export const mayBeTaken = ({ state }: Life): boolean =>
  state === 'open' || state === 'doubtful' || state === 'taken'

/** Whether nobody knows whether a command was taken. */
export const isInDoubt = ({ state }: Life): boolean => state === 'open' || state === 'doubtful'

/** The amount that a command asks for; undefined if it asks for all, or has none. */
export const amountOf = ({ commanded }: Life): unknown => dataIn(commanded)['amount']

/** The reference with which a command was sent: its own, or its id. */
export const sentAs = ({ commanded, commandId }: Life): unknown =>
  dataIn(commanded)['reference'] ?? commandId

/** When a command was recorded. */
export const recordedAt = ({ commanded }: Life): Instant => receivedAt(commanded)
