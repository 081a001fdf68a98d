/** Runs the table of a chart on plain values. It changes one private copy of the context. */
import { Immer } from 'immer'
import type { StateValue } from 'xstate'
import type { Definition, Judge, Named } from '../contract/definition.ts'
import type { Refusal } from '../contract/refusal.ts'
import { copied, thawed } from '../words/data/plain-data.ts'
import type { ChartRun, EnabledTransition, Position, Runner } from './chart-run.ts'
import {
  type BranchNode,
  type BranchTree,
  type Configuration,
  isQuestion,
  type Leaf,
  nameOf,
  type Table,
  type TableRule,
} from './compile.ts'

const NONE: readonly never[] = []

const refusalsOf = (
  rules: readonly TableRule[],
  found: ReadonlyMap<TableRule, readonly Refusal[]>,
): readonly Refusal[] =>
  found.size === 0 ? NONE : rules.flatMap((rule) => found.get(rule) ?? NONE)

const brokenEach = (
  rules: readonly TableRule[],
  context: unknown,
  event: Named,
  judge: Judge,
): ReadonlyMap<TableRule, readonly Refusal[]> => {
  let found: Map<TableRule, readonly Refusal[]> | undefined
  for (const rule of rules) {
    const refusals = rule.breaks(context as never, event, judge)
    if (refusals.length === 0) continue
    found ??= new Map()
    found.set(rule, refusals)
  }
  return found ?? NOTHING
}

const NOTHING: ReadonlyMap<TableRule, readonly Refusal[]> = new Map()

/** A table with the judge that it runs with. */
interface JudgedTable<C> {
  readonly definition: Definition<C>
  readonly judge: Judge
  readonly hearsTime: boolean
  /** Whether an event needs data. The engine reads events, so that nothing more has to be asked. */
  readonly needsData: boolean
  /** The context before any event, and what makes a copy of it. */
  readonly start: C
  readonly fresh: () => C
  configurationOf(value: StateValue): Configuration | undefined
}

const lacksData = ({ needsData }: { readonly needsData: boolean }, event: Named): boolean =>
  needsData && !Object.hasOwn(event, 'data')

const apply = <C>({ recipes }: Definition<C>, context: C, event: Named): C => {
  recipes[event.type]?.(context as never, event)
  return context
}

/** Finds the leaf of a tree by evaluating its conditions on the context with the event applied. */
const leafOf = (tree: BranchTree, applied: unknown, judge: Judge): Leaf | null => {
  let at = tree
  while (isQuestion(at)) at = at.condition(applied as never, judge) ? at.yes : at.no
  return at
}

/** Immer without freezing: for attempts that share what they do not change. */
const { produce: attempted } = new Immer({ autoFreeze: false })

interface Run<C> {
  readonly table: JudgedTable<C>
  readonly from: Position<C>
  configuration: Configuration | undefined
  context: C
  readonly taken: Named[]
  transitions: readonly EnabledTransition[]
}

const change = <C extends object>(run: Run<C>, event: Named): C => {
  const { table, taken } = run
  if (taken.length === 0) {
    run.context = run.context === table.start ? table.fresh() : thawed(run.context)
  }
  taken.push(event)
  return apply(table.definition, run.context, event)
}

const undo = <C extends object>(run: Run<C>): void => {
  run.taken.pop()
  run.context = thawed(run.from.context)
  for (const event of run.taken) apply(run.table.definition, run.context, event)
}

const enter = <C extends object>(
  run: Run<C>,
  { to, records, transitions }: Leaf,
  applied: number,
  event: Named,
): void => {
  for (let left = records - applied; left > 0; left -= 1) change(run, event)
  run.configuration = to
  run.transitions = transitions
}

const isEnabled = <C extends object>(
  { table, context }: Run<C>,
  tree: BranchNode,
  event: Named,
): boolean => {
  if (!tree.isAlone) return true
  const applied = attempted(context, (draft) => {
    table.definition.recipes[event.type]?.(draft, event)
  })
  return leafOf(tree, applied, table.judge) !== null
}

const choose = <C extends object>(
  run: Run<C>,
  tree: BranchNode,
  event: Named,
): readonly Refusal[] | null => {
  if (!isEnabled(run, tree, event)) return null
  const { judge } = run.table
  const found = brokenEach(tree.rules, run.context, event, judge)
  const leaf = leafOf(tree, change(run, event), judge)
  if (leaf === null) undo(run)
  else enter(run, leaf, 1, event)
  return leaf === null ? null : refusalsOf(leaf.rules, found)
}

const take = <C extends object>(run: Run<C>, event: Named): readonly Refusal[] | null => {
  const tree = run.configuration?.trees.get(event.type) ?? null
  run.transitions = NONE
  if (tree === null || lacksData(run.table, event)) return null
  if (isQuestion(tree)) return choose(run, tree, event)
  const found = brokenEach(tree.rules, run.context, event, run.table.judge)
  enter(run, tree, 0, event)
  return refusalsOf(tree.rules, found)
}

/**
 * Begins a run. It changes a copy of the context in place. Rules judge the context before an event,
 * and conditions the context after it: so an event is applied once the rules of every transition
 * that may be chosen are judged. If then no transition is enabled, all events are applied anew but
 * that one. Where that is to be expected, the event is first applied to an attempt.
 */
const begun = <C extends object>(table: JudgedTable<C>, from: Position<C>): ChartRun<C> => {
  const configuration = table.configurationOf(from.value)
  const { context } = from
  const run: Run<C> = { table, from, configuration, context, taken: [], transitions: NONE }
  return {
    hearsTime: table.hearsTime,
    take: (event) => take(run, event),
    transitions: () => run.transitions,
    position: () =>
      run.taken.length > 0 && run.configuration !== undefined
        ? { value: run.configuration.value, context: run.context }
        : from,
  }
}

/** Makes a runner that runs a table with a judge. */
export const tableRunner = <C extends object>(
  { start, context, configurations }: Table<C>,
  definition: Definition<C>,
  judge: Judge,
): Runner<C> => {
  /** Configurations by the identity of a value that this table returned: faster than by name. */
  const byValue = new Map<StateValue, Configuration>()
  for (const each of configurations.values()) byValue.set(each.value, each)
  const configurationOf = (value: StateValue): Configuration | undefined =>
    value === start.value ? start : (byValue.get(value) ?? configurations.get(nameOf(value)))
  const hearsTime = [...configurations.values()].some(({ trees }) => trees.has('time_passed'))
  const judged = {
    definition,
    judge,
    hearsTime,
    needsData: definition.events !== undefined,
    start: context,
    fresh: definition.blank ?? (() => copied(context)),
    configurationOf,
  }
  return {
    start: { value: start.value, context },
    transitions: (from, event) => {
      if (lacksData(judged, event)) return []
      const tree = configurationOf(from.value)?.trees.get(event.type) ?? null
      const leaf = isQuestion(tree)
        ? leafOf(tree, apply(definition, thawed(from.context), event), judge)
        : tree
      return leaf?.transitions ?? []
    },
    begin: (from) => begun(judged, from),
  }
}
