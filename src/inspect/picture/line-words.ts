/** The words of a drawn chart: what a path puts on its lines, and where titles have room. */
import type { ChartLayout, ChartLine, Rectangle } from '../../contract/chart-layout.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { wordsIn } from '../../contract/machine-words.ts'
import { nodesIn, pathIn } from './chart.ts'
import type { Marks } from './graph.ts'
import { SIZE } from './layout-graph.ts'
import { widthOf } from './letter-widths.ts'

const isIn = ([ax, ay, aw, ah]: Rectangle, [bx, by, bw, bh]: Rectangle): boolean =>
  ax <= bx && ay <= by && ax + aw >= bx + bw && ay + ah >= by + bh

/** The types of the events that took each line of a layout, in their order. */
export const takenIn = ({ chart }: AnyMachine, { boxes, lines }: ChartLayout, { taken }: Marks) => {
  const paths = new Map(nodesIn(chart.root).map((node) => [node.id, pathIn(node)]))
  const found = new Map<ChartLine, string[]>()
  for (const [key, steps] of taken) {
    const [source = '', target = '', reported] = key.split(' ')
    const [from, to] = [paths.get(source) ?? '', paths.get(target) ?? '']
    for (const { type } of steps) {
      const line = lines.find((each) => {
        const [own, outer] = [
          boxes[from],
          each.from.endsWith('shared') ? boxes[each.from] : undefined,
        ]
        const isFrom =
          each.from === from || (own !== undefined && outer !== undefined && isIn(outer, own))
        return (
          isFrom &&
          each.to === to &&
          each.isReported === (reported !== undefined) &&
          each.types.includes(type)
        )
      })
      if (line !== undefined) found.set(line, [...(found.get(line) ?? []), type])
    }
  }
  return found
}

/** What a path says on a line: each event that happened, unless its target says it; how often. */
export const wordsTaken = (
  said: ReturnType<typeof wordsIn>,
  { to }: ChartLine,
  types: readonly string[],
): string =>
  [...new Set(types)]
    .map((type) => [said('events', type), types.filter((each) => each === type).length] as const)
    .filter(([words, count]) => count > 1 || words !== said('states', to))
    .map(([words, count]) => (count > 1 ? `${words} ×${count}` : words))
    .join(', ')

/** Where the title of a frame is: the first place along its top where no line runs. */
export const titleRoom = (
  { lines }: ChartLayout,
  [left, top, width]: Rectangle,
  title: string,
): Rectangle => {
  const room = widthOf(title, SIZE)
  const xs = lines.flatMap(({ points }) => {
    const all = points.split(' ').map(Number)
    return all.flatMap((x, index) => {
      const [from = 0, to = 0] = [all[index + 1], all[index + 3]]
      const isSteep = index % 2 === 0 && x === all[index + 2]
      return isSteep && Math.min(from, to) < top + 24 && Math.max(from, to) > top + 4 ? x : []
    })
  })
  const isFree = (x: number): boolean =>
    x + room < left + width && !xs.some((each) => each > x - 4 && each < x + room + 4)
  const places = [
    left + 12,
    ...xs
      .map((x) => x + 6)
      .filter((x) => x > left + 12)
      .toSorted((a, b) => a - b),
  ]
  return [places.find(isFree) ?? left + 12, top + 6, room, 17]
}
