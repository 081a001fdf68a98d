/** What a machine says about its commands: what each asks for, and how it is requested. */
import type * as t from 'io-ts'
import type { Time } from '../words/time/given-time.ts'

/** A request to the provider. `param` is the path parameter that takes the entity's id, if any. */
export interface ProviderRequest<Endpoint extends string = string> {
  readonly endpoint: Endpoint
  readonly param: string | null
}

/** A step that a backend can take. */
export interface CommandDescriptor<Endpoint extends string = string> extends CommandKind {
  /** The name of the window in which it is allowed; null if it has none. */
  readonly window: string | null
  /** The request that carries it out. */
  readonly request: ProviderRequest<Endpoint>
  /** The rule whose refusal states how much is `available`; null if the command has no amount. */
  readonly bound: string | null
  /** What is commanded: the codec of its data, which refuses every other field. */
  readonly data: t.Decoder<unknown, object>
  /**
   * The body of its request, from what is commanded; null if the caller makes it, because payfold
   * keeps no such data.
   */
  body(data: Readonly<Record<string, unknown>>, commandId: string): object | null
  /**
   * The look-up that lists what one command may have become, by the reference with which it was sent;
   * absent if the list is that of the entity's actions.
   */
  readonly lookUp?: { readonly endpoint: Endpoint } & {
    params(
      data: Readonly<Record<string, unknown>>,
      commandId: string,
    ): Readonly<Record<string, string>>
  }
}

/** The id of a command, and the time at which it is decided. */
export interface CommandMetadata {
  /** The idempotency key that goes to the provider with the request. */
  readonly commandId: string
  readonly now: Time
}

interface Commanded {
  readonly commands: Readonly<Record<string, CommandDescriptor>>
}

/** The command that would cause an event of this type; undefined if there is none. */
export const commandFor = (
  { commands }: Commanded,
  { type }: { readonly type: string },
): CommandDescriptor | undefined => Object.values(commands).find(({ event }) => event === type)

/** The name by which a caller runs the command that causes events of a type; without one, the type. */
export const commandNamed = (machines: readonly Commanded[], type: string): string => {
  const all = machines.flatMap(({ commands }) => Object.entries(commands))
  const [name = type] = all.find(([, { event }]) => event === type) ?? []
  return name
}

/** Text and numbers as programs write them, without the brands that codecs give them. */
type Unbranded<A> =
  A extends t.Brand<unknown> ? (A extends string ? string : A extends number ? number : A) : A
type Written<A> = { readonly [Field in keyof A]: Unbranded<A[Field]> }

type DataOf<D> = D extends { readonly data: t.Decoder<unknown, infer A> } ? Written<A> : never

/**
 * Any command of the given machines, as a closed type: another name, a field that is missing, or one
 * that is not known, is an error for the compiler.
 */
export type CommandOf<M extends Commanded> = M extends Commanded
  ? {
      [Name in keyof M['commands'] & string]: {
        readonly type: Name
        readonly data: DataOf<M['commands'][Name]>
        readonly metadata: CommandMetadata
      }
    }[keyof M['commands'] & string]
  : never

/** The data of the commands with one name. */
export type CommandData<M extends Commanded, Name extends CommandName<M>> = Extract<
  CommandOf<M>,
  { readonly type: Name }
>['data']

/** The name of any command of the given machines. */
export type CommandName<M extends Commanded> = CommandOf<M>['type']

/** What the life of a command depends on. */
export interface CommandKind {
  /** The type of the event that it would cause. */
  readonly event: string
  /** The field by which what the provider made of it is named; null if it has no id of its own. */
  readonly actions: string | null
  /** The types of the events that report that it was carried out, or that it failed. */
  readonly done: string
  readonly failed: string | null
  /** Whether a row of this kind, in a list, may be of it; absent if no list shows what became of it. */
  lists?(kind: unknown): boolean
  /** Whether less than its amount may be carried out, because a fee is kept back. */
  readonly mayCostFee?: boolean
  /** Present if its reference alone says what became of it: then a list shows it by that reference. */
  readonly lookUp?: object
  /** Whether what a look-up showed means that it was not carried out; absent if none can. */
  isUndone?(shown: Readonly<Record<string, unknown>>): boolean
  /** Whether a person's word says that it was carried out, or was not; null if neither, absent if none can. */
  stated?(word: Readonly<Record<string, unknown>>): boolean | null
  /** Whether what a look-up showed means that the step is past, and not whether it was carried out. */
  isTooLate?(shown: Readonly<Record<string, unknown>>): boolean
}
