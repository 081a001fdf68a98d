/** A chart as a table: what each event does in each configuration. */
import type { StateValue } from 'xstate'
import type { Condition, Definition } from '../contract/definition.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import type { EnabledTransition } from './chart-run.ts'

/** A rule of any machine. */
export type TableRule = Definition<never>['rules'][string]

/** What XState does with an event, once the result of every condition is given. */
export interface Leaf {
  readonly to: Configuration
  readonly transitions: readonly EnabledTransition[]
  /** The rules that the transitions name for reports. */
  readonly rules: readonly TableRule[]
  /** How many times the action `record` runs. */
  readonly records: number
}

/** A condition that XState evaluates to choose transitions, and what follows from each result. */
export interface BranchNode {
  readonly condition: Condition<never>
  readonly yes: BranchTree
  readonly no: BranchTree
  /** The rules of all leaves. */
  readonly rules: readonly TableRule[]
  /** Whether it is the only one, so that it often happens that no transition is enabled. */
  readonly isAlone: boolean
}

/**
 * The conditions of one event in one configuration, in the order in which XState evaluates them;
 * null if no transition is enabled.
 */
export type BranchTree = BranchNode | Leaf | null

/** The states of a chart that are active at once, and what each event does in them. */
export interface Configuration {
  readonly value: StateValue
  readonly trees: ReadonlyMap<string, BranchTree>
}

/** A compiled chart. */
export interface Table<C> {
  readonly start: Configuration
  readonly context: C
  /** Every configuration. The key is the name that `nameOf` returns for its value. */
  readonly configurations: ReadonlyMap<string, Configuration>
}

/** The name of a configuration. It does not depend on the order of the regions in the value. */
export const nameOf = (value: StateValue): string => canonicalText(value as Json)

/** Makes the question of a condition from what follows from each result. */
export const questionOf = (
  condition: Condition<never>,
  yes: BranchTree,
  no: BranchTree,
): BranchTree => ({
  condition,
  yes,
  no,
  rules: [...new Set([...(yes?.rules ?? []), ...(no?.rules ?? [])])],
  isAlone: no === null && !isQuestion(yes),
})

/** Whether a tree asks for the result of a condition first. */
export const isQuestion = (tree: BranchTree): tree is BranchNode =>
  tree !== null && 'condition' in tree
