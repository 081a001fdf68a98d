/** What is true of a stream: plain JSON that can be kept and continued. */
import type { StateValue } from 'xstate'
import type { Event } from '../event/envelope.ts'
import type { Instant } from '../words/instant.ts'
import { isSame } from '../words/plain.ts'
import type { Finding } from './finding.ts'
import { isDrawn } from './infer.ts'
import type { Ask } from './machine.ts'
import type { Parked } from './merge.ts'
import type { Occurrence } from './occurrence.ts'

/**
 * A stream folded by one machine and policy, both named: the occurrences known, in order, each with
 * the events that tell it, and what follows from them.
 */
export interface State<
  C extends object = object,
  S extends string = string,
  N extends string = string,
> {
  readonly machine: N
  /** The fingerprint of the machine: the same id with another chart is another machine. */
  readonly fingerprint: string
  readonly policy: string
  readonly status: S
  readonly value: StateValue
  readonly context: C
  readonly occurrences: readonly Occurrence[]
  readonly findings: readonly Finding[]
  readonly parked: readonly Parked[]
  /** What the context leaves open. */
  readonly asks: readonly Ask[]
  /** The moment it was asked about, when it was asked about one; a fold alone tells no later time. */
  readonly now: Instant | null
}

/** Every event a state knows of, those aside too; what was drawn from snapshots is drawn anew. */
export const eventsOf = ({ occurrences }: Pick<State, 'occurrences'>): readonly Event[] =>
  occurrences.flatMap(({ tells }) => tells.filter((event) => !isDrawn(event)))

/** What a state's chart was run on: what it took, and what no arrow took. */
export const ranIn = ({
  occurrences,
  parked,
}: Pick<State, 'occurrences' | 'parked'>): readonly Occurrence[] => {
  const refused = new Set(parked.flatMap(({ key, reason }) => (reason === 'NoArrow' ? key : [])))
  return occurrences.filter(({ place, key }) => place === 'chart' || refused.has(key))
}

/** Whether two occurrences are one to the chart, whoever tells of them. */
const isSameToRun = (a: Occurrence, b: Occurrence): boolean =>
  a.key === b.key &&
  a.at === b.at &&
  a.timed === b.timed &&
  a.about === b.about &&
  isSame(a.data, b.data)

/** Whether the first of what is to be run is what has been run. */
export const isContinued = (ran: readonly Occurrence[], toRun: readonly Occurrence[]): boolean =>
  ran.length <= toRun.length && ran.every((told, index) => isSameToRun(told, toRun[index] ?? told))
