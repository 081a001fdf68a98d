/** Folds a stream: merges its events into occurrences, orders these, and runs the chart on them. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Instant } from '../words/instant.ts'
import { frozen } from '../words/plain.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { type Building, isOurs, stateOf } from './built.ts'
import { finding } from './finders.ts'
import { identity } from './fingerprint.ts'
import type { Machine } from './machine.ts'
import { happenedBy, type Merge, merging } from './merge.ts'
import { type Ordered, order } from './order.ts'
import { type Progress, progressOf, runOn, unbegun } from './progress.ts'
import { lenientJudge, strictJudge } from './rules.ts'
import { type Runner, tellTime } from './run.ts'
import { runner } from './runner.ts'
import { eventsOf, isContinued, ranIn, type State } from './state.ts'

/** A machine prepared for folding. It folds with the lenient judge, which never stops a report. */
export interface Folder<C extends object, S extends string, N extends string> {
  /** The state of a stream without events. */
  readonly initial: State<C, S, N>
  /** Folds events. Their order and repetitions do not matter. */
  fold(events: readonly DomainEvent[], stream?: Stream | null): State<C, S, N>
  /** Adds one event. The result is the same as folding all the events at once. */
  evolve(state: State<C, S, N>, event: DomainEvent): State<C, S, N>
  /** Adds many events, which it merges and orders only once. */
  evolveAll(state: State<C, S, N>, events: readonly DomainEvent[]): State<C, S, N>
  /** Folds only what had happened by a given time, according to all the events. */
  foldBy(events: readonly DomainEvent[], time: Instant, stream?: Stream | null): State<C, S, N>
  /** The state at a time after its last event. The chart receives the time; no event is added. */
  at(state: State<C, S, N>, now: Instant): State<C, S, N>
}

/** What a folder needs, prepared once per machine and policy. */
interface PreparedFold<C extends object, S extends string, N extends string>
  extends Building<C, S, N> {
  readonly merge: Merge
  readonly inOrder: ReturnType<typeof order>
  readonly lenient: Runner<C>
}

/** Runs the chart on from a previous state if the occurrences continue it, else from the start. */
const ranFrom = <C extends object, S extends string, N extends string>(
  folding: PreparedFold<C, S, N>,
  known: State<C, S, N> | null,
  ordered: readonly Ordered[],
): Progress<C> => {
  const { machine, lenient } = folding
  const { rules } = machine.definition
  if (known !== null && isOurs(folding, known)) {
    const ran = ranIn(known)
    const toRun = ordered.filter(({ occurrence }) => occurrence.disposition === 'chart')
    const all = toRun.map(({ occurrence }) => occurrence)
    if (isContinued(ran, all)) {
      return runOn(lenient, rules, progressOf(known), toRun.slice(ran.length))
    }
  }
  return runOn(lenient, rules, unbegun(lenient), ordered)
}

/** Folds events, on from a state if possible. With `by`, folds only what had happened by then. */
const folded = <C extends object, S extends string, N extends string>(
  folding: PreparedFold<C, S, N>,
  known: State<C, S, N> | null,
  events: readonly DomainEvent[],
  stream: Stream | null = null,
  by: Instant | null = null,
): State<C, S, N> => {
  const all = folding.merge(events, stream, by)
  const { occurrences, findings, parked } = by === null ? all : happenedBy(all, by)
  const ordered = folding.inOrder(occurrences)
  const run = ranFrom(folding, known, ordered)
  return stateOf(folding, stream, { ordered, findings, parked }, run)
}

/** Prepares a machine and a policy for folding. `isKnown` says whether any machine has a type. */
export const prepared = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  policy: Policy,
  isKnown?: (type: string) => boolean,
): Folder<C, S, N> => {
  const judge = lenientJudge(policy)
  const exact: Runner<C> = runner(machine, strictJudge(policy))
  const find = finding(Object.values(machine.findings) as never)
  const by: PreparedFold<C, S, N> = {
    machine,
    mark: identity(machine, policy),
    judge,
    find,
    merge: merging(isKnown === undefined ? machine : { ...machine, isKnown }, policy),
    inOrder: order(machine.events, policy),
    lenient: runner(machine, judge),
  }
  const evolveAll: Folder<C, S, N>['evolveAll'] = (state, events) =>
    folded(by, state, [...eventsOf(state), ...events], state.stream)
  return {
    initial: folded(by, null, []),
    fold: (events, stream) => folded(by, null, events, stream),
    foldBy: (events, time, stream) => folded(by, null, events, stream, time),
    evolve: (state, event) => evolveAll(state, [event]),
    evolveAll,
    at: (asked, now) => {
      const state = asked.now === null ? asked : folded(by, null, eventsOf(asked), asked.stream)
      const run = exact.begin(state)
      tellTime(run, now)
      const { value, context } = run.position()
      return frozen({ ...state, value, context, status: machine.status(value), now })
    },
  }
}
