/** Renders an audit as a page: the findings by severity, and the result of every stream. */
import * as E from '#fp-ts/Either'
import type { AuditReport, Found, StreamReport } from '../../audit/report/report.ts'
import { readReport } from '../../audit/report/report-codec.ts'
import { knownText } from '../../audit/report/report-text.ts'
import type { Root } from '../../fold/root.ts'
import { storySums } from '../../story/story-money.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { SEVERITIES, type Severity, worse } from '../../words/severity.ts'
import type { Stream } from '../../words/stream.ts'
import { formatted, type Instant, millisecondsOf } from '../../words/time/instant.ts'
import { escaped } from '../picture/escaped-text.ts'
import { chip, facts, page, sumOf, time } from './html.ts'

const WIDTH = 720
const ROW = 26

/** Draws a stream's windows on a time axis, with the time at which they are evaluated. */
const timelineOf = ({ stream, windows }: StreamReport, now: Instant): string => {
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

const WORST_FIRST = SEVERITIES.toReversed()

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`

/** The numbers of the streams in the report, which links use: no address holds a text of it. */
type Numbers = ReadonlyMap<Stream, number>

const linkTo = (numbers: Numbers, stream: Stream): string => {
  const number = numbers.get(stream)
  return number === undefined
    ? escaped(stream)
    : `<a href="#stream-${number}">${escaped(stream)}</a>`
}

const placeOf = (numbers: Numbers, { line, stream, revision }: Found): string =>
  [
    line === 0 ? 'no line' : `line ${line}`,
    ...(stream === null ? [] : [linkTo(numbers, stream)]),
    ...(revision === null ? [] : [`revision ${revision}`]),
  ].join(', ')

/** A finding with its number in the report, which links use. */
type Numbered = readonly [number, Found]

const foundOf = (numbers: Numbers, [number, found]: Numbered): string => {
  const { code, because, remedy, source, waived, severity } = found
  const reason =
    waived === null
      ? ''
      : `<br><span>Waived by ${escaped(waived.by)}: ${escaped(waived.reason)}</span>`
  return (
    `<li id="finding-${number}" class="${waived === null ? severity : ''}"><b>${escaped(code)}</b> <span>${escaped(because)}</span>` +
    `<br><span>${escaped(remedy)}</span>${reason}<br><small>${placeOf(numbers, found)} · ${escaped(source)}</small></li>`
  )
}

const numbered = ({ findings }: AuditReport): readonly Numbered[] =>
  findings.map((found, index) => [index + 1, found])

/** Groups findings by stream. */
const byStream = (all: readonly Numbered[]): ReadonlyMap<string | null, readonly Numbered[]> => {
  const found = new Map<string | null, Numbered[]>()
  for (const each of all) {
    const { stream } = each[1]
    const known = found.get(stream)
    if (known === undefined) found.set(stream, [each])
    else known.push(each)
  }
  return found
}

/** Returns the worst severity among findings that are not waived. */
const worstOf = (all: readonly Numbered[]): Severity | null =>
  all.reduce<Severity | null>(
    (worst, [, { severity, waived }]) => (waived === null ? worse(worst, severity) : worst),
    null,
  )

const section = (numbers: Numbers, title: string, all: readonly Numbered[]): readonly string[] =>
  all.length === 0
    ? []
    : [
        `<section><h2>${title}</h2><ul class="notes">${all.map((each) => foundOf(numbers, each)).join('\n')}</ul></section>`,
      ]

const ofSeverity = (
  numbers: Numbers,
  all: readonly Numbered[],
  severity: Severity,
): readonly string[] => {
  const own = all.filter(([, found]) => found.waived === null && found.severity === severity)
  const title = many(own.length, severity, severity === 'fatal' ? 'fatal' : `${severity}s`)
  return section(numbers, title, own)
}

const waivedIn = (numbers: Numbers, all: readonly Numbered[]): readonly string[] => {
  const own = all.filter(([, { waived }]) => waived !== null)
  return section(numbers, `${own.length} waived`, own)
}

const streamOf =
  ({ machines }: Root, numbers: Numbers, now: Instant | null) =>
  (row: StreamReport, own: readonly Numbered[]): string => {
    const { stream, machine, status, entries, isValid, sums, windows, open, related } = row
    const entityId = [
      escaped(machine),
      many(entries, 'entry', 'entries'),
      ...(open === 0 ? [] : [many(open, 'open question')]),
      ...related.map((each) => `${escaped(each.phrase)} ${linkTo(numbers, each.stream)}`),
    ]
    const by = machines.find(({ id }) => id === machine)
    const amounts = storySums(by, sums).map(({ title, money }) => sumOf(title, money))
    const body = isValid
      ? [
          `<p>${chip(status, worstOf(own) ?? '')} <span class="soft">${entityId.join(' · ')}</span></p>`,
          amounts.length === 0
            ? ''
            : `<ul class="sums">${amounts.map((each) => `<li>${each}</li>`).join('')}</ul>`,
          windows.length === 0 || now === null ? '' : timelineOf(row, now),
        ]
      : [
          `<p>${chip('not valid', 'fatal')} Its state is unknown, because some of its entries are missing or invalid.</p>`,
        ]
    const links = own.map(([number, { code, line, severity, waived }]) => {
      const words = `${code}, line ${line}${waived === null ? '' : ', waived'}`
      return `<a href="#finding-${number}">${chip(words, waived === null ? severity : '')}</a>`
    })
    const found = links.length === 0 ? '' : `<p>${links.join(' ')}</p>`
    return `<article class="panel stream" id="stream-${numbers.get(stream)}"><h3>${escaped(stream)}</h3>${body.join('\n')}${found}</article>`
  }

const NO_LINES = '<p>The log has no lines, so nothing was audited.</p>'
const NOT_VALID = '<p>Nothing was found, but not every stream is valid.</p>'
const FINE = '<p>Every entry is valid, and nothing was found.</p>'

/** What an audit says whose findings, if any, are all waived. */
const verdictOf = ({ lines, findings }: AuditReport): string => {
  if (findings.length > 0) return 'all waived'
  return lines === 0 ? 'nothing audited' : 'nothing found'
}

const pageOf = (root: Root, report: AuditReport): string => {
  const { streams, lines, head, now, worst, counts, by } = report
  const all = numbered(report)
  const found = byStream(all)
  const isWhole = streams.every(({ isValid }) => isValid)
  const known = knownText(report)
  const numbers: Numbers = new Map(streams.map(({ stream }, index) => [stream, index + 1]))
  const sectionOf = streamOf(root, numbers, now)
  const counted = WORST_FIRST.flatMap((severity) =>
    counts[severity] === 0 ? [] : [chip(`${counts[severity]} ${severity}`, severity)],
  )
  return page('Audit · payfold', [
    '<header><h1>Audit</h1>',
    `<p>${worst === null ? chip(verdictOf(report)) : counted.join(' ')} <span class="soft">${many(lines, 'line')}, ${many(streams.length, 'stream')}${now === null ? '' : `, as of ${time(now)}`}</span></p>`,
    facts([
      ['Head', head ?? 'none, because the log is not whole'],
      ['Machines', by.machines.map(({ id }) => id).join(', ')],
      ['Policy', by.policy],
      ...(known === null ? [] : [['Known', known] as const]),
    ]),
    '</header><main>',
    ...(all.length > 0 ? [] : [lines === 0 ? NO_LINES : isWhole ? FINE : NOT_VALID]),
    ...WORST_FIRST.flatMap((severity) => ofSeverity(numbers, all, severity)),
    ...waivedIn(numbers, all),
    `<section><h2>${many(streams.length, 'stream')}</h2>`,
    ...streams.map((row) => sectionOf(row, found.get(row.stream) ?? [])),
    '</section></main>',
  ])
}

/**
 * Renders an audit's report as one self-contained HTML page: the findings, worst first, then every
 * stream with its status, sums and windows. The report may come from anywhere, such as a file of
 * JSON: what is no report is `Unreadable`. All text is escaped, no address on the page holds any of
 * it, and no script runs. @spec audit#what-it-finds
 */
export const reportPage =
  (root: Root) =>
  (report: unknown): E.Either<Unreadable, string> =>
    E.map((read: AuditReport) => pageOf(root, read))(readReport(report))
