/** A chart as a Mermaid diagram, and the way that a stream took through it. */
import type { AnyStateNode } from 'xstate'
import type { Folding } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { type Arrow, inWords, namesIn } from './chart.ts'
import { begunIn, type Edge, edgesIn, type Marks, marking, staysIn } from './graph.ts'

const NO_MARKS: Marks = { visited: new Set(), current: new Set(), taken: new Map() }

/** A name that Mermaid takes: letters, digits, underscores. */
const idOf = ({ path }: AnyStateNode): string => path.join('_').replace(/\W/g, '_') || 'chart'

/** Words without what Mermaid reads as more than a letter. */
const plain = (words: string): string => words.replace(/[;:]/g, ',').replace(/["#<>{}\s]+/g, ' ')

const said = ({ type, terms }: Arrow): string => plain(`${type} ${inWords(terms)}`).trim()

/** What stands on an edge: the steps that were taken along it, then its arrows. */
const labelOf = ({ arrows, key }: Edge, { taken }: Marks): string => {
  const steps = taken.get(key) ?? []
  return [...(steps.length === 0 ? [] : [`step ${steps.join(', ')}`]), ...arrows.map(said)].join(
    '<br>',
  )
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)

/** Where an edge is drawn: inside the state around both ends, or outside of all where they have not the same. */
const homeOf = ({ from, to }: Edge, root: AnyStateNode): AnyStateNode =>
  from.parent !== undefined && from.parent === to.parent ? from.parent : root

/** What is said beside a state: what it takes and stays as it is, and what only reports may do. */
const noteOf = (
  node: AnyStateNode,
  names: ReadonlyMap<AnyStateNode, string>,
  edges: readonly Edge[],
) => {
  const reported = edges
    .filter(({ from }) => from === node)
    .map(({ to, arrows }) =>
      plain(`${arrows.map(({ type }) => type).join(', ')} → ${names.get(to)}`),
    )
  const stays = staysIn(node).map(said)
  return [
    ...(stays.length === 0 ? [] : ['stays on', ...stays]),
    ...(reported.length === 0 ? [] : ['only where reported', ...reported]),
  ]
}

/**
 * Draws a machine's chart for Mermaid; given a state, with the way it took: the steps along the edges, the
 * states that it came by, and where it is. What only reports may do, and what leaves a state as it is,
 * stands beside the state. @spec design, 11 Seen
 */
export const diagram = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N> | null = null,
  folding: Folding = {},
): string => {
  const { root } = machine.chart
  const names = namesIn(root)
  const marks = state === null ? NO_MARKS : marking(machine, folding)(state)
  const [edges, begun] = [edgesIn(root), begunIn(root)]
  const isDrawn = ({ key, isReported: isRare }: Edge): boolean => !isRare || marks.taken.has(key)
  const drawn = edges.filter(isDrawn)
  const rare = edges.filter((edge) => !isDrawn(edge))

  const within = (node: AnyStateNode): readonly string[] => {
    const children = Object.values(node.states)
    const separator = node.type === 'parallel' ? ['--'] : []
    const states = children.flatMap((child, index) => [
      ...(index > 0 ? separator : []),
      ...stateLines(child),
    ])
    const [initial] = node.type === 'compound' && begun.has(node) ? node.initial.target : []
    const begin = initial === undefined ? [] : [`[*] --> ${idOf(initial)}`]
    const own = drawn.filter((edge) => homeOf(edge, root) === node)
    return [
      ...begin,
      ...states,
      ...own.map((edge) => `${idOf(edge.from)} --> ${idOf(edge.to)} : ${labelOf(edge, marks)}`),
    ]
  }

  const stateLines = (node: AnyStateNode): readonly string[] => {
    const named = `state "${plain(node.key)}" as ${idOf(node)}`
    const inner = within(node)
    const note = noteOf(node, names, rare)
    return [
      ...(Object.keys(node.states).length === 0
        ? [named]
        : [`${named} {`, ...indented(inner), '}']),
      ...(note.length === 0 ? [] : [`note right of ${idOf(node)}`, ...indented(note), 'end note']),
    ]
  }

  const marked = (kind: 'visited' | 'current'): readonly string[] => {
    const ids = [...marks[kind]]
      .filter((node) => kind === 'current' || !marks.current.has(node))
      .map(idOf)
    return ids.length === 0 ? [] : [`class ${ids.join(',')} ${kind}`]
  }

  const classes =
    state === null
      ? []
      : [
          'classDef visited stroke-width:3px',
          'classDef current stroke-width:5px,font-weight:bold',
          ...marked('visited'),
          ...marked('current'),
        ]
  const body = root.type === 'parallel' ? stateLines(root) : within(root)
  return ['stateDiagram-v2', ...indented([...body, ...classes])].join('\n')
}
