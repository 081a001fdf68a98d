/** What a machine is made of: a chart, what its events teach, the rules that explain. */
import type { Draft } from 'immer'
import type { AnyStateMachine, StateValue } from 'xstate'
import type { Lifecycle } from '../event/lifecycle.ts'
import type { Sums } from '../words/money.ts'
import type { Method } from '../words/names.ts'
import type { Policy } from '../words/policy.ts'
import type { Refusal } from '../words/refusal.ts'
import type { StreamKind } from '../words/stream.ts'
import type { Window } from '../words/window.ts'
import type { Finding } from './finding.ts'
import type { Occurrence } from './occurrence.ts'

/** Anything with a name: all that a chart asks of an event. */
export interface Named {
  readonly type: string
}

/**
 * How a step is judged: by what policy, and how far (in seconds) clocks are trusted to differ: not at
 * all for a wish, by the policy's tolerance for a report.
 */
export interface Judge {
  readonly policy: Policy
  readonly toleranceSeconds: number
  /**
   * What is known of the money that went back: what messages and snapshots told; less, where a message
   * is bound to no refund or chargeback; or all of it, where the provider listed it when asked.
   */
  readonly moneyBack: 'told' | 'unbound' | 'listed'
}

/** What each event teaches: changes a draft of the context, one recipe per event type. */
export type Recipes<C, E extends Named> = {
  readonly [T in E['type']]: (known: Draft<C>, event: Extract<E, { readonly type: T }>) => void
}

/** A named condition with a source: gives what it found broken, nothing when it holds. */
export type Rule<C, E> = (known: C, event: E, judge: Judge) => readonly Refusal[]

/** Chooses between targets, by what is known once the event is learnt. Never relaxed. */
export type Condition<C> = (learnt: C, judge: Judge) => boolean

/**
 * What an arrow's guard says. `all`: the rules for wishes and reports; `wish`: those that bind wishes
 * only; `when`: the condition that chooses this arrow's target.
 */
export interface Terms<R extends string = string, W extends string = string> {
  readonly all?: readonly R[]
  readonly wish?: readonly R[]
  readonly when?: W
}

/**
 * The recipes a chart's one action follows, the rules and conditions its one guard names. The types
 * are wide: an arrow hands a rule the events that the arrow is for, which no type can say.
 */
export interface Book<C> {
  readonly recipes: Readonly<Record<string, { of(known: Draft<C>, event: Named): void }['of']>>
  readonly rules: Readonly<
    Record<string, { of(known: C, event: Named, judge: Judge): readonly Refusal[] }['of']>
  >
  readonly conditions: Readonly<Record<string, Condition<C>>>
}

/** Something left open: why, in one sentence, and whether the thing itself or its actions would tell. */
export interface Ask {
  readonly because: string
  readonly of: 'thing' | 'actions'
}

/** A stream folded: where the chart stands and all occurrences, in order. */
export interface Whole<C, S extends string> {
  readonly status: S
  readonly context: C
  readonly occurrences: readonly Occurrence[]
}

/**
 * A machine: an XState chart with all that folding needs to know of its lifecycle. `value` and
 * `context` are the chart's; `status` is the one name the outside uses; `findings` and `asks` are those
 * that follow from the whole rather than from one arrow.
 */
export interface Machine<C extends object, S extends string, N extends string> {
  /** The chart's id, version included: `sepa-payment@1`. */
  readonly id: N
  readonly chart: AnyStateMachine
  readonly kind: StreamKind
  readonly method: Method | null
  readonly events: Lifecycle
  readonly book: Book<C>
  status(value: StateValue): S
  findings(whole: Whole<C, S>, judge: Judge): readonly Finding[]
  /** What the context leaves open. */
  asks(whole: Whole<C, S>): readonly Ask[]
  /** The windows of time there are by what is known, open or not. */
  windows(whole: Whole<C, S>, policy: Policy): readonly Window[]
  /** What its money adds up to, where it is about money. */
  sums?(known: C): Sums
}

/** Any machine, where its own context and statuses do not matter. */
export interface AnyMachine
  extends Pick<Machine<object, string, string>, 'id' | 'chart' | 'kind' | 'method' | 'events'> {
  /** Member by member: compared as a whole, TypeScript 5.9 takes no machine's book for one. */
  readonly book: Pick<Book<never>, keyof Book<never>>
  status(value: StateValue): string
  findings(whole: Whole<never, never>, judge: Judge): readonly Finding[]
  asks(whole: Whole<never, never>): readonly Ask[]
  windows(whole: Whole<never, never>, policy: Policy): readonly Window[]
  sums?(known: never): Sums
}
