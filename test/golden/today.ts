/**
 * Today's API, in plain JSON. This is the only file here that imports what it compares: if a
 * function moves, is renamed or returns another shape, only this file changes.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Unrecognised } from '../../machines/observed/events.ts'
import { audit, emptyTree, endsOf, grown, rootOfEnds, type Tree } from '../../src/audit/index.ts'
import { madeId } from '../../src/event/content-hash.ts'
import type { DomainEvent, Instant, Stream } from '../../src/index.ts'
import { allowed } from '../../src/judge/allowed.ts'
import { type WindowAt, windows } from '../../src/judge/windows.ts'
import type { Receiving } from '../../src/log/append.ts'
import { appendAll } from '../../src/log/append.ts'
import { type AnyMachine, at, decide, fold, type State, type Tip } from '../../src/machine.ts'
import { type StreamEvent, streamEvent } from '../../src/provider/read/stream-event.ts'
import { unknownStream } from '../../src/words/stream.ts'
import type { PlainText } from '../../src/words/text/plain-text.ts'
import type { TimeText } from '../../src/words/time/instant.ts'
import { readDelivery } from '../read-delivery.ts'
import { consequences, machines, questions, root } from '../root.ts'
import type { Json, Row } from './normal.ts'

/** An event and its stream. */
export interface Told {
  readonly stream: string
  readonly event: Json
}

/** The events of one delivery, or why it could not be read. */
export interface Read {
  readonly told: readonly Told[]
  readonly unreadable: Json
}

const { toLine } = root

/** Appends events to the streams they were recorded in: eight are about another subject. */
const receiving: Receiving = {
  decode: root.decode,
  streamFor: (stream) => stream,
  isStream: () => true,
}
const folded = root.fold
const judgeStream = audit(root)

const byId = new Map<string, AnyMachine>(machines.map((machine) => [machine.id, machine]))

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

const machineOf = (state: Row): AnyMachine | undefined => byId.get(String(state['machine']))

const known = (state: Row): State => state as unknown as State

/** A recorded delivery as a message: it has the key of a request, and no other header. */
const messageOf = ({ headers, question: _, ...delivery }: Row): object => {
  const key = Object.entries(Object(headers)).find(([name]) => /^cko-idempotency-key$/i.test(name))
  return key === undefined ? delivery : { ...delivery, commandId: key[1] }
}

/** What was recorded of a response from an endpoint that is not known: today it is `Unreadable`. */
const elsewhere = ({ endpoint, params, receivedAt, status }: Row): readonly StreamEvent[] => {
  if (status !== 200) return []
  const recordedAt = receivedAt as TimeText
  const name = String(endpoint).toLowerCase() as PlainText
  const own = madeId('elsewhere', 'unknown', { commandId: undefined, name, recordedAt })
  const { id } = Object(params)
  const stream = id === undefined ? unknownStream(own) : (`payment-${id}` as Stream)
  const origin = { from: 'elsewhere', source: 'response', recordedAt, occurredAt: null } as const
  return [streamEvent<Unrecognised>(origin, stream, 'unrecognised', { name })]
}

/** The events of a delivery; those of a text did not name its bytes. */
const eventsOf = (delivery: Row): ReturnType<typeof readDelivery> => {
  const read = readDelivery(messageOf(delivery))
  if (E.isRight(read)) {
    const bare = read.right.map(({ stream, event }) => {
      const { message: _, ...metadata } = event.metadata
      return { stream, event: { ...event, metadata } }
    })
    return E.right(bare)
  }
  const isElsewhere = read.left.error === 'Unreadable' && read.left.path === 'endpoint'
  return isElsewhere ? E.right(elsewhere(delivery)) : read
}

/** Reads deliveries, each separately. */
export const readAll = (deliveries: readonly Json[]): readonly Read[] =>
  deliveries.map((delivery) =>
    E.match(
      (problem): Read => ({ told: [], unreadable: plain(problem) }),
      (told): Read => ({ told: plain(told) as unknown as readonly Told[], unreadable: null }),
    )(eventsOf(delivery as Row)),
  )

/** A log that is being written: `append` returns the new lines, `head` the head of the whole. */
export const emptyLog = () => {
  const tips = new Map<Stream, Tip>()
  const trees = new Map<Stream, Tree>()
  return {
    append: (told: readonly Told[]): readonly string[] => {
      const appended = appendAll(
        receiving,
        tips,
        told.map(({ stream, event }) => ({
          stream: stream as Stream,
          event: event as unknown as DomainEvent,
        })),
      )
      if (E.isLeft(appended)) return [JSON.stringify(appended.left)]
      for (const [stream, tip] of appended.right.tips) tips.set(stream, tip)
      for (const { stream, hash } of appended.right.entries) {
        trees.set(stream, grown(trees.get(stream) ?? emptyTree, [hash]) ?? emptyTree)
      }
      return appended.right.entries.map(toLine)
    },
    head: (): string => rootOfEnds(endsOf(trees))?.root ?? '',
  }
}

/** Folds a stream with its machine, or with the one that is named. */
export const stateOf = (stream: string, events: readonly Json[], machine?: string): Row => {
  const named = machine === undefined ? undefined : byId.get(machine)
  const told = events as unknown as readonly DomainEvent[]
  return plain(
    named === undefined ? folded(stream as Stream, told) : fold(named)(told, stream as Stream),
  ) as Row
}

/** The state at a time; null if no machine handles the stream. */
export const atOf = (state: Row, now: string): Row | null => {
  const machine = machineOf(state)
  return machine === undefined ? null : (plain(at(machine)(known(state), now as Instant)) as Row)
}

/** The windows of a state at a time. */
export const windowsOf = (state: Row, now: string): Json => {
  const machine = machineOf(state)
  return machine === undefined ? [] : plain(windows(machine)(known(state), now as Instant))
}

/** What a state leaves open at a time, with the ids of the questions. */
export const questionsOf = (state: Row, now: string): readonly Row[] =>
  plain(
    questions(known(state), windowsOf(state, now) as unknown as readonly WindowAt[]),
  ) as unknown as readonly Row[]

/** Every command of the machine, judged at a time. */
export const allowedOf = (state: Row, now: string): readonly Row[] => {
  const machine = machineOf(state)
  return machine === undefined
    ? []
    : (plain(
        allowed(machine)(known(state), now as Instant).map(
          ({ lastDay: _, zone: __, ...each }) => each,
        ),
      ) as unknown as readonly Row[])
}

/** How much may be refunded at a time. */
export const mostRefundable = (state: Row, now: string): number => {
  const machine = machineOf(state)
  if (machine === undefined) return 0
  const all = allowed(machine)(known(state), now as Instant)
  return all.find(({ command }) => command === 'requestRefund')?.amount?.most ?? 0
}

/** The events that a command would cause, or why it is refused. */
export const decideOf = (state: Row, command: Row): Json => {
  const machine = machineOf(state)
  if (machine === undefined) return null
  return E.match(plain, plain)(decide(machine)(known(state), command as never))
}

/** The consequences of a state for other streams. */
export const consequencesOf = (state: Row): readonly Told[] =>
  plain(consequences(known(state))) as unknown as readonly Told[]

/** The audit of a log by all machines under the default policy. */
export const reportOf = (lines: readonly string[]): Json =>
  plain(judgeStream(lines.map((line) => `${line}\n`)))
