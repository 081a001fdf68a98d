/** The general path: puts any stream in order, by merging its events first. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Instant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { happenedBy, type Merged, type Merging, merge } from './merge.ts'
import { type Ordered, order } from './order.ts'

/** A stream before its chart runs: its occurrences in order, and what merging found. */
export interface Prepared extends Pick<Merged, 'findings' | 'parked'> {
  readonly ordered: readonly Ordered[]
  /** Whether every event names its own thing, and no two are about one. */
  readonly isPlain: boolean
}

/** Prepares the general path. With `by`, it leaves out what had not happened by then. */
export const generalStream = (machine: Merging, policy: Policy) => {
  const inOrder = order(machine.events, policy)
  return (events: readonly DomainEvent[], stream: Stream | null, by: Instant | null): Prepared => {
    const all = merge(machine, policy, events, stream, by)
    const { occurrences, findings, parked } = by === null ? all : happenedBy(all, by)
    return { ordered: inOrder(occurrences), findings, parked, isPlain: false }
  }
}
