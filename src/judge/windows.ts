/** Until when: every window of a state, open or closed, and what is overdue. */
import type { Folding } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import { compare } from '../fold/occurrence.ts'
import type { State } from '../fold/state.ts'
import { type Instant, isOver, secondsBetween } from '../words/instant.ts'
import { defaultPolicy } from '../words/policy.ts'
import { WINDOWS, type Window, type WindowCard } from '../words/window.ts'

/**
 * A window at a moment, with what it allows and where it comes from. `secondsLeft` is 0 once it is
 * closed, whole seconds until it closes else.
 */
export interface WindowAt extends Window, WindowCard {
  readonly isOpen: boolean
  readonly secondsLeft: number
}

/** A window at a moment: it is open from its first moment on, and closed from `closesAt` on. */
export const windowAt = (window: Window, now: Instant): WindowAt => {
  const isOpen = now >= window.opensAt && !isOver(window.closesAt, now, 0)
  const secondsLeft = Math.max(0, secondsBetween(now, window.closesAt))
  const { name, about, opensAt, closesAt, from, lastDay, zone } = window
  const { kind, allows, source } = WINDOWS[name]
  const own = { name, about, opensAt, closesAt, from, lastDay, zone, kind, allows, source }
  return { ...own, isOpen, secondsLeft }
}

/**
 * Every window that a state has, as it stands at a moment, the earliest to close first. What the policy
 * says is what they hang on. @spec design, 8 Time
 */
export const windows =
  <C extends object, S extends string, N extends string>(
    machine: Machine<C, S, N>,
    { policy = defaultPolicy }: Folding = {},
  ) =>
  (state: State<C, S, N>, now: Instant): readonly WindowAt[] =>
    machine
      .windows(state, policy)
      .map((window) => windowAt(window, now))
      .toSorted((a, b) => compare(a.closesAt, b.closesAt))

/** The expectations that are over: derived from the clock asked about, never a state. @spec design, 5 */
export const overdue = (all: readonly WindowAt[]): readonly WindowAt[] =>
  all.filter(
    ({ kind, isOpen, secondsLeft }) => kind === 'expectation' && !isOpen && secondsLeft === 0,
  )
