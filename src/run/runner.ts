/** Makes the runner of a chart: a table if the chart can be compiled to one, else XState itself. */

import { initialTransition, transition } from 'xstate'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { Judge } from '../contract/definition.ts'
import { broken, type Charted, leniently } from '../contract/guards.ts'
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

/** Caches the compiled charts, each with the definition it was compiled with, for speed only. */
const compiled = new WeakMap<object, readonly [definition: object, table: unknown]>()

const tableOf = <C extends object>(machine: Charted<C>): ReturnType<typeof compile<C>> => {
  const [definition, known] = compiled.get(machine.chart) ?? []
  if (definition === machine.definition) return known as ReturnType<typeof compile<C>>
  const table = compile(machine)
  compiled.set(machine.chart, [machine.definition, table])
  return table
}

/** Makes a runner. Broken rules never stop an event here: the runner returns them to its caller. */
export const runner = <C extends object>(machine: Charted<C>, judge: Judge): Runner<C> =>
  pipe(
    tableOf(machine),
    E.match(
      () => interpreter(machine, judge),
      (table) => tableRunner(table, machine.definition, judge),
    ),
  )
