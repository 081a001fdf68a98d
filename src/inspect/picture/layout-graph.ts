/** A chart as a graph for a layout engine, and the layout that the engine's result leads to. */
import type { AnyStateNode } from 'xstate'
import type { ChartLayout, Rectangle } from '../../contract/chart-layout.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import { wordsIn } from '../../contract/machine-words.ts'
import { fingerprint } from '../../fold/fingerprint.ts'
import { nodesIn } from '../../run/compile.ts'
import { canonicalText, type Json } from '../../words/data/canonical.ts'
import { greatest } from '../../words/data/lists.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { hash } from '../../words/hash/hash.ts'
import { pathIn, type Transition } from './chart.ts'
import { begunIn, type Edge, edgesIn } from './graph.ts'
import { widthOf } from './letter-widths.ts'

/** The size of all text in a chart, and the height of its lines. */
export const SIZE = 12
const STEP = 15

interface ElkBox {
  width?: number
  height?: number
  x?: number
  y?: number
}

/** A graph in the JSON form of the Eclipse Layout Kernel. @spec sources#elk */
export interface ElkGraph extends ElkBox {
  id: string
  layoutOptions?: Record<string, string>
  children?: ElkGraph[]
  edges?: ElkEdge[]
}

type ElkPoint = Required<Pick<ElkBox, 'x' | 'y'>>

/** An edge; after the layout it has the points of its line. */
interface ElkEdge {
  id: string
  sources: string[]
  targets: string[]
  labels?: (ElkBox & { text?: string })[]
  sections?: { id: string; startPoint: ElkPoint; endPoint: ElkPoint; bendPoints?: ElkPoint[] }[]
}

/** The text of a label that only keeps room: an engine leaves out one without any. */
const NO_WORDS = '·'

/** How a layout engine is to draw a chart: from top to bottom, with right-angled lines. */
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.compaction.postCompaction.strategy': 'EDGE_LENGTH',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_DOWN',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.thoroughness': '100',
  'elk.randomSeed': '1',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.nodeNode': '20',
}

/** How much wider the name of a current state is. */
const BOLD = 1.08

/** A line from state to state, or from a box around states, and the edges and events that it stands for. */
interface DrawnLine {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly keys: readonly string[]
  readonly isReported: boolean
  readonly types: readonly string[]
  /** The words of the line in any chart, and those that a path may put there. */
  readonly words: string
  readonly texts: readonly string[]
}

/** A line of a chart where its layout draws it; words are written in its room. */
export interface ChartLine extends DrawnLine {
  readonly points: string
  readonly room: Rectangle | null
}

/** States beside one another that share lines, and the targets of these. */
interface SharedLines {
  readonly id: string
  readonly members: readonly AnyStateNode[]
  readonly targets: readonly AnyStateNode[]
}

/** A line's words: the condition if that chooses the target, else the event, unless the target says it. */
const sayingLines = (machine: Pick<AnyMachine, 'words'>) => {
  const said = wordsIn(machine)
  const wordOf = ({ type, terms: { when } }: Transition): string =>
    when === undefined ? said('events', type) : said('conditions', when)
  const isQuiet = (each: Transition, to: AnyStateNode): boolean =>
    wordOf(each) === said('states', pathIn(to))
  const lineOf = (from: string, edge: Edge, all: readonly Transition[]): DrawnLine => {
    const { to, key, isReported } = edge
    const others = [...new Set(all.filter((each) => !isQuiet(each, to)).map(wordOf))]
    const isSome = others.length > 0 && all.some((each) => isQuiet(each, to))
    const types = [...new Set(all.map(({ type }) => type))]
    const words = isReported ? '' : `${isSome ? 'or ' : ''}${others.join(', ')}`
    const path = pathIn(to)
    const target = said('states', path)
    const events = types.map((type) => said('events', type)).filter((word) => word !== target)
    const id = [from, path, ...types].join(' ')
    const keys = [key]
    return { id, from, to: path, keys, isReported, types, words, texts: [words, ...events] }
  }
  return { isQuiet, lineOf }
}

type SayingLines = ReturnType<typeof sayingLines>

/** Finds the states of a region whose shared lines save the most, if any save two. */
const sharedIn = (parent: AnyStateNode, edges: readonly Edge[], { isQuiet }: SayingLines) => {
  const leaves = Object.values(parent.states).filter(
    ({ states }) => Object.keys(states).length === 0,
  )
  const targetsOf = (node: AnyStateNode): readonly AnyStateNode[] =>
    edges.flatMap(({ from, to, isReported, transitions }) =>
      from === node && !isReported && transitions.some((each) => isQuiet(each, to)) ? to : [],
    )
  const all = new Map(leaves.map((node) => [node, targetsOf(node)]))
  const candidates = leaves.flatMap((one) =>
    leaves.map((other): SharedLines => {
      const targets = (all.get(one) ?? []).filter((to) => all.get(other)?.includes(to) === true)
      const members = leaves.filter((node) => targets.every((to) => all.get(node)?.includes(to)))
      return { id: `${pathIn(parent)} shared`.trim(), members, targets }
    }),
  )
  const saves = ({ members, targets }: SharedLines): number => (members.length - 1) * targets.length
  return candidates.reduce<SharedLines | null>(
    (best, each) => (saves(each) > (best === null ? 1 : saves(best)) ? each : best),
    null,
  )
}

