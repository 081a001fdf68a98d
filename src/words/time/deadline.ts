/** The instants that deadlines name, with or without a zone. */
import { type CivilDate, endOfDay, whenShown, type Zone } from './calendar.ts'
import { fromEpoch, type Instant, type TimeText, toInstant } from './instant.ts'

const hasZone = (text: string): boolean => /(?:[Zz]|[+-]\d{2}:?(?:\d{2})?)$/.test(text)

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
