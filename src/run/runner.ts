/** Makes the runner of a chart: a table if the chart can be compiled to one, else XState itself. */
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { Judge } from '../contract/definition.ts'
import type { Charted } from '../contract/guards.ts'
import type { Runner } from './chart-run.ts'
import { compile } from './compile.ts'
import { tableRunner } from './run-table.ts'
import { interpreter } from './run-xstate.ts'

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
