/** Instants with a resolution of 100 ns, as text that sorts in the order of time. */
import { type Branded, check } from '../data/codec.ts'
import { textSchema, withSchema } from '../data/json-schema.ts'

/**
 * An instant in UTC with seven fraction digits: `2026-11-21T08:00:00.0000000Z`. It always has 28
 * characters, so `<` compares two instants by time, and JSON keeps them unchanged.
 */
export type Instant = Branded<string, 'Instant'>

/** A time exactly as its sender wrote it; `toInstant` never fails on it. */
export type TimeText = Branded<string, 'TimeText'>

const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?)?$/
/** The form of nearly all times, which `plainInstant` reads faster than `PATTERN` does. */
const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z$/
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/
const LAST = '9999-12-31T23:59:59.9999999Z' as Instant
const FIRST = '0000-01-01T00:00:00.0000000Z' as Instant

const EARLIEST = Date.parse('0000-01-01T00:00:00Z')
const BEYOND = Date.parse('+010000-01-01T00:00:00Z')

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** How many days a month has. Months count from 1. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && !isLeapYear(year) ? 28 : (DAYS[month - 1] ?? 0)

const fromMilliseconds = (milliseconds: number, fraction: string): Instant => {
  if (milliseconds < EARLIEST) return FIRST
  if (!(milliseconds < BEYOND)) return LAST
  const text = new Date(milliseconds).toISOString()
  return `${text.slice(0, 19)}.${fraction}Z` as Instant
}

const pair = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528

const isTimeOfDay = (text: string): boolean =>
  pair(text, 11) <= 23 && pair(text, 14) <= 59 && pair(text, 17) <= 59

const plainInstant = (text: string): Instant | null => {
  const [month, day] = [pair(text, 5), pair(text, 8)]
  if (day < 1 || day > 31 || !isTimeOfDay(text)) return null
  if (day > 28 && day > daysInMonth(Number(text.slice(0, 4)), month)) return null
  if (month < 1 || month > 12) return null
  if (text.length === 28) return text as Instant
  return `${text.slice(0, 19)}.${text.slice(20, -1).padEnd(7, '0')}Z` as Instant
}

/**
 * Reads every form of time that the provider is known to send. A time may have `Z`, an offset or
 * neither (then it is UTC), and zero to nine fraction digits (seven are kept). A date alone, compact
 * or not, means its first instant in UTC. Anything else is null. @spec interface#timestamps
 */
export const instant = (text: unknown): Instant | null => {
  if (text === last.text) return last.instant
  if (typeof text !== 'string') return null
  last.instant = PLAIN.test(text) ? plainInstant(text) : anyInstant(text)
  last.text = text
  return last.instant
}

/** The time that was read last, for speed only: a time is often read several times in a row. */
const last: { text: string; instant: Instant | null } = { text: '', instant: null }

/** Notes that a text, which somebody is about to read, is an instant: for speed only. */
export const noted = (at: Instant): void => {
  last.instant = last.text = at
}

const anyInstant = (text: string): Instant | null => {
  const found = PATTERN.exec(text.replace(COMPACT_DATE, '$1-$2-$3'))
  if (found === null) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zulu] = found
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const ticks = fraction.slice(0, 7).padEnd(7, '0')
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const offset = zulu === undefined ? offsetIn(found) : 0
  if (offset === null) return null
  if (offset === 0) return `${local}.${ticks}Z` as Instant
  return fromMilliseconds(Date.parse(`${local}Z`) - offset * 60_000, ticks)
}

/** The minutes by which a time is ahead of UTC; null if no place is so far from it. */
const offsetIn = (found: RegExpExecArray): number | null => {
  const [sign, hours = '0', minutes = '0'] = found.slice(9)
  const offset = Number(hours) * 60 + Number(minutes)
  if (offset > 18 * 60 || Number(minutes) > 59) return null
  return sign === '-' ? -offset : offset
}

/** Whether a time says how far it is from UTC: it ends with `Z` or an offset. For times that were read. */
export const hasZone = (text: string): boolean =>
  text.includes(':') && /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/.test(text)

