/** A story in words: the lines that a terminal prints, a picture draws and a page begins with. */
import { visible } from '../words/text/visible-text.ts'
import { dayAfter, dayOf } from './person-days.ts'
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
export const oddIn = ({ reports, isLate, isContradicted, reportedAt, at }: StoryRow) => {
  const isSameDay = reportedAt.slice(0, 10) === at.slice(0, 10)
  return [
    ...(reports > 1 ? [`reported ${reports} times`] : []),
    ...(isLate ? [`came late${isSameDay ? '' : `, on ${dayAfter(reportedAt, at)}`}`] : []),
    ...(isContradicted ? ['contradicted'] : []),
  ]
}

/** The rows with their days: the year only where it differs from that of the row before. */
export const datedRows = ({ rows }: Pick<Story, 'rows'>) =>
  rows.map((row, index) => ({ row, day: dayAfter(row.at, rows[index - 1]?.at ?? null) }))

/** What may come next: what is not over, each once. */
export const nextIn = ({ windows }: Pick<Story, 'windows'>): Story['windows'] => [
  ...new Map(windows.flatMap((each) => (each.isPast ? [] : [[each.text, each]]))).values(),
]

/** The small print: which log was read, up to when, and where days are counted. */
export const smallPrint = (story: Story): readonly string[] => {
  const { entries, at, root } = story
  const cities = new Set(nextIn(story).flatMap(({ city }) => city ?? []))
  return [
    `${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    ...(at === null ? [] : [`as of ${dayOf(at)}`]),
    ...(cities.size === 0 ? [] : [`last days in ${[...cities].join(' and ')}`]),
    ...(root === null ? [] : [`root ${root.slice(0, 16)}`]),
  ]
}

/** Tells a story line by line. Characters that hide, or change the direction of others, are escaped. */
export const storyLines = (story: Story): readonly string[] => {
  const { wrong, money } = headlineIn(story)
  const rows = datedRows(story)
  const width = Math.max(0, ...rows.map(({ day }) => day.length))
  const indent = ' '.repeat(width + 4)
  return [
    story.stream,
    ...[wrong, money].filter((line) => line !== ''),
    '',
    ...rows.flatMap(({ row, day }) => [
      `  ${day.padStart(width)}  ${[whatIn(row), ...oddIn(row)].join(', ')}`,
      ...row.findings.map(({ title, because }) => `${indent}${title}: ${because}`),
    ]),
    ...story.questions.map(({ because, settledBy }) => `  Open: ${because} ${settledBy}.`),
    ...nextIn(story).map(({ text }) => `  Next: ${text}`),
    '',
    smallPrint(story).join(' · '),
  ].map(visible)
}
