/** What a report says, as names and values, rows and sentences. */
import type { AnyMachine, Subject, Sums } from '../../contract/machine-record.ts'
import { sumsIn } from '../../contract/machine-words.ts'
import type { Root } from '../../fold/root.ts'
import { count, listsOf } from '../../words/data/lists.ts'
import { hash } from '../../words/hash/hash.ts'
import { type Currency, money } from '../../words/money.ts'
import { SEVERITIES } from '../../words/severity.ts'
import { formatted } from '../../words/time/instant.ts'
import type { HeadCheck } from '../reading/heads.ts'
import type { EvidentEntry } from '../reading/log-lines.ts'
import { checksByResult } from './checks.ts'
import { amountText, comparedText, inOrder } from './compared-text.ts'
import {
  type AuditReport,
  codesOf,
  type Found,
  isVouchedFor,
  type OpenPoint,
  reportJson,
  type StreamReport,
  type Total,
  type WrittenReport,
} from './report.ts'

type NamedText = readonly [name: string, text: string]

const evidenceText = (entry: EvidentEntry): string => {
  const { line, eventId, source, recordedAt, hash: own, message } = entry
  const digest = message === null ? null : `message ${message}`
  const named = [`line ${line}`, eventId, source, recordedAt, own, digest]
  return named.filter((each) => each !== null).join(', ')
}

const nextText = ({ waived, remedy }: Found): string => {
  if (waived === null) return `Next: ${remedy}`
  const { by, at, until, reason } = waived
  const end = until === null ? '' : ` until ${until}`
  return `Waived by ${by.join(' and ')} on ${at}${end}: ${reason}`
}

/** The sources that are pages for users: our own decisions say nothing to somebody who reads a paper. */
const sourceText = ({ source }: Found): string =>
  source
    .split('; ')
    .filter((each) => !each.startsWith('decisions#'))
    .map((each) => each.replace(/^(\w+)#/, 'docs/$1.md#'))
    .join(', ')

/** How many currencies a line names. */
const CURRENCIES = 4

const atStakeText = ({ atStake }: AuditReport): string => {
  if (atStake.length === 0) return ''
  const named = atStake.slice(0, CURRENCIES).map(({ currency, amount, streams }) => {
    const known = amount === null ? exactly(amount, currency) : amountText({ amount, currency })
    return `${known}${currency === null || amount === null ? ',' : ''} in ${count(streams, 'stream')}`
  })
  const more = atStake.length - named.length
  const others = more <= 0 ? [] : [`and in ${count(more, 'more currency', 'more currencies')}`]
  return `Money that hangs on the open findings: ${[...named, ...others].join('; ')}.`
}

const countTexts = ({ counts, waived }: AuditReport): readonly NamedText[] =>
  [
    ...SEVERITIES.toReversed().map((each): NamedText => {
      return [each, count(counts[each], each, each === 'fatal' ? each : undefined)]
    }),
    ['', `${waived} waived`] as const,
  ].filter(([, words]) => !words.startsWith('0 '))

/** Writes sums with their machine's names for them. A zero is left out, except for the first sum. */
const sumsOf = (machine: AnyMachine | undefined, sums: Sums): string =>
  Object.entries(machine?.sums?.titles ?? {})
    .filter(([, { text }]) => text !== null)
    .flatMap(([name, { text }], index) => {
      const amount = sums[name]
      const isSaid = typeof amount === 'number' && (amount !== 0 || index === 0)
      return isSaid ? `${text} ${money(amount, sums.currency)}` : []
    })
    .join(', ')

const trustText = (report: AuditReport, row: StreamReport): string | null => {
  if (!row.isValid) return 'not valid'
  const isVouched = isVouchedFor(report, row)
  return isVouched === null ? null : isVouched ? 'vouched for' : 'not vouched for'
}

const OF_ALL: Readonly<Record<string, string>> = {
  'vouched for': 'A head vouches for each of them.',
  'not vouched for': 'No head vouches for any of them.',
  'not valid': 'None of them is valid.',
}

/** The trust in the listed streams, if it is the same for all; empty if nothing is to be said, else null. */
const trustOfAll = (report: WrittenReport): string | null => {
  const [first = null, ...others] = report.streams.map((row) => trustText(report, row))
  return others.every((each) => each === first) ? (OF_ALL[first ?? ''] ?? '') : null
}

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

const askedFacts = (report: WrittenReport): readonly NamedText[] => {
  const { heads, root, by, policy, waivers, waiversAsOf, sample, xstate } = report
  const changed = inOrder(policy).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const values = changed.length === 0 ? 'every value is the default' : changed.join(', ')
  const expiring = `${waivers.length}, as of ${waiversAsOf === null ? 'no time' : formatted(waiversAsOf)}`
  const drawn = `from where the root ${root} says: see sample.csv`
  const machines = by.machines.map(({ id, fingerprint }) => `${id} ${fingerprint.slice(0, 16)}`)
  return present([
    ...heads.map((each) => ['Compared with', givenHead(each)] as const),
    ['Policy', `${by.policy}; ${values}`],
    ['Waivers', waivers.length === 0 ? null : expiring],
    ['Sample', sample === null ? null : `${count(sample, 'unit')} of each currency, ${drawn}`],
    ['Machines', machines.join(', ')],
    ['Reader', xstate === null ? by.reader : `${by.reader}, XState ${xstate}`],
  ])
}

const present = (all: readonly (readonly [string, string | null])[]): readonly NamedText[] =>
  all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))

