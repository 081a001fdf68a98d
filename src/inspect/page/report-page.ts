/** Renders a report as a page to read, print and sign: what was audited, checked and found. */
import * as E from '#fp-ts/Either'
import type { Check, Found, StreamReport, Total, WrittenReport } from '../../audit/report/report.ts'
import { readReport } from '../../audit/report/report-codec.ts'
import {
  amountsOf,
  auditedFacts,
  boundFiles,
  businessFacts,
  checkText,
  comparedText,
  evidenceText,
  nextText,
  openPoints,
  personsWords,
  totalName,
  totalSums,
  trustText,
} from '../../audit/report/report-text.ts'
import { totalling } from '../../audit/report/totals.ts'
import { pageName } from '../../audit/report/written-report.ts'
import type { Root } from '../../fold/root.ts'
import { storySums } from '../../story/story-money.ts'
import { addTo } from '../../words/data/lists.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { money } from '../../words/money.ts'
import { SEVERITIES, type Severity } from '../../words/severity.ts'
import { escaped } from '../picture/escaped-text.ts'
import { chip, facts, page } from './html.ts'

/** Two columns of checks, and a paper that four pages hold. */
const STYLE = `.checks { columns: 2; column-gap: 2rem; font-size: .8125rem; padding: 0; margin: 0; list-style: none; }
.checks li { break-inside: avoid; overflow-wrap: anywhere; } .checks .error { color: var(--error); font-weight: 600; }
.fine { font-size: .8125rem; } .quote { font-size: 1.125rem; font-weight: 600; margin: .5rem 0; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem 3rem; margin: 2.5rem 0 1rem; break-inside: avoid; }
.sign span { border-top: 1px solid var(--ink); padding-top: .25rem; font-size: .8125rem; }
td.mono { text-align: right; white-space: nowrap; } tr { break-inside: avoid; } td { font-size: .8125rem; padding: .2rem .5rem; }
@page { size: A4; margin: 14mm; }
@media print { body { font-size: 9pt; } .scroll { overflow: visible; border: 0; background: none; } h2 { break-after: avoid; } .notes { gap: .35rem; } .notes li { break-inside: avoid; font-size: 8pt; line-height: 1.35; } .checks, .fine { font-size: 7pt; line-height: 1.35; }
  td, th, td.mono { font-size: 7pt; padding: .1rem .3rem; line-height: 1.3; } dd { font-size: 7pt; } .sign { margin: 2rem 0 .5rem; } }`

const WORST_FIRST = SEVERITIES.toReversed()

const paragraph = (text: string): string => (text === '' ? '' : `<br><span>${escaped(text)}</span>`)

/** How many streams are on the page before the table is named instead. */
const MOST = 60

/** The numbers of the streams on the page, which links use: no address holds a text of the report. */
type Numbers = ReadonlyMap<string | null, number>

const numbersOf = ({ streams }: WrittenReport): Numbers =>
  new Map(streams.slice(0, MOST).map(({ stream }, index) => [stream, index + 1]))

const placeOf = (numbers: Numbers, { line, stream, revision }: Found): string => {
  const number = numbers.get(stream)
  const name = escaped(stream ?? '')
  return [
    line === 0 ? 'no line' : `line ${line}`,
    ...(stream === null
      ? []
      : [number === undefined ? name : `<a href="#stream-${number}">${name}</a>`]),
    ...(revision === null ? [] : [`revision ${revision}`]),
  ].join(', ')
}

const foundOf =
  (numbers: Numbers) =>
  (found: Found, index: number): string => {
    const { id, code, title, because, source, waived, severity, stake, entries } = found
    const amount = stake === null ? '' : ` · ${money(stake.amount, stake.currency)}`
    return (
      `<li id="finding-${index + 1}" class="${waived === null ? severity : ''}"><b>${escaped(title)}</b> <span class="soft">${escaped(code)}${escaped(amount)}</span>` +
      paragraph(because) +
      paragraph(comparedText(found)) +
      paragraph(nextText(found)) +
      entries
        .map((each) => `<br><small class="mono">${escaped(evidenceText(each))}</small>`)
        .join('') +
      `<br><small>${placeOf(numbers, found)} · ${escaped(source)} · ${escaped(id)}</small></li>`
    )
  }

const section = (title: string, body: readonly string[]): readonly string[] =>
  body.length === 0 ? [] : [`<section><h2>${escaped(title)}</h2>`, ...body, '</section>']

const list = (items: readonly string[], kind: string): readonly string[] =>
  items.length === 0 ? [] : [`<ul class="${kind}">${items.join('\n')}</ul>`]

