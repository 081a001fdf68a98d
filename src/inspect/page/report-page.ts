/** Renders a report as a page to read, print and sign: what was audited, checked and found. */
import * as E from '#fp-ts/Either'
import { checkText } from '../../audit/report/checks.ts'
import type { Total, WrittenReport } from '../../audit/report/report.ts'
import { readReport } from '../../audit/report/report-codec.ts'
import { type ReportWords, reportWords } from '../../audit/report/report-rows.ts'
import { pageName, totalsOf } from '../../audit/report/written-report.ts'
import type { Root } from '../../fold/root.ts'
import { count, listsOf } from '../../words/data/lists.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { Severity } from '../../words/severity.ts'
import { escaped } from '../picture/escaped-text.ts'
import { chip, facts, page } from './html.ts'

/** Two columns of checks, and a paper that four pages hold, the first of which is signed. */
const STYLE = `.checks { columns: 2; column-gap: 2rem; font-size: .8125rem; padding: 0; margin: 0; list-style: none; }
.checks li { break-inside: avoid; overflow-wrap: anywhere; } .checks .error { color: var(--error); font-weight: 600; }
.fine { font-size: .8125rem; } .quote { font-size: 1.125rem; font-weight: 600; margin: .25rem 0; }
.box { border: 1px solid var(--ink); padding: .25rem .75rem .5rem; margin: .5rem 0; } .box h3 { margin: 0 0 .15rem; }
.sign { margin: 1.5rem 0 1rem; break-inside: avoid; } .sign p { overflow-wrap: anywhere; }
.lines { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem 3rem; margin-top: 2.25rem; }
.lines span { border-top: 1px solid var(--ink); padding-top: .15rem; font-size: .8125rem; }
td.mono { text-align: right; white-space: nowrap; } tr { break-inside: avoid; } td { font-size: .8125rem; padding: .2rem .5rem; }
.found { table-layout: fixed; min-width: 40rem; } .found td { overflow-wrap: anywhere; } .found th:nth-child(1) { width: 3rem; } .found th:nth-child(2) { width: 30%; } .found th:nth-child(4) { width: 35%; }
@media print { body { font-size: 9pt; max-width: none; } .scroll { overflow: visible; border: 0; border-radius: 0; background: none; }
  h1 { font-size: 13pt; line-height: 1.2; } h2 { font-size: 10pt; margin: .5rem 0 .1rem; } h2, h2 + p { break-after: avoid; } header p, .fine { margin: .15rem 0; } header p, .sign p { font-size: 8pt; line-height: 1.4; }
  .quote { font-size: 10.5pt; line-height: 1.3; } .notes { gap: .35rem; } .notes li { break-inside: avoid; font-size: 8pt; line-height: 1.35; } .checks, .fine, .box { font-size: 7pt; line-height: 1.35; }
  .box { padding: .1rem .5rem .2rem; margin: .3rem 0; } .box h3 { font-size: 8pt; } td, th, td.mono { font-size: 7pt; padding: .1rem .3rem; line-height: 1.3; }
  dl { gap: 0 1rem; } dt { font-size: 7.5pt; line-height: 1.4; } dd { font-size: 7pt; line-height: 1.4; } .cover { break-after: page; } .cover td { padding: .03rem .3rem; }
  .sign { margin: .6rem 0 0; } .lines { gap: 1.4rem 3rem; margin-top: 1.9rem; line-height: 1.2; }
  .found { min-width: 0; } .found th:nth-child(1) { width: 2rem; } .found th:nth-child(4) { width: 24%; } .found td { font-size: 6.5pt; word-break: break-all; } .found td:nth-child(2) { word-break: normal; } }`

/** Each page of the paper bears the id of the report, which consists of hexadecimal digits only. */
const paper = (
  id: string,
): string => `@page { size: A4; margin: 12mm 14mm; @bottom-left { content: 'report.json ${id}'; font: 6.5pt monospace; }
  @bottom-right { content: 'page ' counter(page) ' of ' counter(pages); font: 7pt sans-serif; } }`