/** Only what is overdue is judged at the time of a report: without a limit, no stream is folded as of it. */
const STATUSES = 'for what is overdue; each status is as of the last message of its stream'

const auditedFacts = (report: WrittenReport): readonly NamedText[] => {
  const { now, occurred, by, input, lines, size, received, head, root, order } = report
  const [release] = by.reader.split(' ')
  const file = input && `${input.name}, ${count(input.bytes, 'byte')}, SHA-256 ${input.sha256}`
  const none = `none, because the log is not whole; the root of what was read is ${root}`
  return present([
    ['File', file],
    ['Read', `${count(lines, 'line')}, ${count(size, 'entry', 'entries')}`],
    ['Received', received && `${formatted(received.first)} to ${formatted(received.last)}`],
    ['Root of this log', head === null ? none : `${head} (by ${order})`],
    ['Known', knownText(report)],
    ['As of', now && `${formatted(now)}, ${occurred === null ? STATUSES : 'as asked'}`],
    ['Software', `payfold ${release}`],
  ])
}

/** Whether what was read is the whole log, as far as anybody can tell; a note for the totals if not. */
const totalsNote = ({ heads, head }: AuditReport): string => {
  const differs = heads.some(({ result }) => result === 'differs')
  if (!differs && head !== null) return ''
  const why = differs ? 'it differs from a head' : 'entries of it are missing'
  return `These are the totals of what was read. That is not the whole log: ${why}.`
}

const totalSums = ({ machines }: Root): ReadonlyMap<string, string> => {
  const shown = [...sumsIn(machines)].filter(([, { text }]) => text !== null)
  return new Map([...shown.map(([name, { title }]) => [name, title] as const), HELD])
}

const HELD = ['held', 'Held by doubts'] as const

const exactly = (amount: number | null, currency: Currency | null): string =>
  amount === null
    ? `more than ${money(Number.MAX_SAFE_INTEGER, currency)}, too much to add up`
    : money(amount, currency)

const amountsOf = (root: Root) => {
  const titles = [...totalSums(root)]
  return ({ sums, currency, held }: Total): readonly NamedText[] =>
    titles.flatMap(([name, title]) => {
      const amount = name === 'held' ? held : Object.hasOwn(sums, name) ? sums[name] : 0
      return amount === 0 ? [] : [[title, exactly(amount ?? null, currency)] as const]
    })
}

const businessFacts = ({ machines }: Root, { facts }: AuditReport): readonly NamedText[] => {
  const codes = codesOf(machines)
  return inOrder(facts).map(([name, many]) => {
    const [code = '', ...reason] = name.split(' ')
    return [[codes[code]?.title ?? code, ...reason].join(' '), String(many)]
  })
}

const settlingText = (
  subject: Subject | undefined,
  { reason, settledBy }: Pick<OpenPoint, 'reason' | 'settledBy'>,
): string => {
  const what = subject?.prefix ?? 'stream'
  if (settledBy === 'a person') {
    return reason === 'InDoubt'
      ? 'Find out what became of the command, and give it up if nothing did (`command_given_up`).'
      : `Find out what happened to the ${what}, and state it (\`reviewed\`).`
  }
  const { entity, actions } = subject?.lookUp ?? {}
  if (subject === undefined || settledBy === entity?.endpoint)
    return `Ask the provider for the ${what} (\`${settledBy}\`).`
  const sought =
    settledBy === actions?.endpoint ? `the ${what}'s actions` : 'what became of the command'
  return `Ask the provider for ${sought} (\`${settledBy}\`).`
}

