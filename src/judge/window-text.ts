/** Says in a sentence what a window means at its time, and until when. */
import { type CivilDate, endOfDay } from '../words/calendar.ts'
import { formatted, type Instant } from '../words/instant.ts'
import type { WindowAt } from './windows.ts'

/** An instant, with the day and the zone that it ends, or in which it lies. */
const named = (at: Instant, day: CivilDate | null, zone: WindowAt['zone']): string => {
  if (day === null || zone === null) return formatted(at)
  const isEnd = endOfDay(day, zone) === at
  return `${isEnd ? 'the end of ' : ''}${day} in ${zone} (${formatted(at)})`
}

/** What the window is for, as part of a sentence. */
const stem = (allows: string): string => allows.replace(/\.$/, '')

const counted = ({ countedFrom, from }: WindowAt): string =>
  from === null ? '' : ` The days are counted from ${countedFrom} on ${from}.`

const allowed = (window: WindowAt): string => {
  const { kind, allows, opensAt, closesAt, lastDay, zone, isOpen, secondsLeft } = window
  const until = `until ${named(closesAt, lastDay, zone)}`
  if (isOpen) return `${stem(allows)} ${until}.`
  if (secondsLeft > 0) return `${stem(allows)} only from ${formatted(opensAt)} on, ${until}.`
  const over = kind === 'right' ? 'It is too late now.' : 'That time is over.'
  return `${stem(allows).replace(' may ', ' could ')} ${until}. ${over}`
}

const expected = ({ allows, opensAt, closesAt, lastDay, zone, ...own }: WindowAt): string => {
  const end = named(closesAt, lastDay, zone)
  if (own.isOpen) return `This is expected by ${end}: ${allows}`
  if (own.secondsLeft > 0)
    return `This is expected from ${formatted(opensAt)} on, by ${end}: ${allows}`
  return `This was expected by ${end}, and is overdue: ${allows} Ask the provider.`
}

/** Says what may be done, or is expected, until when, and from which day that is counted. */
export const explainWindow = (window: WindowAt): string =>
  `${window.kind === 'expectation' ? expected(window) : allowed(window)}${counted(window)}`
