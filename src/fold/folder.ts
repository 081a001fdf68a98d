/** Folds a stream: merges its events into occurrences, orders these, and runs the chart on them. */
import type { Judge } from '../contract/definition.ts'
import type { Finding } from '../contract/finding.ts'
import { lenientJudge, strictJudge } from '../contract/guards.ts'
import type { FoldedStream, Machine } from '../contract/machine-record.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { eventsOf, isContinued, ranIn, type State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { happenedBy, type Merge, type MergedEvents, merging } from '../merge/merge.ts'
import { type Ordered, order } from '../merge/order.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { type Runner, tellTime } from '../run/chart-run.ts'
import { type Progress, progressOf, runOn, unbegun } from '../run/progress.ts'
import { runner } from '../run/runner.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { compare, joined } from '../words/data/lists.ts'
import { frozen } from '../words/data/plain-data.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { identity } from './fingerprint.ts'
import { finding } from './stream-findings.ts'

/** What states are built with, prepared once per machine and policy. */
interface Building<C extends object, S extends string, N extends string> {
  readonly machine: Machine<C, S, N>
  readonly mark: ReturnType<typeof identity<N>>
  readonly judge: Judge
  readonly find: ReturnType<typeof finding>
}

/** Whether a state was folded by this machine and policy, and is not the result of `at`. */
const isOurs = (
  { mark }: Pick<Building<object, string, string>, 'mark'>,
  { machine, fingerprint, policy, now }: State<object, string, string>,
): boolean =>
  machine === mark.machine &&
  fingerprint === mark.fingerprint &&
  policy === mark.policy &&
  now === null

/** Sorts findings or parked items in the order of their occurrences, then by their content. */
const inOrderOf = <A extends { readonly key: string }>(
  occurrences: readonly Occurrence[],
  items: readonly A[],
): readonly A[] => {
  if (items.length < 2) return items
  const indexes = new Map(occurrences.map(({ key }, index) => [key, index]))
  const indexOf = ({ key }: A): number => indexes.get(key) ?? occurrences.length
  const textOf = (each: A): string => canonicalText(each as unknown as Json)
  return items.toSorted((a, b) => indexOf(a) - indexOf(b) || compare(textOf(a), textOf(b)))
}

/** The occurrences in order, with those that the chart did not take marked as parked. */
const occurrencesIn = (
  ordered: readonly Ordered[],
  { parked }: Progress<unknown>,
): readonly Occurrence[] => {
  if (parked.length === 0) return ordered.map(({ occurrence }) => occurrence)
  const refused = new Set(parked.map(({ key }) => key))
  return ordered.map(
    ({ occurrence }): Occurrence =>
      refused.has(occurrence.key) ? { ...occurrence, disposition: 'parked' } : occurrence,
  )
}

/** Shorter lists are read faster before they are frozen; longer ones are indexed once they are. */
const FEW = 32

/** Freezes occurrences that were just made, so that only their events and data are looked through. */
const frozenAll = (occurrences: readonly Occurrence[]): readonly Occurrence[] => {
  for (const occurrence of occurrences) {
    const { data, events } = occurrence
    for (const event of events) frozen(event)
    if (data !== events[0]?.data) frozen(data)
    Object.freeze(events)
    Object.freeze(occurrence)
  }
  return Object.freeze(occurrences)
}

/** A stream before its chart runs: its occurrences in order, and what merging found. */
interface Ready extends Pick<MergedEvents, 'findings' | 'parked'> {
  readonly ordered: readonly Ordered[]
}

/** Builds the state after a run, with the findings and open items of the whole stream. */
const stateOf = <C extends object, S extends string, N extends string>(
  { machine, mark, judge, find }: Building<C, S, N>,
  stream: Stream | null,
  { ordered, findings, parked }: Ready,
  run: Progress<C>,
): State<C, S, N> => {
  const { value, context } = run.position
  const status = machine.status(value)
  const all = occurrencesIn(ordered, run)
  const occurrences = all.length < FEW ? all : frozenAll(all)
  const { occurrences: own } = withoutOthers({ occurrences, parked })
  const whole = { status, context, occurrences: own }
  const found = find(whole as FoldedStream<never, never>, judge)
  return Object.freeze({
    machine: mark.machine,
    fingerprint: mark.fingerprint,
    policy: mark.policy,
    stream,
    revision: null,
    status,
    value: frozen(value),
    context: frozen(context),
    occurrences: all.length < FEW ? frozenAll(all) : occurrences,
    findings: frozen(inOrderOf(occurrences, joined<Finding>(run.findings, findings, found))),
    parked: frozen(inOrderOf(occurrences, joined(parked, run.parked))),
    now: null,
  })
}

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

/** Merges and orders events. With `by`, only what had happened by then. */
const readied = (
  { merge, inOrder }: Pick<PreparedFold<object, string, string>, 'merge' | 'inOrder'>,
  events: readonly DomainEvent[],
  stream: Stream | null,
  by: Instant | null = null,
): Ready => {
  const all = merge(events, stream, by)
  const { occurrences, findings, parked } = by === null ? all : happenedBy(all, by)
  return { ordered: inOrder(occurrences), findings, parked }
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
  const run = (ready: Ready, stream: Stream | null, known: State<C, S, N> | null = null) =>
    stateOf(by, stream, ready, ranFrom(by, known, ready.ordered))
  const fold = (events: readonly DomainEvent[], stream: Stream | null = null) =>
    run(readied(by, events, stream), stream)
  const evolveAll: Folder<C, S, N>['evolveAll'] = (state, events) =>
    run(readied(by, [...eventsOf(state), ...events], state.stream), state.stream, state)
  return {
    initial: fold([]),
    fold,
    foldBy: (events, time, stream = null) => run(readied(by, events, stream, time), stream),
    evolve: (state, event) => evolveAll(state, [event]),
    evolveAll,
    at: (asked, now) => {
      const state = asked.now === null ? asked : fold(eventsOf(asked), asked.stream)
      const later = exact.begin(state)
      tellTime(later, now)
      const { value, context } = later.position()
      return frozen({ ...state, value, context, status: machine.status(value), now })
    },
  }
}
