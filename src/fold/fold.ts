/** From events to what is true: merge, order, run. The state is a function of the set of events. */
import { freeze } from 'immer'
import type { Event } from '../event/envelope.ts'
import { canonical, type Json } from '../words/canonical.ts'
import type { Instant } from '../words/instant.ts'
import { defaultPolicy, type Policy, policyHash } from '../words/policy.ts'
import type { Finding } from './finding.ts'
import { type Machine, machineId } from './machine.ts'
import { merge, type Parked } from './merge.ts'
import { compare, type Occurrence } from './occurrence.ts'
import { type Ordered, order } from './order.ts'
import { lenientJudge, leniently } from './rules.ts'
import { type Position, type Runner, runner, step, tellTime } from './run.ts'
import { eventsOf, type State } from './state.ts'

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
export interface Folder<C extends object, S extends string> {
  /** A stream of which nothing is known. */
  readonly initial: State<C, S>
  /** Folds events, in any order and any number of times each. */
  fold(events: readonly Event[]): State<C, S>
  /** Adds one event: the result is that of folding the whole set. */
  evolve(state: State<C, S>, event: Event): State<C, S>
  /** The state at a moment after its last event: time is told, nothing is recorded. */
  at(state: State<C, S>, now: Instant): State<C, S>
}

const textOf = ({ key, at, data, about }: Occurrence): string =>
  canonical({ key, at, about, data: data as Json })

/** Whether the first of what is to be run is what has been run. */
const isContinued = (ran: readonly Occurrence[], toRun: readonly Ordered[]): boolean =>
  ran.length <= toRun.length &&
  ran.every((told, index) => textOf(told) === textOf(toRun[index]?.told ?? told))

/** What a state's chart was run on: what it took, and what no arrow took. */
const ranIn = ({ occurrences, parked }: State): readonly Occurrence[] => {
  const refused = new Set(parked.flatMap(({ key, reason }) => (reason === 'NoArrow' ? key : [])))
  return occurrences.filter(({ place, key }) => place === 'chart' || refused.has(key))
}

const inOrder = (occurrences: readonly Occurrence[], findings: readonly Finding[]) => {
  const positions = new Map(occurrences.map(({ key }, index) => [key, index]))
  return findings
    .map((finding) => ({
      finding,
      position: positions.get(finding.key) ?? occurrences.length,
      text: canonical(finding as unknown as Json),
    }))
    .sort((a, b) => a.position - b.position || compare(a.text, b.text))
    .map(({ finding }) => finding)
}

/** Prepares a machine and a policy for folding; worth keeping where many streams are folded. */
export const folder = <C extends object, S extends string>(
  machine: Machine<C, S>,
  { policy = defaultPolicy }: Folding = {},
): Folder<C, S> => {
  const judge = lenientJudge(policy)
  const runs: Runner<C> = runner(machine, leniently, judge)
  const named = { machine: machineId(machine), policy: policyHash(policy) }
  const fromNothing: Run<C> = { position: runs.start, findings: [], parked: [] }

  const runOn = (start: Run<C>, occurrences: readonly Ordered[]): Run<C> => {
    let { position } = start
    const findings = [...start.findings]
    const parked = [...start.parked]
    for (const ordered of occurrences) {
      const stepped = step(machine, runs, judge, position, ordered)
      position = stepped.position
      findings.push(...stepped.findings)
      if (!stepped.taken) parked.push({ key: ordered.told.key, reason: 'NoArrow' })
    }
    return { position, findings, parked }
  }

  const soFar = ({ value, context, findings, parked }: State<C, S>): Run<C> => ({
    position: { value, context },
    findings: findings.filter((finding) => 'refusal' in finding),
    parked: parked.filter(({ reason }) => reason === 'NoArrow'),
  })

  const foldOn = (known: State<C, S> | null, events: readonly Event[]): State<C, S> => {
    const merged = merge(machine.events, policy, events)
    const ordered = order(machine.events, policy, merged.occurrences)
    const toRun = ordered.filter(({ told }) => told.place === 'chart')
    const ran = known === null ? [] : ranIn(known)
    const run =
      known !== null && known.now === null && isContinued(ran, toRun)
        ? runOn(soFar(known), toRun.slice(ran.length))
        : runOn(fromNothing, toRun)
    const refused = new Set(run.parked.map(({ key }) => key))
    const occurrences = ordered.map(({ told }) =>
      refused.has(told.key) ? { ...told, place: 'parked' as const } : told,
    )
    const { value, context } = run.position
    const status = machine.status(value)
    const whole = machine.findings({ status, context, occurrences }, judge)
    const findings = inOrder(occurrences, [...run.findings, ...merged.findings, ...whole])
    const parked = [...merged.parked, ...run.parked]
    const state = { status, value, context, occurrences, findings, parked, now: null }
    return freeze({ ...named, ...state }, true)
  }

  return {
    initial: foldOn(null, []),
    fold: (events) => foldOn(null, events),
    evolve: (state, event) => foldOn(state, [...eventsOf(state), event]),
    at: (state, now) => {
      const { value, context } = tellTime(runs, state, now)
      return freeze({ ...state, value, context, status: machine.status(value), now }, true)
    },
  }
}

/** Folds events to a state: a function of the set, whatever their order and repetitions. */
export const fold = <C extends object, S extends string>(
  machine: Machine<C, S>,
  folding: Folding = {},
): Folder<C, S>['fold'] => folder(machine, folding).fold

/** Adds one event to a state: the result is that of folding the whole set. */
export const evolve = <C extends object, S extends string>(
  machine: Machine<C, S>,
  folding: Folding = {},
): Folder<C, S>['evolve'] => folder(machine, folding).evolve

/** The state at a moment: windows that time alone closes, such as a mandate's, are closed. */
export const at = <C extends object, S extends string>(
  machine: Machine<C, S>,
  folding: Folding = {},
): Folder<C, S>['at'] => folder(machine, folding).at
