/** Runs the table of a chart on plain values. It changes one private copy of the context. */
import { Immer } from 'immer'
import type { StateValue } from 'xstate'
import { copied } from '../words/plain.ts'
import type { Definition, Judge, Named } from './definition.ts'
import { thawedWithSums } from './kept-sum.ts'
import type { Refusal } from './refusal.ts'
import type { ChartRun, Position, Runner } from './run.ts'
import {
  type Configuration,
  isQuestion,
  type Leaf,
  nameOf,
  type Question,
  type Rule,
  type Table,
  type Tree,
} from './table.ts'

/** The result if no rule is broken. */
const NONE: readonly Refusal[] = []

/** A table with the judge that it runs with. */
interface JudgedTable<C> {
  readonly definition: Definition<C>
  readonly judge: Judge
  readonly hearsTime: boolean
  /** The context before any event, and what makes a copy of it. */
  readonly start: C
  readonly fresh: () => C
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

/** The refusals of some rules, from those of each rule. */
const refusalsOf = (
  rules: readonly Rule[],
  found: ReadonlyMap<Rule, readonly Refusal[]>,
): readonly Refusal[] =>
  found.size === 0 ? NONE : rules.flatMap((rule) => found.get(rule) ?? NONE)

/** The refusals of each rule that an event breaks. */
const brokenEach = (
  rules: readonly Rule[],
  context: unknown,
  event: Named,
  judge: Judge,
): ReadonlyMap<Rule, readonly Refusal[]> => {
  let found: Map<Rule, readonly Refusal[]> | undefined
  for (const rule of rules) {
    const refusals = rule.breaks(context as never, event, judge)
    if (refusals.length === 0) continue
    found ??= new Map()
    found.set(rule, refusals)
  }
  return found ?? NOTHING
}

const NOTHING: ReadonlyMap<Rule, readonly Refusal[]> = new Map()

/** Immer without freezing: for attempts that share what they do not change. */
const { produce: attempted } = new Immer({ autoFreeze: false })

/**
 * Begins a run. It changes a copy of the context in place. Rules judge the context before an event,
 * and conditions the context after it: so an event is applied once the rules of every transition
 * that may be chosen are judged. If then no transition is enabled, all events are applied anew but
 * that one. Where that is to be expected, the event is first applied to an attempt.
 */
const begun = <C extends object>(
  { definition, judge, hearsTime, start, fresh, configurationOf }: JudgedTable<C>,
  from: Position<C>,
): ChartRun<C> => {
  let configuration = configurationOf(from.value)
  let context = from.context
  const taken: Named[] = []
  const change = (event: Named): C => {
    if (taken.length === 0) context = context === start ? fresh() : thawedWithSums(context)
    taken.push(event)
    return apply(definition, context, event)
  }
  const undo = (): void => {
    taken.pop()
    context = thawedWithSums(from.context)
    for (const event of taken) apply(definition, context, event)
  }
  const enter = ({ to, records }: Leaf, applied: number, event: Named): void => {
    for (let left = records - applied; left > 0; left -= 1) change(event)
    configuration = to
  }
  const isEnabled = (tree: Question, event: Named): boolean => {
    if (!tree.isAlone) return true
    const applied = attempted(context, (draft) => {
      definition.recipes[event.type]?.(draft, event)
    })
    return leafOf(tree, applied, judge) !== null
  }
  const choose = (tree: Question, event: Named): readonly Refusal[] | null => {
    if (!isEnabled(tree, event)) return null
    const found = brokenEach(tree.rules, context, event, judge)
    const leaf = leafOf(tree, change(event), judge)
    if (leaf === null) undo()
    else enter(leaf, 1, event)
    return leaf === null ? null : refusalsOf(leaf.rules, found)
  }
  return {
    hearsTime,
    take: (event) => {
      const tree = configuration?.trees.get(event.type) ?? null
      if (tree === null) return null
      if (isQuestion(tree)) return choose(tree, event)
      const refusals = broken(tree.rules, context, event, judge)
      enter(tree, 0, event)
      return refusals
    },
    position: () =>
      taken.length > 0 && configuration !== undefined
        ? { value: configuration.value, context }
        : from,
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
  const hearsTime = [...configurations.values()].some(({ trees }) => trees.has('time_passed'))
  const judged = {
    definition,
    judge,
    hearsTime,
    start: context,
    fresh: definition.blank ?? (() => copied(context)),
    configurationOf,
  }
  return {
    start: { value: start.value, context },
    transitions: (from, event) => {
      const tree = configurationOf(from.value)?.trees.get(event.type) ?? null
      const leaf = isQuestion(tree)
        ? leafOf(tree, apply(definition, thawedWithSums(from.context), event), judge)
        : tree
      return leaf?.transitions ?? []
    },
    begin: (from) => begun(judged, from),
  }
}