/** The numbers of findings by sentence and stream, and by related streams, whose entries may imply them. */
const numbersOf = ({
  findings,
  streams,
}: WrittenReport): ReadonlyMap<string, readonly number[]> => {
  const rows = new Map<string | null, StreamReport>(streams.map((row) => [row.stream, row]))
  return listsOf(
    findings.flatMap(({ stream, because }, index) => {
      const related = rows.get(stream)?.related ?? []
      const all = [stream, ...related.map((each) => each.stream)]
      return all.map((of) => [`${of} ${because}`, index + 1] as const)
    }),
  )
}

/** What is open, the most money first; a question that is a finding, too, is only a number in `findings`. */
const openPoints = ({ machines }: Root, report: WrittenReport) => {
  const numbers = numbersOf(report)
  const all = report.streams.flatMap(({ stream, machine, questions }) =>
    questions.map((each) => ({ ...each, stream, machine })),
  )
  const findingsOf = ({ stream, because }: (typeof all)[number]): readonly number[] =>
    numbers.get(`${stream} ${because}`) ?? []
  const own = all.filter((each) => findingsOf(each).length === 0)
  return {
    many: all.length,
    findings: [...new Set(all.flatMap(findingsOf))].sort((a, b) => a - b),
    rows: own
      .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0))
      .map((each): readonly string[] => [
        each.stream,
        each.because,
        settlingText(machines.find(({ id }) => id === each.machine)?.subject, each),
        each.amount === null ? '' : `Up to ${amountText({ ...each, amount: each.amount })}.`,
      ]),
  }
}

const askedInFindings = (findings: readonly number[]): string => {
  const [one, another] = findings
  if (one === undefined) return ''
  if (another === undefined) return `Finding ${one} is a question, too.`
  return `The findings ${findings.join(', ')} are questions, too.`
}

const personsWords = ({ streams }: WrittenReport): readonly (readonly string[])[] =>
  streams.flatMap(({ stream, words }) =>
    words.map(({ what, by, because, at }) => {
      return [stream, `${what} on ${at.slice(0, 10)}`, by.join(' and '), because]
    }),
  )

const totalName = ({ isValid, method, month, status, streams }: Total): string => {
  const what = status === '' ? method : `${method} ${status}`
  const parts = [what, month ?? '', count(streams, 'stream'), isValid ? '' : 'NOT VALID']
  return parts.filter((each) => each !== '').join(', ')
}

/** The tables that one signature binds; the pages of streams are in `report.json`. */
const boundFiles = ({ tables }: WrittenReport): readonly NamedText[] =>
  tables.flatMap(({ name, sha256 }) => (name.includes('/') ? [] : [[name, sha256] as const]))

/** What a report says, in words: a text and a page print it. What there is not is an empty text or list. */
export const reportWords = (root: Root, report: WrittenReport) => {
  const { findings, streams } = report
  const comparedIn = comparedText(root)
  const amountsIn = amountsOf(root)
  const open = openPoints(root, report)
  const trustInAll = trustOfAll(report)
  const id = hash(reportJson(report))
  return {
    id,
    signed: `I have read this report. It is report.json, SHA-256 ${id}, which contains the hashes of the tables and pages.`,
    atStake: atStakeText(report),
    counts: countTexts(report),
    audited: auditedFacts(report),
    asked: askedFacts(report),
    checks: checksByResult(report),
    findings: findings.map((found) => ({
      ...found,
      amount: found.stake === null ? '' : amountText(found.stake),
      compared: comparedIn(found),
      entries: found.entries.map(evidenceText),
      next: nextText(found),
      source: sourceText(found),
    })),
    open,
    alsoFindings: askedInFindings(open.findings),
    persons: personsWords(report),
    totalsNote: totalsNote(report),
    totalOf: (total: Total) => ({ name: totalName(total), amounts: amountsIn(total) }),
    titles: [...totalSums(root).values()],
    business: businessFacts(root, report),
    trustInAll,
    streams: streams.map((row) => {
      const machine = root.machines.find(({ id }) => id === row.machine)
      const trust = trustInAll === null ? trustText(report, row) : null
      return { ...row, money: row.sums && sumsOf(machine, row.sums), trust }
    }),
    files: boundFiles(report),
  }
}

/** What is printed of a report. */
export type ReportWords = ReturnType<typeof reportWords>