const isInstant = (input: unknown): input is Instant =>
  typeof input === 'string' && input.length === 28 && instant(input) === input

/** What no pattern can say. */
const NO_TIME = 'The codec also refuses a day that no calendar has, and a time that no clock shows.'

/** The codec of `Instant`: accepts only the canonical form. */
export const Instant = withSchema(
  check<Instant, string>('an instant such as 2026-03-02T10:00:00.0000000Z', isInstant),
  textSchema(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{7}Z$/, NO_TIME),
)

const isTimeText = (input: unknown): input is TimeText =>
  typeof input === 'string' && instant(input) !== null

/** The codec of `TimeText`: accepts any text that `instant` can read. */
export const TimeText = withSchema(
  check<TimeText, string>('a time', isTimeText),
  textSchema(new RegExp(`${PATTERN.source}|${COMPACT_DATE.source}`), NO_TIME),
)

/** The instant that a readable time names. */
export const toInstant = (text: TimeText): Instant => instant(text) ?? FIRST

const DAY = 86_400

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

const withSecond = (at: Instant, second: number): Instant => {
  const minute = Math.floor(second / 60)
  const hour = TWO_DIGITS[Math.floor(minute / 60)]
  const [minutes, seconds] = [TWO_DIGITS[minute % 60], TWO_DIGITS[second % 60]]
  return `${at.slice(0, 11)}${hour}:${minutes}:${seconds}${at.slice(19)}` as Instant
}

/** The instant this many seconds later (earlier if negative), within the years 0 to 9999. */
export const shift = (at: Instant, seconds: number): Instant => {
  const second = pair(at, 11) * 3600 + pair(at, 14) * 60 + pair(at, 17) + seconds
  // most are on the same day, for which no calendar is needed
  return second >= 0 && second < DAY && Number.isInteger(second)
    ? withSecond(at, second)
    : fromMilliseconds(Date.parse(`${at.slice(0, 19)}Z`) + seconds * 1000, at.slice(20, 27))
}

/** The time from one instant to another, rounded up to whole seconds. */
export const secondsBetween = (from: Instant, to: Instant): number => {
  const seconds = (Date.parse(`${to.slice(0, 19)}Z`) - Date.parse(`${from.slice(0, 19)}Z`)) / 1000
  return seconds + (to.slice(20, 27) > from.slice(20, 27) ? 1 : 0)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The time to a later instant for people to read, in its two largest units: `2 days 3 hours`. */
export const formattedDuration = (from: Instant, to: Instant): string => {
  let left = secondsBetween(from, to)
  const parts = UNITS.flatMap(([unit, seconds]) => {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    return count === 0 ? [] : `${count} ${unit}${count === 1 ? '' : 's'}`
  })
  return parts.length === 0 ? 'no time' : parts.slice(0, 2).join(' ')
}

/** The whole milliseconds from 1970 to an instant, without the remainder. For calendars only. */
export const millisecondsOf = (at: Instant): number => Date.parse(`${at.slice(0, 23)}Z`)

/** The instant this many milliseconds after 1970. For calendars only. */
export const fromEpoch = (milliseconds: number): Instant => {
  const whole = Math.floor(milliseconds / 1000) * 1000
  return fromMilliseconds(whole, `${String(milliseconds - whole).padStart(3, '0')}0000`)
}

/** An instant for people to read: without the zeros at the end of its fraction. */
export const formatted = (at: Instant): string => at.replace(/\.?0+Z$/, 'Z')

/** Whether a deadline has passed: from itself on, or after more than a tolerance. @spec decisions#40 */
export const isOver = (deadline: Instant, at: Instant, toleranceSeconds: number): boolean =>
  toleranceSeconds === 0 ? at >= deadline : isAfter(at, deadline, toleranceSeconds)

/** Whether an instant is later than another by more than the clock tolerance. */
export const isAfter = (at: Instant, other: Instant, toleranceSeconds: number): boolean =>
  at > other && at > shift(other, toleranceSeconds)

/** The earlier of two instants. */
export const earlier = (a: Instant, b: Instant): Instant => (b < a ? b : a)

/** The later of two instants. */
export const later = (a: Instant, b: Instant): Instant => (b > a ? b : a)
