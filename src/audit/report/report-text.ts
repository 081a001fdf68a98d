/** Writes an audit's report as lines of text. */
import type { AnyMachine, Sums } from '../../contract/machine-record.ts'
import type { Root } from '../../fold/root.ts'
import { sortedBy } from '../../words/data/lists.ts'
import { hash } from '../../words/hash/hash.ts'
import { type Currency, money } from '../../words/money.ts'
import { visible } from '../../words/text/visible-text.ts'
import { formatted, Instant } from '../../words/time/instant.ts'
import type { EvidentEntry } from '../reading/evidence.ts'
import type { HeadCheck } from '../reading/heads.ts'
import { count } from './quotable.ts'
import {
  type AuditReport,
  type Check,
  type Found,
  isVouchedFor,
  reportJson,
  type StreamReport,
  type Total,
  type WrittenReport,
} from './report.ts'
import type { Difference } from './report-difference.ts'
import { sumsIn } from './tables.ts'

const WIDTH = 110

const placeOf = ({ line, stream, revision }: Found): string => {
  const entry =
    stream === null ? '' : `, ${stream}${revision === null ? '' : ` revision ${revision}`}`
  return `line ${line}${entry}`
}

/** Texts one after the other, in lines of limited width. */
const wrapped = (texts: readonly string[]): readonly string[] =>
  texts.reduce<string[]>((lines, text) => {
    const last = lines.at(-1)
    if (last !== undefined && last.length + text.length + 2 <= WIDTH) {
      lines[lines.length - 1] = `${last}, ${text}`
    } else lines.push(text)
    return lines
  }, [])

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title.toUpperCase(), ...lines]

/** Names and values in the order that JSON has them: a report that was read back says the same. */
const inOrder = <A>(values: Readonly<Record<string, A>>): readonly (readonly [string, A])[] =>
  sortedBy(Object.entries(values), ([name]) => name)

/** What a finding compared, in words. */
export const comparedText = ({ compared }: Found): string =>
  inOrder(compared)
    .map(([name, value]) => `${name} ${Instant.is(value) ? formatted(value) : value}`)
    .join(', ')

/** An entry that a finding rests on, in words. */
export const evidenceText = (entry: EvidentEntry): string => {
  const { line, eventId, source, recordedAt, hash: own, message } = entry
  const digest = message === null ? null : `message ${message}`
  const named = [`line ${line}`, eventId, source, recordedAt, own, digest]
  return named.filter((each) => each !== null).join(', ')
}

/** What to do next about a finding, or who has waived it. */
export const nextText = ({ waived, remedy }: Found): string => {
  if (waived === null) return `Next: ${remedy}`
  const { by, at, until, reason } = waived
  const end = until === null ? '' : ` until ${until}`
  return `Waived by ${by.join(' and ')} on ${at}${end}: ${reason}`
}

const foundLines = (found: Found): readonly string[] => {
  const { severity, code, title, id, stake, entries } = found
  const amount = stake === null ? '' : `, ${money(stake.amount, stake.currency)}`
  const compared = comparedText(found)
  return [
    `${severity}  ${title} (${code}, ${placeOf(found)}${amount})`,
    `  ${found.because}`,
    ...(compared === '' ? [] : [`  Compared: ${compared}`]),
    ...entries.map((each) => `  Entry: ${evidenceText(each)}`),
    `  ${nextText(found)}`,
    `  Source: ${found.source}. Id: ${id}`,
  ]
}

/** Writes sums with their machine's names for them. A zero is left out, except for the first sum. */
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

/** Whether a stream is valid and vouched for, in words; null if no head was given. */
export const trustText = (report: AuditReport, row: StreamReport): string | null => {
  if (!row.isValid) return 'not valid'
  const isVouched = isVouchedFor(report, row)
  return isVouched === null ? null : isVouched ? 'vouched for' : 'not vouched for'
}

const streamLine =
  (machines: readonly AnyMachine[], report: AuditReport) =>
  (row: StreamReport): string => {
    const { stream, machine, status, sums, questions, related } = row
    const own = machines.find(({ id }) => id === machine)
    return [
      `${stream}: ${status}`,
      ...(sums === null ? [] : [sumsOf(own, sums)]),
      ...related.map((each) => `${each.phrase} ${each.stream}`),
      ...(questions.length === 0 ? [] : [count(questions.length, 'open question')]),
      ...[trustText(report, row) ?? []].flat(),
    ].join('; ')
  }

