/** What was checked, as a row for each check, and in the one sentence that a person can quote. */
import { descriptorsOf } from '../../contract/descriptors.ts'
import { termsOf } from '../../contract/guards.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import { nodesIn } from '../../run/compile.ts'
import { inUtf8 } from '../../words/data/canonical.ts'
import { count, greatest, listsOf } from '../../words/data/lists.ts'
import { formatted } from '../../words/time/instant.ts'
import type { MessageReport } from '../messages/message-audit.ts'
import type { HeadCheck } from '../reading/heads.ts'
import type { AuditReport, Check, Found, WrittenReport } from './report.ts'

interface TriedOn {
  readonly lines: number
  readonly streams: number
  readonly sequenced: number
  readonly heads: readonly HeadCheck[]
  readonly messages: MessageReport | null
  /** The valid streams of each machine, by its id, and their occurrences by machine and type. */
  readonly counts: ReadonlyMap<string, number>
}

/** The name under which occurrences of a type are counted. */
export const countedAs = (machine: string, type: string): string => `${machine} ${type}`

const OF_LINES = ['Unreadable', 'Altered', 'NotCanonical']
const OF_CHAINS = 'Missing Moved Misplaced NotFollowing Repeated Conflicting'.split(' ')
const OF_CLOCKS = ['ClockStepsBack']
const OF_SEQUENCE = 'OutOfSequence SequenceRepeated SequenceMissing EndUnknown'.split(' ')
const OF_LIMIT = ['OrderUnknown', 'ReceivedByThen']

/** What no log can show, and what would. */
const NOTHING: readonly (readonly [name: string, needs: string])[] = [
  ['Messages that never came', 'a list of all messages from the provider'],
  ['What was paid out', 'the payout files of the provider, and the statements of the bank'],
  ['Who was behind a pseudonym', 'the records of the shop'],
]

/** The types of the events that each rule judges. */
const rulesIn = ({ root }: AnyMachine['chart']): ReadonlyMap<string, readonly string[]> =>
  listsOf(
    nodesIn(root)
      .flatMap((node) => [...node.transitions])
      .flatMap(([type, transitions]) => {
        const rules = transitions.flatMap(({ guard }) => termsOf(guard).all ?? [])
        return rules.map((rule) => [rule, type] as const)
      }),
  )

type Tries = Pick<Check, 'unit'> & { readonly tried: number }

/** How often each code was tried: a rule for each step that it judges, a finding for each stream. */
const triedByCode = (machines: readonly AnyMachine[], counts: TriedOn['counts']) => {
  const all = new Map<string, Tries>()
  const add = (code: string, unit: string, many: number): void => {
    const known = all.get(code) ?? { unit, tried: 0 }
    // what several kinds of streams share is tried on streams
    all.set(code, { unit: known.unit === unit ? unit : 'stream', tried: known.tried + many })
  }
  for (const machine of machines) {
    const { id, chart, findings, subject, across = {} } = machine
    for (const [rule, types] of rulesIn(chart)) {
      for (const type of new Set(types)) add(rule, 'step', counts.get(countedAs(id, type)) ?? 0)
    }
    for (const code of Object.keys(findings)) add(code, subject.prefix, counts.get(id) ?? 0)
    for (const [code, { unit }] of Object.entries(across)) {
      all.set(code, { unit, tried: counts.get(code) ?? 0 })
    }
  }
  return all
}

/** How much of a root names it in a sentence: nobody finds another root with the same start by chance. */
const DIGITS = 12

/** A head in a few words: the day of its time, else its size, and the start of its root. */
const headWords = ({ time, size, root }: HeadCheck): string => {
  const start = inUtf8(root.slice(0, DIGITS))
  if (time !== null) return `of ${formatted(time).slice(0, 10)} (${start})`
  return size === null ? start : `of ${size.toLocaleString('en-US')} entries (${start})`
}

const HEAD = 'the fingerprint of the log that was kept elsewhere at that time'

const RESULTS = {
  equal: 'the log is equal to it',
  grown: 'the log has grown from it',
  differs: 'the log differs from it',
  later: 'it is later than what was asked',
} as const

type Failures = ReadonlyMap<string, readonly Found[]>

/** How many findings there are of codes or, where streams were tried, of how many streams. */
const failedIn = (failures: Failures, codes: readonly string[], isOfStreams = false): number => {
  const found = codes.flatMap((code) => failures.get(code) ?? [])
  return isOfStreams ? new Set(found.map(({ stream }) => stream)).size : found.length
}

