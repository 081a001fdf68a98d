/** Lists the windows of a state, open or closed, and finds those that are overdue. */
import type { Machine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import type { TimeWindow, WindowDescriptor } from '../contract/window.ts'
import type { Folding } from '../fold/fold.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { compare } from '../words/data/lists.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { civilDate, endOfDay, startOfDay } from '../words/time/calendar.ts'
import { formatted, type Instant, secondsBetween } from '../words/time/instant.ts'

/**
 * A window at a given time, with what it allows and its source. `secondsLeft` is the number of
 * whole seconds until the window closes, and 0 once it is closed.
 */
export interface WindowAt extends Omit<TimeWindow, 'later'>, WindowDescriptor {
  readonly isOpen: boolean
  readonly secondsLeft: number
}

/** Every window that a state has, in the order in which the machine lists them. */
export const windowsOf = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N>,
  policy: Policy,
): readonly (TimeWindow & WindowDescriptor)[] => {
  const own = withoutOthers(state)
  return Object.entries(machine.windows).flatMap(([name, window]) => {
    const { kind, allows, countedFrom, lengths, source } = window
    const descriptor = { kind, allows, countedFrom, lengths, source }
    return window.of(own, policy).map((span) => ({ name, ...span, ...descriptor }))
  })
}

/**
 * A window at a given time. It is open from `opensAt`, and closed from `closesAt` on. Of the later
 * ends that a dated policy brings, the last that counts by now replaces the first.
 */
export const windowAt = (
  { later, ...window }: TimeWindow & WindowDescriptor,
  now: Instant,
): WindowAt => {
  const { lastDay, closesAt } = later?.findLast(({ since }) => since <= now) ?? window
  const isOpen = now >= window.opensAt && now < closesAt
  const secondsLeft = now < closesAt ? secondsBetween(now, closesAt) : 0
  return { ...window, lastDay, closesAt, isOpen, secondsLeft }
}

/** Sorts windows by the time they close. */
export const byClosing = <W extends TimeWindow>(all: readonly W[]): readonly W[] =>
  all.toSorted((a, b) => compare(a.closesAt, b.closesAt))

/** Lists every window of a state at a time, the earliest to close first. @spec decisions#40 */
export const windows =
  <C extends object, S extends string, N extends string>(
    machine: Machine<C, S, N>,
    { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
  ) =>
  (state: State<C, S, N>, now: Instant): readonly WindowAt[] =>
    byClosing(windowsOf(machine, state, policy).map((window) => windowAt(window, now)))

/** Returns the expectations whose time is over. No chart has a state for this. @spec decisions#40 */
export const overdue = <W extends WindowAt>(all: readonly W[]): readonly W[] =>
  all.filter(({ kind, secondsLeft }) => kind === 'expectation' && secondsLeft === 0)

/** The first instant that is too late, with the day that it ends or in which it lies. */
const untilOf = ({ closesAt, lastDay, zone }: WindowAt, word: 'until' | 'by'): string => {
  const before = `before ${formatted(closesAt)}`
  if (lastDay === null || zone === null) return before
  return endOfDay(lastDay, zone) === closesAt
    ? `${word} the end of ${lastDay} in ${zone} (${before})`
    : `${before}, which is on ${lastDay} in ${zone}`
}

const fromOf = ({ opensAt, zone }: WindowAt): string => {
  const day = zone === null ? null : civilDate(opensAt, zone)
  return day !== null && zone !== null && startOfDay(day, zone) === opensAt
    ? `the beginning of ${day} in ${zone} (${formatted(opensAt)})`
    : formatted(opensAt)
}

const meaning = (window: WindowAt): string => {
  const { kind, isOpen, secondsLeft } = window
  const isExpected = kind === 'expectation'
  const stem = window.allows.replace(/\.$/, '')
  const until = untilOf(window, isExpected ? 'by' : 'until')
  if (isOpen) return `${stem} ${until}.`
  const inside = `${stem.charAt(0).toLowerCase()}${stem.slice(1)}`
  if (secondsLeft > 0) {
    const from = fromOf(window)
    return `Not yet: ${inside} ${isExpected ? `no earlier than ${from}, and` : `from ${from}`} ${until}.`
  }
  if (isExpected) return `Overdue: ${inside} ${until}. Ask the provider what happened.`
  const over = kind === 'right' ? 'Too late' : 'Over'
  return `${over}: ${inside.replace(' may ', ' could ')} only ${until}.`
}

/** Says what may be done, or should happen, until when, and from which day that is counted. */
export const explainWindow = (window: WindowAt): string => {
  const { countedFrom, from } = window
  const counted = from === null ? '' : ` The end is counted from ${from}: ${countedFrom}.`
  return `${meaning(window)}${counted}`
}