/** Says how an audit was limited to what the log knew. */
const knownText = ({ known }: AuditReport): string | null => {
  if (known === null) return null
  const { at, by, leftOut } = known
  const until =
    typeof at === 'number'
      ? `its first ${count(at, 'entry', 'entries')}`
      : `what it had by ${formatted(at)}`
  return `${until}, by ${by}; ${count(leftOut, 'later entry', 'later entries')} left out.`
}

/** A head that was given, whole: also which file somebody needs who repeats the audit. */
const givenHead = ({ root, size, order, time, ends }: HeadCheck): string =>
  [
    root,
    ...(size === null ? [] : [count(size, 'entry', 'entries')]),
    ...(order === null ? [] : [`by ${order}`]),
    ...(time === null ? [] : [`of ${formatted(time)}`]),
    ...(ends === 0 ? [] : [`with the ends of ${count(ends, 'stream')}: to repeat, pass its file`]),
  ].join(', ')

/** The file and its entries: names and values, null for what there is not. */
const readFacts = (report: WrittenReport): readonly (readonly [string, string | null])[] => {
  const { input, lines, size, received, head, root, order } = report
  const file = input && `${input.name}, ${count(input.bytes, 'byte')}, SHA-256 ${input.sha256}`
  const none = `none, because the log is not whole; the root of what was read is ${root}`
  return [
    ['File', file],
    ['Read', `${count(lines, 'line')}, ${count(size, 'entry', 'entries')}`],
    ['Received', received && `${formatted(received.first)} to ${formatted(received.last)}`],
    ['Head', head === null ? none : `${head} (by ${order})`],
  ]
}

/** What was asked: in the same way. */
const askedFacts = (report: WrittenReport): readonly (readonly [string, string | null])[] => {
  const { heads, root, now, occurred, by, policy, waivers, waiversAsOf, sample } = report
  const changed = inOrder(policy).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const values = changed.length === 0 ? 'every value is the default' : changed.join(', ')
  const expiring = `${waivers.length}, as of ${waiversAsOf === null ? 'no time' : formatted(waiversAsOf)}`
  const drawn = `from where the root ${root} says: see sample.csv`
  return [
    ...heads.map((each) => ['Compared with', givenHead(each)] as const),
    ['Known', knownText(report)],
    ['As of', now && `${formatted(now)}${occurred === null ? '' : ', as asked'}`],
    ['Policy', `${by.policy}; ${values}`],
    ['Waivers', waivers.length === 0 ? null : expiring],
    ['Sample', sample === null ? null : `${count(sample, 'unit')} of each currency, ${drawn}`],
  ]
}

