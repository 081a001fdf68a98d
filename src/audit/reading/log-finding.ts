/** The findings about a log itself, and the descriptor of each. */
import type { Descriptor } from '../../contract/descriptor.ts'
import { count } from '../../words/data/lists.ts'
import { explainUnreadable, type Unreadable } from '../../words/data/unreadable-input.ts'
import type { Severity } from '../../words/severity.ts'
import type { Stream } from '../../words/stream.ts'
import { formatted, type Instant } from '../../words/time/instant.ts'
import type { EvidentEntry } from './log-lines.ts'

/** A location in a log: the line, counted from 1, and its entry if it has one. */
export interface LogLocation {
  readonly line: number
  readonly stream: Stream | null
  readonly revision: number | null
}

interface OfWaiver {
  readonly number: number
  readonly finding: string
}

/** What each finding about a line, or about how the line follows the lines before it, says besides. */
interface FieldsByCode {
  Unreadable: { problem: Unreadable }
  NotCanonical: object
  Altered: { stated: string; actual: string }
  Missing: { from: number; to: number }
  Moved: { from: number; to: number }
  NotFollowing: { stated: string | null; actual: string | null }
  Misplaced: { entry: { readonly stream: Stream; readonly revision: number } }
  Repeated: object
  Conflicting: { hash: string; other: string | null }
  ClockStepsBack: { recordedAt: Instant; before: Instant }
  /** `other` is the sequence of the other entry of the stream that it is compared with; null for none. */
  OutOfSequence: { sequence: number | null; other: number | null }
  SequenceRepeated: { sequence: number }
  /** How many are missing, there and after it. */
  SequenceMissing: { from: number; to: number; missing: number }
  EndUnknown: { from: number; missing: number; missingOfStreams: number }
  OrderUnknown: { at: number | Instant; size: number | null }
  ReceivedByThen: { at: Instant; leftOut: number }
  OptionUnreadable: { problem: Unreadable }
  WaiverUnreadable: { number: number; problem: Unreadable }
  WaiverTwice: OfWaiver
  WaiverUnused: OfWaiver
  WaiverOfFatal: OfWaiver
  /** `asOf` is the day of the audit; null if nobody said when it was. */
  WaiverExpired: OfWaiver & { until: string; asOf: string | null }
  /** `logSize` is how many entries the log has; of a stream, how many that has. */
  HeadDiffers: { stated: string; statedSize: number | null; actual: string | null; logSize: number }
}

type LogFindingOf<Code extends keyof FieldsByCode> = LogLocation & {
  readonly code: Code
  /** The entries that it rests on, as far as there are any. */
  readonly entries?: readonly EvidentEntry[]
} & Readonly<FieldsByCode[Code]>

/** A finding about the log. */
export type LogFinding = { [Code in keyof FieldsByCode]: LogFindingOf<Code> }[keyof FieldsByCode]

/** The code of a finding about the log. */
export type LogFindingCode = keyof FieldsByCode

const span = (from: number, to: number): string =>
  from === to ? `the entry of revision ${from} is` : `the entries of revisions ${from} to ${to} are`

const headSentence = ({
  stream,
  stated,
  statedSize,
  logSize,
  actual,
}: LogFindingOf<'HeadDiffers'>): string => {
  const size = count(logSize, 'entry', 'entries')
  if (stream !== null) {
    const what = actual === null ? 'has not all of them' : `has ${actual} there`
    return `The published head names the root ${stated} for the first ${count(statedSize ?? 0, 'entry', 'entries')} of this stream, which ${what}: its end was cut off, or its history was rewritten.`
  }
  if (statedSize !== null && statedSize > logSize) {
    return `The log is shorter than it was when its head was published: it has ${size} of ${statedSize}.`
  }
  return statedSize !== null && statedSize < logSize && actual === null
    ? `The log has ${size} by now. Its head of ${statedSize} can be compared only by a sequence without gaps and forks, or by the streams that it was made of, and the audit has neither.`
    : 'The log does not match its published head: its end was cut off, or its history was rewritten. The head cannot tell in which streams, so it vouches for none.'
}

const LOG = 'decisions#44'
const ORDER = 'decisions#62'

const finding = <F extends object>(
  title: string,
  explain: (found: F) => string,
  reported: string,
  [severity, source]: readonly [Severity, string] = ['error', LOG],
): Descriptor<F> => ({ title, explain, severity, source, remedy: { reported } })

const RESTORE = 'Restore the stream from a copy, and find out who changed the log.'

/** An entry that was changed, lost or replaced: of a fatal finding. */
const restored = <F extends object>(
  title: string,
  explain: (found: F) => string,
  source = LOG,
): Descriptor<F> => finding(title, explain, RESTORE, ['fatal', source])

/** What a limit or a sequence cannot say for certain. */
const UNCLEAR = ['error', ORDER] as const
/** A waiver that covers nothing, or less than it says. */
const OF_WAIVER = ['warning', 'audit#waivers'] as const

