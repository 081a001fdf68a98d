/** Lists the windows of a state, open or closed, and finds those that are overdue. */
import type { Machine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import type { TimeWindow, WindowDescriptor } from '../contract/window.ts'
import type { Folding } from '../fold/fold.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { compare } from '../words/data/lists.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { type Instant, secondsBetween } from '../words/time/instant.ts'

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

/**
 * Lists every window of a state at a given time, the earliest to close first. The policy determines
 * their lengths. @spec decisions#40
 */
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
