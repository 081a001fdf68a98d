/** Computes the positions of a chart's parts; Dagre ranks the states and bends the lines. */
import { Graph, layout as place } from '@dagrejs/dagre'
import type { AnyStateNode } from 'xstate'
import {
  type Box,
  DOT,
  joined,
  type Layout,
  type Line,
  leaf,
  type Point,
  type StateLayout,
  shifted,
  stacked,
  withFrame,
  wordCorners,
  wordsOf,
  wordsSize,
} from './boxes.ts'
import { begunIn, type Edge, edgesIn, isWithin } from './graph.ts'
import { round } from './line-route.ts'

/** The name of the node for the dot at a region's start. */
const BEGIN = ' begin'

/** Returns the direct child of `outer` that is or contains a state; null if there is none. */
const childTowards = (outer: AnyStateNode, node: AnyStateNode): AnyStateNode | null => {
  if (node.parent === undefined) return null
  return node.parent === outer ? node : childTowards(outer, node.parent)
}

/** Returns the point where the line from a box's centre to a point leaves the box. */
const borderOf = ({ x, y, width, height }: Box, towards: Point): Point => {
  const [dx, dy] = [towards.x - x, towards.y - y]
  const scale = Math.min(width / 2 / Math.abs(dx), height / 2 / Math.abs(dy), 1)
  return { x: x + dx * scale, y: y + dy * scale }
}

/**
 * Extends both ends of a line to the states that it connects, if these lie within the boxes at
 * which the line ends. The extension goes around the boxes in between.
 */
const reaching = (boxes: readonly Box[], { from, to }: Edge, points: readonly Point[]) => {
  const separateFrom = (node: AnyStateNode) =>
    boxes.filter(
      (box) =>
        [from, to].every((each) => !isWithin(each, box.node) && !isWithin(box.node, each)) &&
        node.parent !== undefined &&
        isWithin(node.parent, box.node),
    )
  /** Returns the points from a state to the nearest point of its line. */
  const reached = (node: AnyStateNode, near: Point | undefined): readonly Point[] => {
    const box = boxes.find((each) => each.node === node)
    if (box === undefined || near === undefined) return []
    const bends = round(box, near, separateFrom(node))
    return [borderOf(box, bends[0] ?? near), ...bends]
  }
  return [
    ...reached(from, points[1]),
    ...points.slice(1, -1),
    ...reached(to, points.at(-2)).toReversed(),
  ]
}

/** Sizes a layout to contain all its boxes, lines and words, and moves them to the origin. */
const fitted = (inner: Omit<Layout, 'width' | 'height'>): Layout => {
  const corners = inner.boxes.flatMap(({ x, y, width, height }) => [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ])
  const points = [
    ...corners,
    ...inner.lines.flatMap((line) => line.points),
    ...inner.lines.flatMap(({ edge, words }) => wordCorners(edge, words)),
    ...inner.beginnings.map(({ dot }) => ({ x: dot.x - DOT / 2, y: dot.y })),
  ]
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))]
  const width = Math.max(...points.map(({ x }) => x)) - left
  const height = Math.max(...points.map(({ y }) => y)) - top
  return shifted({ ...inner, width, height }, { x: -left, y: -top })
}

/** Lays out states from left to right, in ranks along their edges. */
const ranked = (
  node: AnyStateNode,
  parts: readonly StateLayout[],
  edges: readonly Edge[],
  isBegun: boolean,
): Layout => {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 22, ranksep: 34, edgesep: 18 })
  for (const { node: child, width, height } of parts) graph.setNode(child.id, { width, height })
  const [initial] = isBegun ? (node.initial.target ?? []) : []
  if (initial !== undefined) {
    graph.setNode(BEGIN, { width: DOT, height: DOT })
    graph.setEdge(BEGIN, initial.id, {}, BEGIN)
  }
  const own = edges.flatMap((edge) => {
    const [from, to] = [childTowards(node, edge.from), childTowards(node, edge.to)]
    return from === null || to === null || from === to ? [] : [{ edge, from: from.id, to: to.id }]
  })
  for (const { edge, from, to } of own) {
    const label = { ...wordsSize(edge), labelpos: 'c' as const }
    graph.setEdge(from, to, label.width === 0 ? {} : label, edge.key)
  }
  place(graph)
  const at = (id: string): Box => graph.node(id)
  const boxes = parts.map((part) => {
    const { x, y } = at(part.node.id)
    return shifted(part, { x: x - part.width / 2, y: y - part.height / 2 })
  })
  const inner = joined(boxes)
  const lines = own.map(({ edge, from, to }): Line => {
    const { points = [], x, y } = graph.edge(from, to, edge.key)
    const words = x === undefined || y === undefined || wordsOf(edge).length === 0 ? null : { x, y }
    return { edge, points: reaching(inner.boxes, edge, points), words }
  })
  const dot =
    initial === undefined
      ? []
      : [{ dot: at(BEGIN), points: graph.edge(BEGIN, initial.id, BEGIN).points ?? [] }]
  return fitted({
    boxes: inner.boxes,
    lines: [...inner.lines, ...lines],
    beginnings: [...inner.beginnings, ...dot],
  })
}

/** Lays out a chart. The same chart always gets the same layout. */
export const layout = (root: AnyStateNode): Layout => {
  const [edges, begun] = [edgesIn(root), begunIn(root)]
  const part = (node: AnyStateNode): StateLayout => {
    const children = Object.values(node.states).map(part)
    if (children.length === 0) return leaf(node)
    const isParallel = node.type === 'parallel'
    return withFrame(
      node,
      isParallel ? stacked(children) : ranked(node, children, edges, begun.has(node)),
    )
  }
  const { width, height, ...whole } = part(root)
  return { ...whole, width: Math.ceil(width), height: Math.ceil(height) }
}
