/** The way from one point to another round what stands between them: by corners, the shortest there is. */
import type { Box, Point } from './boxes.ts'

/** How far a line stays away from what it goes round, and how much of a corner is rounded off. */
const CLEAR = 8

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const areaOf = ({ x, y, width, height }: Box, margin: number): Area => ({
  left: x - width / 2 - margin,
  right: x + width / 2 + margin,
  top: y - height / 2 - margin,
  bottom: y + height / 2 + margin,
})

const cornersOf = ({ left, right, top, bottom }: Area): readonly Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

/** Whether the straight line between two points runs through an area. */
const isCrossed = ({ left, right, top, bottom }: Area, from: Point, to: Point): boolean => {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const sides = [
    { along: -dx, room: from.x - left },
    { along: dx, room: right - from.x },
    { along: -dy, room: from.y - top },
    { along: dy, room: bottom - from.y },
  ]
  if (sides.some(({ along, room }) => along === 0 && room <= 0)) return false
  const cuts = (isIn: (along: number) => boolean) =>
    sides.filter(({ along }) => isIn(along)).map(({ along, room }) => room / along)
  const enters = Math.max(0, ...cuts((along) => along < 0))
  const leaves = Math.min(1, ...cuts((along) => along > 0))
  return enters < leaves
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** A point so far on the way from one to another, half the way at most. */
const onTheWay = (from: Point, to: Point): Point => {
  const part = Math.min(CLEAR / Math.max(distance(from, to), 1), 0.5)
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

interface Way {
  readonly points: readonly Point[]
  readonly length: number
}

/** The corners of the shortest way; none where the straight line is free, or where there is no way. */
const turns = (from: Point, to: Point, boxes: readonly Box[]): readonly Point[] => {
  const areas = boxes.map((box) => areaOf(box, CLEAR - 1))
  const isFree = (a: Point, b: Point): boolean => !areas.some((area) => isCrossed(area, a, b))
  const corners = boxes.flatMap((box) => cornersOf(areaOf(box, CLEAR)))
  const open = new Map<Point, Way>([[from, { points: [], length: 0 }]])
  const left = new Set([...corners, to])
  while (open.size > 0) {
    const [at, way] = [...open].reduce((a, b) => (b[1].length < a[1].length ? b : a))
    if (at === to) return way.points.slice(0, -1)
    open.delete(at)
    left.delete(at)
    for (const next of left) {
      const length = way.length + distance(at, next)
      const known = open.get(next)
      if ((known === undefined || length < known.length) && isFree(at, next))
        open.set(next, { points: [...way.points, next], length })
    }
  }
  return []
}

/** The bends between two points, each corner rounded off. */
export const round = (from: Point, to: Point, boxes: readonly Box[]): readonly Point[] => {
  const corners = turns(from, to, boxes)
  return corners.flatMap((corner, index) => [
    onTheWay(corner, corners[index - 1] ?? from),
    corner,
    onTheWay(corner, corners[index + 1] ?? to),
  ])
}
