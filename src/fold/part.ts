/**
 * A part of a stream: events that are tied to each other, and to no other event. Merging a part by
 * itself has the same result as merging it with all others.
 */
import type { DomainEvent } from '../event/envelope.ts'
import { frozen } from '../words/plain.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { isInferred } from './infer.ts'
import { type Merged, type Merging, merge } from './merge.ts'
import { type Placed, placing } from './order.ts'
import { type Reach, reaching } from './reach.ts'
import { reused } from './rows.ts'
import type { Tying } from './ties.ts'

/** What this needs to know of a machine. */
export type Parting = Merging & Tying

/** The events of a part, merged: its occurrences in their places, and what merging found. */
export interface Made extends Pick<Merged, 'findings' | 'parked'> {
  readonly rows: readonly Placed[]
  readonly reach: Reach
  /** The events of the occurrences: no other would change anything. */
  readonly events: readonly DomainEvent[]
}

/** Prepares merging the parts of a machine's streams. Rows that were there before are used again. */
export const partMaker = (machine: Parting, policy: Policy) => {
  const placed = placing(machine.events, policy)
  const reachOf = reaching(machine)
  return (
    events: readonly DomainEvent[],
    stream: Stream | null,
    before: readonly Placed[] = [],
  ): Made => {
    const { occurrences, findings, parked } = merge(machine, policy, events, stream)
    const rows = reused(before, placed(frozen(occurrences)))
    const left = rows.flatMap(({ occurrence }) =>
      occurrence.events.filter((event) => !isInferred(event)),
    )
    return { rows, findings, parked, reach: reachOf(left, occurrences), events: left }
  }
}