const fine = (text: string): string => `<p class="fine">${escaped(text)}</p>`

const BELOW = 'the pages after this one'

const moreText = (many: number, file: string): readonly string[] =>
  many <= 0 ? [] : [fine(`${many} more: see ${file}.`)]

const paragraph = (text: string): string => (text === '' ? '' : `<br><span>${escaped(text)}</span>`)

/** How many streams are on the page before the table is named instead. */
const MOST = 60

/** The numbers of the streams on the page, which links use: no address holds a text of the report. */
type Numbers = ReadonlyMap<string | null, number>

const numbersOf = ({ streams }: ReportWords): Numbers =>
  new Map(streams.slice(0, MOST).map(({ stream }, index) => [stream, index + 1]))

const streamOf = (numbers: Numbers, stream: string): string => {
  const number = numbers.get(stream)
  const name = escaped(stream)
  return number === undefined ? name : `<a href="#stream-${number}">${name}</a>`
}

type FoundWords = ReportWords['findings'][number]

const foundOf =
  (numbers: Numbers) =>
  (found: FoundWords, index: number): string => {
    const { id, code, title, because, waived, severity, amount, stream, entries } = found
    const { compared, next, source } = found
    return (
      `<li id="finding-${index + 1}" class="${waived === null ? severity : ''}"><b>${index + 1}. ${escaped(title)}</b> <span class="soft">${stream === null ? 'the log' : streamOf(numbers, stream)}${amount === '' ? '' : escaped(` · ${amount}`)}</span>` +
      paragraph(because) +
      paragraph(compared === '' ? '' : `Compared: ${compared}`) +
      paragraph(next) +
      entries.map((each) => `<br><small class="mono">${escaped(each)}</small>`).join('') +
      `<br><small>${escaped([code, id, source].filter((each) => each !== '').join(' · '))}</small></li>`
    )
  }

const section = (title: string, body: readonly string[]): readonly string[] =>
  body.length === 0 ? [] : [`<section><h2>${escaped(title)}</h2>`, ...body, '</section>']

const list = (items: readonly string[], kind: string): readonly string[] =>
  items.length === 0 ? [] : [`<ul class="${kind}">${items.join('\n')}</ul>`]

