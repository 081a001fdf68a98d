/** The words of a drawn chart: what a path puts on its lines, and where titles have room. */
import type { ChartLayout, Rectangle } from '../../contract/chart-layout.ts'
import type { wordsIn } from '../../contract/machine-words.ts'
import { listsOf } from '../../words/data/lists.ts'
import type { Marks } from './graph.ts'
import { type ChartLine, SIZE } from './layout-graph.ts'
import { widthOf } from './letter-widths.ts'

/** The types of the events that took each line of a chart, in their order. */
export const takenIn = (lines: readonly ChartLine[], { taken }: Marks) =>
  listsOf(
    [...taken].flatMap(([key, steps]) =>
      steps.flatMap(({ type }) => {
        const line = lines.find(({ keys, types }) => keys.includes(key) && types.includes(type))
        return line === undefined ? [] : [[line, type] as const]
      }),
    ),
  )

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
  const xs = Object.values(lines).flatMap((points) => {
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
