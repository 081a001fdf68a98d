/** The windows of a stream as a person says them: `expected by 28 July 2026 (Brussels)`. */
import type { AnyMachine } from '../contract/machine-record.ts'
import { wordsIn } from '../contract/machine-words.ts'
import type { State } from '../contract/state.ts'
import { byClosing, overdue, type WindowAt, windowAt, windowsOf } from '../judge/windows.ts'
import type { Policy } from '../words/policy.ts'
import type { Instant } from '../words/time/instant.ts'
import { endOf } from './person-days.ts'

/**
 * A window at a time, in one line: `expected by 28 July 2026 (Brussels)`. `words` and `until` are its
 * parts, and `city` is where its days are counted, if they are.
 */
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
    const { name, kind, isOpen, secondsLeft } = window
    const { day, city } = endOf(window)
    const words = said('windows', name)
    const until = `${kind === 'expectation' ? 'by' : 'until'} ${day}`
    const text = `${words} ${until}${city === null ? '' : ` (${city})`}`
    const isPast = !isOpen && secondsLeft === 0
    return { ...window, text, words, until, city, isOverdue: late.has(window), isPast }
  })
}
