/** Runs occurrences through a chart, one at a time. */

import type { AnyTransitionDefinition, StateValue } from 'xstate'
import type { Named, Terms } from '../contract/definition.ts'
import type { Finding } from '../contract/finding.ts'
import { termsOf } from '../contract/guards.ts'
import { asEvent } from '../contract/occurrence.ts'
import type { Parked } from '../contract/parked-reasons.ts'
import { inPrecedence, type Refusal } from '../contract/refusal.ts'
import type { State } from '../contract/state.ts'
import type { Ordered } from '../merge/order.ts'
import { addAll, NONE } from '../words/data/lists.ts'
import { type Instant, noted } from '../words/time/instant.ts'

/** The position of a chart: its state value and its context. */
export interface Position<C> {
  readonly value: StateValue
  readonly context: C
}

/** A run through a chart, from a position that the run does not change. */
export interface ChartRun<C> {
  /** Whether any transition of the chart depends on the passing of time. */
  readonly hearsTime: boolean
  /** Takes an event. Returns the refusals of its transitions, or null if no transition takes it. */
  take(event: Named): readonly Refusal[] | null
  /** The transitions that took the last event. */
  transitions(): readonly EnabledTransition[]
  /** Returns the chart's position. If the run goes on, it may change this context in place. */
  position(): Position<C>
}

/** An enabled transition: its state, its targets if it has any, and the parameters of its guard. */
export interface EnabledTransition {
  readonly from: string
  readonly to: readonly string[]
  readonly terms: Terms
}

/** Describes an enabled transition of XState. */
export const enabledTransitionOf = ({
  source,
  target,
  guard,
}: AnyTransitionDefinition): EnabledTransition => ({
  from: source.id,
  to: (target ?? []).map(({ id }) => id),
  terms: termsOf(guard),
})

/** Runs a chart with one judge. It takes every enabled transition, whatever rules that breaks. */
export interface Runner<C> {
  readonly start: Position<C>
  transitions(position: Position<C>, event: Named): readonly EnabledTransition[]
  begin(from: Position<C>): ChartRun<C>
}

/** The event that passes the current time to a chart. It is never stored. */
export const timePassed = (now: Instant): Named =>
  ({ type: 'time_passed', entityId: '', data: { now } }) as Named

/** Passes the current time to a chart. A chart without a transition for time does not change. */
export const tellTime = <C>(begin: ChartRun<C>, now: Instant): void => {
  begin.take(timePassed(now))
}

/** Passes the time and one occurrence to a chart; null if no transition takes it. */
const step = <C>(
  rules: Readonly<Record<string, unknown>>,
  begin: ChartRun<C>,
  { occurrence, countsAt }: Ordered,
): readonly Finding[] | null => {
  if (begin.hearsTime) tellTime(begin, countsAt)
  noted(occurrence.at)
  const refusals = begin.take(asEvent(occurrence))
  if (refusals === null) return null
  if (refusals.length === 0) return NONE
  const { key, at } = occurrence
  return inPrecedence(rules, refusals).flatMap((refusal): readonly Finding[] =>
    refusal.rule === 'notKnown' ? [] : [{ code: refusal.rule, key, at, refusal }],
  )
}

/** The chart's position after a run, the rules found broken, and the occurrences not taken. */
export interface Progress<C> {
  readonly position: Position<C>
  readonly findings: readonly Finding[]
  readonly parked: readonly Parked[]
}

/** The progress of the run that produced a state. */
export const progressOf = ({ value, context, findings, parked }: State): Progress<object> => ({
  position: { value, context },
  findings: findings.filter((finding) => 'refusal' in finding),
  parked: parked.filter(({ reason }) => reason === 'NoTransition'),
})

/** Runs, in the given order, the occurrences that are for the chart, from earlier progress on. */
export const runOn = <C>(
  runner: Runner<C>,
  rules: Readonly<Record<string, unknown>>,
  start: Progress<C>,
  occurrences: readonly Ordered[],
): Progress<C> => {
  const run = runner.begin(start.position)
  const { findings, parked } = start
  let [found, aside]: [Finding[] | null, Parked[] | null] = [null, null]
  for (const ordered of occurrences) {
    const { disposition, key } = ordered.occurrence
    if (disposition !== 'chart') continue
    const own = step(rules, run, ordered)
    if (own === null) {
      aside ??= [...parked]
      aside.push({ key, reason: 'NoTransition' })
    } else if (own.length > 0) {
      found ??= [...findings]
      addAll(found, own)
    }
  }
  return { position: run.position(), findings: found ?? findings, parked: aside ?? parked }
}
