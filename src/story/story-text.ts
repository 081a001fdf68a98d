/** A story in words: the lines that a terminal prints, a picture draws and a page begins with. */
import { greatest } from '../words/data/lists.ts'
import { visible } from '../words/text/visible-text.ts'
import { cityOf, dateIn, dayAfter, dayOf } from './person-days.ts'
import type { Story } from './story.ts'
import type { StoryRow } from './story-rows.ts'

/** The headline in two parts: what is in doubt or wrong, and the rest. */
export const headlineIn = ({ headline }: Pick<Story, 'headline'>) => {
  const said = (isWrong: boolean): string =>
    headline
      .filter(({ kind }) => (kind === 'doubt' || kind === 'wrong') === isWrong)
      .reduce((text, { kind, text: next }) => {
        if (text === '') return next
        return `${text}${kind === 'deadline' ? ', ' : ' · '}${next}`
      }, '')
  return { wrong: said(true), money: said(false) }
}

/** What happened, with its amount: `40.00 EUR captured`. */
export const whatIn = ({ amount, words }: Pick<StoryRow, 'amount' | 'words'>): string =>
  amount === null ? words : `${amount} ${words}`

/** What is odd about the reports of a row. It names the day of a late one that came on another day. */
const oddIn = (
  { reports, isLate, standing }: StoryRow,
  reported: string,
  happened: string,
): readonly string[] => {
  const onDay = reported === happened ? '' : `, on ${dayAfter(reported, happened)}`
  return [
    ...(reports > 1 ? [`reported ${reports} times`] : []),
    ...(isLate ? [`came late${onDay}`] : []),
    ...(standing === null ? [] : [standing]),
  ]
}

/** The rows with their days, the year only where it differs from that of the row before, and what is odd. */
export const datedRows = ({ rows, zone }: Pick<Story, 'rows' | 'zone'>) => {
  const dates = rows.map(({ at }) => dateIn(at, zone))
  return rows.map((row, index) => {
    const date = dates[index] ?? ''
    const odd = oddIn(row, dateIn(row.reportedAt, zone), date)
    return { row, day: dayAfter(date, dates[index - 1] ?? null), odd }
  })
}

/** What may come next: what is not over, each once. */
export const nextIn = ({ windows }: Pick<Story, 'windows'>): Story['windows'] => [
  ...new Map(windows.flatMap((each) => (each.isPast ? [] : [[each.text, each]]))).values(),
]

/** The small print: which log was read, up to when, and where days are counted. */
export const smallPrint = (story: Story): readonly string[] => {
  const { entries, at, zone, root } = story
  return [
    `${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    ...(at === null ? [] : [`as of ${dayOf(dateIn(at, zone))}`]),
    ...(zone === null ? [] : [`days in ${cityOf(zone)}`]),
    ...(root === null ? [] : [`root ${root.slice(0, 16)}`]),
  ]
}

/** Tells a story line by line. Characters that hide, or change the direction of others, are escaped. */
export const storyLines = (story: Story): readonly string[] => {
  const { wrong, money } = headlineIn(story)
  const rows = datedRows(story)
  const width = greatest(rows.map(({ day }) => day.length)) ?? 0
  const indent = ' '.repeat(width + 4)
  return [
    story.stream,
    ...[wrong, money].filter((line) => line !== ''),
    '',
    ...rows.flatMap(({ row, day, odd }) => [
      `  ${day.padStart(width)}  ${[whatIn(row), ...odd].join(', ')}`,
      ...row.findings.map(({ title, because }) => `${indent}${title}: ${because}`),
    ]),
    ...story.questions.map(({ because, settledBy }) => `  Open: ${because} ${settledBy}.`),
    ...nextIn(story).map(({ text }) => `  Next: ${text}`),
    '',
    smallPrint(story).join(' · '),
  ].map(visible)
}