/** The descriptor of every finding about the log. */
export const LOG_FINDINGS: {
  readonly [Code in LogFindingCode]: Descriptor<LogFindingOf<Code>>
} = {
  Unreadable: restored('Unreadable line', ({ problem }) =>
    problem.path === ''
      ? `The line is not ${problem.expected}.`
      : `The line cannot be read: ${explainUnreadable(problem)}`,
  ),
  NotCanonical: finding(
    'Line not in canonical form',
    () => 'The line is not in canonical form, or it contains more than the entry.',
    'Find out which program wrote the line. The append function did not write it.',
    ['error', 'decisions#44; sources#rfc-8785'],
  ),
  Altered: restored('Altered entry', () => 'The content of the line does not match its hash.'),
  Missing: restored(
    'Missing entries',
    ({ from, to }) => `Before this line, ${span(from, to)} missing.`,
  ),
  Moved: finding(
    'Entries out of order',
    () => 'Entries that belong before this entry come after it.',
    'Sort the entries by revision.',
  ),
  Misplaced: restored(
    'Misplaced entry',
    ({ entry: { stream, revision } }) =>
      `The line contains a different entry: revision ${revision} of ${stream}.`,
  ),
  NotFollowing: restored(
    'Entry after a different one',
    () =>
      'The entry names the hash of a different predecessor: the entry before it was changed or replaced.',
  ),
  Repeated: finding(
    'Repeated entry',
    () => 'The log already contains the same entry.',
    'Remove the second copy.',
    ['warning', LOG],
  ),
  Conflicting: restored(
    'Two entries of one revision',
    () => 'The log already contains a different entry with this revision.',
  ),
  ClockStepsBack: finding(
    'Clock stepped back',
    ({ recordedAt, before }) =>
      `The entry was recorded at ${formatted(recordedAt)}, but the entry before it was recorded at ${formatted(before)}.`,
    'Check the clocks of the programs that write the log.',
    ['notice', 'decisions#19'],
  ),
  OutOfSequence: finding(
    'Entry out of sequence',
    ({ sequence, other }) => {
      if (other === null)
        return `The entry has the sequence ${sequence}, but the next entry of its stream has none.`
      return sequence === null
        ? `The entry has no sequence, but an earlier entry of its stream has ${other}.`
        : `The entry has the sequence ${sequence}, which does not follow the revisions of its stream: another entry has ${other}.`
    },
    'Find out which program numbered the entry. Only one program may write a log that has a sequence.',
    UNCLEAR,
  ),
  SequenceRepeated: restored(
    'Two entries of one number',
    ({ sequence }) => `The log already contains a different entry with the sequence ${sequence}.`,
    ORDER,
  ),
  SequenceMissing: restored(
    'Gap in the sequence',
    ({ missing, from }) =>
      `${count(missing, 'entry is', 'entries are')} missing from the sequence of the log, the first at ${from}.`,
    ORDER,
  ),
  EndUnknown: finding(
    'End perhaps missing',
    ({ missing, from }) =>
      `${count(missing, 'entry is', 'entries are')} missing from the sequence of the log, the first at ${from} or later, but not from a stream that is known to be broken: a stream that is shown as valid may have lost its end.`,
    RESTORE,
    UNCLEAR,
  ),
  OrderUnknown: finding(
    'Order not known',
    ({ size }) =>
      size === null
        ? 'Entries have no sequence, so the first of them are not known.'
        : `The log had ${size} entries then, but later ones were received before that.`,
    'Audit it as known at a time or, if its entries have a sequence, at a number of entries.',
    UNCLEAR,
  ),
  ReceivedByThen: finding(
    'Left out although received',
    ({ leftOut, at }) =>
      `${count(leftOut, 'entry was', 'entries were')} left out although received by ${formatted(at)}, because a preceding entry was received later.`,
    'Find out which clock was wrong, and audit the log as known at a number of entries of its sequence.',
    UNCLEAR,
  ),
  HeadDiffers: restored('Head differs', headSentence, ORDER),
  OptionUnreadable: finding(
    'Unreadable option',
    ({ problem }) => `The audit was made without an option: ${explainUnreadable(problem)}`,
    'Correct the option.',
    UNCLEAR,
  ),
  WaiverUnreadable: finding(
    'Waiver that cannot be read',
    ({ number, problem }) =>
      `Waiver ${number} cannot be read, so it covers nothing: ${explainUnreadable(problem)}`,
    'Correct the waiver.',
    OF_WAIVER,
  ),
  WaiverTwice: finding(
    'Finding waived twice',
    ({ number, finding }) =>
      `Waiver ${number} is of finding ${finding}, which an earlier waiver names; the earlier one counts.`,
    'Keep one of the two.',
    OF_WAIVER,
  ),
  WaiverUnused: finding(
    'Waiver of nothing',
    ({ number, finding }) =>
      `Waiver ${number} is of finding ${finding}, which this log does not have.`,
    'Remove it, or look at what has changed: other evidence makes another finding.',
    OF_WAIVER,
  ),
  WaiverOfFatal: finding(
    'Waiver of a log that is no evidence',
    ({ number, finding }) =>
      `Waiver ${number} is of finding ${finding}, which is fatal: nobody can waive it, so it counts.`,
    'Remove it, and restore the stream from a copy.',
    ['error', OF_WAIVER[1]],
  ),
  WaiverExpired: finding(
    'Waiver that has expired',
    ({ number, finding, until, asOf }) =>
      asOf === null
        ? `Waiver ${number} of finding ${finding} holds until ${until}, but nobody said when this audit was made, so the finding counts.`
        : `Waiver ${number} of finding ${finding} held until ${until}, and this audit is of ${asOf}, so the finding counts again.`,
    'Settle the finding, or decide again.',
    OF_WAIVER,
  ),
}
