/** Draws a chart as a Mermaid diagram, with the path that a stream took through it. */
import type { AnyStateNode } from 'xstate'
import type { AnyMachine, Machine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { Folding } from '../../fold/fold.ts'
import { nodesIn } from '../../run/compile.ts'
import { inWords, namesIn, type Transition, transitionsOf } from './chart.ts'
import { begunIn, type Edge, edgesIn, type Marks, marked, NO_MARKS } from './graph.ts'
import { pathOf } from './path.ts'

/** An id for each state that Mermaid accepts (letters, digits, underscores), and that no other state has. */
const idsIn = (root: AnyStateNode): ReadonlyMap<AnyStateNode, string> => {
  const owners = new Map<string, AnyStateNode>()
  for (const node of nodesIn(root)) {
    // no word of Mermaid's own begins so
    const plainId = `s_${node.path.join('_').replace(/\W/g, '_') || 'chart'}`
    let id = plainId
    for (let next = 2; owners.has(id); next += 1) id = `${plainId}_${next}`
    owners.set(id, node)
  }
  return new Map([...owners].map(([id, node]) => [node, id]))
}

/** Removes the characters that have a special meaning in Mermaid. */
const plain = (words: string): string => words.replace(/[;:]/g, ',').replace(/["#<>{}\s]+/g, ' ')

const said = ({ type, terms }: Transition): string => plain(`${type} ${inWords(terms)}`).trim()

const labelOf = ({ transitions, key }: Edge, { taken }: Marks): string => {
  const steps = (taken.get(key) ?? []).map(({ step }) => step)
  return [
    ...(steps.length === 0 ? [] : [`step ${steps.join(', ')}`]),
    ...transitions.map(said),
  ].join('<br>')
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)

/** The state in which an edge is drawn: the common parent of both ends, otherwise the root. */
const homeOf = ({ from, to }: Edge, root: AnyStateNode): AnyStateNode =>
  from.parent !== undefined && from.parent === to.parent ? from.parent : root

const noteOf = (
  node: AnyStateNode,
  names: ReadonlyMap<AnyStateNode, string>,
  edges: readonly Edge[],
) => {
  const reported = edges
    .filter(({ from }) => from === node)
    .map(({ to, transitions }) =>
      plain(`${transitions.map(({ type }) => type).join(', ')} → ${names.get(to)}`),
    )
  const stays = transitionsOf(node)
    .filter(({ targets }) => targets.length === 0)
    .map(said)
  return [
    ...(stays.length === 0 ? [] : ['stays on', ...stays]),
    ...(reported.length === 0 ? [] : ['only if reported', ...reported]),
  ]
}

/** What to draw of a chart: the edges to draw, and those to mention only in notes. */
interface Drawing {
  readonly root: AnyStateNode
  readonly ids: ReadonlyMap<AnyStateNode, string>
  readonly names: ReadonlyMap<AnyStateNode, string>
  readonly begun: ReadonlySet<AnyStateNode>
  readonly drawn: readonly Edge[]
  readonly noted: readonly Edge[]
  readonly marks: Marks
}

const linesWithin = (drawing: Drawing, node: AnyStateNode): readonly string[] => {
  const { root, ids, begun, drawn, marks } = drawing
  const children = Object.values(node.states)
  const divider = node.type === 'parallel' ? ['--'] : []
  const states = children.flatMap((child, index) => [
    ...(index > 0 ? divider : []),
    ...stateLines(drawing, child),
  ])
  const [initial] = node.type === 'compound' && begun.has(node) ? node.initial.target : []
  const begin = initial === undefined ? [] : [`[*] --> ${ids.get(initial)}`]
  const own = drawn.filter((edge) => homeOf(edge, root) === node)
  return [
    ...begin,
    ...states,
    ...own.map((edge) => `${ids.get(edge.from)} --> ${ids.get(edge.to)} : ${labelOf(edge, marks)}`),
  ]
}

const stateLines = (drawing: Drawing, node: AnyStateNode): readonly string[] => {
  const id = drawing.ids.get(node)
  const named = `state "${plain(node.key)}" as ${id}`
  const inner = linesWithin(drawing, node)
  const note = noteOf(node, drawing.names, drawing.noted)
  return [
    ...(Object.keys(node.states).length === 0 ? [named] : [`${named} {`, ...indented(inner), '}']),
    ...(note.length === 0 ? [] : [`note right of ${id}`, ...indented(note), 'end note']),
  ]
}

const classLines = ({ ids, marks: { visited, current } }: Drawing): readonly string[] => {
  const classed = (kind: string, nodes: readonly AnyStateNode[]): readonly string[] =>
    nodes.length === 0 ? [] : [`class ${nodes.map((node) => ids.get(node)).join(',')} ${kind}`]
  const past = [...visited].filter((node) => !current.has(node))
  return [
    'classDef visited stroke-width:3px',
    'classDef current stroke-width:5px,font-weight:bold',
    ...classed('visited', past),
    ...classed('current', [...current]),
  ]
}

/**
 * Draws a machine's chart for Mermaid. Given a stream's state, also marks its path: the steps along
 * the edges, the visited states and the current ones. Notes next to a state list the transitions
 * that only reports can take and the events that leave the state unchanged. @spec decisions#21
 */
export const diagram = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N> | null = null,
  folding: Folding = {},
): string => {
  const own = machine as unknown as AnyMachine
  const { root } = own.chart
  const marks =
    state === null ? NO_MARKS : marked(own, pathOf(own, state as unknown as State, folding))
  const edges = edgesIn(root)
  const isDrawn = ({ key, isReported }: Edge): boolean => !isReported || marks.taken.has(key)
  const drawing: Drawing = {
    root,
    ids: idsIn(root),
    names: namesIn(root),
    begun: begunIn(root),
    drawn: edges.filter(isDrawn),
    noted: edges.filter((edge) => !isDrawn(edge)),
    marks,
  }
  const body = root.type === 'parallel' ? stateLines(drawing, root) : linesWithin(drawing, root)
  const classes = state === null ? [] : classLines(drawing)
  return ['stateDiagram-v2', ...indented([...body, ...classes])].join('\n')
}
