/** Folds events to a state with one machine. Their order and repetitions do not matter. */
import type { Machine } from '../contract/machine-record.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { type Folder, prepared } from './folder.ts'

/** The options of folding: the policy, by default the machine's default policy. */
export interface Folding {
  readonly policy?: Policy
}

/** Caches the folders by machine and policy, for speed only. */
const folders = new WeakMap<object, WeakMap<Policy, unknown>>()

/** Returns the folder of a machine and a policy. The folder is prepared only once. */
export const folder = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
): Folder<C, S, N> => {
  const byPolicy = folders.get(machine) ?? new WeakMap<Policy, unknown>()
  folders.set(machine, byPolicy)
  const known = byPolicy.get(policy) ?? prepared(machine, policy)
  byPolicy.set(policy, known)
  return known as Folder<C, S, N>
}

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
