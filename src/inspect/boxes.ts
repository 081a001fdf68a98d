/** What a picture of a chart is put together from: boxes within boxes, lines, words on them. */
import type { AnyStateNode } from 'xstate'
import type { Edge } from './graph.ts'

/** A point, in pixels from the left and from the top. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A state: its middle and its size; `dot`: where those within it begin. */
export interface Box extends Point {
  readonly node: AnyStateNode
  readonly width: number
  readonly height: number
}

/** An edge as a line, with the middle of its words where it has any. */
export interface Line {
  readonly edge: Edge
  readonly points: readonly Point[]
  readonly words: Point | null
}

/** Where a region begins: a dot, and the line to the first state. */
export interface Beginning {
  readonly dot: Point
  readonly points: readonly Point[]
}

/** A chart laid out, outer boxes before those within. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly lines: readonly Line[]
  readonly beginnings: readonly Beginning[]
}

/** Letters are of one width: so much of their size. */
const LETTER = 0.602
/** The size of the letters in states, and of those on lines. */
export const SIZES = { state: 13, words: 10.5, line: 13 } as const

const PAD = 14
const TITLE = 24
/** How wide the dot is where a region begins. */
export const DOT = 10

const widthOf = (text: string, size: number): number => Math.ceil(text.length * size * LETTER)

/** The words on an edge: what happens, each on a line; none where it is for reports alone. */
export const wordsOf = ({ arrows, isReported }: Edge): readonly string[] =>
  isReported ? [] : [...new Set(arrows.map(({ type }) => type))]

/** How much room the words on an edge take. */
export const wordsSize = (edge: Edge): { readonly width: number; readonly height: number } => {
  const words = wordsOf(edge)
  const width = Math.max(0, ...words.map((word) => widthOf(word, SIZES.words)))
  return { width, height: words.length * SIZES.line }
}

/** Two corners of the words on an edge. */
export const wordCorners = (edge: Edge, words: Point | null): readonly Point[] => {
  const { width, height } = wordsSize(edge)
  if (words === null) return []
  const { x, y } = words
  return [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ]
}

/** A state with all within it, laid out from its own corner. */
export type Part = Layout & { readonly node: AnyStateNode }

/** The same, so much further right and down. */
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

/** A state with none within. */
export const leaf = (node: AnyStateNode): Part => {
  const [width, height] = [widthOf(node.key, SIZES.state) + 2 * PAD, 34]
  const box = { node, x: width / 2, y: height / 2, width, height }
  return { node, width, height, boxes: [box], lines: [], beginnings: [] }
}

/** A frame around what is within, with room for its name. The chart as a whole needs none. */
export const framed = (node: AnyStateNode, inner: Layout): Part => {
  if (node.parent === undefined) return { ...inner, node }
  const width = Math.max(inner.width, widthOf(node.key, SIZES.state)) + 2 * PAD
  const height = inner.height + TITLE + PAD
  const box = { node, x: width / 2, y: height / 2, width, height }
  const { boxes, lines, beginnings } = shifted(inner, { x: PAD, y: TITLE })
  return { node, width, height, boxes: [box, ...boxes], lines, beginnings }
}

/** Regions, one below the other, as wide as the widest. */
export const stacked = (parts: readonly Part[]): Layout => {
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

/** All that several parts hold. */
export const joined = (
  parts: readonly Layout[],
): Pick<Layout, 'boxes' | 'lines' | 'beginnings'> => ({
  boxes: parts.flatMap(({ boxes }) => boxes),
  lines: parts.flatMap(({ lines }) => lines),
  beginnings: parts.flatMap(({ beginnings }) => beginnings),
})
