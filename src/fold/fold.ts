/** From events to what is true: merge, order, run. The state is a function of the set of events. */
import type { Event } from '../event/envelope.ts'
import { canonical, type Json } from '../words/canonical.ts'
import type { Instant } from '../words/instant.ts'
import { frozen } from '../words/plain.ts'
import { defaultPolicy, type Policy, policyHash } from '../words/policy.ts'
import type { Finding } from './finding.ts'
import { fingerprint } from './fingerprint.ts'
import type { AnyMachine, Machine } from './machine.ts'
import { happenedBy, merge, type Parked } from './merge.ts'
import { compare, type Occurrence } from './occurrence.ts'
import { type Ordered, order } from './order.ts'
import { lenientJudge, strictJudge } from './rules.ts'
import { type Position, type Runner, step, tellTime } from './run.ts'
import { runner } from './runner.ts'
import { eventsOf, isContinued, ranIn, type State } from './state.ts'

/** What folding takes beside the machine: the policy, the interface's own unless another is given. */
export interface Folding {
  readonly policy?: Policy
}

interface Run<C> {
  readonly position: Position<C>
  readonly findings: readonly Finding[]
  readonly parked: readonly Parked[]
}

/** A machine prepared for folding: its chart under the lenient judge. */
export interface Folder<C extends object, S extends string, N extends string> {
  /** A stream of which nothing is known. */
  readonly initial: State<C, S, N>
  /** Folds events, in any order and any number of times each. */
  fold(events: readonly Event[]): State<C, S, N>
  /** Adds one event: the result is that of folding the whole set. */
  evolve(state: State<C, S, N>, event: Event): State<C, S, N>
  /** Adds many at once: they are merged and ordered once. */
  evolveAll(state: State<C, S, N>, events: readonly Event[]): State<C, S, N>
  /** Folds what had happened by a moment, by all that the events tell of it. */
  foldBy(events: readonly Event[], moment: Instant): State<C, S, N>
  /** The state at a moment after its last event: time is told, nothing is recorded. */
  at(state: State<C, S, N>, now: Instant): State<C, S, N>
}

/** Puts what is said of occurrences in their order; what is said of one, in that of its text. */
const byPlace = <A extends { readonly key: string }>(
  occurrences: readonly Occurrence[],
  said: readonly A[],
): readonly A[] => {
  if (said.length < 2) return said
  const places = new Map(occurrences.map(({ key }, index) => [key, index]))
  return said
    .map((each) => ({
      each,
      place: places.get(each.key) ?? occurrences.length,
      text: canonical(each as unknown as Json),
    }))
    .sort((a, b) => a.place - b.place || compare(a.text, b.text))
    .map(({ each }) => each)
}

/** Prepares a machine and a policy for folding; worth keeping where many streams are folded. */
export const folder = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
): Folder<C, S, N> => {
  const judge = lenientJudge(policy)
  const runs: Runner<C> = runner(machine, judge)
  const exact: Runner<C> = runner(machine, strictJudge(policy))
  const ordering = order(machine.events, policy)
  const mark = fingerprint(machine as unknown as AnyMachine)
  const policyMark = policyHash(policy)
  const fromNothing: Run<C> = { position: runs.start, findings: [], parked: [] }

  const runOn = (start: Run<C>, occurrences: readonly Ordered[]): Run<C> => {
    const walk = runs.walk(start.position)
    const findings = [...start.findings]
    const parked = [...start.parked]
    for (const ordered of occurrences) {
      const found = step(walk, ordered)
      if (found === null) parked.push({ key: ordered.told.key, reason: 'NoArrow' })
      else findings.push(...found)
    }
    return { position: walk.position(), findings, parked }
  }

  /** Folded by this machine and policy, and told no time beyond its events. */
  const isOurs = (known: State<C, S, N>): boolean =>
    known.machine === machine.id &&
    known.fingerprint === mark &&
    known.policy === policyMark &&
    known.now === null

  const soFar = ({ value, context, findings, parked }: State<C, S, N>): Run<C> => ({
    position: { value, context },
    findings: findings.filter((finding) => 'refusal' in finding),
    parked: parked.filter(({ reason }) => reason === 'NoArrow'),
  })

  const foldOn = (
    known: State<C, S, N> | null,
    events: readonly Event[],
    by: Instant | null = null,
  ): State<C, S, N> => {
    const all = merge(machine.events, policy, events)
    const merged = by === null ? all : happenedBy(all, by)
    const ordered = ordering(merged.occurrences)
    const toRun = ordered.filter(({ told }) => told.place === 'chart')
    const ran = known === null ? [] : ranIn(known)
    const run =
      known !== null &&
      isOurs(known) &&
      isContinued(
        ran,
        toRun.map(({ told }) => told),
      )
        ? runOn(soFar(known), toRun.slice(ran.length))
        : runOn(fromNothing, toRun)
    const refused = new Set(run.parked.map(({ key }) => key))
    const occurrences = ordered.map(
      ({ told }): Occurrence =>
        refused.size > 0 && refused.has(told.key) ? { ...told, place: 'parked' } : told,
    )
    const { value, context } = run.position
    const status = machine.status(value)
    const whole = { status, context, occurrences }
    const asks = machine.asks(whole)
    const findings = byPlace(occurrences, [
      ...run.findings,
      ...merged.findings,
      ...machine.findings(whole, judge),
    ])
    const parked = byPlace(occurrences, [...merged.parked, ...run.parked])
    return frozen({
      machine: machine.id,
      fingerprint: mark,
      policy: policyMark,
      status,
      value,
      context,
      occurrences,
      findings,
      parked,
      asks,
      now: null,
    })
  }

  return {
    initial: foldOn(null, []),
    fold: (events) => foldOn(null, events),
    foldBy: (events, moment) => foldOn(null, events, moment),
    evolve: (state, event) => foldOn(state, [...eventsOf(state), event]),
    evolveAll: (state, events) => foldOn(state, [...eventsOf(state), ...events]),
    at: (asked, now) => {
      const state = asked.now === null ? asked : foldOn(null, eventsOf(asked))
      const walk = exact.walk(state)
      tellTime(walk, now)
      const { value, context } = walk.position()
      return frozen({ ...state, value, context, status: machine.status(value), now })
    },
  }
}

/** Folds events to a state: a function of the set, whatever their order and repetitions. */
export const fold = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['fold'] => folder(machine, folding).fold

/** Adds one event to a state: the result is that of folding the whole set. */
export const evolve = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['evolve'] => folder(machine, folding).evolve

/** The state at a moment: windows that time alone closes, such as a mandate's, are closed. */
export const at = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['at'] => folder(machine, folding).at
