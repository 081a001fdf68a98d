/** Commands: the steps that a backend intends to take. */
import type * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AnyMachine } from '../fold/machine.ts'
import { reader } from '../words/codec.ts'
import type { Unreadable } from '../words/unreadable.ts'

/** The id of a command, and the time at which it is decided, in any readable format. */
export interface CommandMetadata {
  /** The idempotency key that goes to the provider with the request. */
  readonly commandId: string
  readonly now: string
}

/** A step that a backend intends to take. */
export interface Command<T extends string = string> {
  readonly type: T
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: CommandMetadata
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
export type CommandOf<M extends AnyMachine> = M extends AnyMachine
  ? {
      [Name in keyof M['commands'] & string]: {
        readonly type: Name
        readonly data: DataOf<M['commands'][Name]>
        readonly metadata: CommandMetadata
      }
    }[keyof M['commands'] & string]
  : never

/** The name of any command of the given machines. */
export type CommandName<M extends AnyMachine> = CommandOf<M>['type']

/** The codec of the fields that every command must have before it is decided. */
const AnyCommand = t.type(
  {
    type: t.string,
    data: t.UnknownRecord,
    metadata: t.type({ commandId: t.string, now: t.string }),
  },
  'a command',
)

/** Reads the fields that every command must have before it is decided. */
export const readCommand: (input: unknown) => E.Either<Unreadable, Command> = reader(AnyCommand)
