/** Says in a sentence what a window means at its time, and until when. */
import { civilDate, endOfDay, startOfDay } from '../words/time/calendar.ts'
import { formatted } from '../words/time/instant.ts'
import type { WindowAt } from './windows.ts'

/** The first instant that is too late, with the day that it ends or in which it lies. */
const untilOf = (
  { closesAt, lastDay, zone }: Pick<WindowAt, 'closesAt' | 'lastDay' | 'zone'>,
  word: 'until' | 'by',
): string => {
  const before = `before ${formatted(closesAt)}`
  if (lastDay === null || zone === null) return before
  return endOfDay(lastDay, zone) === closesAt
    ? `${word} the end of ${lastDay} in ${zone} (${before})`
    : `${before}, which is on ${lastDay} in ${zone}`
}

/** When a window opens, with its day if it opens with one. */
const fromOf = ({ opensAt, zone }: WindowAt): string => {
  const day = zone === null ? null : civilDate(opensAt, zone)
  return day !== null && zone !== null && startOfDay(day, zone) === opensAt
    ? `the beginning of ${day} in ${zone} (${formatted(opensAt)})`
    : formatted(opensAt)
}

const decapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** What the window is for, as the beginning of a sentence. */
const stem = (allows: string): string => allows.replace(/\.$/, '')

const counted = ({ countedFrom, from }: WindowAt): string =>
  from === null ? '' : ` The end is counted from ${from}: ${countedFrom}.`

const allowed = (window: WindowAt): string => {
  const { kind, allows, isOpen, secondsLeft } = window
  const until = untilOf(window, 'until')
  if (isOpen) return `${stem(allows)} ${until}.`
  const inside = decapitalized(stem(allows))
  if (secondsLeft > 0) return `Not yet: ${inside} from ${fromOf(window)} ${until}.`
  const over = kind === 'right' ? 'Too late' : 'Over'
  return `${over}: ${inside.replace(' may ', ' could ')} only ${until}.`
}

const expected = (window: WindowAt): string => {
  const { allows, isOpen, secondsLeft } = window
  const by = untilOf(window, 'by')
  if (isOpen) return `${stem(allows)} ${by}.`
  const inside = decapitalized(stem(allows))
  if (secondsLeft > 0) return `Not yet: ${inside} no earlier than ${fromOf(window)}, and ${by}.`
  return `Overdue: ${inside} ${by}. Ask the provider what happened.`
}

/** Says what may be done, or should happen, until when, and from which day that is counted. */
export const explainWindow = (window: WindowAt): string =>
  `${window.kind === 'expectation' ? expected(window) : allowed(window)}${counted(window)}`
