/** A chart as a graph of states and edges, and the path that a stream took through it. */
import type { AnyStateNode } from 'xstate'
import type { Terms } from '../../contract/definition.ts'
import type { Machine } from '../../contract/machine-record.ts'
import type { Occurrence } from '../../contract/occurrence.ts'
import { REPORTED } from '../../contract/refusal.ts'
import { isContinued, ranIn, type State } from '../../contract/state.ts'
import type { Folding } from '../../fold/fold.ts'
import type { EnabledTransition, Position } from '../../run/chart-run.ts'
import { activeIn, leavesIn, nodesIn, type Transition, transitionsOf } from './chart.ts'
import { paths } from './path.ts'

/**
 * The transitions from one state to another: either those that commands can take, or those for
 * reports only.
 */
export interface Edge {
  readonly key: string
  readonly from: AnyStateNode
  readonly to: AnyStateNode
  readonly transitions: readonly Transition[]
  readonly isReported: boolean
}

/** Whether a transition is for reports only: no command can take it. */
const isForReports = ({ all = [] }: Terms): boolean => all.includes(REPORTED)

const keyOf = (from: string, to: string, terms: Terms): string =>
  `${from} ${to}${isForReports(terms) ? ' reported' : ''}`

/** Whether a state equals another state or is within it. */
export const isWithin = (outer: AnyStateNode, node: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(outer, node.parent))

/**
 * The states where an edge starts. If the edge leads to a state inside its own state, these are the
 * other innermost states of its own state.
 */
const beginnings = (from: AnyStateNode, to: AnyStateNode): readonly AnyStateNode[] =>
  from !== to && isWithin(from, to) ? leavesIn(from).filter((leaf) => !isWithin(to, leaf)) : [from]

/** Returns the edges between states, in the chart's order. */
export const edgesIn = (root: AnyStateNode): readonly Edge[] => {
  const found = new Map<string, Edge & { readonly transitions: Transition[] }>()
  for (const transition of nodesIn(root).flatMap(transitionsOf)) {
    for (const to of transition.targets) {
      for (const from of beginnings(transition.from, to)) {
        const key = keyOf(from.id, to.id, transition.terms)
        const isReported = isForReports(transition.terms)
        const edge = found.get(key) ?? { key, from, to, transitions: [], isReported }
        edge.transitions.push(transition)
        found.set(key, edge)
      }
    }
  }
  return [...found.values()]
}

/**
 * Returns the states that a chart can enter at their initial state. Transitions enter every other
 * state only through a named inner state.
 */
export const begunIn = (root: AnyStateNode): ReadonlySet<AnyStateNode> => {
  const begun = new Set([
    root,
    ...nodesIn(root)
      .flatMap(transitionsOf)
      .flatMap(({ targets }) => targets),
  ])
  for (const node of begun) {
    const inner = node.type === 'parallel' ? Object.values(node.states) : node.initial.target
    for (const each of inner ?? []) begun.add(each)
  }
  return begun
}

/** Returns the transitions that do not leave a state. */
export const staysIn = (node: AnyStateNode): readonly Transition[] =>
  transitionsOf(node).filter(({ targets }) => targets.length === 0)

/** A path through a chart: the visited states, the current ones, and the steps along each edge. */
export interface Marks {
  readonly visited: ReadonlySet<AnyStateNode>
  readonly current: ReadonlySet<AnyStateNode>
  readonly taken: ReadonlyMap<string, readonly number[]>
}

/** Returns the keys of the edges of a transition that was taken from these innermost states. */
const edgesOf = (
  byId: ReadonlyMap<string, AnyStateNode>,
  active: readonly AnyStateNode[],
  { from, to, terms }: EnabledTransition,
): readonly string[] =>
  to.flatMap((id) => {
    const [source, target] = [byId.get(from), byId.get(id)]
    if (source === undefined || target === undefined) return []
    const begun = beginnings(source, target)
    return begun
      .filter((node) => node === source || active.includes(node))
      .map((node) => keyOf(node.id, id, terms))
  })

/**
 * The last result. If the next state continues the last state, only the new occurrences have to
 * run.
 */
interface Last<C> {
  readonly ran: readonly Occurrence[]
  readonly position: Position<C>
  readonly step: number
  readonly marks: Marks
}

/** Prepares to mark a stream's path through its chart; steps count from 1. */
export const marking = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
) => {
  const { start, follow } = paths(machine, folding)
  const { root } = machine.chart
  const byId = new Map(nodesIn(root).map((node) => [node.id, node]))
  const nodesAt = ({ value }: Position<C>) => activeIn(root, value)
  const begun = new Set(nodesAt(start))
  const nowhere: Last<C> = {
    ran: [],
    position: start,
    step: 0,
    marks: { visited: begun, current: begun, taken: new Map() },
  }
  let last = nowhere

  return (state: State<C, S, N>): Marks => {
    const ran = ranIn(state)
    const known = state.now === null && isContinued(last.ran, ran) ? last : nowhere
    const visited = new Set(known.marks.visited)
    const taken = new Map(known.marks.taken)
    let { position, step } = known
    for (const { transitions, before, after } of follow(state, {
      count: known.ran.length,
      position,
    })) {
      step += 1
      position = after
      for (const node of nodesAt(after)) visited.add(node)
      for (const key of transitions.flatMap((transition) =>
        edgesOf(byId, nodesAt(before), transition),
      )) {
        taken.set(key, [...(taken.get(key) ?? []), step])
      }
    }
    const marks = { visited, current: new Set(nodesAt(position)), taken }
    if (state.now === null) last = { ran, position, step, marks }
    return marks
  }
}