/** What was audited, and what was asked: names and values. */
export const auditedFacts = (report: WrittenReport): readonly (readonly [string, string])[] => {
  const { by, xstate } = report
  const machines = by.machines.map(({ id, fingerprint }) => `${id} ${fingerprint.slice(0, 16)}`)
  const all = [
    ...readFacts(report),
    ...askedFacts(report),
    ['Machines', machines.join(', ')] as const,
    ['Reader', xstate === null ? by.reader : `${by.reader}, XState ${xstate}`] as const,
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

/** What became of a check, in words. */
export const checkText = ({ title, tried, failed, needs }: Check): string =>
  tried === null
    ? `${title}: not checked, needs ${needs}`
    : `${title}: tried ${tried.toLocaleString('en-US')}, failed ${failed.toLocaleString('en-US')}`

const checkLines = (checks: readonly Check[]): readonly string[] => {
  const ofStreams = checks.filter((each) => each.of === 'streams')
  return [
    ...checks.filter((each) => each.of === 'log').map(checkText),
    ...(ofStreams.length === 0 ? [] : ['Rules and findings, each with how often tried / failed:']),
    ...wrapped(ofStreams.map(({ name, tried, failed }) => `${name} ${tried}/${failed}`)),
    ...checks.filter((each) => each.of === 'nothing').map(checkText),
  ]
}

/** The sums of a total, by name, with their titles: those that a line of text has. */
export const totalSums = ({ machines }: Root): ReadonlyMap<string, string> => {
  const shown = [...sumsIn(machines)].filter(([, { text }]) => text !== null)
  return new Map([...shown.map(([name, { title }]) => [name, title] as const), HELD])
}

const HELD = ['held', 'Held by doubts'] as const

/** A sum as money; one that is too large to be exact is said to be that. */
const exactly = (amount: number | null, currency: Currency | null): string =>
  amount === null
    ? `more than ${money(Number.MAX_SAFE_INTEGER, currency)}, too much to add up`
    : money(amount, currency)

/** Prepares to list the amounts of a total that are not zero, with their titles. */
export const amountsOf = (root: Root) => {
  const titles = [...totalSums(root)]
  return ({ sums, currency, held }: Total): readonly (readonly [string, string])[] =>
    titles.flatMap(([name, title]) => {
      const amount = name === 'held' ? held : Object.hasOwn(sums, name) ? sums[name] : 0
      return amount === 0 ? [] : [[title, exactly(amount ?? null, currency)] as const]
    })
}

/** What happened in the course of business, and how often. */
export const businessFacts = ({ facts }: AuditReport): readonly (readonly [string, string])[] =>
  inOrder(facts).map(([name, many]) => [name, String(many)])

/** What is open, the most money first: the stream, the question, what would settle it, the money. */
export const openPoints = ({ streams }: WrittenReport): readonly (readonly string[])[] =>
  streams
    .flatMap(({ stream, sums, questions }) =>
      questions.map((each) => ({ ...each, stream, currency: sums?.currency ?? null })),
    )
    .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0))
    .map(({ stream, because, settledBy, amount, currency }) => [
      `${stream}:`,
      because,
      `Settled by ${settledBy}.`,
      amount === null ? '' : `Up to ${money(amount, currency)}.`,
    ])

/** What persons decided: the stream, what and when, who, why. */
export const personsWords = ({ streams }: WrittenReport): readonly (readonly string[])[] =>
  streams.flatMap(({ stream, words }) =>
    words.map(({ what, by, because, at }) => [
      `${stream}:`,
      `${what} on ${at.slice(0, 10)}`,
      `by ${by.join(' and ')}:`,
      because,
    ]),
  )

/** What a total is of. */
export const totalName = ({ isValid, method, month, status, streams }: Total): string =>
  [
    status === '' ? method : `${method} ${status}`,
    month ?? '',
    count(streams, 'stream'),
    isValid ? '' : 'NOT VALID',
  ]
    .filter((each) => each !== '')
    .join(', ')

/** The files that one signature binds; the pages of streams are in `report.json`. */
export const boundFiles = (report: WrittenReport): readonly (readonly [string, string])[] =>
  [
    ...report.tables.filter(({ name }) => !name.includes('/')),
    { name: 'report.json', sha256: hash(reportJson(report)) },
  ].map(({ name, sha256 }) => [name, sha256] as const)

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
    const { sentence, findings, streams, totals, checks } = report
    const questions = openPoints(report).map((cells) => cells.join(' '))
    const words = personsWords(report).map((cells) => cells.join(' '))
    return [
      'AUDIT',
      sentence,
      ...section(
        'What was audited',
        auditedFacts(report).map(([name, value]) => `${name}: ${value}`),
      ),
      ...section('What was checked', checkLines(checks)),
      ...section(`Findings: ${findings.length}`, findings.flatMap(foundLines)),
      ...section(
        `Questions: ${questions.length}`,
        questions.length === 0 ? [] : limited(questions, 'report.json'),
      ),
      ...section('What persons decided', limited(words, 'report.json')),
      ...section('Totals', limited(totals.map(totalLine(root)), 'report.json')),
      ...section(
        'Facts of business',
        wrapped(businessFacts(report).map(([name, many]) => `${name}: ${many}`)),
      ),
      ...section(
        'Streams with a finding or a question',
        limited(streams.map(streamLine(machines, report)), 'streams.csv'),
      ),
      ...section(
        'Files',
        boundFiles(report).map(([name, sha256]) => `${name}  SHA-256 ${sha256}`),
      ),
      '',
      'Signed: ______________________   Date: ____________   Signed: ______________________   Date: ____________',
    ].map(visible)
  }
