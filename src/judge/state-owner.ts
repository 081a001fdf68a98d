/** Finds the machine that folded a state, provided that neither it nor the policy has changed. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { FindingBase } from '../contract/finding.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import { identity } from '../fold/fingerprint.ts'
import type { Stale } from '../fold/resume.ts'
import { policyFieldsOf, type Root } from '../fold/root.ts'
import { attempt } from '../words/data/attempt.ts'
import { remembering } from '../words/data/result-cache.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { isPolicyOf, UNREADABLE_POLICY } from '../words/policy.ts'
import { Stream } from '../words/stream.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'

/** The stream belongs to no machine yet, or to none in the list, so its state cannot be judged. */
export interface Unassigned {
  readonly error: 'Unassigned'
  readonly stream: Stream | null
}

/** A result of judging a state; or an error: of its machine, its policy or an argument. */
export type Judged<A, Why = never> = E.Either<Stale | Unassigned | Unreadable | Why, A>

/** A state of any machine. If its machine is not in the list, judging it returns `Stale`. */
export type AnyState = State<object, string, string, FindingBase>

/** A state whose machine has been found. */
export type OwnedState = State<object, string, string>

/** Finds the machine of a state, or returns an error if no machine in the list folded it. */
export type OwnerOf<M extends AnyMachine> = (state: AnyState) => Judged<M>

const Named = t.type({
  state: t.type(
    {
      machine: t.string,
      fingerprint: t.string,
      policy: t.string,
      stream: t.union([Stream, t.null], 'stream name or null'),
    },
    'a state',
  ),
})

/**
 * Makes the function that finds the machine of a state. If the policy lacks a value or has a wrong
 * one, every state is `Stale`: a rule without its limit would allow everything.
 */
export const ownerOf = <M extends AnyMachine>({ machines, policy }: Root<M>): OwnerOf<M> => {
  const isReadable = isPolicyOf(policyFieldsOf(machines), policy)
  const owners = machines.map((own) => ({ own, ...identity(own, policy) }))
  const find = (state: t.TypeOf<typeof Named>['state']): Judged<M> => {
    const { machine, fingerprint, policy: under, stream } = state
    const stale = (differs: Stale['differs'], expected: string, actual: string) =>
      E.left({ error: 'Stale', differs, expected, actual } as const)
    if (machine === 'unassigned') {
      return isReadable
        ? E.left({ error: 'Unassigned', stream })
        : stale('policy', UNREADABLE_POLICY, under)
    }
    const owner = owners.find((each) => each.machine === machine)
    if (owner === undefined) return stale('machine', '', machine)
    if (owner.fingerprint !== fingerprint) {
      return stale('fingerprint', owner.fingerprint, fingerprint)
    }
    if (!isReadable) return stale('policy', UNREADABLE_POLICY, under)
    return owner.policy === under ? E.right(owner.own) : stale('policy', owner.policy, under)
  }
  return (state) =>
    pipe(
      Named.decode({ state }),
      E.mapLeft(firstProblem),
      E.chainW((named) => find(named.state)),
    )
}

/** Judges a state. What looks like a state, but cannot be judged as one, is `Unreadable`. */
export const judged = <A, Why>(
  state: AnyState,
  judge: () => E.Either<Why, A>,
): E.Either<Why | Unreadable, A> =>
  attempt(judge, () => E.left(unreadable('state', 'a state that its machine can judge', state)))

/** Judges many states, one at a time, until one cannot be judged, and merges what was found. */
export const judgedEach = <M extends AnyMachine, A, B>(
  owner: OwnerOf<M>,
  states: Iterable<AnyState>,
  judge: (machine: M | null, state: OwnedState) => A,
  merge: (found: readonly A[]) => B,
): E.Either<Stale | Unreadable, B> =>
  attempt(
    () => {
      const found: A[] = []
      for (const state of states) {
        const machine = owner(state)
        if (E.isLeft(machine) && machine.left.error !== 'Unassigned') return E.left(machine.left)
        const own = E.isLeft(machine) ? null : machine.right
        found.push(judge(own, state as unknown as OwnedState))
      }
      return E.right(merge(found))
    },
    () => E.left(unreadable('states', 'a list of states', states)),
  )

/** Makes a function that finds a state's machine by itself, and prepares each machine once. */
export const asking =
  <M extends AnyMachine>(owner: OwnerOf<M>) =>
  <A extends readonly unknown[], B, Why = never>(
    prepare: (machine: M) => (state: OwnedState, ...more: A) => E.Either<Why, B>,
  ) => {
    const prepared = remembering(prepare)
    return (state: AnyState, ...more: A): Judged<B, Why> =>
      judged(state, () =>
        pipe(
          owner(state),
          E.chainW((machine) => prepared(machine)(state as unknown as OwnedState, ...more)),
        ),
      )
  }

/** The same for what judges states at a time. */
export const askingAt =
  <M extends AnyMachine>(owner: OwnerOf<M>) =>
  <B>(prepare: (machine: M) => (state: OwnedState, now: Instant) => B) =>
    asking(owner)((machine) => {
      const ask = prepare(machine)
      return (state, now: Time) => E.map((at: Instant) => ask(state, at))(readInstant('now', now))
    })
