/** A chart as a table, and how it runs: on plain values, with one private copy of the context. */
import type { StateValue } from 'xstate'
import { canonical, type Json } from '../words/canonical.ts'
import { copied } from '../words/plain.ts'
import type { Refusal } from '../words/refusal.ts'
import type { Book, Condition, Judge, Named } from './machine.ts'
import type { Opened, Position, Runner } from './run.ts'

type Rule = Book<never>['rules'][string]

/** What XState makes of an event, once every question has its answer. */
export interface Leaf {
  readonly to: Configuration
  readonly transitions: readonly Opened[]
  /** The rules for reports that these transitions name. */
  readonly rules: readonly Rule[]
  /** How often `record` runs. */
  readonly records: number
}

/** What XState asks before it knows which transitions are enabled, and how it goes on after either answer. */
export interface Question {
  readonly condition: Condition<never>
  readonly yes: Tree
  readonly no: Tree
}

/** The questions of one event in one configuration, in XState's order; null: no transition is enabled. */
export type Tree = Question | Leaf | null

/** What is active at once in a chart, and what each event does then. */
export interface Configuration {
  readonly value: StateValue
  readonly trees: ReadonlyMap<string, Tree>
}

/** A chart, compiled. */
export interface Table<C> {
  readonly start: Configuration
  readonly context: C
  /** By `nameOf` their values. */
  readonly configurations: ReadonlyMap<string, Configuration>
}

/** The name of a configuration, whatever the order in which its value names regions. */
export const nameOf = (value: StateValue): string => canonical(value as Json)

const isQuestion = (tree: Tree): tree is Question => tree !== null && 'condition' in tree

/** No rule is broken. */
const NONE: readonly Refusal[] = []

/** Puts a table under a judge. */
export const tableRunner = <C extends object>(
  { start, context: blank, configurations }: Table<C>,
  book: Book<C>,
  judge: Judge,
): Runner<C> => {
  /** Values that this table handed out are found without being named. */
  const byValue = new Map<StateValue, Configuration>()
  for (const each of configurations.values()) byValue.set(each.value, each)
  const configurationOf = (value: StateValue): Configuration | undefined =>
    byValue.get(value) ?? configurations.get(nameOf(value))

  const apply = (context: C, event: Named): C => {
    book.recipes[event.type]?.(context as never, event)
    return context
  }

  /** The leaf that the answers lead to: what the event would make of the context answers all questions. */
  const leafOf = (tree: Tree, applied: C): Leaf | null => {
    let at = tree
    while (isQuestion(at)) at = at.condition(applied as never, judge) ? at.yes : at.no
    return at
  }

  const broken = (rules: readonly Rule[], context: C, event: Named): readonly Refusal[] => {
    let found = NONE
    for (const rule of rules) {
      const refusals = rule(context as never, event, judge)
      if (refusals.length > 0) found = found === NONE ? refusals : [...found, ...refusals]
    }
    return found
  }

  return {
    start: { value: start.value, context: blank },
    arrows: ({ value, context }, event) => {
      const tree = configurationOf(value)?.trees.get(event.type) ?? null
      const leaf = isQuestion(tree) ? leafOf(tree, apply(copied(context), event)) : tree
      return leaf?.transitions ?? []
    },
    walk: (from) => {
      let configuration = configurationOf(from.value)
      let context = from.context
      let isOwn = false
      return {
        take: (event) => {
          const tree = configuration?.trees.get(event.type) ?? null
          const applied = isQuestion(tree) ? apply(copied(context), event) : null
          const leaf = applied === null ? (tree as Leaf | null) : leafOf(tree, applied)
          if (leaf === null) return null
          const refusals = broken(leaf.rules, context, event)
          let left = leaf.records
          if (applied !== null) {
            context = applied
            left -= 1
          } else if (!isOwn) context = copied(context)
          isOwn = true
          for (; left > 0; left -= 1) apply(context, event)
          configuration = leaf.to
          return refusals
        },
        position: (): Position<C> =>
          isOwn && configuration !== undefined ? { value: configuration.value, context } : from,
      }
    },
  }
}
