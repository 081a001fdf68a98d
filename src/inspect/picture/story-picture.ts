/** Draws a story to share: what happened as a column of stations, under the headline. */

import type { Story } from '../../story/story.ts'
import { datedRows, headlineIn, nextIn, smallPrint, whatIn } from '../../story/story-text.ts'
import { visible } from '../../words/text/visible-text.ts'
import { escaped } from './escaped-text.ts'
import { widthOf } from './letter-widths.ts'
import { STORY } from './style.ts'

const WIDTH = 400
const EDGE = 20
/** Where the line of the stations runs, and where their words begin. */
const [LINE, WORDS] = [27, 46]

/** Breaks a text into lines, not after a number nor before a dot; a word that is too wide is cut. */
const wrapped = (text: string, size: number, room: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of visible(text).split(/(?<!\d|root) (?!·)|(?<=\)) /)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer, size) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (widthOf(line, size) > room) {
      const most = [...line].findIndex((_, index) => widthOf(line.slice(0, index + 1), size) > room)
      lines.push(line.slice(0, Math.max(1, most)))
      line = line.slice(Math.max(1, most))
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** A text of one or more lines, and one at the right end of its first line. */
interface DrawnText {
  readonly text: string
  readonly kind: string
  readonly x?: number
  readonly size?: number
  readonly end?: string
}

const column = (top: number) => {
  let y = top
  const parts: string[] = []
  return {
    parts,
    y: (): number => y,
    space: (more: number): void => {
      y += more
    },
    write: ({ text, kind, x = EDGE, size = 13, end = '' }: DrawnText): void => {
      const taken = end === '' ? 0 : widthOf(end, 13) + 12
      const letters = kind === 'head' || kind === 'alarm' ? size * 1.1 : size
      const lines = wrapped(text, letters, WIDTH - EDGE - x - taken)
      const step = size + 6
      const spans = lines.map(
        (line, index) => `<tspan x="${x}" y="${y + index * step + size}">${escaped(line)}</tspan>`,
      )
      parts.push(`<text class="${kind}" font-size="${size}">${spans.join(' ')}</text>`)
      if (end !== '')
        parts.push(
          `<text class="soft" font-size="13" text-anchor="end" x="${WIDTH - EDGE}" y="${y + 13}">${escaped(end)}</text>`,
        )
      y += lines.length * step
    },
  }
}

const stations = (story: Story, to: ReturnType<typeof column>): readonly string[] => {
  const dots: string[] = []
  const dot = (kind: string): void => {
    dots.push(`<circle class="${kind}" cx="${LINE}" cy="${to.y() + 8.5}" r="5"/>`)
  }
  const first = to.y()
  let last = first
  for (const { row, day, odd } of datedRows(story)) {
    const worst = row.findings.find(({ severity }) => severity !== 'notice')
    dot(worst === undefined ? (row.isOnChart ? 'here' : 'aside') : worst.severity)
    last = to.y()
    to.write({ text: whatIn(row), kind: row.isOnChart ? 'what' : 'soft', x: WORDS, end: day })
    for (const { title, severity } of row.findings)
      to.write({ text: title, kind: severity, x: WORDS })
    if (odd.length > 0) to.write({ text: odd.join(', '), kind: 'soft', x: WORDS })
    to.space(7)
  }
  const end = last
  for (const { words, until } of nextIn(story)) {
    dot('next')
    last = to.y()
    to.write({ text: words, kind: 'soft', x: WORDS, end: until })
    to.space(7)
  }
  const line = (kind: string, from: number, until: number): readonly string[] =>
    until <= from ? [] : [`<path class="${kind}" d="M${LINE} ${from + 8.5}V${until + 8.5}"/>`]
  return [...line('past', first, end), ...line('ahead', end, last), ...dots]
}

/** Draws a story as SVG to share: 400 units wide, text of 13 and more, light and dark. It loads nothing. */
export const storyPicture = (story: Story): string => {
  const { wrong, money } = headlineIn(story)
  const to = column(EDGE - 2)
  if (wrong !== '') to.write({ text: wrong, kind: 'alarm', size: 15 })
  to.space(wrong === '' ? 0 : 4)
  if (money !== '') to.write({ text: money, kind: 'head', size: 15 })
  to.space(12)
  const drawn = stations(story, to)
  to.space(6)
  to.write({ text: story.stream, kind: 'soft' })
  to.write({ text: smallPrint(story).join(' · '), kind: 'soft' })
  const height = to.y() + EDGE - 4
  const label = `${story.stream}: ${[wrong, money].filter((each) => each !== '').join(' · ')}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="story" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(label)}">`,
    `<style>${STORY}</style>`,
    `<rect class="ground" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="12"/>`,
    ...drawn,
    ...to.parts,
    '</svg>',
  ].join('\n')
}
