/** Civil dates: examples from the standards, and the days on which clocks change. */
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  CivilDate,
  civilDate,
  deadline,
  endOfDay,
  plusDays,
  plusMonths,
  startOfDay,
  Zone,
} from '../../../src/words/time/calendar.ts'
import type { Instant, TimeText } from '../../../src/words/time/instant.ts'
import { takesOnly } from '../data/takes-only.ts'

const day = (text: string): CivilDate => text as CivilDate
const zone = (text: string): Zone => text as Zone
const instant = (text: string): Instant => text as Instant

const BRUSSELS = zone('Europe/Brussels')
const BUENOS_AIRES = zone('America/Argentina/Buenos_Aires')

takesOnly(
  'the codec of civil dates',
  CivilDate,
  ['2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31'],
  [
    ...['2023-02-29', '1900-02-29', '2024-04-31', '2024-00-01', '2024-13-01', '2024-01-00', ''],
    ...['20240229', '2024-2-29', '2024-02-29T00:00:00Z', '2024-02-29\n', null, 20_240_229],
    ['2024-02-29'],
  ],
)

takesOnly(
  'the codec of time zones',
  Zone,
  ['Europe/Brussels', 'America/Argentina/Buenos_Aires', 'UTC'],
  ['Europe/Bruxelles', 'Mars/Olympus', '', 'Europe/Brussels ', null, 1, ['UTC']],
)

describe('a window from a debit date', () => {
  test.each([
    ['2024-01-02', '2024-02-27', '2025-02-02', '2027-01-02'],
    ['2024-02-29', '2024-04-25', '2025-03-29', '2027-02-28'],
    ['2023-01-31', '2023-03-28', '2024-02-29', '2026-01-31'],
    ['2024-08-31', '2024-10-26', '2025-09-30', '2027-08-31'],
    ['2024-12-31', '2025-02-25', '2026-01-31', '2027-12-31'],
    ['2025-01-30', '2025-03-27', '2026-02-28', '2028-01-30'],
  ])('of %s: 8 weeks last to %s, 13 months to %s, 36 months to %s', (debit, ...last) => {
    const from = day(debit)
    expect([plusDays(from, 56), plusMonths(from, 13), plusMonths(from, 36)]).toEqual(last)
  })

  test('ends at midnight in Brussels, not in UTC', () => {
    expect(endOfDay(day('2024-02-27'), BRUSSELS)).toBe('2024-02-27T23:00:00.0000000Z')
    expect(endOfDay(day('2024-06-27'), BRUSSELS)).toBe('2024-06-27T22:00:00.0000000Z')
  })
})

describe('a day', () => {
  test('is the date that the clocks show, to the tick', () => {
    expect([
      civilDate(instant('2024-02-27T22:59:59.9999999Z'), BRUSSELS),
      civilDate(instant('2024-02-27T23:00:00.0000000Z'), BRUSSELS),
      civilDate(instant('2024-06-27T21:59:59.9999999Z'), BRUSSELS),
      civilDate(instant('2024-06-27T22:00:00.0000000Z'), BRUSSELS),
      civilDate(instant('2024-06-28T02:59:59.9999999Z'), BUENOS_AIRES),
      civilDate(instant('2024-06-28T03:00:00.0000000Z'), BUENOS_AIRES),
    ]).toEqual(['2024-02-27', '2024-02-28', '2024-06-27', '2024-06-28', '2024-06-27', '2024-06-28'])
  })

  test('is of the Gregorian calendar however early, like times', () => {
    const noon = (date: string): CivilDate =>
      civilDate(instant(`${date}T12:00:00.0000000Z`), zone('UTC'))
    const dates = ['1800-01-01', '1799-12-31', '1582-10-15', '1582-10-14', '0001-01-01']
    expect(dates.map(noon)).toEqual(dates)
  })

  test('that is the last of the year 9999 ends a day later, or with the last possible instant', () => {
    expect([
      endOfDay(day('9999-12-31'), BRUSSELS),
      endOfDay(day('9999-12-31'), BUENOS_AIRES),
      endOfDay(day('9999-12-30'), BRUSSELS),
    ]).toEqual([
      '9999-12-31T23:00:00.0000000Z',
      '9999-12-31T23:59:59.9999999Z',
      '9999-12-30T23:00:00.0000000Z',
    ])
  })

  test('is what local mean time shows, before zones changed their clocks', () => {
    expect([
      civilDate(instant('0001-01-01T23:42:00.0000000Z'), BRUSSELS),
      civilDate(instant('0001-01-01T23:43:00.0000000Z'), BRUSSELS),
      civilDate(instant('1799-12-31T23:43:00.0000000Z'), BRUSSELS),
      civilDate(instant('1800-01-01T23:43:00.0000000Z'), BRUSSELS),
    ]).toEqual(['0001-01-01', '0001-01-02', '1800-01-01', '1800-01-02'])
  })

  test('is not before the year 0, even west of UTC', () => {
    expect(civilDate(instant('0000-01-01T00:00:00.0000000Z'), BUENOS_AIRES)).toBe('0000-01-01')
  })
})

