/** Finds the machine that folded a state, provided that neither it nor the policy has changed. */
import * as E from 'fp-ts/lib/Either.js'
import type { FindingBase } from '../fold/finding.ts'
import { identity } from '../fold/fingerprint.ts'
import type { AnyMachine } from '../fold/machine.ts'
import { policyFieldsOf, type Root } from '../fold/root.ts'
import type { Stale } from '../fold/saved.ts'
import type { State } from '../fold/state.ts'
import { isPolicyOf } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'

/** The stream belongs to no machine yet, or to none in the list, so its state cannot be judged. */
export interface Unassigned {
  readonly error: 'Unassigned'
  readonly stream: Stream | null
}

/** A result of judging a state; or an error, if its machine or policy has changed or is missing. */
export type Judged<A, Why = never> = E.Either<Stale | Unassigned | Why, A>

/** A state of any machine. If its machine is not in the list, judging it returns `Stale`. */
export type AnyState = State<object, string, string, FindingBase>

/** A state whose machine has been found. */
export type OwnedState = State<object, string, string>

/** Finds the machine of a state, or returns an error if no machine in the list folded it. */
export type OwnerOf<M extends AnyMachine> = (state: AnyState) => Judged<M>

/**
 * Replaces the hash of a policy that lacks a value or has a wrong one, so that no state matches it.
 */
const UNREADABLE = 'unreadable'

/**
 * Makes the function that finds the machine of a state. If the policy lacks a value or has a wrong
 * one, every state is `Stale`: a rule without its limit would allow everything.
 */
export const ownerOf = <M extends AnyMachine>({ machines, policy }: Root<M>): OwnerOf<M> => {
  const isReadable = isPolicyOf(policyFieldsOf(machines), policy)
  const owners = machines.map((machine) => {
    const mark = identity(machine, policy)
    return { machine, mark: isReadable ? mark : { ...mark, policy: UNREADABLE } }
  })
  return ({ machine, fingerprint, policy: under, stream }) => {
    if (machine === 'unassigned') return E.left({ error: 'Unassigned', stream })
    const owner = owners.find(({ mark }) => mark.machine === machine)
    const expected = owner?.mark ?? { machine: '', fingerprint: '', policy: '' }
    const actual = { machine, fingerprint, policy: under }
    for (const differs of ['machine', 'fingerprint', 'policy'] as const) {
      if (owner !== undefined && expected[differs] === actual[differs]) continue
      const [was, is] = [actual[differs], expected[differs]]
      return E.left({ error: 'Stale', differs, expected: is, actual: was })
    }
    return owner === undefined ? E.left({ error: 'Unassigned', stream }) : E.right(owner.machine)
  }
}

/**
 * Turns a function of a machine and a state into one that takes the state and finds the machine.
 */
export const asking =
  <M extends AnyMachine>(owner: OwnerOf<M>) =>
  <A extends readonly unknown[], B, Why = never>(
    ask: (machine: M, state: OwnedState, ...more: A) => E.Either<Why, B>,
  ) =>
  (state: AnyState, ...more: A): Judged<B, Why> => {
    const found = owner(state)
    return E.isLeft(found) ? found : ask(found.right, state as unknown as OwnedState, ...more)
  }
