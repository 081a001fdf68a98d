/** Finds the shortest path from one point to another around the boxes between them. */
import type { Box, Point } from './boxes.ts'

/**
 * The distance between a line and the boxes it avoids, and the length of a rounded corner, in
 * pixels.
 */
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

/** Returns the point `CLEAR` pixels from one point towards another, at most halfway. */
const onTheWay = (from: Point, to: Point): Point => {
  const part = Math.min(CLEAR / Math.max(distance(from, to), 1), 0.5)
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

interface Way {
  readonly points: readonly Point[]
  readonly length: number
}

/**
 * Returns the corners of the shortest path; no corners if the straight line is free or no path
 * exists.
 */
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

/** Returns the bends of the line between two points, with points to round each corner. */
export const round = (from: Point, to: Point, boxes: readonly Box[]): readonly Point[] => {
  const corners = turns(from, to, boxes)
  return corners.flatMap((corner, index) => [
    onTheWay(corner, corners[index - 1] ?? from),
    corner,
    onTheWay(corner, corners[index + 1] ?? to),
  ])
}
