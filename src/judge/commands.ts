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

/** The name of any command of the given machines. */
export type CommandName<M extends AnyMachine> = M extends AnyMachine
  ? keyof M['commands'] & string
  : never

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
