/** The state of a stream: plain JSON that can be stored and continued later. */
import type { StateValue } from 'xstate'
import { type DomainEvent, isInferred, timestampOf } from '../event/envelope.ts'
import type { EventIn } from '../event/lifecycle.ts'
import { isSame } from '../words/data/plain-data.ts'
import { rememberingFrozen } from '../words/data/result-cache.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { EngineFinding, Finding, FindingBase, RuleBroken } from './finding.ts'
import type { AnyMachine } from './machine-record.ts'
import type { Occurrence } from './occurrence.ts'
import type { Parked } from './parked-reasons.ts'
import type { ByFields, EngineRefusal, Refusal } from './refusal.ts'

type ExplainedBy<R> = R extends { explain(of: infer A): string } ? ByFields<A> : never

/** Every refusal that a machine can return. */
export type RefusalOf<M extends AnyMachine> = M extends AnyMachine
  ? EngineRefusal | ExplainedBy<M['definition']['rules'][keyof M['definition']['rules']]>
  : never

type Broken<R> = R extends Refusal ? ByFields<RuleBroken<R>> : never

/** Every event that the streams of a machine may have, the informational ones included. */
export type EventOf<M extends AnyMachine> = M extends AnyMachine
  ? EventIn<M['events']> | EventIn<M['informational']>
  : never

/** Every finding that a machine can return. */
export type FindingOf<M extends AnyMachine> = M extends AnyMachine
  ? EngineFinding | Broken<RefusalOf<M>> | ExplainedBy<M['findings'][keyof M['findings']]>
  : never

/**
 * A stream folded by one machine and policy, both of which it names. It holds the occurrences in
 * order, each with the events that report it, and everything that follows from them.
 */
export interface State<
  C extends object = object,
  S extends string = string,
  N extends string = string,
  F extends FindingBase = Finding,
> {
  readonly machine: N
  /** The fingerprint of the machine, which differs if the chart changes under the same id. */
  readonly fingerprint: string
  readonly policy: string
  /** The name of the stream; null if the caller did not give it. */
  readonly stream: Stream | null
  /** The revision of the last entry that was folded; null if events were, or none. */
  readonly revision: number | null
  /** The hash of that entry; absent if `revision` is null. */
  readonly hash?: string
  readonly status: S
  readonly value: StateValue
  readonly context: C
  readonly occurrences: readonly Occurrence[]
  readonly findings: readonly F[]
  readonly parked: readonly Parked[]
  /** The time passed to `at`; null for a state that `fold` or `evolve` returned. */
  readonly now: Instant | null
}

const eventsIn = rememberingFrozen((occurrences: readonly Occurrence[]): readonly DomainEvent[] =>
  occurrences.flatMap(({ events }) => events.filter((event) => !isInferred(event))),
)

/** Every event in a state, parked ones included, but no inferred ones: each fold infers those. */
export const eventsOf = ({ occurrences }: Pick<State, 'occurrences'>): readonly DomainEvent[] =>
  eventsIn(occurrences)

/** The occurrences that a state's chart was run on, including those that no transition took. */
export const ranIn = ({
  occurrences,
  parked,
}: Pick<State, 'occurrences' | 'parked'>): readonly Occurrence[] => {
  const refused = new Set(
    parked.flatMap(({ key, reason }) => (reason === 'NoTransition' ? key : [])),
  )
  return occurrences.filter(({ disposition, key }) => disposition === 'chart' || refused.has(key))
}

const isSameReport = (a: DomainEvent, b: DomainEvent | undefined): boolean =>
  a === b || (b !== undefined && isSame(timestampOf(a), timestampOf(b)) && isSame(a.data, b.data))

/** Whether two occurrences are the same to the chart, no matter which messages report them. */
const isSameToRun = (a: Occurrence, b: Occurrence): boolean =>
  a.key === b.key &&
  a.at === b.at &&
  a.timed === b.timed &&
  a.entityId === b.entityId &&
  isSame(a.data, b.data) &&
  a.events.length === b.events.length &&
  a.events.every((event, index) => isSameReport(event, b.events[index]))

/** Whether the occurrences to run start with exactly those that have been run already. */
export const isContinued = (ran: readonly Occurrence[], toRun: readonly Occurrence[]): boolean =>
  ran.length <= toRun.length &&
  ran.every((occurrence, index) => isSameToRun(occurrence, toRun[index] ?? occurrence))
