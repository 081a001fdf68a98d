/** Runs occurrences through a chart, one at a time, by XState's own interpreter. */
import { initialTransition, type StateValue, transition } from 'xstate'
import type { Instant } from '../words/instant.ts'
import { inPrecedence } from '../words/refusal.ts'
import type { Finding } from './finding.ts'
import type { Judge, Machine, Named, Terms } from './machine.ts'
import { asEvent } from './occurrence.ts'
import type { Ordered } from './order.ts'
import { broken, type leniently, type strictly } from './rules.ts'

/** Where a chart stands. */
export interface Position<C> {
  readonly value: StateValue
  readonly context: C
}

/** What running one occurrence gave: where the chart stands, whether an arrow took it, what was broken. */
export interface Step<C> {
  readonly position: Position<C>
  readonly taken: boolean
  readonly findings: readonly Finding[]
}

/** A chart with one judge: asks which arrows an event would take, and takes them. */
export interface Runner<C> {
  readonly start: Position<C>
  arrows(position: Position<C>, event: Named): readonly Terms[]
  next(position: Position<C>, event: Named): Position<C>
}

/** What an arrow's guard says, whatever form XState keeps it in. */
export const termsOf = (guard: unknown): Terms => {
  const params = typeof guard === 'object' && guard !== null && 'params' in guard && guard.params
  return typeof params === 'object' && params !== null ? params : {}
}

/** What running needs of a machine. */
type Charted<C extends object> = Pick<Machine<C, string, string>, 'chart' | 'book'>

/** Puts a chart under a judge: `strictly` for wishes, `leniently` for reports. */
export const runner = <C extends object>(
  { chart, book }: Charted<C>,
  by: typeof strictly | typeof leniently,
  judge: Judge,
): Runner<C> => {
  const judged = chart.provide({ guards: { rules: by(book, judge) } })
  const [initial] = initialTransition(judged)
  const at = ({ value, context }: Position<C>) => judged.resolveState({ value, context })
  return {
    start: { value: initial.value, context: initial.context },
    arrows: (position, event) =>
      (judged.getTransitionData(at(position), event) ?? []).map(({ guard }) => termsOf(guard)),
    next: (position, event) => {
      const [{ value, context }] = transition(judged, at(position), event)
      return { value, context }
    },
  }
}

/** Tells a chart what time it is; charts that do not hear of time stay where they are. */
export const tellTime = <C>(runs: Runner<C>, position: Position<C>, now: Instant): Position<C> => {
  const event = { type: 'time_passed', about: '', data: { now } }
  return runs.arrows(position, event).length === 0 ? position : runs.next(position, event)
}

/** Runs one occurrence: told the time, taken or not, its broken rules as findings. */
export const step = <C extends object>(
  { book }: Charted<C>,
  runs: Runner<C>,
  judge: Judge,
  before: Position<C>,
  { told, countsAt }: Ordered,
): Step<C> => {
  const position = tellTime(runs, before, countsAt)
  const event = asEvent(told)
  const arrows = runs.arrows(position, event)
  if (arrows.length === 0) return { position, taken: false, findings: [] }
  const scope = { context: position.context, event }
  const { key, at } = told
  const refusals = inPrecedence(arrows.flatMap(({ all }) => broken(book, all ?? [], scope, judge)))
  const findings = refusals.flatMap((refusal): readonly Finding[] =>
    refusal.rule === 'notKnown' ? [] : [{ code: refusal.rule, key, at, refusal }],
  )
  return { position: runs.next(position, event), taken: true, findings }
}
