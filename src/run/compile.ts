/** Compiles a chart to a table, by asking XState what each event does in each configuration. */

import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { Condition, Definition } from '../contract/definition.ts'
import { type Charted, termsOf } from '../contract/guards.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { type EnabledTransition, enabledTransitionOf } from './chart-run.ts'

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

/** The conditions of one event, in the order of XState; null if no transition is enabled. */
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
const questionOf = (condition: Condition<never>, yes: BranchTree, no: BranchTree): BranchTree => ({
  condition,
  yes,
  no,
  rules: [...new Set([...(yes?.rules ?? []), ...(no?.rules ?? [])])],
  isAlone: no === null && !isQuestion(yes),
})

/** Whether a tree asks for the result of a condition first. */
export const isQuestion = (tree: BranchTree): tree is BranchNode =>
  tree !== null && 'condition' in tree

interface Unsupported {
  readonly error: 'Unsupported'
  /** The id of the state. */
  readonly state: string
  readonly because: string
}

const refused = (state: string, because: string): Unsupported => ({
  error: 'Unsupported',
  state,
  because,
})

/** Returns a state and all states within it. */
export const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

const isFixed = (type: string): boolean =>
  type !== '' && type !== '__proto__' && !type.includes('*') && !type.startsWith('xstate.')

const isRules = (guard: unknown): boolean =>
  guard === undefined ||
  guard === 'rules' ||
  (typeof guard === 'object' &&
    guard !== null &&
    'type' in guard &&
    guard.type === 'rules' &&
    !('params' in guard && typeof guard.params === 'function'))

const isRecord = (actions: readonly unknown[]): boolean =>
  actions.length === 1 && actions[0] === 'record'

const oddTransition = (
  { definition }: Charted<never>,
  { eventType, guard, actions }: AnyTransitionDefinition,
): string | null => {
  const { all = [], command = [], when } = termsOf(guard)
  const missing = [...all, ...command].find((name) => !Object.hasOwn(definition.rules, name))
  if (!isFixed(eventType))
    return `has a transition for ${eventType === '' ? 'no event' : eventType}`
  if (!isRules(guard)) return `has a guard for ${eventType} that is not named rules`
  if (!isRecord(actions)) return `has actions for ${eventType} other than one record`
  if (missing !== undefined) return `names ${missing}, which is not a rule`
  if (when === undefined || Object.hasOwn(definition.conditions, when)) return null
  return `names ${when}, which is not a condition`
}

/** What is wrong with an initial state: XState looks for it only on entering the outer one. */
const oddBeginning = (node: AnyStateNode): string | null => {
  const { initial, states = {} } = node.config
  const target = typeof initial === 'object' ? initial.target : initial
  const lost = Object.keys(states).find((key) => !Object.hasOwn(node.states, key))
  if (lost !== undefined) return `loses its state ${lost}`
  if (target === undefined) return null
  if (!Object.hasOwn(node.states, target))
    return `begins in ${target}, which is not one of its states`
  return node.initial.actions.length > 0 ? 'has an action on its initial transition' : null
}

const oddState = (machine: Charted<never>, node: AnyStateNode): string | null => {
  if (node.type === 'final' || node.type === 'history') return `is of type ${node.type}`
  if (node.entry.length > 0) return 'has an action on entry'
  if (node.exit.length > 0) return 'has an action on exit'
  if (node.invoke.length > 0) return 'invokes an actor'
  if ((node.always ?? []).length > 0) return 'has a transition without an event'
  const transitions = [...node.transitions.values()].flat()
  const odd = transitions.map((each) => oddTransition(machine, each)).find((each) => each !== null)
  return odd ?? oddBeginning(node)
}

const activeIn = (node: AnyStateNode, value: StateValue): readonly AnyStateNode[] => {
  const inner = typeof value === 'string' ? [[value, {}] as const] : Object.entries(value)
  return [
    node,
    ...inner.flatMap(([key, of = {}]) => {
      const child = node.states[key]
      return child === undefined ? [] : activeIn(child, of)
    }),
  ]
}

/** The events that active states name. XState's list lacks those of a childless parallel state. */
const eventsAt = ({ root }: AnyStateMachine, value: StateValue): ReadonlySet<string> =>
  new Set(activeIn(root, value).flatMap(({ transitions }) => [...transitions.keys()]))

