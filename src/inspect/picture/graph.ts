/** A chart as a graph of states and edges, and the path that a stream took through it. */
import type { AnyStateNode } from 'xstate'
import type { Terms } from '../../contract/definition.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import { REPORTED } from '../../contract/refusal.ts'
import type { EnabledTransition } from '../../run/chart-run.ts'
import { nodesIn } from '../../run/compile.ts'
import { activeIn } from '../../story/headline.ts'
import { addTo } from '../../words/data/lists.ts'
import { leavesIn, type Transition, transitionsOf } from './chart.ts'
import type { ChartPath } from './path.ts'

/** The transitions between two states that commands can take, or those for reports only. */
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

const isWithin = (outer: AnyStateNode, node: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(outer, node.parent))

/** The states where an edge starts: of one into its own state, the other leaves of that state. */
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

/** The states that a chart enters at their initial state: others only through a named inner state. */
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

interface EdgeStep {
  readonly step: number
  readonly type: string
}

/** A path through a chart: the visited states, the current ones, and the steps along each edge. */
export interface Marks {
  readonly visited: ReadonlySet<AnyStateNode>
  readonly current: ReadonlySet<AnyStateNode>
  readonly taken: ReadonlyMap<string, readonly EdgeStep[]>
}

/** The marks of no path. */
export const NO_MARKS: Marks = { visited: new Set(), current: new Set(), taken: new Map() }

const edgesOf = (
  byId: ReadonlyMap<string, AnyStateNode>,
  active: readonly AnyStateNode[],
  { from, to, terms }: EnabledTransition,
): readonly string[] =>
  to.flatMap((id) => {
    const [source, target] = [byId.get(from), byId.get(id)]
    if (source === undefined || target === undefined) return []
    return beginnings(source, target)
      .filter((node) => node === source || active.includes(node))
      .map((node) => keyOf(node.id, id, terms))
  })

/** Marks a stream's path through its chart. */
export const marked = (
  { chart: { root } }: Pick<AnyMachine, 'chart'>,
  { start, steps }: ChartPath,
): Marks => {
  const byId = new Map(nodesIn(root).map((node) => [node.id, node]))
  let current = activeIn(root, start.value)
  const visited = new Set(current)
  const taken = new Map<string, EdgeStep[]>()
  let step = 0
  for (const { event, transitions, before, after } of steps) {
    step += 1
    const active = activeIn(root, before)
    current = activeIn(root, after.value)
    for (const node of current) visited.add(node)
    for (const key of transitions.flatMap((each) => edgesOf(byId, active, each))) {
      addTo(taken, key, { step, type: event.type })
    }
  }
  return { visited, current: new Set(current), taken }
}
