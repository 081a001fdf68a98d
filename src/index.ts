/**
 * payfold: turns a payment provider's responses and webhooks into an append-only event log, and
 * works out from it what is true and what is allowed. This file is the table of contents, in the
 * order in which data flows. The other entries are `payfold/machines` (the machines),
 * `payfold/provider` (reads the provider's messages), `payfold/audit`, `payfold/inspect` (pages and
 * pictures), `payfold/machine` (to write a machine, or to name a type) and `payfold/testing`.
 */

// words: the basic types that everything else uses

export { canonical, type Json } from './words/data/canonical.ts'
export type { Unreadable } from './words/data/unreadable-input.ts'
export { Currency, Minor, money } from './words/money.ts'
export { type OtherSubject, Stream } from './words/stream.ts'
export { CommandId, type Id, PlainText, QuestionId, Reference } from './words/text/plain-text.ts'
export { isBankDay } from './words/time/bank-days.ts'
export type { Time } from './words/time/given-time.ts'
export { Instant, instant, shift } from './words/time/instant.ts'
export { VERSION } from './words/version.ts'

// event: what a message says happened

export type { DomainEvent } from './event/envelope.ts'
export type { Upcast, Upcaster } from './event/upcast.ts'

// log: how events are kept

export { type RevisionConflict, tipAfter, tipOf } from './log/append.ts'
export type { Entry } from './log/entry.ts'
export { emptyTree, grown, rootOf, type Tree } from './log/hash-tree.ts'
export {
  endsOf,
  type Head,
  headOf,
  headText,
  type LogTree,
  rootOfEnds,
  type StreamEnd,
  streamLeaf,
  streamsInDoubt,
  treeOf,
} from './log/head.ts'
export {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  type Positioned,
  type TreeRoot,
} from './log/proofs.ts'
export { emptyTip, type Tip } from './log/tip.ts'

// commands: what became of the steps that we asked for

export type { CommandOf } from './contract/command.ts'

// fold: the state that follows from the events

export type { Finding } from './contract/finding.ts'
export type { Parked } from './contract/parked-reasons.ts'
export type { Refusal } from './contract/refusal.ts'
export { eventsOf } from './contract/state.ts'
export { recordedBy } from './fold/as-of.ts'
export type { FoldedState, StateOf, UnassignedState } from './fold/assign.ts'
export type { Stale } from './fold/resume.ts'
export type { PolicyFor } from './fold/root.ts'

// judge: which commands a state allows, and which questions it leaves open

export type { Allowance } from './judge/allowed.ts'
export type { Command } from './judge/commands.ts'
export { calendarOf, csvOf, type Deadline, mergeDeadlines } from './judge/deadlines.ts'
export type { Decided, Undecided } from './judge/decide.ts'
export { type ExposedUntil, type Exposure, mergeExposures } from './judge/exposure.ts'
export type { Ended, InDoubt, KeyReused } from './judge/known-command.ts'
export type { CommandRequest } from './judge/provider-request.ts'
export type { Question } from './judge/questions.ts'
export type { Judged, Unassigned } from './judge/state-owner.ts'
export type { Refused } from './judge/validate.ts'
export { overdue, type WindowAt } from './judge/windows.ts'

// the composition root: machines and a policy, combined into one object

export { type Payfold, payfold, readPolicy } from './payfold.ts'

// lets the compiler find every type that an inferred type of this entry may name

export type {} from './machine.ts'