describe('a date', () => {
  test('moves no further than the last date', () => {
    const last = day('9999-12-31')
    expect([plusDays(day('9999-12-30'), 1), plusDays(last, 1)]).toEqual([last, last])
    expect(plusMonths(day('9999-11-30'), 1)).toBe('9999-12-30')
    expect(plusMonths(day('9999-12-30'), 1)).toBe(last)
  })

  test('moves no further back than the first date', () => {
    expect(plusDays(day('0000-01-02'), -1)).toBe('0000-01-01')
    expect(plusDays(day('0000-01-01'), -1)).toBe('0000-01-01')
    expect(plusMonths(day('0000-02-02'), -1)).toBe('0000-01-02')
    expect(plusMonths(day('0000-02-01'), -1)).toBe('0000-01-01')
    expect(plusMonths(day('0000-01-01'), -1)).toBe('0000-01-01')
  })
})

const CHANGING = [
  ...'Europe/Brussels America/Argentina/Buenos_Aires America/Sao_Paulo'.split(' '),
  ...'America/Havana America/St_Johns Asia/Beirut Asia/Gaza Africa/Cairo'.split(' '),
  ...'Africa/Monrovia Australia/Lord_Howe Pacific/Chatham'.split(' '),
  // these skip a whole day
  'Pacific/Apia',
  'Pacific/Kwajalein',
]

/** The days on which the clocks of a zone change, from 1970 to 2040. */
const changesOf = (name: string): readonly Temporal.PlainDate[] => {
  const days: Temporal.PlainDate[] = []
  let at = Temporal.Instant.from('1970-01-01T00:00:00Z').toZonedDateTimeISO(name)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.year > 2040) return days
    days.push(next.toPlainDate())
    at = next
  }
}

test.each(CHANGING)(
  'a day on which clocks change in %s begins where the Temporal reference says, and so do the days around it',
  (name) => {
    const found: string[] = []
    const expected: string[] = []
    for (const change of changesOf(name)) {
      for (const days of [-1, 0, 1]) {
        const date = change.add({ days })
        const start = date.toZonedDateTime(name).toInstant()
        found.push(`${date} ${startOfDay(day(date.toString()), zone(name))}`)
        expected.push(`${date} ${start.toString({ fractionalSecondDigits: 7 })}`)
      }
    }
    expect(found).toEqual(expected)
    expect(found.length).toBeGreaterThan(2)
  },
)

describe('a deadline', () => {
  const expires = (text: string, where = BUENOS_AIRES) => deadline(text as TimeText, where)

  test.each(['T', 't', ' '])('without a zone, written with %j, is in the given zone', (mark) => {
    expect(expires(`2024-02-01${mark}23:59:59`)).toBe('2024-02-02T02:59:59.0000000Z')
    expect(expires(`2024-02-01${mark}23:59:59.1234567`)).toBe('2024-02-02T02:59:59.1234567Z')
  })

  test.each(['Z', 'z', '+00:00', '+0000', '+00'])('that ends in %s is that instant', (end) => {
    expect(expires(`2024-02-01T23:59:59${end}`)).toBe('2024-02-01T23:59:59.0000000Z')
    expect(expires(`2024-02-01T23:59:59.5${end}`)).toBe('2024-02-01T23:59:59.5000000Z')
  })

  test('with an offset is that instant', () => {
    expect(expires('2024-02-01T23:59:59-05:30')).toBe('2024-02-02T05:29:59.0000000Z')
    expect(expires('2024-02-01T23:59-0530')).toBe('2024-02-02T05:29:00.0000000Z')
  })

  test('that the clocks skip is as long after they jump, on both sides of it exact', () => {
    const at = (time: string) => expires(`2024-03-31T${time}`, BRUSSELS)
    expect(at('01:59:59')).toBe('2024-03-31T00:59:59.0000000Z')
    expect(at('02:30:00')).toBe('2024-03-31T01:30:00.0000000Z')
    expect(at('03:00:00')).toBe('2024-03-31T01:00:00.0000000Z')
  })

  test('that the clocks show twice is the first of the two, on both sides of it exact', () => {
    const at = (time: string) => expires(`2024-10-27T${time}`, BRUSSELS)
    expect(at('01:59:59')).toBe('2024-10-26T23:59:59.0000000Z')
    expect(at('02:30:00')).toBe('2024-10-27T00:30:00.0000000Z')
    expect(at('03:00:00')).toBe('2024-10-27T02:00:00.0000000Z')
  })
})