const rowsOf = (label: string, head: readonly string[], rows: readonly string[], kind = '') =>
  rows.length === 0
    ? []
    : [
        `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="${kind}"><thead><tr>${head.map((each) => `<th>${escaped(each)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
      ]

const textRows = (label: string, head: readonly string[], rows: readonly (readonly string[])[]) => {
  const cellOf = (text: string): string => `<td>${escaped(text)}</td>`
  const shown = rows.slice(0, MOST).map((cells) => `<tr>${cells.map(cellOf).join('')}</tr>`)
  return [...rowsOf(label, head, shown), ...moreText(rows.length - MOST, 'report.json')]
}

/** The totals of each method: as many rows as one page holds, however long the log is. */
const byMethod = (totals: readonly Total[]): readonly Total[] =>
  totalsOf(
    totals.flatMap((each) => (each.currency === null ? [] : { ...each, status: '', month: null })),
  )

/** A table of totals with their amounts, and those that have none in one paragraph. */
const totalsTable = (
  { totalOf, titles: known }: ReportWords,
  label: string,
  totals: readonly Total[],
  most: number,
): readonly string[] => {
  const all = totals.map(totalOf).map(({ name, amounts }) => ({ name, own: new Map(amounts) }))
  const shown = all.filter(({ own }) => own.size > 0)
  const without = all.filter(({ own }) => own.size === 0).map(({ name }) => name)
  const titles = known.filter((title) => shown.some(({ own }) => own.has(title)))
  const rows = shown.slice(0, most).map(({ name, own }) => {
    const cells = titles.map((title) => `<td class="mono">${escaped(own.get(title) ?? '')}</td>`)
    return `<tr><td>${escaped(name)}</td>${cells.join('')}</tr>`
  })
  return [
    ...rowsOf(label, ['Total', ...titles], rows),
    ...moreText(shown.length - rows.length, most < MOST ? BELOW : 'report.json'),
    ...(without.length === 0 ? [] : [fine(`Without money: ${without.slice(0, MOST).join('; ')}.`)]),
    ...moreText(without.length - MOST, 'report.json'),
  ]
}

const TRUST: Readonly<Record<string, Severity>> = {
  'not valid': 'fatal',
  'not vouched for': 'warning',
}

const trustCell = (trust: string | null): string => {
  const severity = TRUST[trust ?? '']
  return `<td>${severity === undefined ? (trust ?? '') : chip(trust ?? '', severity)}</td>`
}

const streamRows = (
  { findings, streams, trustInAll: note }: ReportWords,
  { tables }: WrittenReport,
): readonly string[] => {
  const links = listsOf<string | null, string>(
    findings.map(({ stream }, index) => {
      return [stream, `<a href="#finding-${index + 1}">${index + 1}</a>`]
    }),
  )
  const pages = new Set(tables.map(({ name }) => name))
  const rows = streams.slice(0, MOST).map(({ stream, status, money, trust }, index) => {
    const found = (links.get(stream) ?? []).join(', ')
    const name = escaped(stream)
    const file = pageName(index + 1)
    const named = pages.has(file) ? `<a href="${file}">${name}</a>` : name
    const cells = `<td>${named}</td><td>${escaped(status)}</td><td>${escaped(money ?? '')}</td>`
    const trusted = note !== null ? '' : trustCell(trust)
    return `<tr class="stream" id="stream-${index + 1}">${cells}<td>${found}</td>${trusted}</tr>`
  })
  const columns = ['Stream', 'Status', 'Money', 'Findings', ...(note === null ? ['Trust'] : [])]
  return [
    ...(note === null || note === '' ? [] : [`<p>${escaped(note)}</p>`]),
    ...rowsOf('Streams', columns, rows),
    ...moreText(streams.length - rows.length, 'streams.csv'),
  ]
}

// the page that is signed ----------------------------------------------------
/** How much of each list the first page holds: the rest is on the pages after it. */
const FIRST = { heads: 2, unchecked: 6, findings: 7, totals: 4 }

const checkItems = (checks: Parameters<typeof checkText>[0][]): readonly string[] =>
  checks.map(
    (check) => `<li class="${check.failed > 0 ? 'error' : ''}">${escaped(checkText(check))}</li>`,
  )

/** The checks of the log, how many rules failed and passed, and in a box what nobody checked. */
const checksOf = ({ checks }: ReportWords): readonly string[] => {
  const { log, heads, failed, nothing, unchecked } = checks
  const more = heads.length - FIRST.heads
  const rules = [
    failed.length === 0 ? '' : `${count(failed.length, 'rule')} failed: see what was found`,
    checks.passed,
    nothing.length === 0 ? '' : `for ${count(nothing.length, 'other')}, there was nothing to try`,
  ].filter((each) => each !== '')
  return [
    ...list(
      [
        ...checkItems([...log, ...heads.slice(0, FIRST.heads)]),
        ...(more <= 0 ? [] : [`<li>${count(more, 'more head')}: see ${BELOW}</li>`]),
      ],
      'checks',
    ),
    fine([checks.headsText, rules.length === 0 ? '' : `${rules.join('; ')}.`].join(' ')),
    '<div class="box"><h3>Not checked</h3>',
    ...list(checkItems(unchecked.slice(0, FIRST.unchecked)), 'checks'),
    ...moreText(unchecked.length - FIRST.unchecked, BELOW),
    '</div>',
  ]
}

const foundRows = ({ findings }: ReportWords): readonly string[] => [
  ...rowsOf(
    'What was found',
    ['No.', 'What', 'Stream', 'Money'],
    findings
      .slice(0, FIRST.findings)
      .map(
        ({ title, stream, amount, waived }, index) =>
          `<tr><td><a href="#finding-${index + 1}">${index + 1}</a></td><td>${escaped(title)}${waived === null ? '' : ' (waived)'}</td><td>${escaped(stream ?? 'the log')}</td><td>${escaped(amount)}</td></tr>`,
      ),
    'found',
  ),
  ...moreText(findings.length - FIRST.findings, BELOW),
]

const LINES =
  '<div class="lines"><span>Name, signature</span><span>Place, date</span><span>Name, signature</span><span>Place, date</span></div>'

/** The page that somebody signs: however long a report is, it holds all of this. */
const coverOf = (words: ReportWords, { sentence, totals }: WrittenReport): readonly string[] => {
  const { findings, atStake, totalsNote } = words
  const counted = words.counts.map(([severity, each]) => chip(each, severity))
  return [
    `<header><h1>Audit</h1><p class="quote">${escaped(sentence)}</p>`,
    `<p>${counted.join(' ')}</p>`,
    ...(atStake === '' ? [] : [`<p>${escaped(atStake)}</p>`]),
    '</header><main><div class="cover">',
    ...section('What was audited', [facts(words.audited)]),
    ...section('What was checked', checksOf(words)),
    ...section('What was found, the worst first', findings.length === 0 ? [] : foundRows(words)),
    ...section('Totals', [
      ...(totalsNote === '' ? [] : [fine(totalsNote)]),
      ...totalsTable(words, 'Totals', byMethod(totals), FIRST.totals),
    ]),
    `<div class="sign"><p>${escaped(words.signed)}</p>${LINES}</div>`,
    '</div>',
  ]
}

// the pages after it ---------------------------------------------------------
const BY_MONTH = 'Totals by month of the capture (UTC) and status'

/** Each rule with what it was tried on, after the checks that the first page has no room for. */
const rulesOf = ({ checks }: ReportWords): readonly string[] => [
  ...list(
    checkItems([
      ...checks.heads.slice(FIRST.heads, MOST),
      ...checks.failed,
      ...checks.unchecked.slice(FIRST.unchecked, MOST),
    ]),
    'checks',
  ),
  ...(checks.passed === '' ? [] : [fine(`${checks.passed}: ${checks.passedRules.join(', ')}.`)]),
  ...(checks.nothing.length === 0 ? [] : [fine(checks.nothingText)]),
]

const questionsOf = ({ open, alsoFindings }: ReportWords): readonly string[] => [
  ...textRows('Questions', ['Stream', 'Question', 'How to settle', 'Money'], open.rows),
  ...(alsoFindings === '' ? [] : [`<p>${escaped(alsoFindings)}</p>`]),
]

const pageOf = (root: Root, report: WrittenReport): string => {
  const words = reportWords(root, report)
  const { findings, streams, persons, business } = words
  return page(
    'Audit · payfold',
    [
      ...coverOf(words, report),
      `<section><h2>Findings: ${findings.length}</h2>`,
      ...list(findings.map(foundOf(numbersOf(words))), 'notes'),
      '</section>',
      ...section('Questions', questionsOf(words)),
      ...section(
        'What persons decided',
        textRows('What persons decided', ['Stream', 'What', 'Who', 'Why'], persons),
      ),
      ...section('Rules', rulesOf(words)),
      ...section(BY_MONTH, totalsTable(words, BY_MONTH, report.totals, MOST)),
      ...section('Facts of business', business.length === 0 ? [] : [facts(business)]),
      ...section(
        `Streams with a finding or a question: ${streams.length}`,
        streamRows(words, report),
      ),
      ...section('What was asked, and what judged', [facts(words.asked)]),
      ...section('Files', [facts(words.files)]),
      '</main>',
    ],
    { styles: [STYLE, paper(words.id)] },
  )
}

/**
 * Renders a written report as one self-contained HTML page to read, print and sign. The report may
 * come from anywhere, such as a file of JSON: what is no report is `Unreadable`. All text is escaped,
 * no address on the page holds any of it, and no script runs. @spec audit#what-it-finds
 */
export const reportPage =
  (root: Root) =>
  (report: unknown): E.Either<Unreadable, string> =>
    E.map((read: WrittenReport) => pageOf(root, read))(readReport(report))
