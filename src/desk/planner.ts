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
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import {
  type AnyPayfold,
  entriesOf,
  hasPlace,
  type LoadedStream,
  streamIn,
} from './loaded-stream.ts'
import { openAt } from './look-ups.ts'
import { lookUpFor } from './outgoing.ts'
import { type RunStep, recordWord, runCommand, type WordStep } from './own-steps.ts'
import {
  brokenStream,
  type LoadFirst,
  NO_SAVE,
  type NoLog,
  noLog,
  type Plan,
  type Planned,
  type Planning,
  planned,
  unreadMessage,
} from './plan.ts'
import { settle, streamRow } from './settle.ts'

/** What is to be planned, whatever its machine. */
export type AnyStep = { readonly take: Message } | RunStep | WordStep | { readonly due: string }

/** Takes a message in. What cannot be read is saved all the same, with the reason. */
const takeMessage = (at: Planning, message: Message): Planned => {
  const { pf } = at
  const stored = readStored(message)
  if (E.isLeft(stored)) return noLog(pf.explain(stored.left))
  const read = readMessage(message, pf.policy)
  if (E.isLeft(read)) return unreadMessage(message, pf.explain(read.left))
  const own = read.right.filter(({ stream }) => hasPlace(pf, stream))
  if (own.length === 0 && read.right.length > 0) {
    return unreadMessage(message, 'It is about a lifecycle that is not among the machines.')
  }
  const settled = settle(at, own)
  if (settled.next === 'wrong') return unreadMessage(message, settled.because)
  if (settled.next === 'load') return settled
  return { ...settled, save: { ...settled.save, message: { ...message, unread: null } } }
}

/** Sends the look-ups of a stream whose time has come, and says when it is due again. */
const lookUp = (at: Planning, stream: string): LoadFirst | Plan => {
  const { pf, now } = at
  const loaded = at.known.get(stream)
  if (loaded === undefined) return { next: 'load', streams: [stream], command: null }
  const row = streamRow(at, [loaded, loaded], [])
  return planned({
    save: { ...NO_SAVE, streams: [row] },
    sends: openAt(pf, loaded, now).askable.map((question) => lookUpFor(pf, question)),
    left: row.left.map((because) => ({ stream, because })),
  })
}

/** Plans a step. */
export const planStep = (at: Planning, step: AnyStep): Planned => {
  if ('take' in step) return takeMessage(at, step.take)
  if ('word' in step) return recordWord(at, step)
  return 'due' in step ? lookUp(at, step.due) : runCommand(at, step)
}

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

/** What was loaded for a step. */
interface LoadedLines {
  /** The lines of each stream that was asked for, from the first one on. */
  readonly streams: ReadonlyMap<string, readonly string[]>
  /** The line that has the command. */
  readonly command?: string | null | undefined
}

const planOn = (pf: AnyPayfold, step: AnyStep, loaded: LoadedLines, now: Instant): Next => {
  const known = new Map<string, LoadedStream>()
  for (const [stream, lines] of loaded.streams) {
    const read = streamIn(pf, stream, lines)
    if (read === null) return brokenStream(stream)
    known.set(stream, read)
  }
  const [used = null] = entriesOf(pf, loaded.command == null ? [] : [loaded.command]) ?? []
  const next = planStep({ pf, known, usedOn: used?.stream ?? null, now }, step)
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
