/** Draws a chart as self-contained SVG, for light and dark pages: from its layout, or as a list. */
import type { AnyStateNode } from 'xstate'
import type { ChartLayout, Rectangle } from '../../contract/chart-layout.ts'
import type { AnyMachine, Machine } from '../../contract/machine-record.ts'
import { wordsIn } from '../../contract/machine-words.ts'
import type { State } from '../../contract/state.ts'
import type { Folding } from '../../fold/fold.ts'
import { nodesIn } from '../../run/compile.ts'
import { greatest } from '../../words/data/lists.ts'
import { pathIn } from './chart.ts'
import { escaped } from './escaped-text.ts'
import { type Marks, marked, NO_MARKS } from './graph.ts'
import { type ChartLine, linesOf, SIZE } from './layout-graph.ts'
import { widthOf } from './letter-widths.ts'
import { takenIn, titleRoom, wordsTaken } from './line-words.ts'
import { type ChartPath, pathOf } from './path.ts'
import { PICTURE } from './style.ts'

const MARGIN = 8

const classOf = (node: AnyStateNode, { visited, current }: Marks): string =>
  `${visited.has(node) ? ' visited' : ''}${current.has(node) ? ' current' : ''}`

const textAt = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${SIZE}"${more}>${escaped(words)}</text>`

const rectAt = ([x, y, width, height]: Rectangle, radius: number, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"${more}/>`

interface PictureFrame {
  readonly width: number
  readonly height: number
  readonly label: string
  readonly kind: 'drawn' | 'listed'
}

/** Writes a picture, without the style: a page has it. */
const svg = ({ width, height, label, kind }: PictureFrame, parts: readonly string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart ${kind}" viewBox="${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}" width="${width + 2 * MARGIN}" height="${height + 2 * MARGIN}" role="img" aria-label="${escaped(label)}">`,
    rectAt([-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN], 12, ' class="ground"'),
    ...parts,
    '</svg>',
  ].join('\n')

const wordsAt = ({ room, points }: ChartLine, words: string): string => {
  if (room === null || words === '') return ''
  const [x, y, width, height] = room
  const xs = points.split(' ').flatMap((value, index) => (index % 2 === 0 ? Number(value) : []))
  const isLeft = xs.some((each) => Math.abs(each - x) < 12)
  const isRight = xs.some((each) => Math.abs(each - (x + width)) < 12)
  const base = y + height - 3.5
  if (isLeft === isRight) return textAt(x + width / 2, base, words, ' text-anchor="middle"')
  return isLeft
    ? textAt(x + 3, base, words)
    : textAt(x + width - 3, base, words, ' text-anchor="end"')
}

const drawn = (machine: AnyMachine, layout: ChartLayout, marks: Marks, label: string): string => {
  const said = wordsIn(machine)
  const lines = linesOf(machine, layout)
  const taken = takenIn(lines, marks)
  const nodes = nodesIn(machine.chart.root).flatMap((node) => {
    const box = layout.boxes[pathIn(node)]
    return box === undefined ? [] : [{ node, box, isFrame: Object.keys(node.states).length > 0 }]
  })
  const lineIn = (line: ChartLine): string => {
    const types = taken.get(line)
    if (line.isReported && types === undefined) return ''
    const [first, ...rest] = (line.points.match(/\S+ \S+/g) ?? []).map(String)
    const hover = `${line.from} → ${line.to}: ${line.types.join(', ')}`
    const words = types === undefined ? line.words : wordsTaken(said, line, types)
    const title = line.types.length === 0 ? '' : `<title>${escaped(hover)}</title>`
    return `<g class="edge${types === undefined ? '' : ' taken'}">${title}<path d="M ${first}${rest.map((point) => ` L ${point}`).join('')}" marker-end="url(#head)"/>${wordsAt(line, words)}</g>`
  }
  const states = nodes.map(({ node, box: [x, y, width, height], isFrame }) => {
    const name = said('states', pathIn(node))
    const words = isFrame
      ? textAt(titleRoom(layout, [x, y, width, height], name)[0], y + 19, name)
      : textAt(x + width / 2, y + height / 2 + 4.5, name, ' text-anchor="middle"')
    const kind = isFrame ? `frame${node.parent?.type === 'parallel' ? ' region' : ''}` : 'state'
    return `<g class="${kind}${isFrame ? '' : classOf(node, marks)}"><title>${escaped(pathIn(node))}</title>${rectAt([x, y, width, height], isFrame ? 10 : 8)}${words}</g>`
  })
  const others = Object.entries(layout.boxes).flatMap(([name, box]) => {
    if (name.endsWith('begin'))
      return `<circle class="dot" cx="${box[0] + 4}" cy="${box[1] + 4}" r="4"/>`
    return name.endsWith('shared') ? rectAt(box, 10, ' class="shared"') : []
  })
  const { width, height } = layout
  return svg({ width, height, label, kind: 'drawn' }, [
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M 0 0.5 L 8 4 L 0 7.5 z"/></marker></defs>',
    ...states.filter((_, index) => nodes[index]?.isFrame === true),
    ...others,
    // what a path took lies on top
    ...lines.toSorted((a, b) => Number(taken.has(a)) - Number(taken.has(b))).map(lineIn),
    ...states.filter((_, index) => nodes[index]?.isFrame === false),
  ])
}

/** Draws the states as a list, each within the state that contains it; the current ones marked. */
const listed = (machine: AnyMachine, marks: Marks, label: string): string => {
  const said = wordsIn(machine)
  const [, ...nodes] = nodesIn(machine.chart.root)
  const lines = nodes.map((node, index) => {
    const [x, y] = [(node.path.length - 1) * 18, index * 24]
    const dot = `<circle cx="${x + 12}" cy="${y + 12}" r="4.5"/>`
    const isFrame = Object.keys(node.states).length > 0
    return `<g class="${isFrame ? 'group' : `state${classOf(node, marks)}`}"><title>${escaped(pathIn(node))}</title>${isFrame ? '' : dot}${textAt(x + (isFrame ? 4 : 24), y + 16.5, said('states', pathIn(node)))}</g>`
  })
  const widths = nodes.map(({ path }) =>
    Math.ceil(path.length * 18 + 14 + widthOf(said('states', path.join('.')), SIZE) * 1.1),
  )
  const width = greatest([200, ...widths]) ?? 200
  return svg({ width, height: nodes.length * 24, label, kind: 'listed' }, lines)
}

/** A chart in both forms: drawn if it has a layout, and as a list. */
export const pictures = (machine: AnyMachine, state: State | null, path: ChartPath | null) => {
  const marks = path === null ? NO_MARKS : marked(machine, path)
  const label = `The chart of ${machine.id}${state === null ? '' : `: ${state.status}, and the path to it`}`
  const { layout } = machine
  return {
    drawn: layout === undefined ? null : drawn(machine, layout, marks, label),
    listed: listed(machine, marks, label),
  }
}

/**
 * Draws a machine's chart as SVG. Given a stream's state, also marks its path, which bears the events
 * that happened, and its current states. What only reports can take is drawn where it was taken. A
 * machine without a layout is drawn as a list of its states. @spec decisions#21
 */
export const picture = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N> | null = null,
  folding: Folding = {},
): string => {
  const own = machine as unknown as AnyMachine
  const given = state as unknown as State | null
  const path = given && pathOf(own, given, folding)
  const { drawn, listed } = pictures(own, given, path)
  return (drawn ?? listed).replace('\n', `\n<style>${PICTURE}</style>\n`)
}