/** The lines of a chart: edges, of which those that states share begin at the box around these. */
const linesIn = (edges: readonly Edge[], groups: readonly SharedLines[], say: SayingLines) => {
  const lines = edges.flatMap((edge) => {
    const { from, to, transitions, isReported } = edge
    const group = groups.find((each) => each.members.includes(from) && each.targets.includes(to))
    if (group === undefined || isReported) return [say.lineOf(pathIn(from), edge, transitions)]
    const quiet = transitions.filter((each) => say.isQuiet(each, to))
    const others = transitions.filter((each) => !quiet.includes(each))
    const shared = say.lineOf(group.id, edge, quiet)
    return others.length === 0 ? [shared] : [shared, say.lineOf(pathIn(from), edge, others)]
  })
  const byId = new Map<string, DrawnLine>()
  for (const line of lines) {
    const keys = [...(byId.get(line.id)?.keys ?? []), ...line.keys]
    byId.set(line.id, { ...line, keys })
  }
  return [...byId.values()]
}

/** The dot of a state in which the chart may begin, and the line from it to the initial state. */
const beginOf = (node: AnyStateNode): readonly DrawnLine[] => {
  const id = `${pathIn(node)} begin`.trim()
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : []
  const silent = { keys: [], isReported: false, types: [], words: '', texts: [''] }
  return initial === undefined ? [] : [{ id, from: id, to: pathIn(initial), ...silent }]
}

const drawnIn = (machine: AnyMachine) => {
  const { root } = machine.chart
  const [edges, say] = [edgesIn(root), sayingLines(machine)]
  const groups = nodesIn(root).flatMap((node) => sharedIn(node, edges, say) ?? [])
  const begins = new Map([...begunIn(root)].map((node) => [node, beginOf(node)]))
  return {
    root,
    groups,
    begins,
    lines: [...linesIn(edges, groups, say), ...[...begins.values()].flat()],
  }
}

const edgeOf = ({ id, from, to, words, texts }: DrawnLine): ElkEdge => {
  const width = Math.ceil(greatest(texts.map((text) => widthOf(text, SIZE))) ?? 0)
  const text = words === '' ? NO_WORDS : words
  const labels = width === 0 ? [] : [{ text, width: width + 6, height: STEP }]
  return { id, sources: [from], targets: [to], labels }
}

/** The graph of a machine's chart, for a layout engine. */
export const layoutGraph = (machine: AnyMachine): ElkGraph => {
  const { root, groups, begins, lines } = drawnIn(machine)
  const said = wordsIn(machine)
  const nodeOf = (node: AnyStateNode): ElkGraph => {
    const id = pathIn(node)
    const width = Math.ceil(widthOf(said('states', id), SIZE) * BOLD)
    const children = Object.values(node.states)
    if (children.length === 0) return { id, width: width + 24, height: 32 }
    const group = groups.find(({ members }) => members.some(({ parent }) => parent === node))
    const isShared = (child: AnyStateNode): boolean => group?.members.includes(child) === true
    const inner = children.filter((child) => !isShared(child)).map(nodeOf)
    if (group !== undefined) {
      const layoutOptions = { 'elk.padding': '[top=12,left=12,bottom=12,right=12]' }
      inner.push({ id: group.id, children: children.filter(isShared).map(nodeOf), layoutOptions })
    }
    const dots = (begins.get(node) ?? []).map(({ from }) => ({ id: from, width: 8, height: 8 }))
    const layoutOptions = {
      'elk.padding': '[top=34,left=16,bottom=16,right=16]',
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width + 32},40)`,
    }
    return { id, children: [...dots, ...inner], layoutOptions }
  }
  const { children = [] } = nodeOf(root)
  return { id: 'chart', layoutOptions: OPTIONS, children, edges: lines.map(edgeOf) }
}

/** The fingerprint of a layout: that of its machine, and of all that is laid out. */
export const layoutFingerprint = (machine: AnyMachine): string =>
  hash(canonicalText([fingerprint(machine), layoutGraph(machine) as unknown as Json]))

const rounded = (value = 0): number => Math.round(value * 2) / 2

const rectangle = ({ x, y, width, height }: ElkBox): Rectangle => [
  rounded(x),
  rounded(y),
  rounded(width),
  rounded(height),
]

const pointsOf = ({ sections = [] }: ElkEdge): string =>
  sections
    .flatMap((all) => [all.startPoint, ...(all.bendPoints ?? []), all.endPoint])
    .map(({ x, y }) => `${rounded(x)} ${rounded(y)}`)
    .join(' ')

/** Reads the layout of a machine's chart from the graph that a layout engine returned. */
export const readLayout = (machine: AnyMachine, laid: ElkGraph): ChartLayout => {
  const boxes: Record<string, Rectangle> = {}
  const gather = (node: ElkGraph): void => {
    boxes[node.id] = rectangle(node)
    for (const child of node.children ?? []) gather(child)
  }
  for (const child of laid.children ?? []) gather(child)
  const edges = laid.edges ?? []
  return {
    fingerprint: layoutFingerprint(machine),
    ...{ width: Math.ceil(laid.width ?? 0), height: Math.ceil(laid.height ?? 0), boxes },
    lines: Object.fromEntries(edges.map((edge) => [edge.id, pointsOf(edge)])),
    rooms: Object.fromEntries(
      edges.flatMap(({ id, labels = [] }) => labels.map((label) => [id, rectangle(label)])),
    ),
  }
}

/** The lines of a machine's chart, where its layout has them. */
export const linesOf = (machine: AnyMachine, { lines, rooms }: ChartLayout): readonly ChartLine[] =>
  drawnIn(machine).lines.flatMap((line) => {
    const points = ownAt(lines, line.id)
    return points === undefined ? [] : [{ ...line, points, room: ownAt(rooms, line.id) ?? null }]
  })
