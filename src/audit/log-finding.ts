/** The findings about a log itself, and the sentence for each. */

import type { Instant } from '../words/instant.ts'
import { formatted } from '../words/instant.ts'
import type { Severity } from '../words/severity.ts'
import type { Stream } from '../words/stream.ts'
import { explainUnreadable, type Unreadable } from '../words/unreadable.ts'
import type { Hole } from './loose-tree.ts'

/** A location in a log: the line, counted from 1, and its entry if it has one. */
export interface LogLocation {
  readonly line: number
  readonly stream: Stream | null
  readonly revision: number | null
}

/** A finding about a line, or about how the line follows the lines before it. */
export type LogFinding = LogLocation &
  (
    | { readonly code: 'Unreadable'; readonly problem: Unreadable }
    | { readonly code: 'NotCanonical' }
    | { readonly code: 'Altered'; readonly stated: string; readonly actual: string }
    | { readonly code: 'Missing'; readonly from: number; readonly to: number }
    | { readonly code: 'Moved' }
    | { readonly code: 'NotFollowing' }
    | { readonly code: 'NotGrouped' }
    | {
        readonly code: 'Misplaced'
        readonly entry: { readonly stream: Stream; readonly revision: number }
      }
    | { readonly code: 'Repeated' }
    | { readonly code: 'Conflicting' }
    | { readonly code: 'ClockStepsBack'; readonly recordedAt: Instant; readonly before: Instant }
    | {
        readonly code: 'OutOfSequence'
        readonly sequence: number | null
        /** The sequence of the other entry of the stream that it is compared with; null for none. */
        readonly other: number | null
      }
    | { readonly code: 'SequenceRepeated'; readonly sequence: number }
    | ({ readonly code: 'SequenceMissing' } & Hole)
    | { readonly code: 'EndUnknown'; readonly missing: number }
    | { readonly code: 'OrderUnknown'; readonly at: number | Instant; readonly size: number | null }
    | { readonly code: 'ReceivedByThen'; readonly at: Instant; readonly leftOut: number }
    | {
        readonly code: 'HeadDiffers'
        readonly stated: string
        readonly statedSize: number | null
        readonly actual: string | null
        readonly size: number
        readonly streams: readonly Stream[]
      }
  )

/** The code of a finding about the log. */
export type LogFindingCode = LogFinding['code']

const span = (from: number, to: number): string =>
  from === to ? `the entry of revision ${from} is` : `the entries of revisions ${from} to ${to} are`

const count = (many: number, one: string, more: string): string =>
  `${many} ${many === 1 ? one : more}`

type HeadDiffers = Extract<LogFinding, { readonly code: 'HeadDiffers' }>

const headSentence = ({ statedSize, size, actual, streams }: HeadDiffers): string => {
  if (statedSize !== null && statedSize > size) {
    return `The log is shorter than it was when its head was published: it has ${count(size, 'entry', 'entries')} of ${statedSize}.`
  }
  return statedSize !== null && statedSize < size && actual === null && streams.length === 0
    ? `The log has ${size} entries by now. Its head of ${statedSize} was kept without its streams, so they cannot be compared.`
    : 'The log does not match its published head: its end was cut off, or its history was rewritten.'
}

/** How many streams a sentence names. */
const NAMED = 5

const streamsSentence = (streams: readonly Stream[]): string => {
  if (streams.length === 0) return ''
  const more = streams.length > NAMED ? ` and ${streams.length - NAMED} more` : ''
  return ` Streams that differ: ${streams.slice(0, NAMED).join(', ')}${more}.`
}

