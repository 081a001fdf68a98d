/** The bank days of TARGET: published years, and another way to count Easter. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBankDay, rolled } from '../../../src/words/time/bank-days.ts'
import { type CivilDate, plusDays } from '../../../src/words/time/calendar.ts'
import { forAll } from '../../for-all.ts'

const day = (text: string): CivilDate => text as CivilDate

const datesOf = (year: number): readonly CivilDate[] => {
  const first = day(`${year}-01-01`)
  return Array.from({ length: 366 }, (_, index) => plusDays(first, index)).filter((each) =>
    each.startsWith(`${year}-`),
  )
}
const isWeekend = (date: CivilDate): boolean => /^S/.test(new Date(date).toUTCString())

/** The closed days of a year that are on no weekend. */
const closedIn = (year: number): readonly string[] =>
  datesOf(year)
    .filter((date) => !isBankDay(date) && !isWeekend(date))
    .map((date) => date.slice(5))

/** Easter Sunday by the rule of Meeus, Jones and Butcher: not the one that payfold uses. */
const easterOf = (year: number): CivilDate => {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const date = ((h + l - 7 * m + 114) % 31) + 1
  return day(`${year}-0${month}-${String(date).padStart(2, '0')}`)
}

describe('banks are closed', () => {
  test.each([
    // published by the European Central Bank, as libraries of calendars list them
    [1999, '01-01 12-31'],
    [2000, '04-21 04-24 05-01 12-25 12-26'],
    [2001, '01-01 04-13 04-16 05-01 12-25 12-26 12-31'],
    [2002, '01-01 03-29 04-01 05-01 12-25 12-26'],
    [2013, '01-01 03-29 04-01 05-01 12-25 12-26'],
    [2014, '01-01 04-18 04-21 05-01 12-25 12-26'],
    [2015, '01-01 04-03 04-06 05-01 12-25'],
    [2016, '01-01 03-25 03-28 12-26'],
    [2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
    [2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
    [2026, '01-01 04-03 04-06 05-01 12-25'],
    [2027, '01-01 03-26 03-29'],
    [2028, '04-14 04-17 05-01 12-25 12-26'],
    [2029, '01-01 03-30 04-02 05-01 12-25 12-26'],
    [2030, '01-01 04-19 04-22 05-01 12-25 12-26'],
  ])('in %d, weekends apart, on %s', (year, dates) => {
    expect(closedIn(year)).toEqual(dates.split(' '))
  })

  test('on every weekend, and from 2000 to 2099 on six days and no others', () => {
    for (let year = 2000; year < 2100; year += 1) {
      const [friday, monday] = [plusDays(easterOf(year), -2), plusDays(easterOf(year), 1)]
      const closed = new Set([
        ...[friday, monday].map((date) => date.slice(5)),
        ...['01-01', '05-01', '12-25', '12-26', ...(year === 2001 ? ['12-31'] : [])],
      ])
      const isClosed = (date: CivilDate): boolean => isWeekend(date) || closed.has(date.slice(5))
      expect(datesOf(year).filter((date) => isBankDay(date) === isClosed(date))).toEqual([])
    }
  })

  test('around every Easter of five thousand years', () => {
    for (let year = 2000; year < 7000; year += 1) {
      const sunday = easterOf(year)
      const around = [-3, -2, 1, 2].map((days) => isBankDay(plusDays(sunday, days)))
      // the day after Easter Monday may be the first of May
      const isMay = [-3, 2].map((days) => plusDays(sunday, days).endsWith('-05-01'))
      expect([year, around]).toEqual([year, [!isMay[0], false, false, !isMay[1]]])
    }
  })
})

describe('a day is rolled', () => {
  test.each([
    ['2026-04-02', '2026-04-02'],
    ['2026-04-03', '2026-04-07'],
    ['2026-04-06', '2026-04-07'],
    ['2026-04-07', '2026-04-07'],
    ['2026-12-24', '2026-12-24'],
    ['2026-12-25', '2026-12-28'],
    ['2027-12-31', '2027-12-31'],
    ['2028-01-01', '2028-01-03'],
    ['9999-12-31', '9999-12-31'],
  ])('%s: to %s', (from, to) => {
    expect(rolled(day(from))).toBe(to)
  })

  test('to the first bank day that is not before it, five days at most', () => {
    const dates = fc
      .integer({ min: 0, max: 60_000 })
      .map((days) => plusDays(day('1999-01-01'), days))
    forAll({}, [dates], (date) => {
      const to = rolled(date)
      expect(isBankDay(to)).toBe(true)
      for (let each = date; each < to; each = plusDays(each, 1)) {
        expect([each, isBankDay(each)]).toEqual([each, false])
      }
      expect(to <= plusDays(date, 5)).toBe(true)
    })
  })
})
