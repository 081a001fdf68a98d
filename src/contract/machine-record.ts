/** The type of a machine: a chart, and everything the engine needs to know about its lifecycle. */
import type { AnyStateMachine, StateValue } from 'xstate'
import type { DomainEvent } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import type { Currency } from '../words/money.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { ChartLayout } from './chart-layout.ts'
import type { CommandDescriptor, ProviderRequest } from './command.ts'
import type { Definition, Judge } from './definition.ts'
import type { Descriptor, LookUp } from './descriptor.ts'
import type { FindingBase } from './finding.ts'
import type { MachineWords } from './machine-words.ts'
import type { Occurrence } from './occurrence.ts'
import type { Span, WindowDescriptor } from './window.ts'

/** The kind of entity that a machine's streams are about. */
export interface Subject<Endpoint extends string = string> {
  /** The first part of the names of its streams. */
  readonly prefix: string
  /** The field of an event's data that holds the entity's id. */
  readonly field: string
  readonly id: { is(input: unknown): boolean }
  /** An id that no real entity has. `allowed` tries commands with it while no id is known. */
  readonly sample: string
  /** The fields of a person's word (`reviewed`) that state something of it; absent: none. */
  readonly stated?: readonly string[]
  /** The requests that return the entity itself, and the list of all actions on it. */
  readonly lookUp: Readonly<Record<LookUp, ProviderRequest<Endpoint>>>
}

/** An entity's totals by name, in minor units; null where no message named an amount. */
export type Sums = { readonly currency: Currency | null } & Readonly<
  Record<string, number | string | null>
>

/** How a machine computes its sums, and what they are called. */
interface SumsDefinition<C> {
  of(context: C, isInDoubt: boolean): Sums
  /** How much may be taken back, in minor units; null if nobody knows. Absent if nothing ever may. */
  exposed?(context: C): { readonly amount: number | null; readonly currency: Currency | null }
  /** When the money came in; null if none did. Absent where nobody asks by time. */
  since?(context: C): Instant | null
  /**
   * The sums by name, in display order. `title` is shown on a page; `text` is used in a line of
   * text, and is null for a sum that such a line leaves out. `below` is what an amount below zero is
   * called in words.
   */
  readonly titles: Readonly<
    Record<
      string,
      { readonly title: string; readonly text: string | null; readonly below?: string }
    >
  >
}

/** A folded stream: the status and context of its chart, and all its occurrences in order. */
export interface FoldedStream<C, S extends string> {
  readonly status: S
  readonly context: C
  readonly occurrences: readonly Occurrence[]
}

/** A finding that follows from a stream as a whole, and how to detect and describe it. */
export interface FindingDefinition<
  C = never,
  S extends string = never,
  F extends FindingBase = FindingBase,
  P extends Policy = Policy,
> extends Descriptor<F> {
  find(whole: FoldedStream<C, S>, judge: Judge<P>): readonly F[]
  /** For speed only: the types of the occurrences without which it finds nothing. */
  readonly causes?: readonly string[]
}

/** A window of a machine: when it is open, what it allows, and what to request once it is over. */
export interface WindowDefinition<C = never, S extends string = never, P extends Policy = Policy>
  extends WindowDescriptor {
  /** Every span of this window that follows from the stream, whether open or closed. */
  of(whole: FoldedStream<C, S>, policy: P): readonly Span[]
  /** The request that would show what happened, once the window is overdue. */
  readonly lookUp: LookUp
}

/** An event that one stream implies on another. `key` names the occurrence it follows from. */
export interface Consequence {
  readonly stream: Stream
  readonly event: DomainEvent
  readonly key: string
}

/** How a machine derives the events that its streams imply on other streams. */
export interface Consequences<C> {
  /** The prefix of the streams that receive these events. */
  readonly prefix: string
  of(whole: Pick<FoldedStream<C, string>, 'context' | 'occurrences'>): readonly Consequence[]
}

/**
 * Another stream that belongs to this one. Either the context names it, or it is the first stream
 * with a given prefix that has the same reference.
 */
export type Relation<C = never> = {
  readonly name: string
  /** The words that precede it in a line of text. */
  readonly phrase: string
} & (
  | { readonly by: 'context'; streamOf(context: C): Stream | null }
  | { readonly by: 'reference'; readonly prefix: string }
)

/**
 * A claim of a stream: `key` is what only one `holder` may have, and `event` the id of an event that
 * shows that the holder has it, `at` a time.
 */
export interface Claim {
  readonly key: string
  readonly holder: Stream
  readonly event: DomainEvent
  readonly at?: Instant
}

/** Two holders of one key. */
export interface SharedKey extends FindingBase {
  readonly one: string
  readonly other: string
}

