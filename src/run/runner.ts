/** Makes the runner of a chart: a table if the chart can be compiled to one, else XState itself. */

import { type AnyStateMachine, initialTransition, transition } from 'xstate'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { Definition, Judge } from '../contract/definition.ts'
import { broken, type Charted, leniently } from '../contract/guards.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { enabledTransitionOf, type Position, type Runner } from './chart-run.ts'
import { compile } from './compile.ts'
import { tableRunner } from './run-table.ts'

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
      let taken: ReturnType<typeof transitions> = []
      return {
        hearsTime: true,
        take: (event) => {
          taken = transitions(position, event)
          if (taken.length === 0) return null
          const scope = { context: position.context, event }
          const refusals = taken.flatMap(({ terms: { all = [] } }) =>
            broken(definition, all, scope, judge),
          )
          const [{ value, context }] = transition(judged, at(position), event)
          position = { value, context }
          return refusals
        },
        transitions: () => taken,
        position: () => position,
      }
    },
  }
}

/** The compiled charts, each by the definition that it was compiled with. */
const tables = rememberingOf((chart: AnyStateMachine) =>
  rememberingOf((definition: Definition<never>) => compile({ chart, definition })),
)

/** Makes a runner. Broken rules never stop an event here: the runner returns them to its caller. */
export const runner = <C extends object>(machine: Charted<C>, judge: Judge): Runner<C> =>
  pipe(
    tables(machine.chart)(machine.definition as never) as ReturnType<typeof compile<C>>,
    E.match(
      () => interpreter(machine, judge),
      (table) => tableRunner(table, machine.definition, judge),
    ),
  )