/** Returns the sentence that explains a finding to a person. */
export const explainLogFinding = (finding: LogFinding): string => {
  switch (finding.code) {
    case 'Unreadable':
      return finding.problem.path === ''
        ? `The line is not ${finding.problem.expected}.`
        : `The line cannot be read: ${explainUnreadable(finding.problem)}`
    case 'NotCanonical':
      return 'The line is not in canonical form, or it contains more than the entry.'
    case 'Altered':
      return 'The content of the line does not match its hash.'
    case 'Missing':
      return `Before this line, ${span(finding.from, finding.to)} missing.`
    case 'Moved':
      return 'Entries that belong before this entry come after it.'
    case 'NotFollowing':
      return 'The entry names the hash of a different predecessor: the entry before it was changed or replaced.'
    case 'NotGrouped':
      return 'The stream continues after entries of another stream, but the log was declared to be grouped by stream.'
    case 'Misplaced':
      return `The line contains a different entry: revision ${finding.entry.revision} of ${finding.entry.stream}.`
    case 'Repeated':
      return 'The log already contains the same entry.'
    case 'Conflicting':
      return 'The log already contains a different entry with this revision.'
    case 'ClockStepsBack':
      return `The entry was recorded at ${formatted(finding.recordedAt)}, but the entry before it was recorded at ${formatted(finding.before)}.`
    case 'OutOfSequence':
      if (finding.other === null)
        return `The entry has the sequence ${finding.sequence}, but the next entry of its stream has none.`
      return finding.sequence === null
        ? `The entry has no sequence, but an earlier entry of its stream has ${finding.other}.`
        : `The entry has the sequence ${finding.sequence}, which does not follow the revisions of its stream: another entry has ${finding.other}.`
    case 'SequenceRepeated':
      return `The log already contains a different entry with the sequence ${finding.sequence}.`
    case 'SequenceMissing':
      return `${count(finding.missing, 'entry is', 'entries are')} missing from the sequence of the log, the first at ${finding.from}.`
    case 'EndUnknown':
      return `${count(finding.missing, 'entry is', 'entries are')} missing from the sequence of the log, but not from a stream that is known to be broken: a stream that is shown as valid may have lost its end.`
    case 'OrderUnknown':
      return finding.size === null
        ? 'The entries have no sequence, and their lines are not in the order of receipt, so the first of them are not known.'
        : `The log had ${finding.size} entries then, but later ones were read before that was known.`
    case 'ReceivedByThen':
      return `${count(finding.leftOut, 'entry was', 'entries were')} left out although received by ${formatted(finding.at)}, because a preceding entry was received later.`
    case 'HeadDiffers':
      return `${headSentence(finding)}${streamsSentence(finding.streams)}`
  }
}

const RESTORE = 'Restore the stream from a copy, and find out who changed the log.'
const LOG = 'decisions#44'
const ORDER = 'decisions#62'

/** The descriptor of every finding about the log. */
export const LOG_FINDINGS: Readonly<
  Record<
    LogFindingCode,
    { readonly severity: Severity; readonly source: string; readonly remedy: string }
  >
> = {
  Unreadable: { severity: 'fatal', source: LOG, remedy: RESTORE },
  NotCanonical: {
    severity: 'error',
    source: 'decisions#44; sources#rfc-8785',
    remedy: 'Find out which program wrote the line. The append function did not write it.',
  },
  Altered: { severity: 'fatal', source: LOG, remedy: RESTORE },
  Missing: { severity: 'fatal', source: LOG, remedy: RESTORE },
  Moved: {
    severity: 'error',
    source: LOG,
    remedy: 'Sort the entries by revision.',
  },
  Misplaced: { severity: 'fatal', source: LOG, remedy: RESTORE },
  NotFollowing: { severity: 'fatal', source: LOG, remedy: RESTORE },
  NotGrouped: {
    severity: 'error',
    source: 'decisions#19',
    remedy: 'Sort the log by stream, or audit it without declaring it grouped.',
  },
  Repeated: { severity: 'warning', source: LOG, remedy: 'Remove the second copy.' },
  Conflicting: { severity: 'fatal', source: LOG, remedy: RESTORE },
  ClockStepsBack: {
    severity: 'notice',
    source: 'decisions#19',
    remedy: 'Check the clocks of the programs that write the log.',
  },
  OutOfSequence: {
    severity: 'error',
    source: ORDER,
    remedy:
      'Find out which program numbered the entry. Only one program may write a log that has a sequence.',
  },
  SequenceRepeated: { severity: 'fatal', source: ORDER, remedy: RESTORE },
  SequenceMissing: { severity: 'fatal', source: ORDER, remedy: RESTORE },
  EndUnknown: { severity: 'error', source: ORDER, remedy: RESTORE },
  OrderUnknown: {
    severity: 'error',
    source: ORDER,
    remedy:
      'Print the log in the order in which it was written, or audit it as known at a number of entries of its sequence.',
  },
  ReceivedByThen: {
    severity: 'error',
    source: ORDER,
    remedy:
      'Find out which clock was wrong, and audit the log as known at a number of entries of its sequence.',
  },
  HeadDiffers: { severity: 'fatal', source: ORDER, remedy: RESTORE },
}
