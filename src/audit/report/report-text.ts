/** Writes an audit's report as lines of text. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { Root } from '../../fold/root.ts'
import { count } from '../../words/data/lists.ts'
import { visible } from '../../words/text/visible-text.ts'
import {
  checksByResult,
  checkText,
  headsText,
  nothingText,
  passedRules,
  passedText,
} from './check-text.ts'
import { amountText, comparedText } from './compared-text.ts'
import type { Found, StreamReport, Total, WrittenReport } from './report.ts'
import type { Difference } from './report-difference.ts'
import {
  amountsOf,
  askedFacts,
  askedInFindings,
  atStakeText,
  auditedFacts,
  boundFiles,
  businessFacts,
  evidenceText,
  nextText,
  openPoints,
  personsWords,
  reportId,
  signedText,
  sourceText,
  sumsOf,
  totalName,
  totalsNote,
  trustOfAll,
  trustText,
} from './report-rows.ts'

const WIDTH = 110

const placeOf = ({ line, stream, revision }: Found): string => {
  const entry =
    stream === null ? '' : `, ${stream}${revision === null ? '' : ` revision ${revision}`}`
  return `line ${line}${entry}`
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

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title.toUpperCase(), ...lines]

const foundLines = (root: Root) => {
  const comparedIn = comparedText(root)
  return (found: Found, index: number): readonly string[] => {
    const { severity, code, title, id, stake, entries } = found
    const amount = stake === null ? '' : `, ${amountText(stake)}`
    const compared = comparedIn(found)
    const source = sourceText(found)
    return [
      `${severity} ${index + 1}  ${title} (${code}, ${placeOf(found)}${amount})`,
      `  ${found.because}`,
      ...(compared === '' ? [] : [`  Compared: ${compared}`]),
      ...entries.map((each) => `  Entry: ${evidenceText(each)}`),
      `  ${nextText(found)}`,
      `  ${source === '' ? '' : `Source: ${source}. `}Id: ${id}`,
    ]
  }
}

const streamLine =
  (machines: readonly AnyMachine[], report: WrittenReport, isTrustSaid: boolean) =>
  (row: StreamReport): string => {
    const { stream, machine, status, sums, questions, related } = row
    const own = machines.find(({ id }) => id === machine)
    return [
      `${stream}: ${status}`,
      ...(sums === null ? [] : [sumsOf(own, sums)]),
      ...related.map((each) => `${each.phrase} ${each.stream}`),
      ...(questions.length === 0 ? [] : [count(questions.length, 'open question')]),
      ...(isTrustSaid ? [] : [trustText(report, row) ?? []].flat()),
    ].join('; ')
  }

const checkLines = (report: WrittenReport): readonly string[] => {
  const checks = checksByResult(report)
  const passed = passedText(checks)
  const lines = [
    ...[...checks.log, ...checks.heads].map(checkText),
    headsText(checks),
    ...checks.failed.map(checkText),
    ...(passed === '' ? [] : [`${passed}:`]),
    ...wrapped(passedRules(checks)),
    nothingText(checks),
  ]
  return lines.filter((each) => each !== '')
}

const totalLine = (root: Root) => {
  const amounts = amountsOf(root)
  return (total: Total): string => {
    const shown = amounts(total).map(([name, amount]) => `${name} ${amount}`)
    return [totalName(total), ...(shown.length === 0 ? [] : [shown.join(', ')])].join(': ')
  }
}

/** How many lines a list has before the tables are named instead. */
const MOST = 24

const limited = (lines: readonly string[], file: string): readonly string[] =>
  lines.length <= MOST
    ? lines
    : [...lines.slice(0, MOST), `and ${lines.length - MOST} more: see ${file}`]

/**
 * Lists the findings that are new or gone since an earlier audit. No line contains a character that
 * could act on a terminal.
 */
export const differenceText = ({ appeared, gone, stayed }: Difference): readonly string[] =>
  [
    `Since the earlier report: ${appeared.length} new, ${gone.length} gone, ${stayed} unchanged.`,
    ...appeared.map((found) => `new   ${found.code}  (${placeOf(found)})`),
    ...gone.map((found) => `gone  ${found.code}  (${placeOf(found)})`),
  ].map(visible)

/**
 * Writes the report: what was audited and checked, the findings, the questions, the totals, and the
 * streams with a finding or a question. No line contains a character that could act on a terminal,
 * whoever wrote the texts.
 */
export const reportText =
  (root: Root) =>
  (report: WrittenReport): readonly string[] => {
    const { machines } = root
    const { sentence, findings, streams, totals } = report
    const open = openPoints(root, report)
    const asked = [
      ...open.rows.map(([stream, ...cells]) => `${stream}: ${cells.join(' ').trimEnd()}`),
      askedInFindings(open),
    ].filter((each) => each !== '')
    const words = personsWords(report).map(
      ([stream, what, by, because]) => `${stream}: ${what} by ${by}: ${because}`,
    )
    const atStake = atStakeText(report)
    const trust = trustOfAll(report)
    return [
      'AUDIT',
      sentence,
      ...(atStake === '' ? [] : [`Money that hangs on the open findings: ${atStake}.`]),
      ...section(
        'What was audited',
        [...auditedFacts(report), ...askedFacts(report)].map(
          ([name, value]) => `${name}: ${value}`,
        ),
      ),
      ...section('What was checked', checkLines(report)),
      ...section('Not checked', checksByResult(report).unchecked.map(checkText)),
      ...section(`Findings: ${findings.length}`, findings.flatMap(foundLines(root))),
      ...section(`Questions: ${open.many}`, limited(asked, 'report.json')),
      ...section('What persons decided', limited(words, 'report.json')),
      ...section('Totals', [
        ...[totalsNote(report)].filter((each) => each !== ''),
        ...limited(totals.map(totalLine(root)), 'report.json'),
      ]),
      ...section(
        'Facts of business',
        wrapped(businessFacts(root, report).map(([name, many]) => `${name}: ${many}`)),
      ),
      ...section('Streams with a finding or a question', [
        ...[trust ?? ''].filter((each) => each !== ''),
        ...limited(streams.map(streamLine(machines, report, trust !== null)), 'streams.csv'),
      ]),
      ...section(
        'Files',
        boundFiles(report).map(([name, sha256]) => `${name}  SHA-256 ${sha256}`),
      ),
      '',
      signedText(reportId(report)),
      'Signed: ______________________   Date: ____________   Signed: ______________________   Date: ____________',
    ].map(visible)
  }
