/** The log of some machines: reads, appends and writes their events. */
import type * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { DomainEvent } from '../event/envelope.ts'
import type { DecodeEvent, Decoding } from '../event/event-decoder.ts'
import { asStored, type Upcast } from '../event/upcast.ts'
import { type Appended, append, type RevisionConflict } from '../log/append.ts'
import { type AppendedAll, appendAll } from '../log/append-all.ts'
import type { Entry } from '../log/entry.ts'
import { type LineProblem, lineReader, toLine } from '../log/line.ts'
import type { Receiving } from '../log/receiving-stream.ts'
import type { Tip } from '../log/tip.ts'
import { streamFor } from '../merge/stream-subject.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import type { OtherSubject, Stream } from '../words/stream.ts'
import { decodingOf, logDecoder, logOf } from './root.ts'

/** An event that a message reported, and the stream it belongs to. */
interface Addressed {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** The methods of the root that read and write a log. */
export interface Logging {
  /** Reads a stored event that has the current schema. */
  readonly decode: DecodeEvent
  /** Chains the steps that upcast older events to the current schema, or says what is wrong. */
  readonly upcasts: Decoding['upcasts']
  /**
   * Appends events at a stream's tip. `expected` is the revision that the caller's decision is
   * based on. `sequence` is the next free position in the log, if one writer alone appends to it.
   */
  readonly append: (
    tip: Tip,
    events: readonly DomainEvent[],
    expected?: number | null,
    sequence?: number,
  ) => E.Either<RevisionConflict | OtherSubject | Unreadable, Appended>
  /**
   * Appends each event to the stream of its own subject. A stream without a tip counts as empty, so
   * pass the tip of every stream that the events name. `expected` has the revisions that the caller's
   * decisions are based on. `sequence` is the next free position in the log, if it has one writer.
   */
  readonly appendAll: (
    tips: ReadonlyMap<Stream, Tip>,
    events: readonly Addressed[],
    expected?: ReadonlyMap<Stream, number | null>,
    sequence?: number,
  ) => E.Either<RevisionConflict | OtherSubject | Unreadable, AppendedAll>
  /** Writes an entry as one line of a log. */
  readonly toLine: (entry: Entry) => string
  /** Reads one line of a log and checks its hash. */
  readonly fromLine: (line: string) => E.Either<LineProblem, Entry>
  /** Makes a `fromLine` that also upcasts older events to the current schema. */
  readonly lineReader: (upcast: Upcast) => (line: string) => E.Either<LineProblem, Entry>
}

/** Prepares machines for reading and writing their log. */
export const logging = (machines: readonly AnyMachine[]): Logging => {
  const { decode, upcasts } = decodingOf(machines)
  const log = logOf(machines)
  const receiving: Receiving = {
    decode,
    streamFor: streamFor(machines),
    isStream: log.isStream,
  }
  const readerOf = (upcast: Upcast) => lineReader(logDecoder(machines, upcast), log)
  return {
    decode,
    upcasts,
    append: (tip, events, expected, sequence) => append(receiving, tip, events, expected, sequence),
    appendAll: (tips, events, expected, sequence) =>
      appendAll(receiving, tips, events, expected, sequence),
    toLine,
    fromLine: readerOf(asStored),
    lineReader: readerOf,
  }
}
