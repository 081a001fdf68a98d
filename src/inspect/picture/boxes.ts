/** The parts of a chart's picture: nested boxes, lines, and words on lines. */
import type { AnyStateNode } from 'xstate'
import type { Edge } from './graph.ts'

/** A point, in pixels from the left and the top. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The box of a state: its centre and its size. */
export interface Box extends Point {
  readonly node: AnyStateNode
  readonly width: number
  readonly height: number
}

/** The line of an edge, and the centre of its words; null if the edge has no words. */
export interface Line {
  readonly edge: Edge
  readonly points: readonly Point[]
  readonly words: Point | null
}

/** The start of a region: a dot, and the line to the initial state. */
export interface Beginning {
  readonly dot: Point
  readonly points: readonly Point[]
}

/** A chart with positions for all its parts; outer boxes come before inner ones. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly lines: readonly Line[]
  readonly beginnings: readonly Beginning[]
}

/** The width of a letter relative to its font size; the font is monospaced. */
const LETTER = 0.602
/** The font sizes of states and of words on edges, and the height of a line of words, in pixels. */
export const SIZES = { state: 13, words: 10.5, line: 13 } as const

const PAD = 14
const TITLE = 24
/** The width of the dot at the start of a region, in pixels. */
export const DOT = 10

const widthOf = (text: string, size: number): number => Math.ceil(text.length * size * LETTER)

/** The words on an edge: one event type per line, or none if only reports can take the edge. */
export const wordsOf = ({ transitions, isReported }: Edge): readonly string[] =>
  isReported ? [] : [...new Set(transitions.map(({ type }) => type))]

/** The size of the words on an edge. */
export const wordsSize = (edge: Edge): { readonly width: number; readonly height: number } => {
  const words = wordsOf(edge)
  const width = Math.max(0, ...words.map((word) => widthOf(word, SIZES.words)))
  return { width, height: words.length * SIZES.line }
}

/** The top left and bottom right corners of the words on an edge. */
export const wordCorners = (edge: Edge, words: Point | null): readonly Point[] => {
  const { width, height } = wordsSize(edge)
  if (words === null) return []
  const { x, y } = words
  return [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ]
}

/** The layout of a state and everything in it, relative to its own top left corner. */
export type StateLayout = Layout & { readonly node: AnyStateNode }

/** Moves a layout to the right and down. */
export const shifted = (part: Layout, by: Point): Layout => {
  const move = <P extends Point>(point: P): P => ({
    ...point,
    x: point.x + by.x,
    y: point.y + by.y,
  })
  return {
    ...part,
    boxes: part.boxes.map(move),
    lines: part.lines.map(({ edge, points, words }) => ({
      edge,
      points: points.map(move),
      words: words === null ? null : move(words),
    })),
    beginnings: part.beginnings.map(({ dot, points }) => ({
      dot: move(dot),
      points: points.map(move),
    })),
  }
}

/** Lays out a state that has no inner states. */
export const leaf = (node: AnyStateNode): StateLayout => {
  const [width, height] = [widthOf(node.key, SIZES.state) + 2 * PAD, 34]
  const box = { node, x: width / 2, y: height / 2, width, height }
  return { node, width, height, boxes: [box], lines: [], beginnings: [] }
}

/** Adds a frame with a state's name around its inner states. The root gets no frame. */
export const withFrame = (node: AnyStateNode, inner: Layout): StateLayout => {
  if (node.parent === undefined) return { ...inner, node }
  const width = Math.max(inner.width, widthOf(node.key, SIZES.state)) + 2 * PAD
  const height = inner.height + TITLE + PAD
  const box = { node, x: width / 2, y: height / 2, width, height }
  const { boxes, lines, beginnings } = shifted(inner, { x: PAD, y: TITLE })
  return { node, width, height, boxes: [box, ...boxes], lines, beginnings }
}

/** Stacks regions, each as wide as the widest. */
export const stacked = (parts: readonly StateLayout[]): Layout => {
  const width = Math.max(...parts.map((part) => part.width))
  let y = 0
  const placed = parts.map((part) => {
    const [frame, ...inner] = part.boxes.map((box) =>
      box.node === part.node ? { ...box, width, x: width / 2 } : box,
    )
    const wide = { ...part, boxes: frame === undefined ? [] : [frame, ...inner] }
    const moved = shifted(wide, { x: 0, y })
    y += part.height + PAD
    return moved
  })
  return { ...joined(placed), width, height: y - PAD }
}

/** Joins the boxes, lines and starts of several layouts. */
export const joined = (
  parts: readonly Layout[],
): Pick<Layout, 'boxes' | 'lines' | 'beginnings'> => ({
  boxes: parts.flatMap(({ boxes }) => boxes),
  lines: parts.flatMap(({ lines }) => lines),
  beginnings: parts.flatMap(({ beginnings }) => beginnings),
})
