/** Folds events to a state with one machine. Their order and repetitions do not matter. */
import type { Judge } from '../contract/definition.ts'
import type { Finding } from '../contract/finding.ts'
import { lenientJudge, strictJudge } from '../contract/guards.ts'
import type {
  AnyMachine,
  FindingDefinition,
  FoldedStream,
  Machine,
} from '../contract/machine-record.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { eventsOf, isContinued, ranIn, type State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { happenedBy, type Merge, type MergedEvents, merging } from '../merge/merge.ts'
import { type Ordered, order } from '../merge/order.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { type Progress, progressOf, type Runner, runOn, tellTime } from '../run/chart-run.ts'
import { runner } from '../run/runner.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { compare, joined, NONE } from '../words/data/lists.ts'
import { frozen } from '../words/data/plain-data.ts'
import { remembering, rememberingOf } from '../words/data/result-cache.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { identity } from './fingerprint.ts'

type AnyFindingDefinition = FindingDefinition<never, never>

type Find = (whole: FoldedStream<never, never>, judge: Judge) => readonly Finding[]

/** More types than this have no place in a number: then every finder runs. */
const MOST_TYPES = 30

/** Prepares the finders of a machine: each runs only where something in the stream can cause it. */
const finding = (all: readonly AnyFindingDefinition[]): Find => {
  const causing = [...new Set(all.flatMap(({ causes = [] }) => causes))]
  const places = new Map(causing.map((type, index) => [type, 1 << index] as const))
  const isListed = causing.length <= MOST_TYPES
  const placesOf = (causes: readonly string[]): number =>
    causes.reduce((sum, type) => sum | (places.get(type) ?? 0), 0)
  /** The finders for the types of a stream, which are few, by the sum of their places. */
  const finders = remembering((types: number): readonly AnyFindingDefinition[] =>
    all.filter(
      ({ causes }) => causes === undefined || !isListed || (placesOf(causes) & types) !== 0,
    ),
  )
  return (whole, judge) => {
    let types = 0
    for (const { type } of whole.occurrences) types |= places.get(type) ?? 0
    let found: readonly Finding[] = NONE
    for (const { find } of finders(types)) {
      const own = find(whole, judge)
      if (own.length > 0) found = [...found, ...own]
    }
    return found
  }
}

interface PreparedFold {
  readonly machine: AnyMachine
  readonly mark: ReturnType<typeof identity>
  readonly judge: Judge
  readonly find: Find
  readonly merge: Merge
  readonly inOrder: ReturnType<typeof order>
  readonly lenient: Runner<object>
}

/** Whether a state was folded by this machine and policy, and is not the result of `at`. */
const isOurs = (mark: PreparedFold['mark'], state: State): boolean =>
  state.machine === mark.machine &&
  state.fingerprint === mark.fingerprint &&
  state.policy === mark.policy &&
  state.now === null

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

const stateOf = (
  { machine, mark, judge, find }: PreparedFold,
  stream: Stream | null,
  { findings, parked }: MergedEvents,
  ordered: readonly Ordered[],
  run: Progress<object>,
): State => {
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
  /** Folds only what had happened by a given time, according to all the events. */
  foldBy(events: readonly DomainEvent[], time: Instant, stream?: Stream | null): State<C, S, N>
  /** The state at a time after its last event. The chart receives the time; no event is added. */
  at(state: State<C, S, N>, now: Instant): State<C, S, N>
}

/** Runs the chart on from a previous state if the occurrences continue it, else from the start. */
const ranFrom = (
  { machine, lenient, mark }: PreparedFold,
  known: State | null,
  ordered: readonly Ordered[],
): Progress<object> => {
  const { rules } = machine.definition
  if (known !== null && isOurs(mark, known)) {
    const ran = ranIn(known)
    const toRun = ordered.filter(({ occurrence }) => occurrence.disposition === 'chart')
    const all = toRun.map(({ occurrence }) => occurrence)
    if (isContinued(ran, all)) {
      return runOn(lenient, rules, progressOf(known), toRun.slice(ran.length))
    }
  }
  const unbegun = { position: lenient.start, findings: NONE, parked: NONE }
  return runOn(lenient, rules, unbegun, ordered)
}

/** Prepares a machine and a policy for folding. `isKnown` says whether any machine has a type. */
export const prepared = (
  machine: AnyMachine,
  policy: Policy,
  isKnown?: (type: string) => boolean,
): Folder<object, string, string> => {
  const judge = lenientJudge(policy)
  const exact = runner(machine, strictJudge(policy))
  const by: PreparedFold = {
    machine,
    mark: identity(machine, policy),
    judge,
    find: finding(Object.values(machine.findings) as never),
    merge: merging(isKnown === undefined ? machine : { ...machine, isKnown }, policy),
    inOrder: order(machine.events, policy),
    lenient: runner(machine, judge),
  }
  /** Folds events; from a known state on, if they continue it, and only what had happened by a time. */
  const run = (
    events: readonly DomainEvent[],
    stream: Stream | null,
    known: State | null = null,
    time: Instant | null = null,
  ) => {
    const all = by.merge(events, stream, time)
    const merged = time === null ? all : happenedBy(all, time)
    const ordered = by.inOrder(merged.occurrences)
    return stateOf(by, stream, merged, ordered, ranFrom(by, known, ordered))
  }
  const fold = (events: readonly DomainEvent[], stream: Stream | null = null) => run(events, stream)
  return {
    get initial() {
      return fold([])
    },
    fold,
    foldBy: (events, time, stream = null) => run(events, stream, null, time),
    evolve: (state, event) => run([...eventsOf(state), event], state.stream, state),
    at: (asked, now) => {
      const state = asked.now === null ? asked : fold(eventsOf(asked), asked.stream)
      const later = exact.begin(state)
      tellTime(later, now)
      const { value, context } = later.position()
      return frozen({ ...state, value, context, status: machine.status(value), now })
    },
  }
}

/** The options of folding: the policy, by default the machine's default policy. */
export interface Folding {
  readonly policy?: Policy
}

const folders = rememberingOf((machine: AnyMachine) =>
  rememberingOf((policy: Policy) => prepared(machine, policy)),
)

/** Returns the folder of a machine and a policy. The folder is prepared only once. */
export const folder = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
): Folder<C, S, N> => folders(machine as never)(policy) as never

/** Folds events to a state. Their order and repetitions do not matter. */
export const fold = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['fold'] => folder(machine, folding).fold

/** Adds one event to a state. The result is the same as folding all the events at once. */
export const evolve = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['evolve'] => folder(machine, folding).evolve

/** Returns the state at a given time: with the transitions that only the passing of time causes. */
export const at = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['at'] => folder(machine, folding).at
