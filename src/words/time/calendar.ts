/** Civil dates, and the instants at which their days begin and end in a time zone. */
import { tryOr } from '../data/attempt.ts'
import { type Branded, check, textOf } from '../data/codec.ts'
import { remembering } from '../data/result-cache.ts'
import { daysInMonth, fromEpoch, type Instant, instant, millisecondsOf, shift } from './instant.ts'

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

const DAY = 86_400_000

/**
 * No zone changed its clocks before this time, so all earlier dates use the same local mean time.
 * They use the Gregorian calendar throughout.
 */
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
 * How far a zone's clocks differ from UTC during one UTC day, in milliseconds; null if that changes
 * during the day. Comparing both ends of the day is enough: since 1800 no zone has changed its
 * clocks twice within less than 167 hours. @spec sources#tz-database
 */
const offsets = remembering((zone: Zone) =>
  remembering((day: number): number | null => {
    const [begin, end] = [day * DAY, (day + 1) * DAY]
    const offset = read(begin, zone) - begin
    return read(end, zone) - end === offset ? offset : null
  }),
)

/** The local time of a zone at an instant: milliseconds since 1970, as if that time were UTC. */
const shown = (milliseconds: number, zone: Zone): number => {
  if (milliseconds < BEFORE_ZONES) return milliseconds + shown(BEFORE_ZONES, zone) - BEFORE_ZONES
  const offset = offsets(zone)(Math.floor(milliseconds / DAY))
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

const HOUR = 3_600_000

/** The date in a zone during one hour of UTC; null if it, or the offset of the zone, changes then. */
const datesByHour = remembering((zone: Zone) =>
  remembering((hour: string): CivilDate | null => {
    const begin = Date.parse(`${hour}:00:00Z`)
    const offset = begin < BEFORE_ZONES ? null : offsets(zone)(Math.floor(begin / DAY))
    if (offset === null) return null
    const date = dateOf(begin + offset)
    return dateOf(begin + offset + HOUR - 1) === date ? date : null
  }),
)

/** The date in a zone at an instant. */
export const civilDate = (at: Instant, zone: Zone): CivilDate =>
  datesByHour(zone)(at.slice(0, 13)) ?? dateOf(shown(millisecondsOf(at), zone))

/** The local time in a zone at an instant, to the minute: `12:15`. */
export const localTime = (at: Instant, zone: Zone): string =>
  new Date(shown(millisecondsOf(at), zone)).toISOString().slice(11, 16)

/**
 * The instant at which the clocks of a zone show a local time. If they show it twice, this is the
 * first of the two. A skipped local time is moved forward by the length of the jump: if the clocks
 * jump from 02:00 to 03:00, 02:30 becomes 03:30. `isShown` decides whether the time that the clocks
 * show is the one wanted.
 */
export const whenShown = (
  local: number,
  zone: Zone,
  isShown: (shows: number) => boolean,
): number => {
  const candidates = [local - DAY, local + DAY]
    .map((around) => local - (shown(around, zone) - around))
    .sort((a, b) => a - b)
  return candidates.find((candidate) => isShown(shown(candidate, zone))) ?? Math.max(...candidates)
}

const starts = remembering((zone: Zone) =>
  remembering((date: CivilDate) =>
    fromEpoch(whenShown(Date.parse(date), zone, (shows) => dateOf(shows) === date)),
  ),
)

/**
 * The first instant of a day in a zone. If the clocks skip midnight, the day begins at the instant
 * at which they jump. If they show midnight twice, it begins at the first of the two instants. A
 * day that the zone skips altogether begins and ends when the next day begins.
 */
export const startOfDay = (date: CivilDate, zone: Zone): Instant => starts(zone)(date)

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

/**
 * The instant at which a day ends in a zone: the first instant that no longer belongs to the day.
 */
export const endOfDay = (date: CivilDate, zone: Zone): Instant => ends(zone)(date)

const ends = remembering((zone: Zone) =>
  remembering((date: CivilDate) =>
    date === LAST ? shift(startOfDay(date, zone), DAY / 1000) : startOfDay(plusDays(date, 1), zone),
  ),
)

/** The later of two dates. */
export const laterDay = (a: CivilDate, b: CivilDate): CivilDate => (b > a ? b : a)
