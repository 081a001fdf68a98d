/** The methods of the root that judge a state, each with the machine that folded it. */
import * as E from '#fp-ts/Either'
import type { CommandOf } from '../contract/command.ts'
import type { AnyMachine, SumsFor } from '../contract/machine-record.ts'
import type { Stale } from '../fold/resume.ts'
import type { Root } from '../fold/root.ts'
import { remembering } from '../words/data/result-cache.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import { type Allowance, allowed } from './allowed.ts'
import { type CommandStatus, commandStatuses } from './command-status.ts'
import { closing, type Deadline } from './deadlines.ts'
import { type Decided, decide, type Undecided } from './decide.ts'
import { doubtsIn } from './doubts.ts'
import { type Exposure, exposing } from './exposure.ts'
import type { EndpointFor } from './provider-request.ts'
import { type Question, questions } from './questions.ts'
import {
  type AnyState,
  asking,
  askingAt,
  type Judged,
  judged,
  type OwnedState,
  type OwnerOf,
} from './state-owner.ts'
import { type WindowAt, windows } from './windows.ts'

/** The methods of the root that judge a state. */
export interface JudgeMethods<M extends AnyMachine> {
  /** Decides a command: the event to record before the request is sent, or every rule it breaks. */
  readonly decide: (state: AnyState, command: CommandOf<M>) => Judged<Decided, Undecided>
  /** The state of a command, since when, and by which message; null if none has this id. */
  readonly commandStatus: (
    state: AnyState,
    commandId: string,
    now: Time,
  ) => Judged<CommandStatus | null>
  /** Lists every command: whether it is allowed, its bounds and deadline, or why not. */
  readonly allowed: (state: AnyState, now: Time) => Judged<readonly Allowance[]>
  /** Lists every window of the state, the earliest to close first. */
  readonly windows: (state: AnyState, now: Time) => Judged<readonly WindowAt[]>
  /** Lists the windows of many states that close from one time on and before another. */
  readonly deadlines: (
    states: Iterable<AnyState>,
    from: Time,
    to: Time,
  ) => E.Either<Stale | Unreadable, readonly Deadline[]>
  /** Adds up what may still be taken back of many states, by currency and by the month it ends. */
  readonly exposure: (
    states: Iterable<AnyState>,
    now: Time,
  ) => E.Either<Stale | Unreadable, Exposure>
  /** Lists every open question, overdue ones included, with the request that would settle it. */
  readonly questions: (
    state: AnyState,
    now: Time,
  ) => E.Either<Stale | Unreadable, readonly Question<EndpointFor<M>>[]>
  /** The entity's totals; null if its lifecycle involves no money. */
  readonly sums: (state: AnyState) => Judged<SumsFor<M>>
}

/** Prepares machines and a policy for judging states. */
export const judging = <M extends AnyMachine>(
  { machines, policy }: Root<M>,
  ownerOf: OwnerOf<M>,
): JudgeMethods<M> => {
  const by = { policy }
  const [asked, askedAt] = [asking(ownerOf), askingAt(ownerOf)]
  const timer = remembering((machine: AnyMachine) => windows(machine, by))
  const questionsOf = questions(machines, policy)
  const self: Record<keyof JudgeMethods<AnyMachine>, unknown> = {
    decide: asked((machine) => decide(machine as AnyMachine, by)),
    commandStatus: asked((machine) => {
      const statuses = commandStatuses(machine, policy)
      return (state, commandId: string, now: Time) =>
        E.map(
          (at: Instant) => statuses(state, at).find((each) => each.commandId === commandId) ?? null,
        )(readInstant('now', now))
    }),
    allowed: askedAt((machine) => allowed(machine as AnyMachine, by)),
    windows: askedAt(timer),
    deadlines: closing(ownerOf, policy),
    exposure: exposing(ownerOf, policy),
    questions: (state: AnyState, now: Time) =>
      judged(state, () => {
        const known = state as unknown as OwnedState
        const [owner, at] = [ownerOf(state), readInstant('now', now)]
        if (E.isLeft(owner) && owner.left.error !== 'Unassigned') return owner
        if (E.isLeft(at)) return at
        const timed = E.isLeft(owner) ? [] : timer(owner.right)(known, at.right)
        return E.right(questionsOf(known, timed, at.right))
      }),
    sums: asked((machine) => {
      const doubts = doubtsIn(machine)
      return (state) => E.right(machine.sums?.of(state.context, doubts(state).length > 0) ?? null)
    }),
  }
  return self as unknown as JudgeMethods<M>
}
