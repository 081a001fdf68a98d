/**
 * Runs a stream through its chart, and records how far the run came, so that a later run can
 * continue.
 */

import type { Finding } from '../contract/finding.ts'
import type { Parked } from '../contract/parked-reasons.ts'
import type { State } from '../contract/state.ts'
import type { Ordered } from '../merge/order.ts'
import { NONE } from '../words/data/lists.ts'
import { type Position, type Runner, step } from './chart-run.ts'

/** The chart's position after a run, the rules found broken, and the occurrences not taken. */
export interface Progress<C> {
  readonly position: Position<C>
  readonly findings: readonly Finding[]
  readonly parked: readonly Parked[]
}

/** The progress before anything has run. */
export const unbegun = <C>({ start }: Runner<C>): Progress<C> => ({
  position: start,
  findings: NONE,
  parked: NONE,
})

/** The progress of the run that produced a state. */
export const progressOf = <C extends object>({
  value,
  context,
  findings,
  parked,
}: State<C, string, string>): Progress<C> => ({
  position: { value, context },
  findings: findings.filter((finding) => 'refusal' in finding),
  parked: parked.filter(({ reason }) => reason === 'NoTransition'),
})

/**
 * Runs those occurrences that are for the chart, in the given order, starting from earlier progress.
 */
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
      found.push(...own)
    }
  }
  return { position: run.position(), findings: found ?? findings, parked: aside ?? parked }
}
