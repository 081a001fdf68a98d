/** The shape of charts that a table holds, and what stands in the way of the others. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { type Charted, termsOf } from './rules.ts'

/** A chart has something that no table holds. */
export interface Unsupported {
  readonly error: 'Unsupported'
  /** The id of the state. */
  readonly state: string
  readonly because: string
}

/** Says of a state what no table holds. */
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
  type !== '' && !type.includes('*') && !type.startsWith('xstate.')

const isRules = (guard: unknown): boolean =>
  guard === undefined ||
  (typeof guard === 'object' &&
    guard !== null &&
    'type' in guard &&
    guard.type === 'rules' &&
    !('params' in guard && typeof guard.params === 'function'))

const isRecord = (actions: readonly unknown[]): boolean =>
  actions.length === 1 && actions[0] === 'record'

/** What a transition has that no table holds. */
const oddTransition = (
  { book }: Charted<never>,
  { eventType, guard, actions }: AnyTransitionDefinition,
): string | null => {
  const { all = [], wish = [], when } = termsOf(guard)
  const missing = [...all, ...wish].find((name) => !Object.hasOwn(book.rules, name))
  if (!isFixed(eventType)) return `hears ${eventType === '' ? 'no event' : eventType}`
  if (!isRules(guard)) return `guards ${eventType} by something other than rules`
  if (!isRecord(actions)) return `does something other than record ${eventType}, once`
  if (missing !== undefined) return `names ${missing}, which is no rule`
  if (when === undefined || Object.hasOwn(book.conditions, when)) return null
  return `names ${when}, which is no condition`
}

/** What is odd about where a state begins. XState looks for that state only once it is entered. */
const oddBeginning = (node: AnyStateNode): string | null => {
  const { initial, states = {} } = node.config
  const target = typeof initial === 'object' ? initial.target : initial
  const lost = Object.keys(states).find((key) => !Object.hasOwn(node.states, key))
  if (lost !== undefined) return `loses its state ${lost}`
  if (target === undefined) return null
  if (!Object.hasOwn(node.states, target)) return `begins in ${target}, which is no state of it`
  return node.initial.actions.length > 0 ? 'does something as it begins' : null
}

/** What a state has that no table holds. */
const oddState = (machine: Charted<never>, node: AnyStateNode): string | null => {
  if (node.type === 'final' || node.type === 'history') return `is of type ${node.type}`
  if (node.entry.length > 0) return 'does something when entered'
  if (node.exit.length > 0) return 'does something when left'
  if (node.invoke.length > 0) return 'invokes something'
  if ((node.always ?? []).length > 0) return 'moves on by itself'
  const transitions = [...node.transitions.values()].flat()
  const odd = transitions.map((each) => oddTransition(machine, each)).find((each) => each !== null)
  return odd ?? oddBeginning(node)
}

/** The first thing in a chart that no table holds; null: there is none. */
export const oddIn = (machine: Charted<never>): Unsupported | null => {
  for (const node of nodesIn(machine.chart.root)) {
    const because = oddState(machine, node)
    if (because !== null) return refused(node.id, because)
  }
  return null
}
