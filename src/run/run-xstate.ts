/**
 * Runs a chart with XState itself: for charts that cannot become a table, and for tests of all
 * others.
 */
import { initialTransition, transition } from 'xstate'
import type { Judge } from '../contract/definition.ts'
import { broken, type Charted, leniently } from '../contract/guards.ts'
import { enabledTransitionOf, type Position, type Runner } from './chart-run.ts'

/** Makes a runner that runs a chart with XState and judges its rules with the given judge. */
export const interpreter = <C extends object>(
  { chart, definition }: Charted<C>,
  judge: Judge,
): Runner<C> => {
  const judged = chart.provide({ guards: { rules: leniently(definition, judge) } })
  const [initial] = initialTransition(judged)
  const at = ({ value, context }: Position<C>) => judged.resolveState({ value, context })
  const transitions: Runner<C>['transitions'] = (position, event) =>
    (judged.getTransitionData(at(position), event) ?? []).map(enabledTransitionOf)
  return {
    start: { value: initial.value, context: initial.context },
    transitions,
    begin: (from) => {
      let position = from
      return {
        hearsTime: true,
        take: (event) => {
          const taken = transitions(position, event)
          if (taken.length === 0) return null
          const scope = { context: position.context, event }
          const refusals = taken.flatMap(({ terms: { all = [] } }) =>
            broken(definition, all, scope, judge),
          )
          const [{ value, context }] = transition(judged, at(position), event)
          position = { value, context }
          return refusals
        },
        position: () => position,
      }
    },
  }
}
