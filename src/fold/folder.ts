/** Folds a stream: merges its events into occurrences, orders these, and runs the chart on them. */
import type { DomainEvent } from '../event/envelope.ts'
import { canonical, type Json } from '../words/canonical.ts'
import type { Instant } from '../words/instant.ts'
import { frozen } from '../words/plain.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import type { Judge } from './definition.ts'
import { finding } from './finders.ts'
import { identity } from './fingerprint.ts'
import { generalStream, type Prepared } from './general.ts'
import type { FoldedStream, Machine } from './machine.ts'
import { compare, type Occurrence } from './occurrence.ts'
import type { Ordered } from './order.ts'
import { plainStream } from './plain-stream.ts'
import { type Progress, progressOf, runOn, unbegun } from './progress.ts'
import { lenientJudge, strictJudge } from './rules.ts'
import { type Runner, tellTime } from './run.ts'
import { runner } from './runner.ts'
import { eventsOf, isContinued, ranIn, type State } from './state.ts'
import { withoutOthers } from './subject.ts'

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

/** Two lists as one. */
const joined = <A>(one: readonly A[], other: readonly A[]): readonly A[] => {
  if (other.length === 0) return one
  return one.length === 0 ? other : [...one, ...other]
}

/** Sorts findings or parked items in the order of their occurrences, then by their content. */
const inOrderOf = <A extends { readonly key: string }>(
  occurrences: readonly Occurrence[],
  items: readonly A[],
): readonly A[] => {
  if (items.length < 2) return items
  const indexes = new Map(occurrences.map(({ key }, index) => [key, index]))
  return items
    .map((each) => ({
      each,
      index: indexes.get(each.key) ?? occurrences.length,
      text: canonical(each as unknown as Json),
    }))
    .sort((a, b) => a.index - b.index || compare(a.text, b.text))
    .map(({ each }) => each)
}

/** What a folder needs, prepared once per machine and policy. */
interface Folding<C extends object, S extends string, N extends string> {
  readonly machine: Machine<C, S, N>
  readonly mark: ReturnType<typeof identity<N>>
  readonly judge: Judge
  readonly general: ReturnType<typeof generalStream>
  readonly plain: ReturnType<typeof plainStream>
  readonly lenient: Runner<C>
  readonly find: ReturnType<typeof finding>
}

/** Whether a state was folded by this machine and policy, and is not the result of `at`. */
const isOurs = (
  { mark }: Pick<Folding<object, string, string>, 'mark'>,
  { machine, fingerprint, policy, now }: State<object, string, string>,
): boolean =>
  machine === mark.machine &&
  fingerprint === mark.fingerprint &&
  policy === mark.policy &&
  now === null

/** Runs the chart on from a previous state if the occurrences continue it, else from the start. */
const ranFrom = <C extends object, S extends string, N extends string>(
  folding: Folding<C, S, N>,
  known: State<C, S, N> | null,
  toRun: readonly Ordered[],
): Progress<C> => {
  const { machine, lenient } = folding
  const { rules } = machine.definition
  if (known !== null && isOurs(folding, known)) {
    const ran = ranIn(known)
    const all = toRun.map(({ occurrence }) => occurrence)
    if (isContinued(ran, all)) {
      return runOn(lenient, rules, progressOf(known), toRun.slice(ran.length))
    }
  }
  return runOn(lenient, rules, unbegun(lenient), toRun)
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

/** Builds the state after a run, with the findings and open items of the whole stream. */
const stateOf = <C extends object, S extends string, N extends string>(
  { machine, mark, judge, find }: Folding<C, S, N>,
  stream: Stream | null,
  { ordered, findings, parked, isPlain }: Prepared,
  run: Progress<C>,
): State<C, S, N> => {
  const { value, context } = run.position
  const status = machine.status(value)
  const occurrences = occurrencesIn(ordered, run)
  const own = withoutOthers({ occurrences, parked })
  const whole = { status, context, occurrences: own.occurrences }
  const found = find(whole as FoldedStream<never, never>, judge, isPlain)
  // at birth: the occurrences of a plain stream are frozen, and empty lists are
  if (isPlain) Object.freeze(occurrences)
  return frozen({
    machine: mark.machine,
    fingerprint: mark.fingerprint,
    policy: mark.policy,
    stream,
    revision: null,
    status,
    value,
    context,
    occurrences,
    findings: inOrderOf(occurrences, joined(joined(run.findings, findings), found)),
    parked: inOrderOf(occurrences, joined(parked, run.parked)),
    openItems: machine.openItems(whole, judge),
    now: null,
  })
}

/** Folds events, on from a state if possible. With `by`, folds only what had happened by then. */
const folded = <C extends object, S extends string, N extends string>(
  folding: Folding<C, S, N>,
  known: State<C, S, N> | null,
  events: readonly DomainEvent[],
  stream: Stream | null = null,
  by: Instant | null = null,
): State<C, S, N> => {
  const plain = by === null ? folding.plain(events, stream) : null
  const ready = plain ?? folding.general(events, stream, by)
  const toRun = ready.isPlain
    ? ready.ordered
    : ready.ordered.filter(({ occurrence }) => occurrence.disposition === 'chart')
  return stateOf(folding, stream, ready, ranFrom(folding, known, toRun))
}

/** Prepares a machine and a policy for folding. `isKnown` says whether any machine has a type. */
export const prepared = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  policy: Policy,
  isKnown?: (type: string) => boolean,
): Folder<C, S, N> => {
  const judge = lenientJudge(policy)
  const exact: Runner<C> = runner(machine, strictJudge(policy))
  const by: Folding<C, S, N> = {
    machine,
    mark: identity(machine, policy),
    judge,
    general: generalStream(isKnown === undefined ? machine : { ...machine, isKnown }, policy),
    plain: plainStream(machine, policy),
    lenient: runner(machine, judge),
    find: finding(Object.values(machine.findings) as never),
  }
  return {
    initial: folded(by, null, []),
    fold: (events, stream) => folded(by, null, events, stream),
    foldBy: (events, time, stream) => folded(by, null, events, stream, time),
    evolve: (state, event) => folded(by, state, [...eventsOf(state), event], state.stream),
    evolveAll: (state, events) => folded(by, state, [...eventsOf(state), ...events], state.stream),
    at: (asked, now) => {
      const state = asked.now === null ? asked : folded(by, null, eventsOf(asked), asked.stream)
      const run = exact.begin(state)
      tellTime(run, now)
      const { value, context } = run.position()
      return frozen({ ...state, value, context, status: machine.status(value), now })
    },
  }
}
