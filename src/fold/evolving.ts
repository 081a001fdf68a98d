/** Adds an event to a long stream: the chart runs on from just before what the event changes. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Stream } from '../words/stream.ts'
import { type Building, isOurs, longStateOf } from './built.ts'
import { type Course, isRun, type Live, ranFrom } from './course.ts'
import type { Growing, Growth } from './growing.ts'
import { thawedWithSums } from './kept-sum.ts'
import type { Occurrence } from './occurrence.ts'
import { type Going, going, type Progress, progressOf, unbegun } from './progress.ts'
import type { Runner } from './run.ts'
import { eventsOf, isContinued, ranIn, type State } from './state.ts'

/** What is kept beside the latest state of a long stream. It changes in place. */
interface Companion<C> extends Course<C> {
  readonly growing: Growing
  /** The occurrences of the latest state. */
  latest: readonly Occurrence[]
}

/** Shorter streams are folded anew: that takes no longer. */
export const FEW = 32

/** Adds events to states of long streams. */
export interface Evolving<C extends object, S extends string, N extends string> {
  /** Adds events to a state; null where the stream has to be folded anew. */
  evolve(state: State<C, S, N>, events: readonly DomainEvent[]): State<C, S, N> | null
  /**
   * Notes a state that was evolved by a fold. What is kept beside a state pays only if another event
   * follows, so it is begun with the second event.
   */
  noted(state: State<C, S, N>): State<C, S, N>
}

/** What evolving needs, prepared once. */
interface Prepared<C extends object, S extends string, N extends string> {
  readonly building: Building<C, S, N>
  readonly growth: Growth
  /** By the occurrences of the state, which are the same for any revision. */
  readonly companions: WeakMap<readonly Occurrence[], Companion<C>>
  beginRun(start: Progress<C> | null): Going<C>
  refold(events: readonly DomainEvent[], stream: Stream | null): State<C, S, N>
}

const begun = <C extends object, S extends string, N extends string>(
  { growth }: Prepared<C, S, N>,
  state: State<C, S, N>,
): Companion<C> | null => {
  const growing = growth.begin(eventsOf(state), state.stream)
  if (growing === null) return null
  const { rows } = growing
  const all = rows.filter(isRun).map(({ occurrence }) => occurrence)
  const ran = ranIn(state)
  const isTrue = ran.length === all.length && isContinued(ran, all)
  return {
    growing,
    checkpoints: isTrue ? [{ count: rows.length, progress: progressOf(state) }] : [],
    live: null,
    latest: state.occurrences,
  }
}

/** The state that a stream has reached. Its context is a copy, or folded if the run has gone on. */
const reached = <C extends object, S extends string, N extends string>(
  { building, companions, refold }: Prepared<C, S, N>,
  companion: Companion<C>,
  { run }: Live<C>,
): State<C, S, N> => {
  const { rows, parts, stream } = companion.growing
  const flawed = [...parts.flawed].flatMap(({ made }) => made ?? [])
  const findings = flawed.flatMap((each) => each.findings)
  const parked = flawed.flatMap((each) => each.parked)
  const ready = { ordered: rows, findings, parked, isPlain: false }
  const state: State<C, S, N> = longStateOf(building, stream, ready, run.progress(), () =>
    companion.latest === state.occurrences
      ? thawedWithSums(run.progress().position.context)
      : refold(eventsOf(state), stream).context,
  )
  companion.latest = state.occurrences
  companions.set(state.occurrences, companion)
  return state
}

const NONE: readonly never[] = Object.freeze([])

/** Adds events to the latest state of a stream; null if one has to be merged with all others. */
const added = <C extends object, S extends string, N extends string>(
  prepared: Prepared<C, S, N>,
  companion: Companion<C>,
  state: State<C, S, N>,
  events: readonly DomainEvent[],
): State<C, S, N> | null => {
  const { growing, latest } = companion
  const { companions, growth, beginRun } = prepared
  companions.delete(latest)
  if (growing.stream !== state.stream) return null
  let first = Number.POSITIVE_INFINITY
  for (const event of events) {
    const changed = growth.add(growing, event)
    if (changed === null) return null
    first = Math.min(first, changed)
  }
  if (first === Number.POSITIVE_INFINITY) {
    companions.set(latest, companion)
    return state
  }
  // from here on, the run is no longer that of the state before
  companion.latest = NONE
  return reached(prepared, companion, ranFrom(beginRun, companion, growing.rows, first))
}

/**
 * Prepares evolving. What it keeps beside a state belongs to the latest state of the stream alone.
 * Any other state, such as one that is evolved for the second time, is folded once, then read through
 * once. Streams with fewer occurrences than `few` are left to others.
 */
export const evolving = <C extends object, S extends string, N extends string>(
  building: Building<C, S, N>,
  runner: Runner<C>,
  grown: Growth,
  refold: Prepared<C, S, N>['refold'],
  few = FEW,
): Evolving<C, S, N> => {
  const { rules } = building.machine.definition
  const prepared: Prepared<C, S, N> = {
    building,
    growth: grown,
    companions: new WeakMap(),
    beginRun: (start) => going(runner, rules, start ?? unbegun(runner)),
    refold,
  }
  const again = new WeakSet<readonly Occurrence[]>()
  return {
    noted: (state) => {
      if (state.occurrences.length >= few) again.add(state.occurrences)
      return state
    },
    evolve: (state, events) => {
      const { occurrences } = state
      if (occurrences.length < few || !isOurs(building, state)) return null
      const known = prepared.companions.get(occurrences)
      const companion = known ?? (again.has(occurrences) ? begun(prepared, state) : null)
      return companion === null ? null : added(prepared, companion, state, events)
    },
  }
}
