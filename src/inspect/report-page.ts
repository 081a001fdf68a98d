/** An audit as a page: what was found, by how bad it is, and how every stream ends. */
import type { Found, Report, StreamReport } from '../audit/report.ts'
import { SEVERITIES, type Severity, worse } from '../audit/severity.ts'
import { type Instant, millisecondsOf, spoken } from '../words/instant.ts'
import { chip, facts, page, sumOf, time } from './html.ts'
import { sumsOf } from './notes.ts'
import { escaped } from './text.ts'

const WORST_FIRST = SEVERITIES.toReversed()

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`

/** Where a stream is told of on this page: its name as an address. */
const anchorOf = (stream: string): string => `stream-${encodeURIComponent(stream)}`

const linkTo = (stream: string): string =>
  `<a href="#${escaped(anchorOf(stream))}">${escaped(stream)}</a>`

const placeOf = ({ line, stream, revision }: Found): string =>
  [
    line === 0 ? 'no line' : `line ${line}`,
    ...(stream === null ? [] : [linkTo(stream)]),
    ...(revision === null ? [] : [`revision ${revision}`]),
  ].join(', ')

/** A finding under its number in the report, by which streams point to it. */
type Numbered = readonly [number, Found]

const foundOf = ([number, found]: Numbered): string => {
  const { code, because, remedy, source, waived, severity } = found
  const reason =
    waived === null
      ? ''
      : `<br><span>Waived by ${escaped(waived.by)}: ${escaped(waived.reason)}</span>`
  return (
    `<li id="finding-${number}" class="${waived === null ? severity : ''}"><b>${escaped(code)}</b> <span>${escaped(because)}</span>` +
    `<br><span>${escaped(remedy)}</span>${reason}<br><small>${placeOf(found)} · ${escaped(source)}</small></li>`
  )
}

const numbered = ({ findings }: Report): readonly Numbered[] =>
  findings.map((found, index) => [index + 1, found])

/** What was found in each stream. */
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

/** How bad the worst of them is, the waived ones apart. */
const worstOf = (all: readonly Numbered[]): Severity | null =>
  all.reduce<Severity | null>(
    (worst, [, { severity, waived }]) => (waived === null ? worse(worst, severity) : worst),
    null,
  )

const section = (title: string, all: readonly Numbered[]): readonly string[] =>
  all.length === 0
    ? []
    : [`<section><h2>${title}</h2><ul class="notes">${all.map(foundOf).join('\n')}</ul></section>`]

const ofSeverity = (all: readonly Numbered[], severity: Severity): readonly string[] => {
  const own = all.filter(([, found]) => found.waived === null && found.severity === severity)
  return section(many(own.length, severity, severity === 'fatal' ? 'fatal' : `${severity}s`), own)
}

const waivedIn = (all: readonly Numbered[]): readonly string[] => {
  const own = all.filter(([, { waived }]) => waived !== null)
  return section(`${own.length} waived`, own)
}

const WIDTH = 720
const ROW = 26

/** A stream's windows side by side in time, with the moment that they are told at. */
const timelineOf = ({ stream, windows }: StreamReport, now: Instant): string => {
  const moments = [now, ...windows.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt])].map(
    millisecondsOf,
  )
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const x = (at: Instant): number =>
    Math.round(((millisecondsOf(at) - first) / Math.max(1, last - first)) * WIDTH)
  const height = windows.length * ROW
  const bars = windows.map((each, index) => {
    const { name, about, opensAt, closesAt, isOpen, allows } = each
    const [from, to] = [x(opensAt), x(closesAt)]
    const words = `${about === '' ? name : `${name} of ${about}`}, until ${spoken(closesAt)}`
    const isRight = from > WIDTH / 2
    return (
      `<rect class="bar${isOpen ? ' open' : ''}" x="${from}" y="${index * ROW + 17}" width="${Math.max(3, to - from)}" height="5" rx="2"><title>${escaped(allows)}</title></rect>` +
      `<text x="${isRight ? WIDTH : from}" y="${index * ROW + 12}"${isRight ? ' text-anchor="end"' : ''}>${escaped(words)}</text>`
    )
  })
  const at = x(now)
  return (
    `<div class="scroll" role="region" aria-label="Windows of time of ${escaped(stream)}" tabindex="0"><svg class="spans" viewBox="-8 -2 ${WIDTH + 16} ${height + 6}" role="img" aria-label="Windows of time, as of ${escaped(spoken(now))}">` +
    `${bars.join('')}<line class="now" x1="${at}" x2="${at}" y1="0" y2="${height}"/></svg></div>`
  )
}

const streamOf = (row: StreamReport, own: readonly Numbered[], now: Instant | null): string => {
  const { stream, machine, status, entries, stands, sums, windows, open, mandate, session } = row
  const about = [
    escaped(machine),
    many(entries, 'entry', 'entries'),
    ...(open === 0 ? [] : [many(open, 'open question')]),
    ...(mandate === null ? [] : [`on ${linkTo(mandate)}`]),
    ...(session === null ? [] : [`after ${linkTo(session)}`]),
  ]
  const amounts = sumsOf(sums).map(([title, amount]) => sumOf(title, amount))
  const body = stands
    ? [
        `<p>${chip(status, worstOf(own) ?? '')} <span class="soft">${about.join(' · ')}</span></p>`,
        amounts.length === 0
          ? ''
          : `<ul class="sums">${amounts.map((each) => `<li>${each}</li>`).join('')}</ul>`,
        windows.length === 0 || now === null ? '' : timelineOf(row, now),
      ]
    : [
        `<p>${chip('does not stand', 'fatal')} What it was is not known: its entries cannot all be believed.</p>`,
      ]
  const links = own.map(([number, { code, line, severity, waived }]) => {
    const words = `${code}, line ${line}${waived === null ? '' : ', waived'}`
    return `<a href="#finding-${number}">${chip(words, waived === null ? severity : '')}</a>`
  })
  const found = links.length === 0 ? '' : `<p>${links.join(' ')}</p>`
  return `<article class="panel stream" id="${escaped(anchorOf(stream))}"><h3>${escaped(stream)}</h3>${body.join('\n')}${found}</article>`
}

/**
 * Renders an audit's report as one HTML page that needs nothing beside it: the worst first, then every stream
 * with how it ends, its sums, and its windows in time. Every text in it is shown as text.
 * @spec design, 10 Audit
 */
export const reportPage = (report: Report): string => {
  const { streams, lines, head, now, worst, counts, by } = report
  const all = numbered(report)
  const found = byStream(all)
  const counted = WORST_FIRST.flatMap((severity) =>
    counts[severity] === 0 ? [] : [chip(`${counts[severity]} ${severity}`, severity)],
  )
  return page('Audit · payfold', [
    '<header><h1>Audit</h1>',
    `<p>${worst === null ? chip(all.length === 0 ? 'nothing found' : 'all waived') : counted.join(' ')} <span class="soft">${many(lines, 'line')}, ${many(streams.length, 'stream')}${now === null ? '' : `, as of ${time(now)}`}</span></p>`,
    facts([
      ['Head', head],
      ['Machines', by.machines.map(({ id }) => id).join(', ')],
      ['Policy', by.policy],
    ]),
    '</header><main>',
    all.length === 0 ? '<p>Every entry stands, and no promise was broken.</p>' : '',
    ...WORST_FIRST.flatMap((severity) => ofSeverity(all, severity)),
    ...waivedIn(all),
    `<section><h2>${many(streams.length, 'stream')}</h2>`,
    ...streams.map((row) => streamOf(row, found.get(row.stream) ?? [], now)),
    '</section></main>',
  ])
}
