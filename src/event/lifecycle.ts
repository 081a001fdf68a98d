/** What makes two events tell of one occurrence, and where in its life the occurrence belongs. */
import type { Schema } from '../words/codec.ts'
import type { Event } from './envelope.ts'

/**
 * What a key is made of. `once`: the type alone. `refund`, `chargeback`, `collection`: the type and
 * the thing it is about, by the provider's id or, until an answer binds the two, the command's.
 * `reversal`: the chargeback it undoes. `self`: every event is an occurrence of its own.
 */
export type Identity = 'once' | 'refund' | 'chargeback' | 'reversal' | 'collection' | 'self'

/**
 * How an occurrence is ordered among those of its phase when clocks may differ: an `end` counts a
 * tolerance earlier than stamped, but never before its own beginning; an `undoing` when it is stamped,
 * but never before what it undoes; a `stop` a tolerance later.
 */
export type Slack = 'none' | 'end' | 'undoing' | 'stop'

/** One event type of a lifecycle: its codec, what its key is made of, its causal phase. */
export interface Kind {
  readonly codec: Schema<Event>
  readonly identity: Identity
  readonly phase: number
  readonly slack: Slack
}

/** The event types of a lifecycle by name, in the order that settles ties of time. */
export type Lifecycle = Readonly<Record<string, Kind>>

/** One row of a lifecycle. */
export const kind = (
  codec: Schema<Event>,
  identity: Identity,
  phase: number,
  slack: Slack = 'none',
): Kind => ({ codec, identity, phase, slack })
