/** Laws of civil dates, with Temporal as the reference. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  CivilDate,
  civilDate,
  deadline,
  endOfDay,
  laterDay,
  plusDays,
  plusMonths,
  startOfDay,
  type Zone,
} from '../../../src/words/time/calendar.ts'
import { type Instant, shift, type TimeText } from '../../../src/words/time/instant.ts'
import { forAll } from '../../for-all.ts'

const ZONES = [
  ...'Europe/Brussels America/Argentina/Buenos_Aires Asia/Kolkata'.split(' '),
  ...'Asia/Kathmandu Australia/Lord_Howe America/St_Johns'.split(' '),
  ...'America/Sao_Paulo Asia/Beirut Africa/Cairo Pacific/Apia UTC'.split(' '),
] as readonly string[] as readonly Zone[]

const zones = fc.constantFrom(...ZONES)

/** From 1970 to 2100, mostly month ends and leap days. */
const dates: fc.Arbitrary<CivilDate> = fc
  .oneof(
    fc.integer({ min: 0, max: 47_846 }).map((days) => ({ days })),
    fc.record({
      years: fc.constantFrom(0, 29, 30, 54, 55, 130),
      months: fc.nat({ max: 11 }),
      days: fc.constantFrom(0, 27, 28, 29, 30),
    }),
  )
  .map((far) => Temporal.PlainDate.from('1970-01-01').add(far).toString() as CivilDate)

const instants: fc.Arbitrary<Instant> = fc
  .tuple(dates, fc.constantFrom(0, 1, 10_800, 43_199, 79_199, 79_200, 82_799, 82_800, 86_399))
  .map(([date, seconds]) => shift(`${date}T00:00:00.0000000Z` as Instant, seconds))

const started = (date: CivilDate, zone: Zone): string =>
  Temporal.PlainDate.from(date)
    .toZonedDateTime(zone)
    .toInstant()
    .toString({ fractionalSecondDigits: 7 })

const isSkipped = (date: CivilDate, zone: Zone): boolean =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).toPlainDate().toString() !== date

describe('a civil date', () => {
  test('at an instant is what the clocks of the zone show', () => {
    forAll(300, [instants, zones], (at, zone) => {
      const shown = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()
      expect(civilDate(at, zone)).toBe(shown.toString())
    })
  })

  test('starts and ends where Temporal says', () => {
    forAll(300, [dates, zones], (date, zone) => {
      expect(startOfDay(date, zone)).toBe(started(date, zone))
      expect(endOfDay(date, zone)).toBe(started(plusDays(date, 1), zone))
    })
  })

  test('contains the second before its end, and not its end', () => {
    forAll(150, [dates, zones], (date, zone) => {
      fc.pre(!isSkipped(date, zone))
      const end = endOfDay(date, zone)
      expect(civilDate(shift(end, -1), zone)).toBe(date)
      expect(civilDate(end, zone) > date).toBe(true)
    })
  })

  test('moves by days as Temporal does, and back', () => {
    forAll(150, [dates, fc.integer({ min: -3650, max: 3650 })], (date, days) => {
      const moved = plusDays(date, days)
      expect(moved).toBe(Temporal.PlainDate.from(date).add({ days }).toString())
      expect(plusDays(moved, -days)).toBe(date)
      expect(CivilDate.is(moved)).toBe(true)
    })
  })

  test('moves by months as Temporal does when it clamps', () => {
    forAll(300, [dates, fc.integer({ min: -120, max: 120 })], (date, months) => {
      const moved = plusMonths(date, months)
      expect(moved).toBe(Temporal.PlainDate.from(date).add({ months }).toString())
      expect(CivilDate.is(moved)).toBe(true)
    })
  })

  test('is later as Temporal compares', () => {
    forAll({}, [dates, dates], (a, b) => {
      expect(laterDay(a, b)).toBe(Temporal.PlainDate.compare(a, b) < 0 ? b : a)
    })
  })
})

describe('a deadline', () => {
  const times = fc.constantFrom('00:00:00', '00:30:00', '02:30:00', '12:00:00', '23:59:59')

  test('without a zone is the instant when the zone’s clocks show it, the first of two', () => {
    forAll(300, [dates, times, zones, fc.constantFrom('T', ' ')], (date, time, zone, between) => {
      const local = Temporal.PlainDateTime.from(`${date}T${time}`)
      const shown = local.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant()
      expect(deadline(`${date}${between}${time}` as TimeText, zone)).toBe(
        shown.toString({ fractionalSecondDigits: 7 }),
      )
    })
  })

  test('with a date only is over when its day is', () => {
    forAll({}, [dates, zones], (date, zone) => {
      expect(deadline(date as string as TimeText, zone)).toBe(endOfDay(date, zone))
    })
  })
})
