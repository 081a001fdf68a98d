/** The composition root: combines machines and a policy into one object with all the functions. */
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { CommandOf } from './contract/command.ts'
import { descriptorsOf, doubtsIn } from './contract/descriptors.ts'
import type { AnyMachine, SumsFor } from './contract/machine-record.ts'
import type { RuleDescriptor } from './contract/refusal.ts'
import type { State } from './contract/state.ts'
import type { DomainEvent } from './event/envelope.ts'
import type { DecodeEvent, Decoding } from './event/event-decoder.ts'
import { asStored } from './event/upcast.ts'
import { type AsOf, readAsOf } from './fold/as-of.ts'
import { type FoldedState, foldersOf, type StateOf, unassignedIdentity } from './fold/assign.ts'
import { identity } from './fold/fingerprint.ts'
import { resuming, type Stale } from './fold/resume.ts'
import {
  decodingOf,
  isKnownTo,
  logDecoder,
  logOf,
  noMachineIn,
  type PolicyFor,
  policyFieldsOf,
  type Root,
} from './fold/root.ts'
import { streamFolder } from './fold/stream-folder.ts'
import { type Allowance, allowed } from './judge/allowed.ts'
import { type CommandStatus, commandStatuses } from './judge/command-status.ts'
import { closing, type Deadline } from './judge/deadlines.ts'
import { type Decided, decide, type Undecided } from './judge/decide.ts'
import { type Explained, explainer } from './judge/explain.ts'
import { type Exposure, exposing } from './judge/exposure.ts'
import type { EndpointFor } from './judge/provider-request.ts'
import { type Question, questions } from './judge/questions.ts'
import {
  type AnyState,
  asking,
  askingAt,
  type Judged,
  judged,
  type OwnedState,
  type OwnerOf,
  ownerOf,
  type Unassigned,
} from './judge/state-owner.ts'
import { type WindowAt, windows } from './judge/windows.ts'
import type { Entry } from './log/entry.ts'
import { type LineProblem, lineReader, toLine } from './log/line.ts'
import type { Tip } from './log/tip.ts'
import { tryOr } from './words/data/attempt.ts'
import { remembering } from './words/data/result-cache.ts'
import { type Unreadable, unreadable } from './words/data/unreadable-input.ts'
import { defaultPolicyOf, type Policy, type PolicyChanges, policyReader } from './words/policy.ts'
import type { Stream } from './words/stream.ts'
import { CommandId } from './words/text/plain-text.ts'
import { readInstant, type Time } from './words/time/given-time.ts'
import type { Instant } from './words/time/instant.ts'

/** The methods of the root that read and write a log. */
interface Logging {
  /** Reads a stored event that has the current schema. It may return the very object. */
  readonly decode: DecodeEvent
  /** Chains the steps that upcast older events to the current schema, or says what is wrong. */
  readonly upcasts: Decoding['upcasts']
  /** Writes an entry as one line of a log. */
  readonly toLine: (entry: Entry) => string
  /** Reads one line of a log and checks its hash. */
  readonly fromLine: (line: string) => E.Either<LineProblem, Entry>
}

/** The methods of the root that judge a state. */
interface JudgeMethods<M extends AnyMachine> {
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

const judging = <M extends AnyMachine>(
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
        CommandId.is(commandId)
          ? E.map(
              (at: Instant) =>
                statuses(state, at).find((each) => each.commandId === commandId) ?? null,
            )(readInstant('now', now))
          : E.left(unreadable('commandId', CommandId.name, commandId))
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
        // a window that fails hides no other question
        const timed = E.isLeft(owner) ? [] : tryOr(null, () => timer(owner.right)(known, at.right))
        return E.right(questionsOf(known, timed, at.right))
      }),
    sums: asked((machine) => {
      const doubts = doubtsIn(machine)
      return (state) => E.right(machine.sums?.of(state.context, doubts(state).length > 0) ?? null)
    }),
  }
  return self as unknown as JudgeMethods<M>
}

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
  /** The state at a time after its last event: with the transitions that only the passing of time causes. */
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
  const policy: Policy = options?.policy ?? defaultPolicyOf(policyFieldsOf(machines))
  const root: Root<M> = { machines, policy }
  const owner = ownerOf(root)
  const { decode, upcasts } = decodingOf(machines)
  return {
    machines,
    policy: policy as PolicyFor<M>,
    rules: descriptorsOf(machines).rules,
    decode,
    upcasts,
    toLine,
    fromLine: lineReader(logDecoder(machines, asStored), logOf(machines)),
    ...foldingStreams(root, owner),
    ...judging(root, owner),
    explain: explainer(machines),
  }
}
