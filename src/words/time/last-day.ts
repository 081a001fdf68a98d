/** The last day of a length, counted from a day, or from any day of an interval. */
import { rolled } from './bank-days.ts'
import { type CivilDate, laterDay, plusDays } from './calendar.ts'
import { type Dated, inForce, sinceThen } from './dated-values.ts'
import { type Exposed, type Length, plus, type Rolling } from './length.ts'

/** An interval of days, both included: a day of which nobody knows more. */
export interface Between {
  readonly first: CivilDate
  readonly last: CivilDate
}

/** A day from which a length is counted, and the last day that follows. */
export interface Counted {
  readonly from: CivilDate
  readonly lastDay: CivilDate
}

/** The days of an interval, after its first, on which another length comes into force. */
const changes = <A extends object>(length: Dated<A>, { first, last }: Between) =>
  sinceThen(length, first).flatMap(({ validFrom }) => (validFrom <= last ? [validFrom] : []))

/** The end of one length, counted from a day on which it is in force. */
export type End<A> = (from: CivilDate, length: A) => CivilDate

const countedWith =
  <A extends object>(length: Dated<A>, end: End<A>) =>
  (from: CivilDate): Counted => ({ from, lastDay: end(from, inForce(length, from)) })

/** The earliest of the ends that the days of an interval may have. */
export const earliest = <A extends object>(days: Between, length: Dated<A>, end: End<A>): Counted =>
  [days.first, ...changes(length, days)]
    .map(countedWith(length, end))
    .reduce((a, b) => (b.lastDay < a.lastDay ? b : a))

/** The days of an interval that may have the latest end: its last, and each before a change. */
const lateDays = <A extends object>(days: Between, length: Dated<A>): readonly CivilDate[] => [
  days.last,
  ...changes(length, days).map((day) => plusDays(day, -1)),
]

/** The latest of the ends that the days of an interval may have. */
export const latest = <A extends object>(days: Between, length: Dated<A>, end: End<A>): Counted =>
  lateDays(days, length)
    .map(countedWith(length, end))
    .reduce((a, b) => (b.lastDay > a.lastDay ? b : a))

/**
 * The last day of what we may do: as promised on the day it is counted from, and never moved. Of a
 * day that nobody knows, the earliest end counts.
 */
export const lastDayOfRight = (days: Between, length: Dated<Length>): Counted =>
  earliest(days, length, plus)

/** The latest day on which what we may do can have ended. */
export const latestDayOfRight = (days: Between, length: Dated<Length>): Counted =>
  latest(days, length, plus)

const expectedEnd: End<Rolling> = (from, { rolls, ...own }) => {
  const day = plus(from, own as Length)
  return rolls === false ? day : rolled(day)
}

/** The last day on which something is expected: a bank day, unless the policy says otherwise. */
export const lastDayExpected = (days: Between, length: Dated<Rolling>): CivilDate =>
  latest(days, length, expectedEnd).lastDay

/** The interval of a single day. */
export const onDay = (day: CivilDate): Between => ({ first: day, last: day })

/** The last day of an exposure under one length: the latest that any reading of it allows. */
const exposedEnd: End<Exposed> = (from, exposed) => {
  const moved = (day: CivilDate): CivilDate => (exposed.rolls === false ? day : rolled(day))
  // what counts from a day on which banks are closed may count from the next bank day
  const begun = 'bankDays' in exposed ? rolled(from) : from
  const claimed = moved(plus(begun, exposed))
  const { enquiry, processing } = exposed
  const decided = enquiry === undefined ? claimed : moved(plus(claimed, enquiry))
  return processing === undefined ? decided : moved(plus(decided, processing))
}

/** A last day, and the day from which on it counts; null if it counts from the beginning. */
interface LastDay {
  readonly since: CivilDate | null
  readonly lastDay: CivilDate
}

/** The last days of an exposure, and the day from which they are counted. */
export interface LastDays {
  readonly from: CivilDate
  readonly days: readonly [LastDay, ...LastDay[]]
}

/**
 * The last day of an exposure: by the longest length that has been in force since the day it is
 * counted from, for the latest of the days that this may be. Each later day that a new length brings
 * follows, with the day of that length.
 */
export const lastDaysExposed = (days: Between, length: Dated<Exposed>): LastDays => {
  const froms = lateDays(days, length)
  const first = latest(days, length, exposedEnd)
  const all: [LastDay, ...LastDay[]] = [{ since: null, lastDay: first.lastDay }]
  const after = froms.reduce((a, b) => (b < a ? b : a))
  for (const { validFrom, ...exposed } of sinceThen(length, after)) {
    const ends = froms.flatMap((from) => (from < validFrom ? [exposedEnd(from, exposed)] : []))
    const last = ends.reduce(laterDay, (all.at(-1) ?? all[0]).lastDay)
    all.push({ since: validFrom, lastDay: last })
  }
  return { from: first.from, days: all }
}
