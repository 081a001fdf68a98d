/** The measures of a chart's layout: arithmetic on its rectangles and lines, no browser needed. */

import type { ChartLayout, Rectangle } from '../../../src/contract/chart-layout.ts'
import type { AnyMachine } from '../../../src/contract/machine-record.ts'
import { wordsIn } from '../../../src/contract/machine-words.ts'
import type { ChartLine } from '../../../src/inspect/picture/layout-graph.ts'
import { titleRoom } from '../../../src/inspect/picture/line-words.ts'

interface Segment {
  readonly line: ChartLine
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

export const nameOf = ({ from, to, isReported }: ChartLine): string =>
  `${from} > ${to}${isReported ? ' reported' : ''}`

const segmentsOf = (line: ChartLine): readonly Segment[] => {
  const all: Segment[] = []
  const points = line.points.split(' ').map(Number)
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(at, at + 4)
    all.push({ line, from: [x1, y1], to: [x2, y2] })
  }
  return all
}

/** Whether a segment runs through the inside of a rectangle. */
const runsThrough = ({ from, to }: Segment, [x, y, width, height]: Rectangle): boolean =>
  Math.max(from[0], to[0]) > x + 0.5 &&
  Math.min(from[0], to[0]) < x + width - 0.5 &&
  Math.max(from[1], to[1]) > y + 0.5 &&
  Math.min(from[1], to[1]) < y + height - 0.5

const overlaps = ([ax, ay, aw, ah]: Rectangle, [bx, by, bw, bh]: Rectangle): boolean =>
  ax < bx + bw - 0.5 && bx < ax + aw - 0.5 && ay < by + bh - 0.5 && by < ay + ah - 0.5

const isWithin = (outer: string, inner: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`)

/** The length that two segments share, if they lie on one another. */
const shared = (a: Segment, b: Segment): number => {
  for (const axis of [0, 1] as const) {
    const other = axis === 0 ? 1 : 0
    const isAlong = [a, b].every(({ from, to }) => from[other] === to[other])
    if (!isAlong || Math.abs(a.from[other] - b.from[other]) > 1) continue
    const [lowA, highA] = [a.from[axis], a.to[axis]].toSorted((m, n) => m - n) as [number, number]
    const [lowB, highB] = [b.from[axis], b.to[axis]].toSorted((m, n) => m - n) as [number, number]
    return Math.max(0, Math.min(highA, highB) - Math.max(lowA, lowB))
  }
  return 0
}

const crosses = (a: Segment, b: Segment): boolean => {
  const isFlat = ({ from, to }: Segment): boolean => from[1] === to[1]
  if (isFlat(a) === isFlat(b)) return false
  const [flat, steep] = isFlat(a) ? [a, b] : [b, a]
  const x = steep.from[0]
  const y = flat.from[1]
  const inside = (value: number, one: number, other: number): boolean =>
    value > Math.min(one, other) + 0.5 && value < Math.max(one, other) - 0.5
  return inside(x, flat.from[0], flat.to[0]) && inside(y, steep.from[1], steep.to[1])
}

const distance = ({ from, to }: Segment, [x, y, width, height]: Rectangle): number => {
  const dx = Math.max(x - Math.max(from[0], to[0]), Math.min(from[0], to[0]) - (x + width), 0)
  const dy = Math.max(y - Math.max(from[1], to[1]), Math.min(from[1], to[1]) - (y + height), 0)
  return Math.hypot(dx, dy)
}

const pairs = <A>(all: readonly A[]): readonly (readonly [A, A])[] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const))

const contains = ([ax, ay, aw, ah]: Rectangle, [bx, by, bw, bh]: Rectangle): boolean =>
  ax <= bx && ay <= by && ax + aw >= bx + bw && ay + ah >= by + bh

/** Whether a line may run through a box: one that it starts or ends in. */
const mayRunThrough = ({ boxes }: ChartLayout, { from, to }: ChartLine, box: Rectangle): boolean =>
  [from, to].some((end) => {
    const own = boxes[end]
    return own !== undefined && contains(box, own)
  })

/** What is wrong with some lines of a layout, in sentences; and how often they cross. */
export const measured = (
  machine: AnyMachine,
  layout: ChartLayout,
  lines: readonly ChartLine[],
  wordsOf = (line: ChartLine) => line.words,
) => {
  const said = wordsIn(machine)
  const segments = lines.flatMap(segmentsOf)
  const boxes = Object.entries(layout.boxes)
  const isLeaf = (name: string): boolean =>
    !name.endsWith('shared') &&
    !boxes.some(([other]) => other !== name && isWithin(name, other) && !other.includes(' '))
  const titles = boxes.flatMap(([name, [x, y, width, height]]): (readonly [string, Rectangle])[] =>
    name.includes(' ') || isLeaf(name)
      ? []
      : [[name, titleRoom(layout, [x, y, width, height], said('states', name))]],
  )
  const labels = lines.flatMap((line) =>
    line.room === null || wordsOf(line) === '' ? [] : [[line, line.room] as const],
  )
  const wrong = [
    ...segments.flatMap((segment) =>
      boxes.flatMap(([name, box]) =>
        runsThrough(segment, box) && !mayRunThrough(layout, segment.line, box)
          ? [`${nameOf(segment.line)} runs through ${name}`]
          : [],
      ),
    ),
    ...segments.flatMap((segment) =>
      titles.flatMap(([name, box]) =>
        runsThrough(segment, box)
          ? [`${nameOf(segment.line)} runs through the title of ${name}`]
          : [],
      ),
    ),
    ...labels.flatMap(([line, room]) => [
      ...segments.flatMap((segment) =>
        segment.line !== line && runsThrough(segment, room)
          ? [`${nameOf(segment.line)} runs through ${wordsOf(line)}`]
          : [],
      ),
      ...boxes.flatMap(([name, box]) =>
        isLeaf(name) && overlaps(room, box) ? [`${wordsOf(line)} overlaps ${name}`] : [],
      ),
      ...(segmentsOf(line).some((own) =>
        segments.every(
          (other) => other.line === line || distance(own, room) <= distance(other, room),
        ),
      )
        ? []
        : [`${wordsOf(line)} is nearer to another line than to ${nameOf(line)}`]),
    ]),
    ...pairs(labels).flatMap(([[one, a], [other, b]]) =>
      overlaps(a, b) ? [`${wordsOf(one)} overlaps ${wordsOf(other)}`] : [],
    ),
    ...pairs(boxes.filter(([name]) => isLeaf(name))).flatMap(([[one, a], [other, b]]) =>
      overlaps(a, b) && !one.endsWith('shared') && !other.endsWith('shared')
        ? [`${one} overlaps ${other}`]
        : [],
    ),
    ...pairs(segments).flatMap(([a, b]) =>
      a.line !== b.line && shared(a, b) > 12 ? [`${nameOf(a.line)} lies on ${nameOf(b.line)}`] : [],
    ),
  ]
  const crossings = pairs(segments)
    .filter(([a, b]) => a.line !== b.line && crosses(a, b))
    .map(([a, b]) => `${nameOf(a.line)} × ${nameOf(b.line)}`)
  return { wrong: [...new Set(wrong)], crossings }
}
