/** Runs a chart by XState's own interpreter: charts that no table holds, and the proof of those that one does. */
import { initialTransition, transition } from 'xstate'
import type { Judge } from './machine.ts'
import { broken, type Charted, leniently } from './rules.ts'
import { openedOf, type Position, type Runner } from './run.ts'

/** Puts a chart under a judge. */
export const interpreter = <C extends object>(
  { chart, book }: Charted<C>,
  judge: Judge,
): Runner<C> => {
  const judged = chart.provide({ guards: { rules: leniently(book, judge) } })
  const [initial] = initialTransition(judged)
  const at = ({ value, context }: Position<C>) => judged.resolveState({ value, context })
  const arrows: Runner<C>['arrows'] = (position, event) =>
    (judged.getTransitionData(at(position), event) ?? []).map(openedOf)
  return {
    start: { value: initial.value, context: initial.context },
    arrows,
    walk: (from) => {
      let position = from
      return {
        take: (event) => {
          const taken = arrows(position, event)
          if (taken.length === 0) return null
          const scope = { context: position.context, event }
          const refusals = taken.flatMap(({ terms: { all = [] } }) =>
            broken(book, all, scope, judge),
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
