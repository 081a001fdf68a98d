/** The recipes, rules and conditions that a chart refers to by name, and how they judge a step. */
import type { Draft } from 'immer'
import type { Lifecycle } from '../event/lifecycle.ts'
import type { Policy, PolicyFields } from '../words/policy.ts'
import type { Instant } from '../words/time/instant.ts'
import type { EngineRefusal, NotInDoubt, Refusal, RuleDescriptor } from './refusal.ts'

/** An object with a `type`: all that a chart needs of an event. */
export interface Named {
  readonly type: string
}

/** The event by which the engine passes the current time to a chart. It is never stored. */
export interface TimePassed {
  readonly type: 'time_passed'
  readonly data: { readonly now: Instant }
}

/**
 * How a step is judged: the policy, and by how many seconds clocks may differ. The tolerance is
 * zero for a command; for a report it is the policy's clock tolerance.
 */
export interface Judge<P extends Policy = Policy> {
  readonly policy: P
  readonly toleranceSeconds: number
  /** The findings that hold a command back until they are settled; none for a report. */
  readonly doubts: readonly HeldBack[]
}

/** A doubt, as a refusal names it, and the types of the events that no command may cause meanwhile. */
export type HeldBack = NotInDoubt['doubts'][number] & { readonly holds: readonly string[] }

/**
 * One recipe per event type: each changes the draft of the context that it gets, as its event requires.
 * What it returns is lost.
 */
export type Recipes<C, E extends Named> = {
  readonly [T in E['type']]: (context: Draft<C>, event: Extract<E, { readonly type: T }>) => void
}

/** Something a step must meet. `breaks` returns the refusals, or an empty list if it is met. */
export interface Requirement<C = never, E extends Named = Named, P extends Policy = Policy> {
  breaks(context: C, event: E, judge: Judge<P>): readonly Refusal[]
}

/**
 * A requirement with its own kind of refusal, `R`, and the descriptor that explains it. It may also
 * return refusals of the engine.
 */
export interface Rule<
  C = never,
  E extends Named = Named,
  R extends Refusal = Refusal,
  P extends Policy = Policy,
> extends Requirement<C, E, P>,
    RuleDescriptor<R> {
  breaks(context: C, event: E, judge: Judge<P>): readonly (R | EngineRefusal)[]
}

/** Chooses between targets, for commands and reports alike, by the context after the event. */
export type Condition<C, P extends Policy = Policy> = (applied: C, judge: Judge<P>) => boolean

/**
 * The parameters of a transition's guard. `all`: the rules for commands and reports; `command`: the
 * rules for commands only; `when`: the condition that chooses this transition's target.
 */
export interface Terms<R extends string = string, W extends string = string> {
  readonly all?: readonly R[]
  readonly command?: readonly R[]
  readonly when?: W
}

/**
 * The recipes that a chart's one action runs, the rules and conditions that its one guard names,
 * and the policy values that they use. The types are wide, because TypeScript cannot express that a
 * rule receives only the events of the transitions that name it.
 */
export interface Definition<C> {
  readonly recipes: Readonly<Record<string, { of(context: Draft<C>, event: Named): void }['of']>>
  readonly rules: Readonly<Record<string, Requirement<C>>>
  readonly conditions: Readonly<Record<string, { of(applied: C, judge: Judge): boolean }['of']>>
  readonly policy: PolicyFields
  /**
   * The events with their codecs: an event without the data that its recipe needs then takes no
   * transition, whoever sends it to an actor. Without it, the chart takes any event.
   */
  readonly events?: Lifecycle
  /**
   * Makes the machine's context before any event: a new one each time. For speed only: contexts that
   * one function makes have one shape. Without it, the context is copied.
   */
  readonly blank?: () => C
}
