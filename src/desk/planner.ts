/**
 * The loop around a log as a pure function: it says what to load, what to save, what to send, and when
 * to look again. It opens nothing, and reads no clock.
 */
import * as E from '#fp-ts/Either'
import type { CommandData, CommandName } from '../contract/command.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Payfold } from '../payfold.ts'
import { type Message, readStored } from '../provider/read/message.ts'
import { readMessage } from '../provider/read/read-message.ts'
import { attempt } from '../words/data/attempt.ts'
import { Stream } from '../words/stream.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import {
  type AnyPayfold,
  continued,
  emptyStream,
  entriesOf,
  hasPlace,
  type KnownStreams,
  type LoadedStream,
} from './loaded-stream.ts'
import { openAt } from './look-ups.ts'
import { lookUpFor } from './outgoing.ts'
import { type LoadFirst, NO_SAVE, type NoLog, noLog, type Plan, planned } from './plan.ts'
import { recordWord, type WordStep } from './record-word.ts'
import { type RunStep, runCommand } from './run-command.ts'
import { settle, streamRow } from './settle.ts'

/** What is to be planned, whatever its machine. */
export type AnyStep = { readonly take: Message } | RunStep | WordStep | { readonly due: string }

/** Saves a message alone, which cannot be read now. */
export const unreadMessage = (message: Message, unread: string): Plan =>
  planned({ save: { ...NO_SAVE, message: { ...message, unread } } })

/** Takes a message in. What cannot be read is saved all the same, with the reason. */
const takeMessage = (
  pf: AnyPayfold,
  message: Message,
  known: KnownStreams,
  now: Instant,
): LoadFirst | NoLog | Plan => {
  const stored = readStored(message)
  if (E.isLeft(stored)) return noLog(pf.explain(stored.left))
  const read = readMessage(message, pf.policy)
  if (E.isLeft(read)) return unreadMessage(message, pf.explain(read.left))
  const own = read.right.filter(({ stream }) => hasPlace(pf, stream))
  if (own.length === 0 && read.right.length > 0) {
    return unreadMessage(message, 'It is about a lifecycle that is not among the machines.')
  }
  const settled = settle(pf, known, own, { now })
  if (settled.next === 'wrong') return unreadMessage(message, settled.because)
  if (settled.next === 'load') return settled
  return { ...settled, save: { ...settled.save, message: { ...message, unread: null } } }
}

/** Sends the look-ups of a stream whose time has come, and says when it is due again. */
const lookUp = (
  pf: AnyPayfold,
  stream: string,
  known: KnownStreams,
  now: Instant,
): LoadFirst | Plan => {
  const loaded = known.get(stream)
  if (loaded === undefined) return { next: 'load', streams: [stream], command: null }
  const row = streamRow(pf, [loaded, loaded], [], now)
  return planned({
    save: { ...NO_SAVE, streams: [row] },
    sends: openAt(pf, loaded, now).askable.map((question) => lookUpFor(pf, question)),
    left: row.left.map((because) => ({ stream, because })),
  })
}

/** Plans a step on what is known of streams, and on the stream on which its key was used. */
export const planStep = (
  pf: AnyPayfold,
  step: AnyStep,
  at: { readonly known: KnownStreams; readonly usedOn: string | null },
  now: Instant,
): LoadFirst | NoLog | Plan => {
  if ('take' in step) return takeMessage(pf, step.take, at.known, now)
  if ('word' in step) return recordWord(pf, step, at.known, now)
  return 'due' in step ? lookUp(pf, step.due, at.known, now) : runCommand(pf, step, at, now)
}

/** Says that the lines of a stream are not those of a log. */
export const brokenStream = (stream: string): NoLog =>
  noLog(
    Stream.is(stream)
      ? `${stream}: a line is missing, not valid, or out of order. Return all lines of a stream, in the order of their revisions.`
      : 'This is not the name of a stream, such as payment-pay_1.',
  )

/**
 * One step. `take`: a message is taken in. `run`: a command is decided and recorded, under its
 * idempotency key. `word`: a person says what is true. `due`: the look-ups of a stream are sent.
 */
export type Step<M extends AnyMachine> =
  | { readonly take: Message }
  | { readonly due: string }
  | WordStep
  | {
      [Name in CommandName<M>]: Omit<RunStep, 'run' | 'data'> & {
        readonly run: Name
        readonly data: CommandData<M, Name>
      }
    }[CommandName<M>]

/**
 * What to do next. `load`: load these streams from their first lines, and the line that has this
 * command, and plan the step again. `plan`: save, then send; after look-ups that come `isOnceMore`,
 * plan the step again with `isLooked`. `wrong`: the lines are not those of a log.
 */
export type Next = LoadFirst | NoLog | Omit<Plan, 'known'>

/** The streams whose lines were loaded; or that one of them is broken. */
const readLines = (
  pf: AnyPayfold,
  streams: ReadonlyMap<string, readonly string[]>,
): E.Either<NoLog, KnownStreams> => {
  const known = new Map<string, LoadedStream>()
  for (const [stream, lines] of streams) {
    const entries = Stream.is(stream) ? entriesOf(pf, lines) : null
    const loaded =
      entries === null ? null : continued(pf, emptyStream(pf, stream as Stream), entries)
    if (loaded === null) return E.left(brokenStream(stream))
    known.set(stream, loaded)
  }
  return E.right(known)
}

/** What was loaded for a step. */
interface LoadedLines {
  /** The lines of each stream that was asked for, from the first one on. */
  readonly streams: ReadonlyMap<string, readonly string[]>
  /** The line that has the command. */
  readonly command?: string | null | undefined
}

const planOn = (pf: AnyPayfold, step: AnyStep, loaded: LoadedLines, now: Instant): Next => {
  const known = readLines(pf, loaded.streams)
  if (E.isLeft(known)) return known.left
  const [used = null] = entriesOf(pf, loaded.command == null ? [] : [loaded.command]) ?? []
  const next = planStep(pf, step, { known: known.right, usedOn: used?.stream ?? null }, now)
  if (next.next !== 'plan') return next
  const { known: _, ...plan } = next
  return plan
}

/** Plans one step after another, on lines that its caller has loaded. */
export const planner = <M extends AnyMachine>(pf: Payfold<M>) => {
  const own = pf as unknown as AnyPayfold
  return (step: Step<M>, loaded: LoadedLines, now: Time): Next => {
    const at = readInstant('now', now)
    if (E.isLeft(at)) return noLog(pf.explain(at.left))
    return attempt(
      () => planOn(own, step as AnyStep, loaded, at.right),
      () => noLog('This is not a step, or these are not loaded lines.'),
    )
  }
}
