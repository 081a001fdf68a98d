/** Days and times as a person says them: `2 June`, `28 July 2026 (Brussels)`. */
import { civilDate, type Zone } from '../words/time/calendar.ts'
import { formatted, type Instant, instant } from '../words/time/instant.ts'

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** The day of a time in a zone, or in UTC. */
export const dateIn = (at: string, zone: Zone | null): string => {
  const exact = instant(at)
  return zone === null || exact === null ? at.slice(0, 10) : civilDate(exact, zone)
}

/** A zone as a person calls it. */
export const cityOf = (zone: Zone): string => (zone.split('/').at(-1) ?? '').replaceAll('_', ' ')

/** A day, with its year. */
export const dayOf = (date: string): string =>
  `${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

/** A day, without the year if it is the same as that of the other day. */
export const dayAfter = (date: string, other: string | null): string =>
  other?.slice(0, 4) === date.slice(0, 4) ? dayOf(date).slice(0, -5) : dayOf(date)

/** A time, to the second at most: `2 June 2026, 10:15 UTC`. */
export const timeInWords = (at: Instant): string => {
  const time = formatted(at).slice(11).replace('Z', '')
  return `${dayOf(at)}, ${time.slice(0, 8).replace(/^(\d\d:\d\d):00$/, '$1')} UTC`
}

/** The end of a span as a person says it, and where its days are counted. */
export const endOf = (span: {
  readonly lastDay: string | null
  readonly zone: Zone | null
  readonly closesAt: Instant
}): { readonly day: string; readonly city: string | null } =>
  span.lastDay === null || span.zone === null
    ? { day: timeInWords(span.closesAt), city: null }
    : { day: dayOf(span.lastDay), city: cityOf(span.zone) }