const oddIn = (machine: Charted<never>): Unsupported | null => {
  for (const node of nodesIn(machine.chart.root)) {
    const because = oddState(machine, node)
    if (because !== null) return refused(node.id, because)
  }
  return null
}

/** So many configurations a table may have, and leaves for one event: no lifecycle comes near. */
const MOST = 4096

const TOO_MANY = `has more than ${MOST} configurations, or more than ${MOST} branches for one event`

/** XState's reply to an event: the transitions, and the first condition without a result so far. */
interface ChartReply {
  readonly question: string | null
  readonly transitions: readonly AnyTransitionDefinition[]
}

/** Runs the chart with a guard that looks up the results of conditions, by name, in a map. */
const asking = ({ chart }: Charted<never>) => {
  let answers: ReadonlyMap<string, boolean> = new Map()
  let question: string | null = null
  const rules = (_scope: unknown, params: unknown): boolean => {
    const { when } = termsOf({ params })
    if (when === undefined) return true
    const answer = answers.get(when)
    if (answer === undefined) question ??= when
    return answer === true
  }
  const asked = chart.provide({ guards: { rules }, actions: { record: () => undefined } })
  const ask = (
    from: AnyMachineSnapshot,
    type: string,
    given: ReadonlyMap<string, boolean>,
  ): ChartReply => {
    answers = given
    question = null
    const transitions = asked.getTransitionData(from, { type })
    return { question, transitions }
  }
  return { asked, ask }
}

const tabled = (machine: Charted<never>): E.Either<Unsupported, Table<never>> => {
  const { id } = machine.chart
  const { rules, conditions } = machine.definition
  const { asked, ask } = asking(machine)
  const configurations = new Map<string, Configuration>()
  const open: { readonly snapshot: AnyMachineSnapshot; readonly trees: Map<string, BranchTree> }[] =
    []
  let leaves = 0

  const configurationOf = (snapshot: AnyMachineSnapshot): Configuration => {
    const name = nameOf(snapshot.value)
    const known = configurations.get(name)
    if (known !== undefined) return known
    const trees = new Map<string, BranchTree>()
    const configuration = { value: snapshot.value, trees }
    configurations.set(name, configuration)
    open.push({ snapshot, trees })
    return configuration
  }

  const treeOf = (
    from: AnyMachineSnapshot,
    type: string,
    answers: ReadonlyMap<string, boolean>,
  ): BranchTree => {
    if (leaves > MOST) return null
    const { question, transitions } = ask(from, type, answers)
    if (question !== null) {
      const after = (answer: boolean) =>
        treeOf(from, type, new Map([...answers, [question, answer]]))
      const condition = conditions[question] as Condition<never>
      return questionOf(condition, after(true), after(false))
    }
    leaves += 1
    if (transitions.length === 0) return null
    const [snapshot, actions] = transition(asked, from, { type })
    const taken = transitions.map(enabledTransitionOf)
    const named = taken.flatMap(({ terms: { all = [] } }) => all)
    return {
      to: configurationOf(snapshot),
      transitions: taken,
      rules: named.flatMap((name) => rules[name] ?? []),
      records: actions.length,
    }
  }

  const [initial] = initialTransition(asked)
  if (initial.status !== 'active') return E.left(refused(id, 'does not start'))
  const start = configurationOf(initial)
  for (const { snapshot, trees } of open) {
    for (const type of eventsAt(asked, snapshot.value)) {
      leaves = 0
      trees.set(type, treeOf(snapshot, type, new Map()))
      if (leaves > MOST || open.length > MOST) return E.left(refused(id, TOO_MANY))
    }
  }
  return E.right({ start, context: initial.context as never, configurations })
}

/**
 * Compiles a machine's chart. It supports nested states and parallel regions, and transitions whose
 * only guard is `rules` and whose only action is `record`. A chart with anything else is
 * `Unsupported`. @spec decisions#20; sources#scxml-3-13
 */
export const compile = <C extends object>(machine: Charted<C>): E.Either<Unsupported, Table<C>> => {
  const charted = machine as unknown as Charted<never>
  const table = E.tryCatch(
    () => pipe(oddIn(charted), (odd) => (odd === null ? tabled(charted) : E.left(odd))),
    (error) => refused(machine.chart.id, `makes XState throw: ${E.toError(error).message}`),
  )
  return pipe(table, E.flatten) as E.Either<Unsupported, Table<C>>
}
