/** The composition root: combines machines and a policy into one object with all the functions. */
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import { descriptorsOf } from './contract/descriptors.ts'
import type { AnyMachine } from './contract/machine-record.ts'
import type { RuleDescriptor } from './contract/refusal.ts'
import type { State } from './contract/state.ts'
import type { DomainEvent } from './event/envelope.ts'
import { asStored } from './event/upcast.ts'
import { type AsOf, readAsOf } from './fold/as-of.ts'
import { type FoldedState, foldersOf, type StateOf, unassignedIdentity } from './fold/assign.ts'
import { identity } from './fold/fingerprint.ts'
import { type Logging, logging } from './fold/machine-log.ts'
import { resuming, type Stale } from './fold/resume.ts'
import {
  isKnownTo,
  logDecoder,
  noMachineIn,
  type PolicyFor,
  policyFieldsOf,
  type Root,
} from './fold/root.ts'
import { streamFolder } from './fold/stream-folder.ts'
import { type Explained, explainer } from './judge/explain.ts'
import { type JudgeMethods, judging } from './judge/judge-methods.ts'
import {
  type AnyState,
  askingAt,
  type Judged,
  type OwnedState,
  type OwnerOf,
  ownerOf,
  type Unassigned,
} from './judge/state-owner.ts'
import type { Entry } from './log/entry.ts'
import type { Tip } from './log/tip.ts'
import { tryOr } from './words/data/attempt.ts'
import { remembering } from './words/data/result-cache.ts'
import { type Unreadable, unreadable } from './words/data/unreadable-input.ts'
import { defaultPolicyOf, type Policy, type PolicyChanges, policyReader } from './words/policy.ts'
import type { Stream } from './words/stream.ts'
import type { Time } from './words/time/given-time.ts'

/** The methods of the root that fold streams. */
interface FoldingStreams<M extends AnyMachine> {
  /**
   * Folds a stream's events or entries with the machine that the stream belongs to. Their order and
   * repetitions do not matter. If the list cannot be folded as it is, the values in it that are not
   * events are left out; `decode` says what is wrong with such a value.
   */
  readonly fold: (stream: Stream, events: readonly (DomainEvent | Entry)[]) => FoldedState<M>
  /**
   * Adds one event. The result is the same as folding all the events at once, so anything that is
   * not an event adds nothing.
   */
  readonly evolve: (state: AnyState, event: DomainEvent | Entry) => FoldedState<M>
  /**
   * The state at a time after its last event: with the transitions that only the passing of time
   * causes.
   */
  readonly at: (state: AnyState, now: Time) => Judged<StateOf<M>>
  /** A stream as it was: what had happened by a given time, according to its first entries. */
  readonly asOf: (
    stream: Stream,
    events: readonly (DomainEvent | Entry)[],
    when: Omit<AsOf, 'occurred'> & { readonly occurred?: Time },
  ) => E.Either<Unreadable, FoldedState<M>>
  /**
   * Reads a state stored as JSON, and checks that it is what its events fold to today. Given the tip
   * of its stream, also checks that the state has its entries and no others.
   */
  readonly resume: (
    kept: unknown,
    tip?: Pick<Tip, 'stream' | 'revision' | 'hash'>,
  ) => E.Either<Stale | Unassigned | Unreadable, FoldedState<M>>
  /** Whether a state was folded by the given machine. */
  readonly is: <K extends M>(state: Pick<State, 'machine'>, machine: K) => state is StateOf<K>
}

/** Machines and a policy, combined. Every method is a pure function and needs no `this`. */
export interface Payfold<M extends AnyMachine>
  extends Root<M>,
    Logging,
    FoldingStreams<M>,
    JudgeMethods<M> {
  readonly policy: PolicyFor<M>
  /** The error code, source and remedy of every rule, both the machines' and the engine's. */
  readonly rules: Readonly<Record<string, RuleDescriptor>>
  /** Explains a refusal, a finding, a parked occurrence, a window or an error to a person. */
  readonly explain: (what: Explained) => string
}

/** Prepares machines and a policy for folding streams and for resuming stored states. */
const foldingStreams = <M extends AnyMachine>(
  root: Root<M>,
  owner: OwnerOf<M>,
): FoldingStreams<M> => {
  const { machines, policy } = root
  const folders = foldersOf(root)
  const { fold, evolve, foldAsOf } = streamFolder(root)
  const decode = logDecoder(machines, asStored)
  const isKnown = isKnownTo(machines)
  const readerOf = remembering((machine: M) =>
    resuming({
      expected: identity(machine, policy),
      decode,
      isKnown,
      fold: (stream, events): object =>
        stream === null ? folders.of(machine).fold(events) : folders.fold(stream, events),
    }),
  )
  const readUnassigned = resuming<object>({
    expected: unassignedIdentity(policy),
    decode,
    isKnown,
    fold: (stream, events) => folders.fold(stream, events),
  })
  const self: Record<keyof FoldingStreams<AnyMachine>, unknown> = {
    fold,
    evolve,
    at: askingAt(owner)((machine) => folders.of(machine).at),
    asOf: (stream: Stream, events: readonly (DomainEvent | Entry)[], given: unknown) =>
      pipe(
        readAsOf({ stream, events, when: given }),
        E.chain(({ when }) =>
          E.map((state: FoldedState<M>) => {
            const found = owner(state as unknown as OwnedState)
            return when.occurred === undefined || E.isLeft(found)
              ? state
              : folders.of(found.right).at(state as unknown as OwnedState, when.occurred)
          })(foldAsOf(stream, events, when)),
        ),
      ),
    resume: (kept: unknown, tip?: Tip) => {
      const id = tryOr(undefined, () => (kept as OwnedState).machine)
      if (id === 'unassigned') return readUnassigned(kept, tip)
      const machine: M | undefined = machines.find((each) => each.id === id) ?? machines[0]
      if (machine === undefined) return E.left({ error: 'Unassigned', stream: null })
      return readerOf(machine)(kept, tip)
    },
    is: (state: Pick<State, 'machine'>, machine: M) =>
      tryOr(false, () => typeof machine.id === 'string' && state.machine === machine.id),
  }
  return self as unknown as FoldingStreams<M>
}

/**
 * Reads a policy: the default values of the given machines, with some values changed. A list has one
 * part for each time that the lengths of windows changed, each with its first day, `validFrom`.
 */
export const readPolicy = <const M extends AnyMachine>(
  machines: readonly M[],
): ((changes: PolicyChanges) => E.Either<Unreadable, PolicyFor<M>>) => {
  const none = noMachineIn(machines)
  return none === null
    ? (policyReader(policyFieldsOf(machines)) as never)
    : () => E.left(unreadable(none.path, 'a machine', undefined))
}

/**
 * Combines machines and a policy. If two machines define the same name, the first one counts. If one
 * of the machines is none, every state is `Stale`, as with a policy that cannot be read.
 */
export const payfold = <const M extends AnyMachine>(
  machines: readonly M[],
  options: { readonly policy?: PolicyFor<M> } = {},
): Payfold<M> => {
  if (noMachineIn(machines) !== null) return payfold([], { policy: {} as never }) as never
  const policy: Policy = options.policy ?? defaultPolicyOf(policyFieldsOf(machines))
  const root: Root<M> = { machines, policy }
  const owner = ownerOf(root)
  return {
    machines,
    policy: policy as PolicyFor<M>,
    rules: descriptorsOf(machines).rules,
    ...logging(machines),
    ...foldingStreams(root, owner),
    ...judging(root, owner),
    explain: explainer(machines),
  }
}
