/** Draws windows as bars, from a quarter of an hour to three years, on one scale. */
import type { WindowAt } from 'payfold'

const WIDTH = 900
const LEFT = 190
const RIGHT = 860
const TOP = 54
const ROW = 38

const MINUTE = 60
const DAY = 86_400

/** The marks of the scale, in seconds. */
const MARKS: readonly (readonly [seconds: number, label: string])[] = [
  [15 * MINUTE, '15 min'],
  [3600, '1 h'],
  [DAY, '1 day'],
  [7 * DAY, '1 week'],
  [56 * DAY, '8 weeks'],
  [396 * DAY, '13 mo.'],
  [1096 * DAY, '36 mo.'],
]

const FIRST = 5 * MINUTE
const LAST = 1400 * DAY

const x = (seconds: number): number => {
  const share = Math.log(Math.max(seconds, FIRST) / FIRST) / Math.log(LAST / FIRST)
  return Math.round(LEFT + share * (RIGHT - LEFT))
}

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000

const text = (
  at: readonly [number, number],
  size: number,
  fill: string,
  words: string,
  more = '',
) =>
  `<text x="${at[0]}" y="${at[1]}" font-family="system-ui, sans-serif" font-size="${size}" fill="${fill}" ${more}>${words}</text>`

/** A window, and the time from which the picture counts it. */
export interface Bar {
  readonly window: WindowAt
  readonly from: string
}

/** The picture as a standalone SVG. */
export const timeline = (bars: readonly Bar[]): string => {
  const height = TOP + bars.length * ROW + 20
  const marks = MARKS.map(([at, label]) =>
    [
      `<line x1="${x(at)}" x2="${x(at)}" y1="${TOP - 12}" y2="${height - 14}" stroke="#e2e8f0"/>`,
      text([x(at), 30], 11, '#5b6675', label, 'text-anchor="middle"'),
    ].join(''),
  )
  const rows = bars.map(({ window, from }, row) => {
    const y = TOP + row * ROW
    const isRight = window.kind === 'right'
    const begin = Math.max(0, seconds(from, window.opensAt))
    const [start, end] = [begin === 0 ? LEFT : x(begin), x(seconds(from, window.closesAt))]
    const [fill, stroke] = isRight ? ['#d5f0df', '#63b384'] : ['#e2ecfd', '#7fa3e0']
    return [
      text([24, y + 17], 13, '#1f2937', window.name, 'font-weight="600"'),
      `<rect x="${start}" y="${y}" width="${Math.max(4, end - start)}" height="24" rx="6" fill="${fill}" stroke="${stroke}"/>`,
    ].join('')
  })
  const title = 'How long each window is open, from what it is counted from'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${height}" rx="12" fill="#ffffff"/>`,
    ...marks,
    ...rows,
    '</svg>',
    '',
  ].join('\n')
}
