/** Civil dates, the instants at which their days begin and end in a zone, and deadlines. */
import { tryOr } from '../data/attempt.ts'
import { type Branded, check, textOf } from '../data/codec.ts'
import { greatest } from '../data/lists.ts'
import { remembering } from '../data/result-cache.ts'
import {
  daysInMonth,
  fromEpoch,
  hasZone,
  type Instant,
  instant,
  millisecondsOf,
  shift,
  type TimeText,
  toInstant,
} from './instant.ts'

/** A day on the calendar, without a zone: `2026-11-21`. */
export type CivilDate = Branded<string, 'CivilDate'>

/** An IANA time zone that the JavaScript platform supports, such as `Europe/Brussels`. */
export type Zone = Branded<string, 'Zone'>

/** The codec of `CivilDate`. */
export const CivilDate = textOf<CivilDate>(
  'a civil date',
  /^\d{4}-\d{2}-\d{2}$/,
  (text) => instant(text) !== null,
  'The codec also refuses a day that no calendar has.',
)

const clockOf = remembering((zone: string): Intl.DateTimeFormat | null =>
  tryOr(null, () => {
    return new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  }),
)

const isZone = (input: unknown): input is Zone =>
  typeof input === 'string' && clockOf(input) !== null

/** The codec of `Zone`. */
export const Zone = check<Zone, string>('a time zone', isZone)

/** Remembers the results for each zone, for speed only. */
const inZones = <K, A>(compute: (key: K, zone: Zone) => A): ((key: K, zone: Zone) => A) => {
  const results = remembering((zone: Zone) => remembering((key: K) => compute(key, zone)))
  return (key, zone) => results(zone)(key)
}

const DAY = 86_400_000

/** No zone changed its clocks before this time: one local mean time, in the Gregorian calendar. */
const BEFORE_ZONES = Date.parse('1800-01-01')

/** What `shown` returns, calculated by `Intl.DateTimeFormat`: exact, but slow. */
const read = (milliseconds: number, zone: Zone): number => {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone)?.formatToParts(milliseconds) ?? []) {
    parts[type] = Number(value)
  }
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day)
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000
}

/**
 * How far a zone differs from UTC in a UTC day; null if that changes. Both ends are enough: no zone has
 * changed its clocks twice within 167 hours. @spec sources#tz-database
 */
const offsetOn = inZones((day: number, zone): number | null => {
  const [begin, end] = [day * DAY, (day + 1) * DAY]
  const offset = read(begin, zone) - begin
  return read(end, zone) - end === offset ? offset : null
})

/** The local time of a zone at an instant: milliseconds since 1970, as if that time were UTC. */
const shown = (milliseconds: number, zone: Zone): number => {
  if (milliseconds < BEFORE_ZONES) return milliseconds + shown(BEFORE_ZONES, zone) - BEFORE_ZONES
  const offset = offsetOn(Math.floor(milliseconds / DAY), zone)
  return offset === null ? read(milliseconds, zone) : milliseconds + offset
}

const FIRST = '0000-01-01' as CivilDate
const LAST = '9999-12-31' as CivilDate

const FIRST_DAY = Date.parse(FIRST) / DAY
const LAST_DAY = Date.parse(LAST) / DAY

const nameOf = remembering(
  (day: number) => new Date(day * DAY).toISOString().slice(0, 10) as CivilDate,
)

const dateOf = (milliseconds: number): CivilDate => {
  const day = Math.floor(milliseconds / DAY)
  if (day < FIRST_DAY) return FIRST
  return day <= LAST_DAY ? nameOf(day) : LAST
}

/** The date in a zone at an instant. */
export const civilDate = (at: Instant, zone: Zone): CivilDate =>
  dateOf(shown(millisecondsOf(at), zone))

/** The local time in a zone at an instant, to the minute: `12:15`. */
export const localTime = (at: Instant, zone: Zone): string =>
  new Date(shown(millisecondsOf(at), zone)).toISOString().slice(11, 16)

/** When clocks show a local time: the first of two instants, and a time that they skip is moved by the jump. */
const whenShown = (local: number, zone: Zone, isShown: (shows: number) => boolean): number => {
  const candidates = [local - DAY, local + DAY]
    .map((around) => local - (shown(around, zone) - around))
    .sort((a, b) => a - b)
  return (
    candidates.find((candidate) => isShown(shown(candidate, zone))) ?? greatest(candidates) ?? local
  )
}

/**
 * The first instant of a day in a zone. If the clocks skip midnight, the day begins at the instant
 * at which they jump. If they show midnight twice, it begins at the first of the two instants. A
 * day that the zone skips altogether begins and ends when the next day begins.
 */
export const startOfDay = inZones((date: CivilDate, zone) =>
  fromEpoch(whenShown(Date.parse(date), zone, (shows) => dateOf(shows) === date)),
)

/** The date this many days later, or earlier if `days` is negative. */
export const plusDays = (date: CivilDate, days: number): CivilDate =>
  dateOf(Date.parse(date) + days * DAY)

/** The day of a month; months count from 1. */
export const dateIn = (year: number, month: number, day: number): CivilDate => {
  const digits = (value: number, width: number): string => String(value).padStart(width, '0')
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}` as CivilDate
}

/** The same day of the month this many months later, or that month's last day if it is shorter. */
export const plusMonths = (date: CivilDate, months: number): CivilDate => {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  const count = year * 12 + (month - 1) + months
  const target = { year: Math.floor(count / 12), month: (count % 12) + 1 }
  const clamped = Math.min(Number(date.slice(8)), daysInMonth(target.year, target.month))
  if (target.year > 9999) return LAST
  if (target.year < 0) return FIRST
  return dateIn(target.year, target.month, clamped)
}

/** The first instant that no longer belongs to a day in a zone. */
export const endOfDay = inZones((date: CivilDate, zone) =>
  date === LAST ? shift(startOfDay(date, zone), DAY / 1000) : startOfDay(plusDays(date, 1), zone),
)

/** The later of two dates. */
export const laterDay = (a: CivilDate, b: CivilDate): CivilDate => (b > a ? b : a)

/**
 * The instant that a deadline names. A time without an offset is a local time in `zone`. A date
 * without a time is over when that day ends in `zone`. If the clocks skip the local time, it is
 * moved forward by the length of the jump (02:30 becomes 03:30). If they show it twice, the first
 * of the two instants counts.
 */
export const deadline = (text: TimeText, zone: Zone): Instant => {
  const at = toInstant(text)
  const isDate = !/[Tt ]/.test(text)
  if (isDate) return endOfDay(at.slice(0, 10) as CivilDate, zone)
  if (hasZone(text)) return at
  const local = Date.parse(`${at.slice(0, 19)}Z`)
  const second = fromEpoch(whenShown(local, zone, (shows) => shows === local))
  return `${second.slice(0, 20)}${at.slice(20)}` as Instant
}
