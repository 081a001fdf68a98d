/** A chart as a graph: what leads from one state to another, and the way that a stream took through it. */
import type { AnyStateNode } from 'xstate'
import type { Folding } from '../fold/fold.ts'
import type { Machine, Terms } from '../fold/machine.ts'
import type { Occurrence } from '../fold/occurrence.ts'
import type { Opened, Position } from '../fold/run.ts'
import { isContinued, ranIn, type State } from '../fold/state.ts'
import { type Arrow, activeIn, arrowsOf, leavesIn, nodesIn } from './chart.ts'
import { trails } from './trail.ts'

/** The arrows from one state to another: those that wishes may take, or those for reports alone. */
export interface Edge {
  readonly key: string
  readonly from: AnyStateNode
  readonly to: AnyStateNode
  readonly arrows: readonly Arrow[]
  readonly isReported: boolean
}

/** The one rule that no wish can keep: what must come before is missing. */
const REPORTED = 'missingPredecessor'

/** Whether no wish may ever take an arrow. */
const isForReports = ({ all = [] }: Terms): boolean => all.includes(REPORTED)

const keyOf = (from: string, to: string, terms: Terms): string =>
  `${from} ${to}${isForReports(terms) ? ' reported' : ''}`

/** Whether a state is another, or within it. */
export const isWithin = (outer: AnyStateNode, node: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(outer, node.parent))

/** Where an arrow begins to be seen: a state's arrow to one within it begins at the others within. */
const beginnings = (from: AnyStateNode, to: AnyStateNode): readonly AnyStateNode[] =>
  from !== to && isWithin(from, to) ? leavesIn(from).filter((leaf) => !isWithin(to, leaf)) : [from]

/** What leads from state to state, in the order in which the chart names it. */
export const edgesIn = (root: AnyStateNode): readonly Edge[] => {
  const found = new Map<string, Edge & { readonly arrows: Arrow[] }>()
  for (const arrow of nodesIn(root).flatMap(arrowsOf)) {
    for (const to of arrow.targets) {
      for (const from of beginnings(arrow.from, to)) {
        const key = keyOf(from.id, to.id, arrow.terms)
        const isReported = isForReports(arrow.terms)
        const edge = found.get(key) ?? { key, from, to, arrows: [], isReported }
        edge.arrows.push(arrow)
        found.set(key, edge)
      }
    }
  }
  return [...found.values()]
}

/** The states within which a chart goes on at their first: not those that arrows lead into by name alone. */
export const begunIn = (root: AnyStateNode): ReadonlySet<AnyStateNode> => {
  const begun = new Set([
    root,
    ...nodesIn(root)
      .flatMap(arrowsOf)
      .flatMap(({ targets }) => targets),
  ])
  for (const node of begun) {
    const inner = node.type === 'parallel' ? Object.values(node.states) : node.initial.target
    for (const each of inner ?? []) begun.add(each)
  }
  return begun
}

/** What a state takes and stays as it is. */
export const staysIn = (node: AnyStateNode): readonly Arrow[] =>
  arrowsOf(node).filter(({ targets }) => targets.length === 0)

/** A way through a chart: the states it came by, where it ended, and its steps along each edge. */
export interface Marks {
  readonly visited: ReadonlySet<AnyStateNode>
  readonly current: ReadonlySet<AnyStateNode>
  readonly taken: ReadonlyMap<string, readonly number[]>
}

/** The edges of arrows that were taken from some innermost states. */
const edgesOf = (
  byId: ReadonlyMap<string, AnyStateNode>,
  active: readonly AnyStateNode[],
  { from, to, terms }: Opened,
): readonly string[] =>
  to.flatMap((id) => {
    const [source, target] = [byId.get(from), byId.get(id)]
    if (source === undefined || target === undefined) return []
    const begun = beginnings(source, target)
    return begun
      .filter((node) => node === source || active.includes(node))
      .map((node) => keyOf(node.id, id, terms))
  })

/** What was marked last: of a state that goes on from there, only what is new is walked. */
interface Last<C> {
  readonly ran: readonly Occurrence[]
  readonly stand: Position<C>
  readonly step: number
  readonly marks: Marks
}

/** Marks the way of a state through its chart; the steps count from 1. */
export const marking = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
) => {
  const { start, walk } = trails(machine, folding)
  const { root } = machine.chart
  const byId = new Map(nodesIn(root).map((node) => [node.id, node]))
  const nodesAt = ({ value }: Position<C>) => activeIn(root, value)
  const begun = new Set(nodesAt(start))
  const nowhere: Last<C> = {
    ran: [],
    stand: start,
    step: 0,
    marks: { visited: begun, current: begun, taken: new Map() },
  }
  let last = nowhere

  return (state: State<C, S, N>): Marks => {
    const ran = ranIn(state)
    const known = state.now === null && isContinued(last.ran, ran) ? last : nowhere
    const visited = new Set(known.marks.visited)
    const taken = new Map(known.marks.taken)
    let { stand, step } = known
    for (const { arrows, before, after } of walk(state, { count: known.ran.length, stand })) {
      step += 1
      stand = after
      for (const node of nodesAt(after)) visited.add(node)
      for (const key of arrows.flatMap((arrow) => edgesOf(byId, nodesAt(before), arrow))) {
        taken.set(key, [...(taken.get(key) ?? []), step])
      }
    }
    const marks = { visited, current: new Set(nodesAt(stand)), taken }
    if (state.now === null) last = { ran, stand, step, marks }
    return marks
  }
}
