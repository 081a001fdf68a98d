/** Which events report the same occurrence, and how the occurrences of a lifecycle are ordered. */
import type { Schema } from '../words/data/codec.ts'
import type { DomainEvent } from './envelope.ts'

/**
 * What the key of an occurrence consists of. `once`: the type alone. `self`: every event is a
 * separate occurrence. Any other value names a correlation of the machine: the key is then the type
 * and the entity that this correlation finds.
 */
type Identity = 'once' | 'self' | (string & {})

/**
 * How an occurrence is sorted within its phase, because clocks may differ. An `end` is sorted as if
 * it had happened one clock tolerance earlier, but never before its own `beginning`. An `undoing`
 * is sorted by its own time, but never before the occurrence that it undoes. A `stop` is sorted as
 * if it had happened one clock tolerance later.
 */
export type ClockTolerance = 'none' | 'beginning' | 'end' | 'undoing' | 'stop'

/** One event type of a lifecycle: its codec, what its key consists of, and its causal phase. */
export interface Kind<E extends DomainEvent = DomainEvent> {
  readonly codec: Schema<E>
  readonly identity: Identity
  readonly phase: number
  readonly clockTolerance: ClockTolerance
}

/** The event types of a lifecycle, by name. Events at the same time are sorted by this order of types. */
export type Lifecycle = Readonly<Record<string, Kind>>

/** Every event of a lifecycle, or those of some types, as its codecs decode them. */
export type EventIn<L extends Lifecycle, T extends keyof L = keyof L> = {
  readonly [Type in T]: L[Type] extends Kind<infer E> ? E : never
}[T]

/** Declares one event type of a lifecycle. */
export const kind = <E extends DomainEvent>(
  codec: Schema<E>,
  identity: Identity,
  phase: number,
  clockTolerance: ClockTolerance = 'none',
): Kind<E> => ({ codec, identity, phase, clockTolerance })
