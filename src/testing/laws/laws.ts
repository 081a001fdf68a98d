/** The laws that every machine obeys, ready for any test runner. */
import type { Machine } from '../../contract/machine-record.ts'
import { chartLaws, clashLaws } from './chart-laws.ts'
import { foldLaws, speedLaws } from './fold-laws.ts'
import type { Law } from './law.ts'
import { runLaws } from './run-laws.ts'
import type { Trial } from './trial.ts'

/**
 * Returns the laws that every machine must obey: its chart is complete, its state depends only on
 * the set of its events, and its names do not clash with those of `others`, the machines that it is
 * used with. Run each as a test: `for (const { name, check } of obeysTheLaws(machine)) test(name,
 * check)`.
 */
export const obeysTheLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  trial: Trial = {},
): readonly Law[] => [
  ...chartLaws(machine),
  ...clashLaws(machine, trial.others ?? []),
  ...foldLaws(machine, trial),
  ...runLaws(machine, trial),
  ...speedLaws(machine, trial),
]
