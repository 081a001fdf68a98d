/** Writes an audit's report as lines of text. */
import type { Root } from '../../fold/root.ts'
import { count } from '../../words/data/lists.ts'
import { visible } from '../../words/text/visible-text.ts'
import { checkText } from './checks.ts'
import type { Found, WrittenReport } from './report.ts'
import type { Difference } from './report-difference.ts'
import { type ReportWords, reportWords } from './report-rows.ts'

const WIDTH = 110

const placeOf = ({ line, stream, revision }: Pick<Found, 'line' | 'stream' | 'revision'>) => {
  const entry =
    stream === null ? '' : `, ${stream}${revision === null ? '' : ` revision ${revision}`}`
  return line === 0 ? `no line${entry}` : `line ${line}${entry}`
}

const wrapped = (texts: readonly string[]): readonly string[] =>
  texts.reduce<string[]>((lines, text) => {
    const last = lines.at(-1)
    if (last !== undefined && last.length + text.length + 2 <= WIDTH) {
      lines[lines.length - 1] = `${last}, ${text}`
      return lines
    }
    if (last !== undefined) lines[lines.length - 1] = `${last},`
    lines.push(text)
    return lines
  }, [])

const withoutEmpty = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line !== '')

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title.toUpperCase(), ...lines]

const foundLines = (found: ReportWords['findings'][number], index: number): readonly string[] => {
  const { severity, code, title, id, because, amount, compared, entries, next, source } = found
  return [
    `${severity} ${index + 1}  ${title} (${code}, ${placeOf(found)}${amount === '' ? '' : `, ${amount}`})`,
    `  ${because}`,
    ...(compared === '' ? [] : [`  Compared: ${compared}`]),
    ...entries.map((each) => `  Entry: ${each}`),
    `  ${next}`,
    `  ${source === '' ? '' : `Source: ${source}. `}Id: ${id}`,
  ]
}

const streamLine = (row: ReportWords['streams'][number]): string => {
  const { stream, status, money, questions, related, trust } = row
  return [
    `${stream}: ${status}`,
    ...(money === null ? [] : [money]),
    ...related.map((each) => `${each.phrase} ${each.stream}`),
    ...(questions.length === 0 ? [] : [count(questions.length, 'open question')]),
    ...(trust === null ? [] : [trust]),
  ].join('; ')
}

const checkLines = (checks: ReportWords['checks']): readonly string[] =>
  withoutEmpty([
    ...[...checks.log, ...checks.heads].map(checkText),
    checks.headsText,
    ...checks.failed.map(checkText),
    checks.passed && `${checks.passed}:`,
    ...wrapped(checks.passedRules),
    checks.nothingText,
  ])

const totalLine = ({ name, amounts }: ReturnType<ReportWords['totalOf']>): string => {
  const shown = amounts.map(([title, amount]) => `${title} ${amount}`)
  return [name, ...(shown.length === 0 ? [] : [shown.join(', ')])].join(': ')
}

/** How many lines a list has before the tables are named instead. */
const MOST = 24

const limited = (lines: readonly string[], file: string): readonly string[] =>
  lines.length <= MOST
    ? lines
    : [...lines.slice(0, MOST), `and ${lines.length - MOST} more: see ${file}`]

/** Lists the findings that are new or gone. No line contains a character that could act on a terminal. */
export const differenceText = ({ appeared, gone, stayed }: Difference): readonly string[] =>
  [
    `Since the earlier report: ${appeared.length} new, ${gone.length} gone, ${stayed} unchanged.`,
    ...appeared.map((found) => `new   ${found.code}  (${placeOf(found)})`),
    ...gone.map((found) => `gone  ${found.code}  (${placeOf(found)})`),
  ].map(visible)

/** Writes the report as lines, without any character that could act on a terminal, whoever wrote the texts. */
export const reportText =
  (root: Root) =>
  (report: WrittenReport): readonly string[] => {
    const words = reportWords(root, report)
    const { checks, findings, open, streams, trustInAll } = words
    const asked = open.rows.map(([stream, ...cells]) => `${stream}: ${cells.join(' ').trimEnd()}`)
    const persons = words.persons.map(
      ([stream, what, by, because]) => `${stream}: ${what} by ${by}: ${because}`,
    )
    const files = words.files.map(([name, sha256]) => `${name}  SHA-256 ${sha256}`)
    const named = ([name, value]: readonly [string, string]): string => `${name}: ${value}`
    return [
      'AUDIT',
      report.sentence,
      ...withoutEmpty([words.atStake]),
      ...section('What was audited', [...words.audited, ...words.asked].map(named)),
      ...section('What was checked', checkLines(checks)),
      ...section('Not checked', checks.unchecked.map(checkText)),
      ...section(`Findings: ${findings.length}`, findings.flatMap(foundLines)),
      ...section(
        `Questions: ${open.many}`,
        limited(withoutEmpty([...asked, words.alsoFindings]), 'report.json'),
      ),
      ...section('What persons decided', limited(persons, 'report.json')),
      ...section('Totals', [
        ...withoutEmpty([words.totalsNote]),
        ...limited(report.totals.map(words.totalOf).map(totalLine), 'report.json'),
      ]),
      ...section('Facts of business', wrapped(words.business.map(named))),
      ...section('Streams with a finding or a question', [
        ...withoutEmpty([trustInAll ?? '']),
        ...limited(streams.map(streamLine), 'streams.csv'),
      ]),
      ...section('Files', files),
      '',
      words.signed,
      'Signed: ______________________   Date: ____________   Signed: ______________________   Date: ____________',
    ].map(visible)
  }
