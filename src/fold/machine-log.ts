/** The log of some machines: reads and writes its events and lines. */
import type * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { DecodeEvent, Decoding } from '../event/event-decoder.ts'
import { asStored } from '../event/upcast.ts'
import type { Entry } from '../log/entry.ts'
import { type LineProblem, lineReader, toLine } from '../log/line.ts'
import { decodingOf, logDecoder, logOf } from './root.ts'

/** The methods of the root that read and write a log. */
export interface Logging {
  /** Reads a stored event that has the current schema. It may return the very object. */
  readonly decode: DecodeEvent
  /** Chains the steps that upcast older events to the current schema, or says what is wrong. */
  readonly upcasts: Decoding['upcasts']
  /** Writes an entry as one line of a log. */
  readonly toLine: (entry: Entry) => string
  /** Reads one line of a log and checks its hash. */
  readonly fromLine: (line: string) => E.Either<LineProblem, Entry>
}

/** Prepares machines for reading and writing their log. */
export const logging = (machines: readonly AnyMachine[]): Logging => {
  const { decode, upcasts } = decodingOf(machines)
  const fromLine = lineReader(logDecoder(machines, asStored), logOf(machines))
  return { decode, upcasts, toLine, fromLine }
}
