/** Commands: the steps that a backend intends to take. */

import * as t from 'io-ts'
import type * as E from '#fp-ts/Either'
import type { CommandMetadata } from '../contract/command.ts'
import { reader } from '../words/data/codec.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'

/** A step that a backend intends to take. */
export interface Command<T extends string = string> {
  readonly type: T
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: CommandMetadata
}

/** The codec of the fields that every command must have before it is decided. */
const AnyCommand = t.type(
  {
    type: t.string,
    data: t.UnknownRecord,
    metadata: t.type({ commandId: t.string, now: t.unknown }),
  },
  'a command',
)

/** Reads the fields that every command must have before it is decided. */
export const readCommand: (input: unknown) => E.Either<Unreadable, Command> = reader(
  AnyCommand as t.Decoder<unknown, Command>,
)
