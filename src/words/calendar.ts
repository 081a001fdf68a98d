/** Civil dates and the moments at which their days begin and end in a time zone. */
import type * as t from 'io-ts'
import { check } from './codec.ts'
import {
  daysInMonth,
  fromEpoch,
  type Instant,
  instant,
  millisecondsOf,
  shift,
  type TimeText,
  toInstant,
} from './instant.ts'
import { remembering } from './remembering.ts'

interface CivilDateBrand {
  readonly CivilDate: unique symbol
}

/** A day on the calendar, without a zone: `2026-11-21`. */
export type CivilDate = t.Branded<string, CivilDateBrand>

interface ZoneBrand {
  readonly Zone: unique symbol
}

/** An IANA time zone that this platform knows, such as `Europe/Brussels`. */
export type Zone = t.Branded<string, ZoneBrand>

const isCivilDate = (input: unknown): input is CivilDate =>
  typeof input === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(input) && instant(input) !== null

/** The codec of `CivilDate`. */
export const CivilDate = check<CivilDate, string>('civil date', isCivilDate)

const clocks = new Map<string, Intl.DateTimeFormat | null>()

const clockOf = (zone: string): Intl.DateTimeFormat | null => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  try {
    const clock = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(zone, clock)
    return clock
  } catch {
    return null
  }
}

const isZone = (input: unknown): input is Zone =>
  typeof input === 'string' && clockOf(input) !== null

/** The codec of `Zone`. */
export const Zone = check<Zone, string>('time zone', isZone)

const DAY = 86_400_000

/** Earlier than any zone changed its clocks; local mean time holds before, in one calendar. */
const BEFORE_ZONES = Date.parse('1800-01-01')

/** What the platform's clock of a zone shows, exact and slow. */
const read = (milliseconds: number, zone: Zone): number => {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone)?.formatToParts(milliseconds) ?? []) {
    parts[type] = Number(value)
  }
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const whole = new Date(0).setUTCFullYear(year, month - 1, day)
  return whole + ((hour * 60 + minute) * 60 + second) * 1000
}

/**
 * By how much a zone's clocks differ from UTC through a whole UTC day; null where that changes. Since
 * 1800 no zone has changed its clocks twice within less than 167 hours, so what holds at both ends holds
 * between. @spec IANA time zone database
 */
const offsets = remembering((zone: Zone) =>
  remembering((day: number): number | null => {
    const [begin, end] = [day * DAY, (day + 1) * DAY]
    const offset = read(begin, zone) - begin
    return read(end, zone) - end === offset ? offset : null
  }),
)

/** What the clocks of a zone show at a moment, as if it were UTC, in milliseconds since 1970. */
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

/** The day that a moment falls on in a zone. */
export const civilDate = (at: Instant, zone: Zone): CivilDate =>
  dateOf(shown(millisecondsOf(at), zone))

/**
 * The moment at which the clocks of a zone show a local time: the first where they show it twice; where
 * they skip it, as long after they jump. `isShown` says whether what they show is it.
 */
const whenShown = (local: number, zone: Zone, isShown: (shows: number) => boolean): number => {
  const candidates = [local - DAY, local + DAY]
    .map((around) => local - (shown(around, zone) - around))
    .sort((a, b) => a - b)
  return candidates.find((moment) => isShown(shown(moment, zone))) ?? Math.max(...candidates)
}

const starts = remembering((zone: Zone) =>
  remembering((date: CivilDate) =>
    fromEpoch(whenShown(Date.parse(date), zone, (shows) => dateOf(shows) === date)),
  ),
)

/**
 * The first moment of a day in a zone. Where the clocks skip midnight it is the moment they jump;
 * where they show it twice it is the first of the two; a day that a zone skips begins, and ends, when
 * the next one begins.
 */
export const startOfDay = (date: CivilDate, zone: Zone): Instant => starts(zone)(date)

/** Whether a time says where its clock stands: `Z` or an offset. */
const hasZone = (text: string): boolean => /(?:[Zz]|[+-]\d{2}:?(?:\d{2})?)$/.test(text)

/**
 * The moment that a deadline names. Without a zone its clock stands in the zone given; a date alone is
 * over when its day is. A local time that the clocks skip is as long after the jump; one that they show
 * twice is the first of the two.
 */
export const deadline = (text: TimeText, zone: Zone): Instant => {
  const at = toInstant(text)
  const isDate = !/[Tt ]/.test(text)
  if (isDate) return endOfDay(at.slice(0, 10) as CivilDate, zone)
  if (hasZone(text)) return at
  const local = Date.parse(`${at.slice(0, 19)}Z`)
  const whole = fromEpoch(whenShown(local, zone, (shows) => shows === local))
  return `${whole.slice(0, 20)}${at.slice(20)}` as Instant
}

/** The day so many days later (earlier, when negative). */
export const plusDays = (date: CivilDate, days: number): CivilDate =>
  dateOf(Date.parse(date) + days * DAY)

/** The day with the same number so many months later, or the month's last where it has none. */
export const plusMonths = (date: CivilDate, months: number): CivilDate => {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  const count = year * 12 + (month - 1) + months
  const target = { year: Math.floor(count / 12), month: (count % 12) + 1 }
  const clamped = Math.min(Number(date.slice(8)), daysInMonth(target.year, target.month))
  if (target.year > 9999) return LAST
  if (target.year < 0) return FIRST
  const digits = (value: number, width: number): string => String(value).padStart(width, '0')
  return `${digits(target.year, 4)}-${digits(target.month, 2)}-${digits(clamped, 2)}` as CivilDate
}

/** The moment at which a day is over in a zone: the first that no longer belongs to it. */
export const endOfDay = (date: CivilDate, zone: Zone): Instant =>
  date === LAST ? shift(startOfDay(date, zone), DAY / 1000) : startOfDay(plusDays(date, 1), zone)

/** The later of two days. */
export const laterDay = (a: CivilDate, b: CivilDate): CivilDate => (b > a ? b : a)
