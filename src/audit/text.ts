/** An audit's report as people read it: what was found, how each stream ends, what it comes to. */
import { spoken } from '../words/instant.ts'
import { money, type Sums } from '../words/money.ts'
import type { Found, Report, StreamReport } from './report.ts'
import { SEVERITIES, type Severity } from './severity.ts'
import type { Difference, FoundBefore } from './since.ts'

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`

const placeOf = ({ line, stream, revision }: FoundBefore): string => {
  const entry =
    stream === null ? '' : `, ${stream}${revision === null ? '' : ` revision ${revision}`}`
  return `line ${line}${entry}`
}

const foundLines = (found: Found): readonly string[] => [
  `${found.severity.padEnd(7)}  ${found.code}  (${placeOf(found)})`,
  `         ${found.because}`,
  found.waived === null
    ? `         ${found.remedy}`
    : `         Waived by ${found.waived.by}: ${found.waived.reason}`,
]

const sumsOf = ({ currency, captured, refunded, refunding, chargedBack, net }: Sums): string =>
  [
    ['captured', captured],
    ['refunded', refunded],
    ['refunding', refunding],
    ['charged back', chargedBack],
    ['net', net],
  ]
    .flatMap(([what, amount]) =>
      typeof amount === 'number' && (amount !== 0 || what === 'captured')
        ? [`${what} ${money(amount, currency)}`]
        : [],
    )
    .join(', ')

const streamLine = ({
  stream,
  status,
  stands,
  sums,
  open,
  mandate,
  session,
}: StreamReport): string =>
  [
    `${stream}: ${status}`,
    ...(sums === null ? [] : [sumsOf(sums)]),
    ...(mandate === null ? [] : [`on ${mandate}`]),
    ...(session === null ? [] : [`after ${session}`]),
    ...(open === 0 ? [] : [count(open, 'open question')]),
    ...(stands ? [] : ['does not stand']),
  ].join('; ')

const severityCount = (many: number, severity: Severity): string =>
  severity === 'fatal' ? `${many} fatal` : count(many, severity)

/** How often each severity was found, the worst first. */
const tally = ({ counts, waived }: Report): string => {
  const told = SEVERITIES.toReversed().flatMap((severity: Severity) =>
    counts[severity] === 0 ? [] : [severityCount(counts[severity], severity)],
  )
  const all = [...told, ...(waived === 0 ? [] : [`${waived} waived`])]
  return all.length === 0 ? 'Nothing was found.' : `Found: ${all.join(', ')}.`
}

/** What came and went since an earlier audit. */
export const differenceText = ({ appeared, gone, stayed }: Difference): readonly string[] => [
  `Since the earlier report ${appeared.length} appeared, ${gone.length} went, ${stayed} stayed.`,
  ...appeared.map((found) => `new   ${found.code}  (${placeOf(found)})`),
  ...gone.map((found) => `gone  ${found.code}  (${placeOf(found)})`),
]

/** The whole report as lines: findings first, then streams, then what judged and what it comes to. */
export const reportText = (report: Report): readonly string[] => {
  const { by, findings, head, lines, now, streams } = report
  const moment = now === null ? [] : [`Windows are told at ${spoken(now)}.`]
  return [
    ...findings.flatMap((found) => [...foundLines(found), '']),
    ...streams.map(streamLine),
    ...(streams.length === 0 ? [] : ['']),
    `${count(lines, 'line')}, ${count(streams.length, 'stream')}. ${moment.join('')}`.trim(),
    `Head: ${head}`,
    `Policy: ${by.policy}`,
    ...by.machines.map(({ id, fingerprint }) => `Machine: ${id} ${fingerprint}`),
    `Reader: ${by.reader}`,
    tally(report),
  ]
}
