/** The events that show an actor to XState's inspector through clients of `@statelyai/inspect`. */
import type { Named } from '../contract/definition.ts'
import { type Instant, millisecondsOf } from '../words/time/instant.ts'

/** The fields of every wire event. `createdAt` is in milliseconds since 1970. */
interface Wired {
  readonly sessionId: string
  readonly rootId: string
  readonly id: string
  readonly createdAt: string
  readonly _version: string
}

/**
 * A snapshot of an actor as XState writes it, with the findings up to then as sentences, if any.
 */
export interface Snapshot {
  readonly status: 'active' | 'done' | 'error' | 'stopped'
  readonly value: unknown
  readonly context: unknown
  readonly findings?: readonly string[]
}

/** Announces an actor and its chart; `definition` is the chart as JSON. */
export interface ActorSeen extends Wired {
  readonly type: '@xstate.actor'
  readonly name: string
  readonly definition: string
  readonly snapshot: Snapshot
  readonly parentId: undefined
}

/** Reports that the actor receives an event. */
export interface EventSeen extends Wired {
  readonly type: '@xstate.event'
  readonly event: Named
  readonly sourceId: undefined
}

/** Reports the actor's snapshot after an event. */
export interface SnapshotSeen extends Wired {
  readonly type: '@xstate.snapshot'
  readonly event: Named
  readonly snapshot: Snapshot
}

/** Any event that the clients of `@statelyai/inspect` take. */
export type InspectionEvent = ActorSeen | EventSeen | SnapshotSeen

/** The release of `@statelyai/inspect` that defines this form of wire events. */
const FORM = '0.7.2'

/**
 * Creates the fields that all wire events of an actor have: a unique id each, and the real time.
 */
export const wiring = (sessionId: string) => {
  let count = 0
  return (at: Instant | undefined): Wired => {
    const id = `${sessionId}/${count}`
    count += 1
    const createdAt = String(at === undefined ? 0 : millisecondsOf(at))
    return { sessionId, rootId: sessionId, id, createdAt, _version: FORM }
  }
}
