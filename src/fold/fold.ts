/** Folds events to a state with one machine. Their order and repetitions do not matter. */

import type { Machine } from '../contract/machine-record.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { type Folder, prepared } from './folder.ts'

/** The options of folding: the policy, by default the machine's default policy. */
export interface Folding {
  readonly policy?: Policy
}

/** The folders of a machine by its policies. */
const folders = rememberingOf((machine: Machine<object, string, string>) =>
  rememberingOf((policy: Policy) => prepared(machine, policy)),
)

/** Returns the folder of a machine and a policy. The folder is prepared only once. */
export const folder = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
): Folder<C, S, N> => folders(machine as never)(policy) as never

/** Folds events to a state. Their order and repetitions do not matter. */
export const fold = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['fold'] => folder(machine, folding).fold

/** Adds one event to a state. The result is the same as folding all the events at once. */
export const evolve = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['evolve'] => folder(machine, folding).evolve

/** Returns the state at a given time: with the transitions that only the passing of time causes. */
export const at = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Folder<C, S, N>['at'] => folder(machine, folding).at
