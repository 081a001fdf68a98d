/** Checks whether a chart can be compiled to a table, and says what prevents it. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { type Charted, termsOf } from './rules.ts'

/** The chart has a feature that a table cannot represent. */
export interface Unsupported {
  readonly error: 'Unsupported'
  /** The id of the state. */
  readonly state: string
  readonly because: string
}

/** Makes the error for a state that a table cannot represent. */
export const refused = (state: string, because: string): Unsupported => ({
  error: 'Unsupported',
  state,
  because,
})

const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

const isFixed = (type: string): boolean =>
  type !== '' && type !== '__proto__' && !type.includes('*') && !type.startsWith('xstate.')

const isRules = (guard: unknown): boolean =>
  guard === undefined ||
  (typeof guard === 'object' &&
    guard !== null &&
    'type' in guard &&
    guard.type === 'rules' &&
    !('params' in guard && typeof guard.params === 'function'))

const isRecord = (actions: readonly unknown[]): boolean =>
  actions.length === 1 && actions[0] === 'record'

/** The feature of a transition that a table cannot represent; null if there is none. */
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

/**
 * What is wrong with the initial state of a state; null if nothing is wrong. This check is needed
 * because XState looks for the initial state only when it enters the outer state.
 */
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

/** The feature of a state that a table cannot represent; null if there is none. */
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

/** The first feature of a chart that a table cannot represent; null if there is none. */
export const oddIn = (machine: Charted<never>): Unsupported | null => {
  for (const node of nodesIn(machine.chart.root)) {
    const because = oddState(machine, node)
    if (because !== null) return refused(node.id, because)
  }
  return null
}
