/**
 * payfold: turns a payment provider's responses and webhooks into an append-only event log, and
 * works out from it what is true and what is allowed. This file is the table of contents, in the
 * order in which data flows. The other entries are `payfold/machines` (the machines),
 * `payfold/provider` (reads the provider's messages), `payfold/desk` (the loop of a backend), `payfold/audit`, `payfold/inspect` (pages and
 * pictures), `payfold/machine` (to write a machine, or to name a type) and `payfold/testing`.
 */

// results: a function that may fail returns an Either

export { isLeft, isRight, match } from '#fp-ts/Either'

// words: the basic types that everything else uses

export type { Unreadable } from './words/data/unreadable-input.ts'
export { Currency, money } from './words/money.ts'
export { Stream } from './words/stream.ts'
export { CommandId, type Id, Reference } from './words/text/plain-text.ts'
export type { Time } from './words/time/given-time.ts'
export { Instant, instant } from './words/time/instant.ts'
export { VERSION } from './words/version.ts'

// event: what a message says happened

export type { DomainEvent } from './event/envelope.ts'

// log: how events are kept

export type { Entry } from './log/entry.ts'

// commands: what became of the steps that we asked for

export type { CommandOf } from './contract/command.ts'

// fold: the state that follows from the events

export type { Finding } from './contract/finding.ts'
export type { Parked } from './contract/parked-reasons.ts'
export type { Refusal } from './contract/refusal.ts'
export type { FoldedState, StateOf, UnassignedState } from './fold/assign.ts'
export type { Stale } from './fold/resume.ts'
export type { PolicyFor } from './fold/root.ts'

// judge: which commands a state allows, and which questions it leaves open

export type { Allowance } from './judge/allowed.ts'
export { calendarOf, csvOf, type Deadline, mergeDeadlines } from './judge/deadlines.ts'
export type { Command } from './judge/decide.ts'
export { type Exposure, mergeExposures } from './judge/exposure.ts'
export type { Ended, InDoubt, KeyReused } from './judge/known-command.ts'
export type { Question } from './judge/questions.ts'
export type { Judged, Unassigned } from './judge/state-owner.ts'
export type { Refused } from './judge/validate.ts'
export type { WindowAt } from './judge/windows.ts'

// the composition root: machines and a policy, combined into one object

export { type Payfold, payfold, readPolicy } from './payfold.ts'

// lets the compiler find every type that an inferred type of this entry may name

export type {} from './machine.ts'
