/** Which windows close when, over many streams. */
import * as E from 'fp-ts/lib/Either.js'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Stale } from '../fold/resume.ts'
import { attempt } from '../words/data/attempt.ts'
import { compare } from '../words/data/lists.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, readInstant } from '../words/time/instant.ts'
import type { AnyState, OwnedState, OwnerOf } from './state-owner.ts'
import { explainWindow } from './window-text.ts'
import { type WindowAt, windowAt, windowsOf } from './windows.ts'

/** A window of a stream that closes. `text` says what it allows or expects, until when, and why. */
export interface Deadline
  extends Pick<
    WindowAt,
    'name' | 'entityId' | 'kind' | 'opensAt' | 'closesAt' | 'lastDay' | 'zone' | 'source'
  > {
  readonly stream: Stream | null
  readonly text: string
}

const orderOf = ({ closesAt, stream, name, entityId }: Deadline): string =>
  [closesAt, stream ?? '', name, entityId].join(' ')

const inOrder = (all: readonly Deadline[]): readonly Deadline[] =>
  all
    .map((deadline) => ({ deadline, order: orderOf(deadline) }))
    .sort((a, b) => compare(a.order, b.order))
    .map(({ deadline }) => deadline)

/** Merges the deadlines of parts of a log that have no stream in common, the earliest first. */
export const mergeDeadlines = (parts: Iterable<readonly Deadline[]>): readonly Deadline[] =>
  inOrder([...parts].flat())

const deadlineOf = (stream: Stream | null, window: WindowAt): Deadline => {
  const { name, entityId, kind, opensAt, closesAt, lastDay, zone, source } = window
  const text = explainWindow(window)
  return { stream, name, entityId, kind, opensAt, closesAt, lastDay, zone, source, text }
}

type DeadlinesResult = E.Either<Stale | Unreadable, readonly Deadline[]>

/**
 * Makes the function that lists the windows that close from `from` on and before `to`, as they are
 * known at `from`; the earliest first. It takes one state at a time, so the states may come from a
 * generator. Streams without a machine have no windows yet. The first state that cannot be judged
 * ends it, with why.
 */
export const closing = <M extends AnyMachine>(owner: OwnerOf<M>, policy: Policy) => {
  const list = (states: Iterable<AnyState>, from: Instant, to: Instant): DeadlinesResult => {
    const found: Deadline[] = []
    for (const state of states) {
      const machine = owner(state)
      if (E.isLeft(machine)) {
        if (machine.left.error === 'Unassigned') continue
        return E.left(machine.left)
      }
      for (const each of windowsOf(machine.right, state as unknown as OwnedState, policy)) {
        const window = windowAt(each, from)
        if (window.closesAt < from || window.closesAt >= to) continue
        found.push(deadlineOf(state.stream, window))
      }
    }
    return E.right(inOrder(found))
  }
  return (states: Iterable<AnyState>, from: Instant, to: Instant): DeadlinesResult => {
    const [begin, end] = [readInstant('from', from), readInstant('to', to)]
    if (E.isLeft(begin)) return begin
    if (E.isLeft(end)) return end
    return attempt(
      () => list(states, begin.right, end.right),
      () => E.left(unreadable('states', 'a list of states', states)),
    )
  }
}
