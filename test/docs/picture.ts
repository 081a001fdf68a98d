/** Draws what a fold does: messages as they were read on the left, what happened on the right. */
import type { DomainEvent } from 'payfold'
import type { State } from 'payfold/machine'

const ROW = 46
const TOP = 64
const LEFT = { x: 24, width: 356 }
const RIGHT = { x: 560, width: 316 }

/** A message as the picture shows it. */
export interface Drawn {
  readonly received: string
  readonly event: DomainEvent
}

const SANS = 'font-family="system-ui, sans-serif"'
const day = (time: string): string => `${Number(time.slice(8, 10))} March, ${time.slice(11, 16)}`

const text = (x: number, y: number, size: number, fill: string, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" ${SANS} font-size="${size}" fill="${fill}" ${more}>${words}</text>`

const box = (x: number, y: number, width: number, fill: string, stroke: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="36" rx="7" fill="${fill}" stroke="${stroke}"/>`

const WORDS: Readonly<Record<string, string>> = { report: 'webhook', response: 'answer' }

/** The picture, as an SVG of its own: no script, no font, nothing from elsewhere. */
export const picture = (
  messages: readonly Drawn[],
  state: State,
  statuses: readonly string[],
): string => {
  const rows = Math.max(messages.length, state.occurrences.length)
  const height = TOP + rows * ROW + 20
  const at = (row: number): number => TOP + row * ROW
  const shift = ((rows - state.occurrences.length) * ROW) / 2
  const seen = new Set<string>()
  const left = messages.map(({ received, event: { type, metadata } }, row) => {
    const isAgain = seen.has(metadata.eventId)
    seen.add(metadata.eventId)
    const ink = isAgain ? '#8a94a3' : '#1f2937'
    const source = isAgain ? 'again' : WORDS[metadata.source]
    return [
      box(
        LEFT.x,
        at(row),
        LEFT.width,
        isAgain ? '#f3f4f6' : '#eef4ff',
        isAgain ? '#d1d5db' : '#9db8e8',
      ),
      text(LEFT.x + 12, at(row) + 23, 13, ink, `${type}`, 'font-weight="600"'),
      text(
        LEFT.x + LEFT.width - 12,
        at(row) + 23,
        12,
        '#5b6675',
        `${source} · ${day(received)}`,
        'text-anchor="end"',
      ),
    ].join('')
  })
  const found = new Set(state.findings.map(({ key }) => key))
  const right = state.occurrences.map(({ key, type, entityId, at: happened }, row) => {
    const y = at(row) + shift
    const isFound = found.has(key)
    return [
      box(
        RIGHT.x,
        y,
        RIGHT.width,
        isFound ? '#fff4e5' : '#edf9f1',
        isFound ? '#e0a458' : '#93cfa8',
      ),
      text(RIGHT.x + 12, y + 16, 13, '#1f2937', type, 'font-weight="600"'),
      text(
        RIGHT.x + 12,
        y + 30,
        11,
        '#5b6675',
        `${entityId === '' ? '' : `${entityId} · `}${day(happened)}`,
      ),
      text(
        RIGHT.x + RIGHT.width - 12,
        y + 23,
        12,
        isFound ? '#9a5b00' : '#1d6b3c',
        isFound ? 'Superseded' : (statuses[row] ?? ''),
        'text-anchor="end"',
      ),
    ].join('')
  })
  const lines = messages.map(({ event }, from) => {
    const to = state.occurrences.findIndex(({ events }) =>
      events.some(({ metadata }) => metadata.eventId === event.metadata.eventId),
    )
    const [x1, y1] = [LEFT.x + LEFT.width, at(from) + 18]
    const [x2, y2] = [RIGHT.x, at(to) + shift + 18]
    const bend = (x2 - x1) / 2
    return `<path d="M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none" stroke="#94a3b8" stroke-width="1.6"/>`
  })
  const title = `${messages.length} messages report ${state.occurrences.length} occurrences; the status is ${state.status}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="900" height="${height}" rx="12" fill="#ffffff"/>`,
    text(LEFT.x, 36, 15, '#1f2937', 'messages, as they were read', 'font-weight="700"'),
    text(RIGHT.x, 36, 15, '#1f2937', 'what happened, in order', 'font-weight="700"'),
    text(RIGHT.x + RIGHT.width, 36, 12, '#5b6675', 'status then', 'text-anchor="end"'),
    ...lines,
    ...left,
    ...right,
    '</svg>',
    '',
  ].join('\n')
}
