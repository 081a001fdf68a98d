/** What a loop of one's own needs besides the root: a desk does the same steps by itself. */
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { Consequence } from '../contract/machine-record.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { asStored, type Upcast } from '../event/upcast.ts'
import { datedBy, impliedBy } from '../fold/consequences.ts'
import { decodingOf, logDecoder, logOf, type Root } from '../fold/root.ts'
import type { Receiving } from '../log/append.ts'
import {
  type Appended,
  type AppendedAll,
  append,
  appendAll,
  type RevisionConflict,
} from '../log/append.ts'
import type { Entry } from '../log/entry.ts'
import { type LineProblem, lineReader } from '../log/line.ts'
import type { Tip } from '../log/tip.ts'
import { streamFor } from '../merge/stream-subject.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import type { OtherSubject, Stream } from '../words/stream.ts'
import { type AnyState, asking, type Judged, ownerOf } from './state-owner.ts'
import { type Refused, validate } from './validate.ts'

/** An event that a message reported, and the stream it belongs to. */
interface Addressed {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** The steps of a loop without a desk. Every function is pure and needs no `this`. */
interface OwnLoop {
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
  /** The events that a state implies on other streams, each received with what made it known. */
  readonly consequences: (state: AnyState) => Judged<readonly Consequence[]>
  /** Checks whether a tentative event is allowed in a state, at the event's own time. */
  readonly validate: (state: AnyState, event: DomainEvent) => Judged<DomainEvent, Refused>
  /** Makes a `fromLine` that also upcasts older events to the current schema. */
  readonly lineReader: (upcast: Upcast) => (line: string) => E.Either<LineProblem, Entry>
}

/** Makes the steps of a loop without a desk, from what `payfold` returns; the same ones each time. */
export const ownLoop: (root: Root) => OwnLoop = rememberingOf((root: Root) => {
  const { machines, policy } = root
  const log = logOf(machines)
  const decode = logDecoder(machines, asStored)
  const receiving: Receiving = {
    decode: decodingOf(machines).decode,
    streamFor: streamFor(machines),
    isStream: log.isStream,
  }
  const asked = asking(ownerOf(root))
  const self: Record<keyof OwnLoop, unknown> = {
    append: (...given: Parameters<OwnLoop['append']>) => append(receiving, ...given),
    appendAll: (...given: Parameters<OwnLoop['appendAll']>) => appendAll(receiving, ...given),
    consequences: asked(
      () => (state) => E.right(impliedBy(machines, state).map(datedBy(root, state))),
    ),
    validate: asked((machine) => {
      const judge = validate(machine, { policy })
      return (state, event: DomainEvent) =>
        pipe(
          decode(event),
          E.chainW((read) => judge(state, read)),
        )
    }),
    lineReader: (upcast: Upcast) => lineReader(logDecoder(machines, upcast), log),
  }
  return self as unknown as OwnLoop
})
