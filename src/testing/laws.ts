/** The laws that every machine obeys, each ready to be tried by whatever runs your tests. */
import type { Machine } from '../fold/machine.ts'
import { chartLaws } from './chart-laws.ts'
import { foldLaws, type Trial } from './fold-laws.ts'
import type { Law } from './law.ts'

/**
 * The laws of payfold's machines, for a machine of ours or of your own: that its chart is whole, and
 * that its state is a function of the set of its events. Give each to your runner as a test:
 * `for (const { name, check } of obeysTheLaws(machine)) test(name, check)`.
 */
export const obeysTheLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  trial: Trial = {},
): readonly Law[] => [...chartLaws(machine), ...foldLaws(machine, trial)]
