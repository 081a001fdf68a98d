/** Draws the windows of a stream on an axis of time. */
import type { StreamReport } from '../audit/report.ts'
import { formatted, type Instant, millisecondsOf } from '../words/instant.ts'
import { escaped } from './text.ts'

const WIDTH = 720
const ROW = 26

/** Draws a stream's windows on a time axis, with the time at which they are evaluated. */
export const timelineOf = ({ stream, windows }: StreamReport, now: Instant): string => {
  const times = [now, ...windows.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt])].map(
    millisecondsOf,
  )
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const x = (at: Instant): number =>
    Math.round(((millisecondsOf(at) - first) / Math.max(1, last - first)) * WIDTH)
  const height = windows.length * ROW
  const bars = windows.map((each, index) => {
    const { name, entityId, opensAt, closesAt, isOpen, allows } = each
    const [from, to] = [x(opensAt), x(closesAt)]
    const words = `${entityId === '' ? name : `${name} of ${entityId}`}, until ${formatted(closesAt)}`
    const isRight = from > WIDTH / 2
    return (
      `<rect class="bar${isOpen ? ' open' : ''}" x="${from}" y="${index * ROW + 17}" width="${Math.max(3, to - from)}" height="5" rx="2"><title>${escaped(allows)}</title></rect>` +
      `<text x="${isRight ? WIDTH : from}" y="${index * ROW + 12}"${isRight ? ' text-anchor="end"' : ''}>${escaped(words)}</text>`
    )
  })
  const at = x(now)
  return (
    `<div class="scroll" role="region" aria-label="Windows of time of ${escaped(stream)}" tabindex="0"><svg class="spans" viewBox="-8 -2 ${WIDTH + 16} ${height + 6}" role="img" aria-label="Windows of time, as of ${escaped(formatted(now))}">` +
    `${bars.join('')}<line class="now" x1="${at}" x2="${at}" y1="0" y2="${height}"/></svg></div>`
  )
}
