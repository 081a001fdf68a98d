/** Writes an audit's report as lines of text. */
import type { AnyMachine, Sums } from '../../contract/machine-record.ts'
import type { Root } from '../../fold/root.ts'
import { money } from '../../words/money.ts'
import { SEVERITIES, type Severity } from '../../words/severity.ts'
import { visible } from '../../words/text/visible-text.ts'
import { formatted } from '../../words/time/instant.ts'
import type { AuditReport, Found, StreamReport } from './report.ts'
import type { Difference, FoundBefore } from './report-difference.ts'

const count = (many: number, what: string, more = `${what}s`): string =>
  `${many} ${many === 1 ? what : more}`

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

/**
 * Writes sums with their machine's names for them. A zero is left out, except for the first sum.
 */
const sumsOf = (machine: AnyMachine | undefined, sums: Sums): string => {
  const named = Object.entries(machine?.sums?.titles ?? {}).flatMap(([name, { text }]) =>
    text === null ? [] : [{ text, amount: sums[name] }],
  )
  return named
    .flatMap(({ text, amount }, index) =>
      typeof amount === 'number' && (amount !== 0 || index === 0)
        ? [`${text} ${money(amount, sums.currency)}`]
        : [],
    )
    .join(', ')
}

const streamLine =
  (machines: readonly AnyMachine[]) =>
  ({ stream, machine, status, isValid, sums, open, related }: StreamReport): string => {
    const own = machines.find(({ id }) => id === machine)
    return [
      `${stream}: ${status}`,
      ...(sums === null ? [] : [sumsOf(own, sums)]),
      ...related.map((each) => `${each.phrase} ${each.stream}`),
      ...(open === 0 ? [] : [count(open, 'open question')]),
      ...(isValid ? [] : ['not valid']),
    ].join('; ')
  }

const severityCount = (many: number, severity: Severity): string =>
  severity === 'fatal' ? `${many} fatal` : count(many, severity)

/** Counts the findings of each severity, the worst first. */
const tally = ({ counts, waived, lines }: AuditReport): string => {
  const counted = SEVERITIES.toReversed().flatMap((severity: Severity) =>
    counts[severity] === 0 ? [] : [severityCount(counts[severity], severity)],
  )
  const all = [...counted, ...(waived === 0 ? [] : [`${waived} waived`])]
  if (all.length === 0 && lines === 0) return 'Nothing was audited.'
  return all.length === 0 ? 'Nothing was found.' : `Found: ${all.join(', ')}.`
}

/** Says how an audit was limited to what the log knew, and what that left out. */
export const knownText = ({ known }: AuditReport): string | null => {
  if (known === null) return null
  const { at, by, leftOut } = known
  const until =
    typeof at === 'number'
      ? `its first ${count(at, 'entry', 'entries')}`
      : `what it had by ${formatted(at)}`
  return `${until}, by ${by}; ${count(leftOut, 'later entry', 'later entries')} left out.`
}

const knownLine = (report: AuditReport): readonly string[] => {
  const text = knownText(report)
  return text === null ? [] : [`Known: ${text}`]
}

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
 * Writes the whole report: findings, then streams, then what judged them, then the totals. No line
 * contains a character that could act on a terminal, whoever wrote the texts.
 */
export const reportText =
  ({ machines }: Root) =>
  (report: AuditReport): readonly string[] => {
    const { by, findings, head, lines, now, order, size, streams } = report
    const asOf = now === null ? [] : [`Windows as of ${formatted(now)}.`]
    return [
      ...findings.flatMap((found) => [...foundLines(found), '']),
      ...streams.map(streamLine(machines)),
      ...(streams.length === 0 ? [] : ['']),
      `${count(lines, 'line')}, ${count(streams.length, 'stream')}. ${asOf.join('')}`.trim(),
      ...knownLine(report),
      `Head: ${head ?? 'none, because the log is not whole'} (${count(size, 'entry', 'entries')}, by ${order === 'sequence' ? order : 'stream'})`,
      `Policy: ${by.policy}`,
      ...by.machines.map(({ id, fingerprint }) => `Machine: ${id} ${fingerprint}`),
      `Reader: ${by.reader}`,
      tally(report),
    ].map(visible)
  }