/** A check that was tried so often on such a unit, or what it would need. */
const logCheck = (
  [name, title]: readonly [name: string, title: string],
  needed: readonly [tried: number, unit: string] | string,
  failed = 0,
): Check => {
  if (typeof needed === 'string')
    return { of: 'log', name, title, tried: null, unit: '', failed: 0, needs: needed }
  const [tried, unit] = needed
  return { of: 'log', name, title, tried, unit, failed, needs: null }
}

const logChecks = (tried: TriedOn, failures: Failures): readonly Check[] => {
  const { lines, streams, sequenced, heads, messages } = tried
  const failed = (codes: readonly string[]): number => failedIn(failures, codes)
  const limit = ['limit', 'The limit is one that the log had'] as const
  const steps = ['clocks', 'No clock stepped back in a stream'] as const
  const clocks = failedIn(failures, OF_CLOCKS, true)
  return [
    logCheck(
      ['lines', 'Every line is an entry with its own hash'],
      [lines, 'line'],
      failed(OF_LINES),
    ),
    logCheck(
      ['chains', 'Every entry follows the one before it in its stream'],
      [streams, 'stream'],
      failedIn(failures, OF_CHAINS, true),
    ),
    ...(clocks === 0 ? [] : [logCheck(steps, [streams, 'stream'], clocks)]),
    logCheck(
      ['sequence', 'No gap between the numbers of the entries'],
      sequenced === 0 ? 'entries with a sequence' : [sequenced, 'entry'],
      failed(OF_SEQUENCE),
    ),
    ...(failed(OF_LIMIT) === 0 ? [] : [logCheck(limit, [1, 'limit'], failed(OF_LIMIT))]),
    ...(heads.length === 0
      ? [logCheck(['head', 'Nothing was cut off or rewritten'], `a head, ${HEAD}`)]
      : heads.map((head) =>
          logCheck(
            ['head', `Head ${headWords(head)}: ${RESULTS[head.result]}`],
            head.result === 'later' ? 'an audit of all entries' : [1, 'head'],
            head.result === 'differs' ? 1 : 0,
          ),
        )),
    logCheck(
      ['messages', 'Every entry is what a message says'],
      messages === null ? 'the stored messages' : [messages.messages, 'message'],
      messages?.findings.length,
    ),
  ]
}

/** The checks that were tried on a log, and those that were not. */
export const checksOf = (
  machines: readonly AnyMachine[],
  tried: TriedOn,
  findings: readonly Found[],
): readonly Check[] => {
  const failures = listsOf(findings.map((each) => [each.code, each]))
  const byCode = triedByCode(machines, tried.counts)
  const { all } = descriptorsOf(machines)
  const found = new Set(machines.flatMap(({ findings }) => Object.keys(findings)))
  const ofStreams = Object.entries(all).flatMap(([name, { title }]): readonly Check[] => {
    const own = byCode.get(name)
    const failed = failedIn(failures, [name], own === undefined || found.has(name))
    if (own === undefined && failed === 0) return []
    const tries = own ?? { tried: tried.streams, unit: 'stream' }
    return [{ ...{ of: 'streams', name, title, failed, needs: null }, ...tries }]
  })
  return [
    ...logChecks(tried, failures),
    ...ofStreams,
    ...NOTHING.map(
      ([title, needs]): Check => ({ ...logCheck([title, title], needs), of: 'nothing' }),
    ),
  ]
}

// the sentence to quote: never better than the checks ---------------------------
const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`

/** How many heads the sentence names. */
const NAMED = 3

const named = (heads: readonly HeadCheck[]): string => {
  const words = heads.map(headWords)
  const more = words.length - NAMED
  const noun = words.length === 1 ? 'head' : 'heads'
  return `the ${noun} ${listed(more <= 0 ? words : [...words.slice(0, NAMED), `${more} more`])}`
}

/** How the log compares with the heads: agreement is said only where every head agrees. */
const headsOf = ({ heads: all, size, order }: QuotedReport): string => {
  const heads = all.filter(({ result }) => result !== 'later')
  if (heads.length === 0) return 'no head was compared'
  const differing = heads.filter(({ result }) => result === 'differs')
  const [differ, agree] = size === 1 ? ['it differs', 'agrees'] : ['they differ', 'agree']
  if (differing.length > 0) return `${differ} from ${named(differing)}`
  const covered = heads.map((head) => head.size ?? size)
  const most = greatest(covered) ?? size
  const words = named(heads)
  if (most >= size) return `${agree} with ${words}`
  const many = most.toLocaleString('en-US')
  // without a sequence, nobody knows which entries of the log were its first
  const first = most === 1 ? 'the first' : `the first ${many}`
  return [
    `${order === 'sequence' ? first : many} of them ${most === 1 ? 'agrees' : 'agree'} with ${words}`,
    `and ${size - most === 1 ? 'the other was' : 'the others were'} compared with none`,
  ].join(', ')
}

/** The heads that are later than what was asked: they vouch for nothing. */
const laterOf = ({ heads }: QuotedReport): readonly string[] => {
  const later = heads.filter(({ result }) => result === 'later')
  if (later.length === 0) return []
  const [was, is] = later.length === 1 ? ['was', 'it is'] : ['were', 'they are']
  return [`${named(later)} ${was} not compared, because ${is} later than what was asked`]
}

const knownOf = ({ known, occurred }: QuotedReport): string => {
  const parts = [
    ...(known === null
      ? []
      : [
          `as known at ${typeof known.at === 'number' ? count(known.at, 'entry', 'entries') : formatted(known.at)}, without ${count(known.leftOut, 'later one', 'later ones')}`,
        ]),
    ...(occurred === null ? [] : [`judged by what had happened by ${formatted(occurred)}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

