/** Adds an event to a long stream: the chart runs on from just before what the event changes. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { type Building, isOurs, stateOf } from './built.ts'
import { type Growing, growth } from './growing.ts'
import type { AnyMachine } from './machine.ts'
import type { Occurrence } from './occurrence.ts'
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
  readonly stream: Stream | null
  readonly growing: Growing
  /** Some points of the run, the last of which is that of the state. */
  readonly checkpoints: readonly Checkpoint<C>[]
}

/** Shorter streams are folded anew: that takes no longer. */
const FEW = 32

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

/** Runs a chart over a stream again from the last checkpoint before a change. */
const ranFrom = <C>(
  runner: Runner<C>,
  rules: Readonly<Record<string, unknown>>,
  { growing: { rows }, checkpoints }: Companion<C>,
  first: number,
): readonly Checkpoint<C>[] => {
  const found = checkpoints.filter(({ count }) => count <= first)
  let { count, progress } = found.at(-1) ?? { count: 0, progress: unbegun(runner) }
  while (count < rows.length) {
    const next = nextStop(count, rows.length)
    progress = runOn(runner, rules, progress, rows.slice(count, next))
    count = next
    found.push({ count, progress })
  }
  return thinned(found, rows.length)
}

/** Adds events to states of long streams; null where a stream has to be folded anew. */
export interface Evolving<C extends object, S extends string, N extends string> {
  /** Adds an event to the latest state of a stream, which `evolve` or this returned. */
  next(state: State<C, S, N>, event: DomainEvent): State<C, S, N> | null
  /** Adds an event to any state. */
  evolve(state: State<C, S, N>, event: DomainEvent): State<C, S, N> | null
}

/**
 * Prepares evolving. What it keeps beside a state belongs to the latest state of the stream alone.
 * Any other state, such as one that is evolved for the second time, is first read through once.
 * Streams with fewer occurrences than `few` are left to others.
 */
export const evolving = <C extends object, S extends string, N extends string>(
  building: Building<C, S, N>,
  runner: Runner<C>,
  policy: Policy,
  few = FEW,
): Evolving<C, S, N> => {
  const { machine } = building
  const { rules } = machine.definition
  const { begin, add } = growth(machine as unknown as AnyMachine, policy)
  /** By the occurrences of the state, which are the same for any revision. */
  const companions = new WeakMap<readonly Occurrence[], Companion<C>>()
  const begun = (state: State<C, S, N>): Companion<C> | null => {
    const growing = begin(eventsOf(state), state.stream)
    if (growing === null) return null
    const all = growing.rows.map(({ occurrence }) => occurrence)
    const ran = ranIn(state)
    const isRun = ran.length === all.length && isContinued(ran, all)
    return {
      stream: state.stream,
      growing,
      checkpoints: isRun ? [{ count: all.length, progress: progressOf(state) }] : [],
    }
  }
  const added = (companion: Companion<C>, state: State<C, S, N>, event: DomainEvent) => {
    const { occurrences, stream } = state
    companions.delete(occurrences)
    const { growing } = companion
    if (companion.stream !== stream) return null
    const first = add(growing, event)
    if (first === null) return null
    if (first === Number.POSITIVE_INFINITY) {
      companions.set(occurrences, companion)
      return state
    }
    const checkpoints = ranFrom(runner, rules, companion, first)
    const { progress } = checkpoints.at(-1) ?? { progress: unbegun(runner) }
    const findings = [...growing.wrong.values()].flat()
    const ready = { ordered: growing.rows, findings, parked: [], isPlain: false }
    const evolved = stateOf(building, stream, ready, progress)
    companions.set(evolved.occurrences, { stream, growing, checkpoints })
    return evolved
  }
  const next: Evolving<C, S, N>['next'] = (state, event) => {
    const companion = isOurs(building, state) ? companions.get(state.occurrences) : undefined
    return companion === undefined ? null : added(companion, state, event)
  }
  return {
    next,
    evolve: (state, event) => {
      if (state.occurrences.length < few || !isOurs(building, state)) return null
      const companion = companions.get(state.occurrences) ?? begun(state)
      return companion === null ? null : added(companion, state, event)
    },
  }
}
