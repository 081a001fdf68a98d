/** Which windows close when, over many streams; also as iCalendar and CSV. */
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Stale } from '../fold/resume.ts'
import { compare } from '../words/data/lists.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import { hash } from '../words/hash/hash.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { withoutFormula } from '../words/text/visible-text.ts'
import { endOfDay } from '../words/time/calendar.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import { VERSION } from '../words/version.ts'
import { type AnyState, judgedEach, type OwnedState, type OwnerOf } from './state-owner.ts'
import { explainWindow, type WindowAt, windowAt, windowsOf } from './windows.ts'

// iCalendar ----------------------------------------------------------------
/** Whether iCalendar allows a character in a text: no control character, but for line ends and tabs. */
const isText = (character: string): boolean =>
  (character >= ' ' && character !== '\u007f') || ['\t', '\r', '\n'].includes(character)

const escaped = (text: unknown): string =>
  [...String(text)]
    .filter(isText)
    .join('')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')

const encoder = new TextEncoder()

/** Breaks a line into parts of at most 75 octets, never within a character. */
const folded = (line: string): string => {
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}

const compact = (text: string): string => text.replaceAll('-', '')

const dateTime = (at: Instant): string => `${compact(at.slice(0, 19)).replaceAll(':', '')}Z`

/** When a deadline is: on its last day if it ends with it, else at the instant at which it closes. */
const timeOf = ({ lastDay, zone, closesAt }: Deadline): string =>
  lastDay !== null && zone !== null && endOfDay(lastDay, zone) === closesAt
    ? `DTSTART;VALUE=DATE:${compact(lastDay)}`
    : `DTSTART:${dateTime(closesAt)}`

const eventOf = (deadline: Deadline, stamp: string): readonly string[] => {
  const { stream, name, entityId, kind, text } = deadline
  const about = [stream ?? 'no stream', name, entityId].filter((each) => each !== '')
  return [
    'BEGIN:VEVENT',
    // a deadline that moves keeps its id, so that a calendar moves it too
    `UID:${hash(JSON.stringify([stream, name, entityId])).slice(0, 32)}@payfold`,
    `DTSTAMP:${stamp}`,
    timeOf(deadline),
    `SUMMARY:${escaped(about.join(' '))}`,
    `DESCRIPTION:${escaped(text)}`,
    `CATEGORIES:${escaped(kind)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/**
 * Deadlines as an iCalendar text, one event for each. A deadline that ends with a day takes the whole
 * day. `now` is when the text is made. @spec sources#rfc-5545
 */
export const calendarOf = (deadlines: readonly Deadline[], now: Instant): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//payfold//payfold ${VERSION}//EN`,
    'CALSCALE:GREGORIAN',
    ...deadlines.flatMap((deadline) => eventOf(deadline, dateTime(now))),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')

// CSV ----------------------------------------------------------------------
const COLUMNS = [
  'stream',
  'name',
  'entityId',
  'kind',
  'opensAt',
  'closesAt',
  'lastDay',
  'zone',
  'text',
  'source',
] as const

const field = (value: unknown): string =>
  `"${withoutFormula(String(value ?? '')).replaceAll('"', '""')}"`

/** Deadlines as CSV, one line for each, after a line of column names. @spec sources#rfc-4180 */
export const csvOf = (deadlines: readonly Deadline[]): string =>
  [
    COLUMNS.join(','),
    ...deadlines.map((each) => COLUMNS.map((name) => field(each[name])).join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('')

/** A window of a stream that closes. `text` says what it allows or expects, until when, and why. */
export interface Deadline
  extends Pick<
    WindowAt,
    'name' | 'entityId' | 'kind' | 'opensAt' | 'closesAt' | 'lastDay' | 'zone' | 'source'
  > {
  readonly stream: Stream | null
  readonly text: string
}

const nameOf = ({ stream, name, entityId }: Deadline): string =>
  [stream ?? '', name, entityId].join(' ')

/** Merges the deadlines of parts of a log that have no stream in common, the earliest first. */
export const mergeDeadlines = (parts: Iterable<readonly Deadline[]>): readonly Deadline[] =>
  [...parts].flat().sort((a, b) => compare(a.closesAt, b.closesAt) || compare(nameOf(a), nameOf(b)))

const deadlineOf = (stream: Stream | null, window: WindowAt): Deadline => {
  const { name, entityId, kind, opensAt, closesAt, lastDay, zone, source } = window
  const text = explainWindow(window)
  return { stream, name, entityId, kind, opensAt, closesAt, lastDay, zone, source, text }
}

/**
 * Makes the function that lists the windows that close from `from` on and before `to`, as they are
 * known at `from`; the earliest first. Streams without a machine have no windows yet.
 */
export const closing =
  <M extends AnyMachine>(owner: OwnerOf<M>, policy: Policy) =>
  (
    states: Iterable<AnyState>,
    from: Time,
    to: Time,
  ): E.Either<Stale | Unreadable, readonly Deadline[]> => {
    const [begin, end] = [readInstant('from', from), readInstant('to', to)]
    if (E.isLeft(begin)) return begin
    if (E.isLeft(end)) return end
    const closingIn = (machine: M | null, state: OwnedState): readonly Deadline[] =>
      (machine === null ? [] : windowsOf(machine, state, policy))
        .map((each) => windowAt(each, begin.right))
        .filter(({ closesAt }) => closesAt >= begin.right && closesAt < end.right)
        .map((window) => deadlineOf(state.stream, window))
    return judgedEach(owner, states, closingIn, mergeDeadlines)
  }
