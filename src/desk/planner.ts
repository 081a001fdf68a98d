/**
 * The loop around a log as a pure function: it says what to load, what to save, what to send, and when
 * to look again. It opens nothing, and reads no clock.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { CommandName, CommandOf } from '../contract/command.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Payfold } from '../payfold.ts'
import type { Message } from '../provider/read/message.ts'
import { readMessage } from '../provider/read/read-message.ts'
import { Stream } from '../words/stream.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import { askable, leftToAPerson } from './look-up-times.ts'
import { lookUpOf, type Plan, planned } from './plan.ts'
import { type Running, runCommand } from './run-command.ts'
import { type Load, missing, settle, streamRow, type Wrong, wrong } from './settle.ts'
import {
  continued,
  emptyEnd,
  entriesOf,
  type Known,
  type Root,
  type StreamEnd,
} from './stream-end.ts'

/** What is to be planned: a message to take in, a command to run, or a stream that is due. */
export type PlannedStep = { readonly take: Message } | Running | { readonly due: string }

/** Takes a message in. What cannot be read is saved all the same, with the reason. */
const takeMessage = (pf: Root, message: Message, known: Known, now: Instant): Load | Plan => {
  const read = readMessage(message, pf.policy)
  const settled = settle(pf, known, E.isRight(read) ? read.right : [], { now })
  if (settled.next === 'load') return settled
  const unread = E.isLeft(read)
    ? pf.explain(read.left)
    : settled.next === 'wrong'
      ? settled.because
      : null
  return settled.next === 'wrong'
    ? unreadMessage(message, settled.because)
    : planned({ ...settled, save: { ...settled.save, message: { ...message, unread } } })
}

/** Saves a message alone, which cannot be read now. */
export const unreadMessage = (message: Message, unread: string): Plan =>
  planned({ save: { rows: [], streams: [], message: { ...message, unread } } })

/** Sends the look-ups of a stream whose time has come, and says when it is due again. */
const lookUp = (pf: Root, stream: string, known: Known, now: Instant): Load | Plan => {
  const load = missing([stream], known)
  if (load !== null) return load
  const end = known.get(stream) as StreamEnd
  const row = streamRow(pf, end, end, { now, fresh: [] })
  return planned({
    save: { rows: [], message: null, streams: [row] },
    sends: askable(pf, end.state, now).map((question) => lookUpOf(pf, question)),
    left: leftToAPerson(pf, end.state, now).map((because) => ({ stream, because })),
  })
}

/** Plans a step on what is known of streams, and on the stream on which its key was used. */
export const planStep = (
  pf: Root,
  step: PlannedStep,
  at: { readonly known: Known; readonly usedOn: string | null },
  now: Instant,
): Load | Wrong | Plan => {
  if ('take' in step) return takeMessage(pf, step.take, at.known, now)
  return 'due' in step ? lookUp(pf, step.due, at.known, now) : runCommand(pf, step, at, now)
}

/** The name of any command of the given machines. */
export type NameOf<M extends AnyMachine> = CommandName<M>

/** The data of a command. */
export type DataOf<M extends AnyMachine, Name extends NameOf<M> = NameOf<M>> = Extract<
  CommandOf<M>,
  { readonly type: Name }
>['data']

/** A command of the given machines with its data. */
type Run<M extends AnyMachine> = {
  readonly [Name in NameOf<M>]: Omit<Running, 'run' | 'data'> & {
    readonly run: Name
    readonly data: DataOf<M, Name>
  }
}[NameOf<M>]

/**
 * One step. `take`: a message is taken in. `run`: a command is decided and recorded; `key` is its
 * idempotency key. `due`: the look-ups of a stream are sent.
 */
export type Step<M extends AnyMachine> =
  | { readonly take: Message }
  | Run<M>
  | { readonly due: string }

/**
 * What is to be done next. `load`: load these streams (and the line that has this command), and plan
 * the step again with them. `plan`: save, then send; after look-ups that come `isOnceMore`, plan the
 * step again with `isLooked`. `wrong`: the lines are not those of a log.
 */
export type Next = Load | Wrong | Omit<Plan, 'ends'>

/** What was loaded: the lines of each stream that was asked for, and the line that has the command. */
interface Loaded {
  readonly streams: ReadonlyMap<string, readonly string[]>
  readonly command?: string | null | undefined
}

/** The stream that stands in the line that has a command; null if there is no such line. */
const usedOnIn = (pf: Root, line: string | null | undefined): string | null => {
  const read = line == null ? null : pf.fromLine(line)
  return read === null || E.isLeft(read) ? null : read.right.stream
}

/** The ends of loaded streams; the name of one whose lines are not those of a stream. */
const endsOf = (pf: Root, { streams }: Loaded): Wrong | Known => {
  const known = new Map<string, StreamEnd>()
  for (const [stream, lines] of streams) {
    const entries = entriesOf(pf, lines)
    const end =
      Stream.is(stream) && entries !== null ? continued(pf, emptyEnd(pf, stream), entries) : null
    if (end === null) return brokenStream(stream)
    known.set(stream, end)
  }
  return known
}

/** What a desk says of a stream whose lines are not those of a log. */
export const brokenStream = (stream: string): Wrong =>
  wrong(
    Stream.is(stream)
      ? `${stream}: a line is missing, not valid, or out of order. Return all lines of a stream, in the order of their revisions.`
      : 'This is not the name of a stream, such as payment-pay_1.',
  )

/** Plans one step after another, on lines that the caller has loaded. */
export const planner = <M extends AnyMachine>(pf: Payfold<M>) => {
  const root = pf as unknown as Root
  return (step: Step<M>, loaded: Loaded, now: Time): Next => {
    const at = readInstant('now', now)
    if (E.isLeft(at)) return wrong(pf.explain(at.left))
    const known = endsOf(root, loaded)
    if (!(known instanceof Map)) return known as Wrong
    const usedOn = usedOnIn(root, loaded.command)
    const next = planStep(root, step as PlannedStep, { known, usedOn }, at.right)
    return next
  }
}