type QuotedReport = Omit<AuditReport, 'streams' | 'findings' | 'sentence'> & {
  readonly messages: MessageReport | null
}

const messagesOf = ({ messages }: QuotedReport): string => {
  if (messages === null) return 'raw messages were not compared'
  const differing = messages.findings.length
  const more = differing === 0 ? '' : `, with ${count(differing, 'difference')}`
  return `raw messages were compared${more}`
}

/** Writes the sentence from what was read, compared and found. */
export const sentenceOf = (report: QuotedReport): string => {
  const { size, lines, counts, waived } = report
  if (size === 0 && counts.fatal === 0) {
    return `Nothing was audited: no entry was read in ${count(lines, 'line', 'lines')}.`
  }
  const open = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const compared = headsOf(report)
  const joint = compared.startsWith('agree') || compared.startsWith('no') ? ' and' : ';'
  const more = waived === 0 ? '' : `, and ${count(waived, 'more is', 'more are')} waived`
  return [
    `${count(size, 'entry was', 'entries were')} read${knownOf(report)}${joint} ${compared}`,
    ...laterOf(report),
    ...(counts.fatal === 0 ? [] : ['the log is no evidence where it is damaged']),
    `${count(open, 'finding is', 'findings are')} open${more}`,
    messagesOf(report),
  ]
    .join('; ')
    .concat('.')
}

const triedOn = ({ tried, unit }: Check): string =>
  unit === 'entry' ? count(tried ?? 0, unit, 'entries') : count(tried ?? 0, unit)

/** What became of a check, in words. The title of a head says it all. */
export const checkText = (check: Check): string => {
  const { name, title, tried, failed, needs } = check
  if (tried === null) return `${title}: not checked, needs ${needs}`
  if (tried === 0) return `${title}: nothing to try`
  if (name === 'head') return title
  return `${title}: tried on ${triedOn(check)}, failed ${failed.toLocaleString('en-US')}`
}

/** The checks of a report, by what became of them. */
export const checksByResult = ({ checks }: Pick<WrittenReport, 'checks'>) => {
  const tried = checks.filter((each) => each.tried !== null && each.tried + each.failed > 0)
  const rules = tried.filter(({ of }) => of === 'streams')
  const heads = tried.filter(({ name }) => name === 'head')
  const failed = rules.filter((each) => each.failed > 0)
  const passed = rules.filter((each) => each.failed === 0)
  const nothing = checks.filter((each) => each.tried === 0 && each.failed === 0)
  const many = count(passed.length, failed.length === 0 ? 'rule' : 'other rule')
  const groups = listsOf(passed.map((check) => [triedOn(check), check.title]))
  return {
    /** The checks of the log as a log; those of heads apart, and first what failed. */
    log: tried.filter(({ of, name }) => of !== 'streams' && name !== 'head'),
    heads: heads.toSorted((one, other) => other.failed - one.failed),
    failed,
    nothing,
    unchecked: checks.filter((each) => each.tried === null),
    /** How many rules passed, in words; empty if none did. */
    passed:
      passed.length === 0
        ? ''
        : `${many} ${passed.length === 1 ? 'was' : 'were'} tried, and none failed`,
    /** The rules that passed, by what they were tried on: one after the other, with what the next are on. */
    passedRules: [...groups].flatMap(([on, [first, ...others]]) => [
      `on ${on}: ${first}`,
      ...others,
    ]),
    nothingText:
      nothing.length === 0
        ? ''
        : `Nothing to try: ${nothing.map(({ title }) => title).join('; ')}.`,
    headsText: heads.length === 0 ? '' : `A head is ${HEAD}.`,
  }
}