/** What only one stream may have, such as the id of an action: audits compare it across streams. */
export interface ClaimDefinition<C = never> extends Descriptor<SharedKey> {
  /** The word for what has the key, such as `action`. */
  readonly unit: string
  of(whole: FoldedStream<C, string>, stream: Stream): readonly Claim[]
  /** Holders share a key only if their streams are of one kind. */
  readonly isOfKind?: true
  /** Holders share a key only within this time of each other. */
  readonly withinSeconds?: number
}

/**
 * An event that another one implies: a snapshot, a list, or a person's word. `occurredAt` is null if
 * that one gives no time. `part` names the part that implies it, if there are several.
 */
export interface Inferred {
  readonly snapshot: DomainEvent
  readonly type: string
  readonly data: object
  readonly occurredAt: DomainEvent['metadata']['occurredAt']
  readonly part?: string
}

/**
 * What a set of events comes to once statements and persons have settled what they can: every event of
 * the lifecycle with the entity that it is about, the events that count for nothing, and the doubts
 * that are left.
 */
export interface Settled {
  readonly bounds: readonly Bound[]
  readonly overruled: readonly DomainEvent[]
  readonly findings: readonly FindingBase[]
}

/**
 * Settles the events of a stream: `events` are all of them, and `commands` are the entities of our
 * commands that have one, by the ids of the commands. A function of the set of events.
 */
export type Settle = (
  events: readonly DomainEvent[],
  commands: CommandEntities,
  policy: Policy,
) => Settled

/** Infers events from the snapshots; `events` are all the events of the stream. */
export type Infer = (
  snapshots: readonly DomainEvent[],
  events: readonly DomainEvent[],
) => readonly Inferred[]

/**
 * A machine: an XState chart with everything the engine needs to know about its lifecycle. `status`
 * maps the chart's state value to the one name that the outside uses. `findings` are
 * those that follow from the whole stream, not from a single transition.
 */
export interface Machine<C extends object, S extends string, N extends string> {
  /** The chart's id, including its version, such as `name@1`. */
  readonly id: N
  readonly chart: AnyStateMachine
  readonly subject: Subject
  /** The payment method that its events name; null unless several machines share its subject. */
  readonly method: string | null
  readonly events: Lifecycle
  /** The informational events that its streams may contain. */
  readonly informational: Lifecycle
  /** Fields that hold only for a while: the latest value counts, and other values are no finding. */
  readonly momentary: readonly string[]
  /**
   * Fields that have one value in the whole stream: the strongest event's. Messages that name
   * another are no `FieldDiffers`; the machine has a finding of its own for them.
   */
  readonly constant: readonly string[]
  /** The context before any event. TypeScript infers the context's type from this field alone. */
  readonly context: C
  readonly definition: Definition<NoInfer<C>>
  status(value: StateValue): S
  readonly correlation: Correlation
  readonly infer: Infer
  /** Settles its events, instead of `correlation` and `infer`: for a lifecycle in which money moves. */
  readonly settle?: Settle
  readonly findings: Readonly<Record<string, FindingDefinition<NoInfer<C>, NoInfer<S>>>>
  readonly windows: Readonly<Record<string, WindowDefinition<NoInfer<C>, NoInfer<S>>>>
  readonly commands: Readonly<Record<string, CommandDescriptor>>
  /** Its totals; null if the lifecycle involves no money. */
  readonly sums: SumsDefinition<NoInfer<C>> | null
  readonly relations: readonly Relation<NoInfer<C>>[]
  readonly consequences: Consequences<NoInfer<C>> | null
  /** What no other stream may have as well, by the code of the finding. */
  readonly across?: Readonly<Record<string, ClaimDefinition<NoInfer<C>>>>
  /** What a person calls its parts; a part without words is called by its name. */
  readonly words?: MachineWords
  /** Where a picture of its chart puts states and lines; without it, a picture is a list of states. */
  readonly layout?: ChartLayout
}

/** Any machine, for code that does not depend on its context or statuses. */
export type AnyMachine = Machine<object, string, string>

/** The sums of the given machines; null for a machine whose lifecycle involves no money. */
export type SumsFor<M extends AnyMachine> = M extends AnyMachine
  ? M['sums'] extends { of(context: never, policy: never): infer A }
    ? A
    : null
  : never

/** What each of our commands became, by the ids of the commands: null while no message names it. */
export type CommandEntities = ReadonlyMap<string, { readonly entityId: string | null }>

/** An event with the id of its entity; null if no entity matches, or more than one. */
export interface Bound {
  readonly event: DomainEvent
  readonly entityId: string | null
}

/** Finds the entity of every event that has one identity. */
export type Correlate = (
  events: readonly DomainEvent[],
  commands: CommandEntities,
) => readonly Bound[]

/** How to correlate each identity of a lifecycle. The engine provides `once` and `self`. */
export type Correlation = Readonly<Record<string, Correlate>>
