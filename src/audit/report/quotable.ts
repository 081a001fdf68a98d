/** The one sentence that a person can quote from a report: never better than its checks. */
import { count } from '../../words/data/lists.ts'
import { formatted } from '../../words/time/instant.ts'
import type { HeadCheck } from '../reading/heads.ts'
import { headWords } from './checks.ts'
import type { AuditReport } from './report.ts'

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`

/** How many heads the sentence names. */
const NAMED = 3

/** Heads by name: the first of many. */
const named = (heads: readonly HeadCheck[]): string => {
  const words = heads.map(headWords)
  const more = words.length - NAMED
  const noun = words.length === 1 ? 'head' : 'heads'
  return `the ${noun} ${listed(more <= 0 ? words : [...words.slice(0, NAMED), `${more} more`])}`
}

/** How the log compares with the heads: agreement is said only where every head agrees. */
const headsOf = ({ heads: all, size }: QuotedReport): string => {
  const heads = all.filter(({ result }) => result !== 'later')
  if (heads.length === 0) return 'no head was compared'
  const differing = heads.filter(({ result }) => result === 'differs')
  if (differing.length > 0) return `they differ from ${named(differing)}`
  const covered = heads.map((head) => head.size ?? size)
  const most = Math.max(...covered)
  const words = named(heads)
  return most < size
    ? `the first ${most.toLocaleString('en-US')} of them agree with ${words}, and the others were compared with none`
    : `agree with ${words}`
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
  readonly messages: boolean
}

/** Writes the sentence from what was read, compared and found. */
export const sentenceOf = (report: QuotedReport): string => {
  const { size, lines, counts, waived, messages } = report
  if (size === 0 && counts.fatal === 0) {
    return `Nothing was audited: no entry was read in ${count(lines, 'line', 'lines')}.`
  }
  const open = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const compared = headsOf(report)
  const joint = compared.startsWith('they') || compared.startsWith('the first') ? ';' : ' and'
  const more = waived === 0 ? '' : `, and ${count(waived, 'more is', 'more are')} waived`
  return [
    `${count(size, 'entry was', 'entries were')} read${knownOf(report)}${joint} ${compared}`,
    ...laterOf(report),
    ...(counts.fatal === 0 ? [] : ['the log is no evidence where it is damaged']),
    `${count(open, 'finding is', 'findings are')} open${more}`,
    `raw messages were ${messages ? '' : 'not '}compared`,
  ]
    .join('; ')
    .concat('.')
}
