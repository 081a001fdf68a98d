/** The days on which banks settle payments in euro: the calendar of TARGET. */
import { remembering } from '../data/result-cache.ts'
import { type CivilDate, dateIn, plusDays } from './calendar.ts'

/** Easter Sunday in the Gregorian calendar. @spec sources#easter */
const easter = (year: number): CivilDate => {
  const [golden, century] = [year % 19, Math.floor(year / 100)]
  const skipped = century - Math.floor(century / 4)
  const age = (skipped - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const isLate = age === 29 || (age === 28 && golden > 10)
  const moon = age - (isLate ? 1 : 0)
  const weekday = (year + Math.floor(year / 4) + moon + 2 - skipped) % 7
  return plusDays(dateIn(year, 3, 28), moon - weekday)
}

/** The years in which TARGET was closed on 31 December, to change the year or the money. */
const CLOSED_AT_ITS_END: ReadonlySet<number> = new Set([1999, 2001])

/** The days of a year, besides weekends, on which TARGET is closed. @spec sources#target-days */
const closedDays = remembering((year: number): ReadonlySet<CivilDate> => {
  const closed = new Set([dateIn(year, 1, 1), dateIn(year, 12, 25)])
  if (CLOSED_AT_ITS_END.has(year)) closed.add(dateIn(year, 12, 31))
  if (year < 2000) return closed
  closed.add(plusDays(easter(year), -2))
  closed.add(plusDays(easter(year), 1))
  return closed.add(dateIn(year, 5, 1)).add(dateIn(year, 12, 26))
})

const isWeekend = (date: CivilDate): boolean => [0, 6].includes(new Date(date).getUTCDay())

/** Whether banks settle payments in euro on a day. */
export const isBankDay = (date: CivilDate): boolean =>
  !isWeekend(date) && !closedDays(Number(date.slice(0, 4))).has(date)

/** The day itself if it is a bank day, else the next one. */
export const rolled = (date: CivilDate): CivilDate => {
  const next = plusDays(date, 1)
  // the calendar ends with the year 9999
  return isBankDay(date) || next === date ? date : rolled(next)
}

/** The bank day that is this many bank days later; without any, the day itself. */
export const plusBankDays = (date: CivilDate, count: number): CivilDate => {
  let day = date
  for (let left = count; left > 0; left -= 1) {
    const next = rolled(plusDays(day, 1))
    // the calendar ends with the year 9999
    if (next === day) return day
    day = next
  }
  return day
}
