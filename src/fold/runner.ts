/** Puts a chart under a judge: as a table where its chart can be one, else by XState's interpreter. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { compile } from './compile.ts'
import { interpreter } from './interpret.ts'
import type { Judge } from './machine.ts'
import type { Charted } from './rules.ts'
import type { Runner } from './run.ts'
import { tableRunner } from './table.ts'

/** Charts that were compiled, and the book that each was compiled with; speed only. */
const compiled = new WeakMap<object, readonly [book: object, table: unknown]>()

const tableOf = <C extends object>(machine: Charted<C>): ReturnType<typeof compile<C>> => {
  const [book, known] = compiled.get(machine.chart) ?? []
  if (book === machine.book) return known as ReturnType<typeof compile<C>>
  const table = compile(machine)
  compiled.set(machine.chart, [machine.book, table])
  return table
}

/** Rules never stop an event here: what they find broken is for the caller to weigh. */
export const runner = <C extends object>(machine: Charted<C>, judge: Judge): Runner<C> =>
  pipe(
    tableOf(machine),
    E.match(
      () => interpreter(machine, judge),
      (table) => tableRunner(table, machine.book, judge),
    ),
  )
