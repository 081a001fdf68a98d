/** Days, times and windows as a person says them: `2 June`, `expected by 28 July 2026 (Brussels)`. */
import type { AnyMachine } from '../contract/machine-record.ts'
import { wordsIn } from '../contract/machine-words.ts'
import type { State } from '../contract/state.ts'
import { byClosing, overdue, type WindowAt, windowAt, windowsOf } from '../judge/windows.ts'
import type { Policy } from '../words/policy.ts'
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

/** A window at a time, in one line. `city` is where its days are counted, if they are. */
export interface StoryWindow extends WindowAt {
  readonly text: string
  readonly words: string
  readonly until: string
  readonly city: string | null
  readonly isOverdue: boolean
  /** Whether it is closed for good. */
  readonly isPast: boolean
}

/** The windows of a state at a time, the earliest to close first, but none of money that is gone already. */
export const storyWindows = (
  machine: AnyMachine,
  state: State,
  policy: Policy,
  now: Instant,
): readonly StoryWindow[] => {
  const said = wordsIn(machine)
  const isGone = machine.sums?.exposed?.(state.context).amount === 0
  const some = windowsOf(machine, state, policy).filter(
    ({ kind }) => kind !== 'exposure' || !isGone,
  )
  const all = byClosing(some.map((each) => windowAt(each, now)))
  const late = new Set(overdue(all))
  return all.map((window) => {
    const { name, kind, isOpen, secondsLeft, lastDay, zone, closesAt } = window
    const city = lastDay === null || zone === null ? null : cityOf(zone)
    const day = lastDay === null || zone === null ? timeInWords(closesAt) : dayOf(lastDay)
    const words = said('windows', name)
    const until = `${kind === 'expectation' ? 'by' : 'until'} ${day}`
    const text = `${words} ${until}${city === null ? '' : ` (${city})`}`
    const isPast = !isOpen && secondsLeft === 0
    return { ...window, text, words, until, city, isOverdue: late.has(window), isPast }
  })
}
