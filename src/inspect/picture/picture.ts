/** Draws a chart as self-contained SVG, for light and dark pages. */
import type { AnyStateNode } from 'xstate'
import type { Machine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { Folding } from '../../fold/fold.ts'
import {
  type Beginning,
  type Box,
  type Layout,
  type Line,
  type Point,
  SIZES,
  wordsOf,
  wordsSize,
} from './boxes.ts'
import { inWords } from './chart.ts'
import { escaped } from './escaped-text.ts'
import { type Edge, type Marks, marking } from './graph.ts'
import { layout } from './layout.ts'
import { PICTURE } from './style.ts'

const MARGIN = 16

const short = (value: number): number => Math.round(value * 10) / 10

const at = ({ x, y }: Point): string => `${short(x)} ${short(y)}`

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** The SVG path of a smooth line along some points. */
const path = (points: readonly Point[]): string => {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const turns = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last
    return `Q ${at(point)} ${at(index === rest.length - 2 ? next : between(point, next))}`
  })
  return `M ${at(first)} ${turns.length === 0 ? `L ${at(last)}` : `${turns.join(' ')} L ${at(last)}`}`
}

/** Returns the CSS classes that mark a state or an edge. */
type Classes = (kind: 'state' | 'edge', key: string) => string

const stateOf = ({ node, x, y, width, height }: Box, classes: Classes): string => {
  const isFrame = Object.keys(node.states).length > 0
  const isRegion = node.parent?.type === 'parallel'
  const [left, top] = [x - width / 2, y - height / 2]
  const rect =
    `<rect x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}" ` +
    `rx="${isFrame ? 10 : 8}"/>`
  const name = isFrame
    ? `<text x="${short(left + 12)}" y="${short(top + 17)}" font-size="${SIZES.words}">${escaped(node.key)}</text>`
    : `<text x="${short(x)}" y="${short(y + 4.5)}" font-size="${SIZES.state}" text-anchor="middle">${escaped(node.key)}</text>`
  const kind = isFrame ? `frame${isRegion ? ' region' : ''}` : 'state'
  return `<g class="${kind}${classes('state', node.id)}" data-state="${escaped(node.id)}">${rect}${name}</g>`
}

const titleOf = ({ transitions }: Edge): string =>
  transitions.map(({ type, terms }) => escaped(`${type} ${inWords(terms)}`.trim())).join('\n')

const edgeOf = ({ edge, points }: Line, classes: Classes): string =>
  `<g class="edge${edge.isReported ? ' reported' : ''}${classes('edge', edge.key)}" ` +
  `data-edge="${escaped(edge.key)}"><title>${titleOf(edge)}</title>` +
  `<path d="${path(points)}" marker-end="url(#head)"/></g>`

/** Draws the words on an edge; they lie on top of all lines. */
const wordsAt = ({ edge, words }: Line, classes: Classes): string => {
  if (words === null) return ''
  const { x, y } = words
  const { width, height } = wordsSize(edge)
  const said = wordsOf(edge)
  const lines = said.map((word, index) => {
    const base = y + (index - (said.length - 1) / 2) * SIZES.line + 3.5
    return `<text x="${short(x)}" y="${short(base)}" font-size="${SIZES.words}" text-anchor="middle">${escaped(word)}</text>`
  })
  const behind =
    `<rect x="${short(x - width / 2 - 2)}" y="${short(y - height / 2)}" ` +
    `width="${short(width + 4)}" height="${short(height)}"/>`
  return `<g class="words${classes('edge', edge.key)}" data-edge="${escaped(edge.key)}">${behind}${lines.join('')}</g>`
}

const beginningOf = ({ dot, points }: Beginning): string =>
  `<circle class="dot" cx="${short(dot.x)}" cy="${short(dot.y)}" r="4"/>` +
  `<g class="edge"><path d="${path(points)}" marker-end="url(#head)"/></g>`

/** Writes a layout as SVG; `data-state` and `data-edge` name each state and each edge. */
export const svg = (
  laid: Layout,
  label: string,
  classes: Classes = () => '',
  style: string = PICTURE,
): string => {
  const { width, height, boxes, lines, beginnings } = laid
  const isFrame = ({ node }: Box): boolean => Object.keys(node.states).length > 0
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escaped(label)}" data-label="${escaped(label)}">`,
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M 0 0.5 L 8 4 L 0 7.5 z"/></marker></defs>',
    `<rect class="ground" x="${-MARGIN}" y="${-MARGIN}" width="${w}" height="${h}" rx="12"/>`,
    ...boxes.filter(isFrame).map((box) => stateOf(box, classes)),
    ...beginnings.map(beginningOf),
    ...lines.map((line) => edgeOf(line, classes)),
    ...lines.map((line) => wordsAt(line, classes)),
    ...boxes.filter((box) => !isFrame(box)).map((box) => stateOf(box, classes)),
    '</svg>',
  ].join('\n')
}

/** Returns the CSS classes that show a path through a chart. */
const classesOf = ({ visited, current, taken }: Marks): Classes => {
  const names = (nodes: ReadonlySet<AnyStateNode>) => new Set([...nodes].map(({ id }) => id))
  const [been, here] = [names(visited), names(current)]
  return (kind, key) => {
    if (kind === 'edge') return taken.has(key) ? ' taken' : ''
    return here.has(key) ? ' visited current' : been.has(key) ? ' visited' : ''
  }
}

/**
 * Draws a machine's chart as SVG. Given a stream's state, also marks its path and its current
 * states. Transitions for reports only are dashed. @spec decisions#21
 */
export const picture = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N> | null = null,
  folding: Folding = {},
): string => {
  const laid = layout(machine.chart.root)
  if (state === null) return svg(laid, `The chart of ${machine.id}`)
  const label = `The chart of ${machine.id}: ${state.status}, and the path to it`
  return svg(laid, label, classesOf(marking(machine, folding)(state)))
}