const rowsOf = (
  label: string,
  head: readonly string[],
  rows: readonly string[],
): readonly string[] =>
  rows.length === 0
    ? []
    : [
        `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${head.map((each) => `<th>${escaped(each)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
      ]

/** Rows of texts, as many as a paper holds. */
const textRows = (
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => [
  ...rowsOf(
    label,
    head,
    rows
      .slice(0, MOST)
      .map((cells) => `<tr>${cells.map((each) => `<td>${escaped(each)}</td>`).join('')}</tr>`),
  ),
  ...(rows.length <= MOST ? [] : [`<p>${rows.length - MOST} more: see report.json.</p>`]),
]

/** The totals of each method: as many rows as one page holds, however long the log is. */
const byMethod = (totals: readonly Total[]): readonly Total[] => {
  const under = totalling()
  for (const each of totals) {
    if (each.currency !== null) under.add({ ...each, status: '', month: null })
  }
  return under.totals()
}

const totalsOf = (root: Root, label: string, totals: readonly Total[]): readonly string[] => {
  const amounts = amountsOf(root)
  const own = totals.map((each) => new Map(amounts(each)))
  const titles = [...totalSums(root).values()].filter((title) =>
    own.some((each) => each.has(title)),
  )
  const rows = totals.map((total, index) => {
    const cells = titles.map(
      (title) => `<td class="mono">${escaped(own[index]?.get(title) ?? '')}</td>`,
    )
    return `<tr><td>${escaped(totalName(total))}</td>${cells.join('')}</tr>`
  })
  return rowsOf(label, ['Total', ...titles], rows)
}

const TRUST: Readonly<Record<string, Severity>> = {
  'not valid': 'fatal',
  'not vouched for': 'warning',
}

const trustOf = (report: WrittenReport, row: StreamReport): string => {
  const trust = trustText(report, row) ?? ''
  const severity = TRUST[trust]
  return severity === undefined ? trust : chip(trust, severity)
}

/** Links to the findings of each stream. */
const linksOf = ({ findings }: WrittenReport): ReadonlyMap<string | null, readonly string[]> => {
  const links = new Map<string | null, string[]>()
  findings.forEach(({ stream, severity, waived, title }, index) => {
    const words = chip(title, waived === null ? severity : '')
    addTo(links, stream, `<a href="#finding-${index + 1}">${words}</a>`)
  })
  return links
}

const streamRows = ({ machines }: Root, report: WrittenReport): readonly string[] => {
  const links = linksOf(report)
  const pages = new Set(report.tables.map(({ name }) => name))
  const rows = report.streams.slice(0, MOST).map((row, index) => {
    const { stream, machine, status, sums } = row
    const money = storySums(
      machines.find(({ id }) => id === machine),
      sums,
    )
    const amounts = money.flatMap(({ amount, words }) => (amount === 0 ? [] : words))
    const found = (links.get(stream) ?? []).join(' ')
    const name = escaped(stream)
    const own = pageName(index + 1)
    const named = pages.has(own) ? `<a href="${own}">${name}</a>` : name
    const cells = `<td>${named}</td><td>${escaped(status)}</td><td>${escaped(amounts.join(', '))}</td>`
    return `<tr class="stream" id="stream-${index + 1}">${cells}<td>${trustOf(report, row)}</td><td>${found}</td></tr>`
  })
  const more = report.streams.length - rows.length
  return [
    ...rowsOf('Streams', ['Stream', 'Status', 'Money', 'Trust', 'Findings'], rows),
    ...(more <= 0 ? [] : [`<p>${more} more: see streams.csv.</p>`]),
  ]
}

/** One line for each check, but the rules and findings of which no stream has any are one paragraph. */
const checksOf = ({ checks }: WrittenReport): readonly string[] => {
  const isFine = ({ of, failed }: Check): boolean => of === 'streams' && failed === 0
  const own = checks.filter((each) => !isFine(each))
  const fine = checks.filter(isFine).map(({ title, tried }) => `${title} ${tried}`)
  const lines = own.map(
    (check) => `<li class="${check.failed > 0 ? 'error' : ''}">${escaped(checkText(check))}</li>`,
  )
  return [
    ...list(lines, 'checks'),
    `<p class="fine">None of these, each with how often tried: ${escaped(fine.join(' · '))}</p>`,
  ]
}

const BY_MONTH = 'Totals by month of the capture (UTC) and status'

const SIGN =
  '<div class="sign"><span>Name, signature</span><span>Place, date</span><span>Name, signature</span><span>Place, date</span></div>'

const pageOf = (root: Root, report: WrittenReport): string => {
  const { sentence, findings, counts, waived, streams } = report
  const counted = WORST_FIRST.flatMap((severity) =>
    counts[severity] === 0 ? [] : [chip(`${counts[severity]} ${severity}`, severity)],
  )
  const business = businessFacts(report)
  return page(
    'Audit · payfold',
    [
      `<header><h1>Audit</h1><p class="quote">${escaped(sentence)}</p>`,
      `<p>${counted.join(' ')}${waived === 0 ? '' : ` ${chip(`${waived} waived`)}`}</p></header><main>`,
      ...section('What was audited', [facts(auditedFacts(report))]),
      ...section('What was checked', checksOf(report)),
      ...section('Totals', totalsOf(root, 'Totals', byMethod(report.totals))),
      SIGN,
      ...section('Files', [facts(boundFiles(report))]),
      `<section><h2>Findings: ${findings.length}</h2>`,
      ...list(findings.map(foundOf(numbersOf(report))), 'notes'),
      '</section>',
      ...section(
        'Questions',
        textRows('Questions', ['Stream', 'Question', 'Settled', 'Money'], openPoints(report)),
      ),
      ...section(
        'What persons decided',
        textRows('What persons decided', ['Stream', 'What', 'Who', 'Why'], personsWords(report)),
      ),
      ...section(BY_MONTH, totalsOf(root, BY_MONTH, report.totals)),
      ...section('Facts of business', business.length === 0 ? [] : [facts(business)]),
      ...section(
        `Streams with a finding or a question: ${streams.length}`,
        streamRows(root, report),
      ),
      '</main>',
    ],
    { styles: [STYLE] },
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
