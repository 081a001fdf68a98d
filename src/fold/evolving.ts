/** Adds an event to a long stream: the chart runs on from just before what the event changes. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Policy } from '../words/policy.ts'
import { type Building, isOurs, longStateOf } from './built.ts'
import { type Growing, growth } from './growing.ts'
import type { Occurrence } from './occurrence.ts'
import type { Placed } from './order.ts'
import type { Parting } from './part.ts'
import { type Progress, progressOf, runOn, unbegun } from './progress.ts'
import type { Runner } from './run.ts'
import { eventsOf, isContinued, ranIn, type State } from './state.ts'

/** How far a run had come after the first occurrences of a stream. */
interface Checkpoint<C> {
  readonly count: number
  readonly progress: Progress<C>
}

/** What is kept beside the latest state of a long stream. */
interface Companion<C> {
  readonly growing: Growing
  /** Some points of the run, the last of which is that of the state. */
  readonly checkpoints: readonly Checkpoint<C>[]
}

/** Shorter streams are folded anew: that takes no longer. */
export const FEW = 32

/** Of the last occurrences, at least every so manieth has a checkpoint. */
const LEAST_STEP = 16

/** How far apart checkpoints are that many occurrences before the end: about a quarter of that. */
const stepAt = (distance: number): number => {
  let step = LEAST_STEP
  while (distance > 4 * step) step *= 4
  return step
}

/**
 * The count at which a run over so many occurrences takes its next checkpoint. Each costs a copy of
 * the context, so they are far apart: those near the end are made when events come in order.
 */
const nextStop = (count: number, length: number): number => {
  const step = Math.max(stepAt(length - count), stepAt(length) / 2)
  return Math.min(length, (Math.floor(count / step) + 1) * step)
}

/** The checkpoints that a stream of this length keeps. */
const thinned = <C>(
  checkpoints: readonly Checkpoint<C>[],
  length: number,
): readonly Checkpoint<C>[] =>
  checkpoints.filter(({ count }) => count === length || count % stepAt(length - count) === 0)

/** Whether an occurrence is one that the chart runs on. */
const isRun = ({ occurrence }: Placed): boolean => occurrence.disposition === 'chart'

/** Runs a chart over a stream again from the last checkpoint before a change. */
const ranFrom = <C>(
  runner: Runner<C>,
  rules: Readonly<Record<string, unknown>>,
  rows: readonly Placed[],
  checkpoints: readonly Checkpoint<C>[],
  first: number,
): readonly Checkpoint<C>[] => {
  const found = checkpoints.filter(({ count }) => count <= first)
  let { count, progress } = found.at(-1) ?? { count: 0, progress: unbegun(runner) }
  while (count < rows.length) {
    const next = nextStop(count, rows.length)
    progress = runOn(runner, rules, progress, rows.slice(count, next).filter(isRun))
    count = next
    found.push({ count, progress })
  }
  return thinned(found, rows.length)
}

/** Adds events to a state of a long stream; null where the stream has to be folded anew. */
export type Evolving<C extends object, S extends string, N extends string> = (
  state: State<C, S, N>,
  events: readonly DomainEvent[],
) => State<C, S, N> | null

/**
 * Prepares evolving. What it keeps beside a state belongs to the latest state of the stream alone.
 * Any other state, such as one that is evolved for the second time, is first read through once.
 * Streams with fewer occurrences than `few` are left to others.
 */
export const evolving = <C extends object, S extends string, N extends string>(
  building: Building<C, S, N>,
  runner: Runner<C>,
  policy: Policy,
  merging: Parting,
  few = FEW,
): Evolving<C, S, N> => {
  const { rules } = building.machine.definition
  const { begin, add } = growth(merging, policy)
  /** By the occurrences of the state, which are the same for any revision. */
  const companions = new WeakMap<readonly Occurrence[], Companion<C>>()
  const begun = (state: State<C, S, N>): Companion<C> | null => {
    const growing = begin(eventsOf(state), state.stream)
    if (growing === null) return null
    const { rows } = growing
    const all = rows.filter(isRun).map(({ occurrence }) => occurrence)
    const ran = ranIn(state)
    const isTrue = ran.length === all.length && isContinued(ran, all)
    return {
      growing,
      checkpoints: isTrue ? [{ count: rows.length, progress: progressOf(state) }] : [],
    }
  }
  const added = (
    { growing, checkpoints: before }: Companion<C>,
    state: State<C, S, N>,
    events: readonly DomainEvent[],
  ) => {
    const { occurrences, stream } = state
    companions.delete(occurrences)
    if (growing.stream !== stream) return null
    let first = Number.POSITIVE_INFINITY
    for (const event of events) {
      const changed = add(growing, event)
      if (changed === null) return null
      first = Math.min(first, changed)
    }
    if (first === Number.POSITIVE_INFINITY) {
      companions.set(occurrences, { growing, checkpoints: before })
      return state
    }
    const { rows, parts } = growing
    const checkpoints = ranFrom(runner, rules, rows, before, first)
    const { progress } = checkpoints.at(-1) ?? { progress: unbegun(runner) }
    const flawed = [...parts.flawed].flatMap(({ made }) => made ?? [])
    const findings = flawed.flatMap((each) => each.findings)
    const parked = flawed.flatMap((each) => each.parked)
    const ready = { ordered: rows, findings, parked, isPlain: false }
    const evolved = longStateOf(building, stream, ready, progress)
    companions.set(evolved.occurrences, { growing, checkpoints })
    return evolved
  }
  return (state, events) => {
    if (state.occurrences.length < few || !isOurs(building, state)) return null
    const companion = companions.get(state.occurrences) ?? begun(state)
    return companion === null ? null : added(companion, state, events)
  }
}
