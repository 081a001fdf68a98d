/** A chart as a table, which runs on plain values and changes one private copy of the context. */
import type { StateValue } from 'xstate'
import { canonical, type Json } from '../words/canonical.ts'
import { copied } from '../words/plain.ts'
import type { Condition, Definition, Judge, Named } from './definition.ts'
import type { Refusal } from './refusal.ts'
import type { ChartRun, EnabledTransition, Position, Runner } from './run.ts'

type Rule = Definition<never>['rules'][string]

/** What XState does with an event, once the result of every condition is given. */
interface Leaf {
  readonly to: Configuration
  readonly transitions: readonly EnabledTransition[]
  /** The rules that the transitions name for reports. */
  readonly rules: readonly Rule[]
  /** How many times the action `record` runs. */
  readonly records: number
}

/** A condition that XState evaluates to choose transitions, and what follows from each result. */
interface Question {
  readonly condition: Condition<never>
  readonly yes: Tree
  readonly no: Tree
}

/**
 * The conditions of one event in one configuration, in the order in which XState evaluates them;
 * null if no transition is enabled.
 */
export type Tree = Question | Leaf | null

/** The states of a chart that are active at once, and what each event does in them. */
export interface Configuration {
  readonly value: StateValue
  readonly trees: ReadonlyMap<string, Tree>
}

/** A compiled chart. */
export interface Table<C> {
  readonly start: Configuration
  readonly context: C
  /** Every configuration. The key is the name that `nameOf` returns for its value. */
  readonly configurations: ReadonlyMap<string, Configuration>
}

/** The name of a configuration. It does not depend on the order of the regions in the value. */
export const nameOf = (value: StateValue): string => canonical(value as Json)

const isQuestion = (tree: Tree): tree is Question => tree !== null && 'condition' in tree

/** The result if no rule is broken. */
const NONE: readonly Refusal[] = []

/** A table with the judge that it runs with. */
interface JudgedTable<C> {
  readonly definition: Definition<C>
  readonly judge: Judge
  configurationOf(value: StateValue): Configuration | undefined
}

const apply = <C>({ recipes }: Definition<C>, context: C, event: Named): C => {
  recipes[event.type]?.(context as never, event)
  return context
}

/** Finds the leaf of a tree by evaluating its conditions on the context with the event applied. */
const leafOf = (tree: Tree, applied: unknown, judge: Judge): Leaf | null => {
  let at = tree
  while (isQuestion(at)) at = at.condition(applied as never, judge) ? at.yes : at.no
  return at
}

const broken = (
  rules: readonly Rule[],
  context: unknown,
  event: Named,
  judge: Judge,
): readonly Refusal[] => {
  let found = NONE
  for (const rule of rules) {
    const refusals = rule.breaks(context as never, event, judge)
    if (refusals.length > 0) found = found === NONE ? refusals : [...found, ...refusals]
  }
  return found
}

/** Begins a run. The first event it takes copies the context; later events change that copy. */
const begun = <C extends object>(
  { definition, judge, configurationOf }: JudgedTable<C>,
  from: Position<C>,
): ChartRun<C> => {
  let configuration = configurationOf(from.value)
  let context = from.context
  let isOwn = false
  return {
    take: (event) => {
      const tree = configuration?.trees.get(event.type) ?? null
      const applied = isQuestion(tree) ? apply(definition, copied(context), event) : null
      const leaf = applied === null ? (tree as Leaf | null) : leafOf(tree, applied, judge)
      if (leaf === null) return null
      const refusals = broken(leaf.rules, context, event, judge)
      let left = leaf.records
      if (applied !== null) {
        context = applied
        left -= 1
      } else if (!isOwn) context = copied(context)
      isOwn = true
      for (; left > 0; left -= 1) apply(definition, context, event)
      configuration = leaf.to
      return refusals
    },
    position: () =>
      isOwn && configuration !== undefined ? { value: configuration.value, context } : from,
  }
}

/** Makes a runner that runs a table with a judge. */
export const tableRunner = <C extends object>(
  { start, context, configurations }: Table<C>,
  definition: Definition<C>,
  judge: Judge,
): Runner<C> => {
  /**
   * Finds the configuration of a value that this table returned earlier, by object identity, which
   * is faster than by name.
   */
  const byValue = new Map<StateValue, Configuration>()
  for (const each of configurations.values()) byValue.set(each.value, each)
  const configurationOf = (value: StateValue): Configuration | undefined =>
    byValue.get(value) ?? configurations.get(nameOf(value))
  const judged = { definition, judge, configurationOf }
  return {
    start: { value: start.value, context },
    transitions: (from, event) => {
      const tree = configurationOf(from.value)?.trees.get(event.type) ?? null
      const leaf = isQuestion(tree)
        ? leafOf(tree, apply(definition, copied(from.context), event), judge)
        : tree
      return leaf?.transitions ?? []
    },
    begin: (from) => begun(judged, from),
  }
}
