/**
 * What the API of today computes from the recorded inputs, in the shape in which it is compared.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addTo, listsOf } from '../../src/words/data/lists.ts'
import { isList, type Json, type Row, textOf } from './normal.ts'
import {
  allowedOf,
  atOf,
  consequencesOf,
  decideOf,
  emptyLog,
  questionsOf,
  readAll,
  stateOf,
  type Told,
  windowsOf,
} from './today.ts'

/** Deliveries that belong together, under a name. */
export interface Delivered {
  readonly name: string
  readonly deliveries: readonly Row[]
}

/** Events of one stream, and the machine that folds them. */
export interface Streamed {
  readonly name: string
  readonly machine: string
  readonly stream: string
  readonly events: readonly Json[]
}

/** A log: its lines, its head, and which deliveries were unreadable. */
export interface Log {
  readonly name: string
  readonly lines: readonly string[]
  readonly head: string
  readonly unreadable: readonly Json[]
}

/** A stream of a log, and the machine that folds it if one is named. */
export interface InLog {
  readonly name: string
  readonly stream: string
  readonly events: readonly Json[]
  readonly machine?: string
}

const fileOf = (name: string): string => join(import.meta.dirname, `${name}.ndjson`)

/** The lines of a recorded file. */
export const linesIn = (name: string): readonly string[] =>
  readFileSync(fileOf(name), 'utf8').split('\n').slice(0, -1)

/** The rows of a recorded file. */
export const rowsIn = <A>(name: string): readonly A[] =>
  linesIn(name).map((line) => JSON.parse(line) as A)

/** Writes lines to a recorded file. */
export const writeLines = (name: string, lines: readonly string[]): void =>
  writeFileSync(fileOf(name), lines.map((line) => `${line}\n`).join(''))

interface Line {
  readonly stream: string
  readonly event: Json
}

const receivedAt = ({ receivedAt: at }: Row): string => (typeof at === 'string' ? at : '')

/** Appends deliveries in their order, each followed by its consequences for other streams. */
export const logOf = ({ name, deliveries }: Delivered): Log => {
  const log = emptyLog()
  const events = new Map<string, Json[]>()
  const unreadable: Json[] = []
  const append = (told: readonly Told[]): readonly string[] => {
    for (const { stream, event } of told) addTo(events, stream, event)
    return log.append(told)
  }
  const inTurn = deliveries.toSorted((a, b) => (receivedAt(a) < receivedAt(b) ? -1 : 1))
  const lines = readAll(inTurn).flatMap(({ told, unreadable: problem }, index) => {
    if (problem !== null) unreadable.push({ delivery: index, problem })
    const added = append(told)
    const streams = new Set(told.map(({ stream }) => stream))
    const consequences = [...streams].flatMap((stream) =>
      consequencesOf(stateOf(stream, events.get(stream) ?? [])),
    )
    return [...added, ...append(consequences)]
  })
  return { name, lines, head: log.head(), unreadable }
}

/** Appends the events of one stream. */
export const logOfStream = ({ name, stream, events }: Streamed): Log => {
  const log = emptyLog()
  const lines = events.flatMap((event) => log.append([{ stream, event }]))
  return { name, lines, head: log.head(), unreadable: [] }
}

/** The streams of a log, with the events in its lines. */
export const streamsOf = ({ name, lines }: Pick<Log, 'name' | 'lines'>): readonly InLog[] => {
  const all = lines.map((line) => JSON.parse(line) as Line)
  const streams = listsOf(all.map(({ stream, event }) => [stream, event]))
  return [...streams].map(([stream, events]) => ({ name, stream, events }))
}

/**
 * Times at which states are evaluated: while things go on, when they are late, when all is over.
 */
const MOMENTS = [
  '2026-03-03T12:00:00.0000000Z',
  '2026-03-20T12:00:00.0000000Z',
  '2026-05-04T12:00:00.0000000Z',
  '2029-06-01T12:00:00.0000000Z',
] as const

const COMMANDS: Readonly<Record<string, readonly (readonly [type: string, more: Row])[]>> = {
  payment: [
    ['requestRefund', { amount: 1 }],
    ['requestRefund', { amount: 1_000_000_000 }],
  ],
  mandate: [
    ['createPayment', { amount: 1 }],
    ['cancelMandate', {}],
  ],
  session: [
    ['submitChannelData', {}],
    ['completeSession', {}],
  ],
}

const SUBJECTS: Row = { payment: 'paymentId', mandate: 'sourceId', session: 'sessionId' }

/** Half a minute before the last event: less than the clock tolerance. */
const justBefore = (events: readonly Json[]): string => {
  const times = events.map((event) => {
    const { occurredAt = null, recordedAt = '' } = (event as Row)['metadata'] as Row
    return Date.parse(String(occurredAt ?? recordedAt))
  })
  return new Date(Math.max(...times) - 30_000).toISOString()
}

const decisionsOf = ({ stream, events }: InLog, state: Row, moment: string): readonly Json[] => {
  const [kind = '', ...rest] = stream.split('-')
  const [first, ...others] = COMMANDS[kind] ?? []
  if (first === undefined) return []
  const asked = [
    [...first, moment],
    [...first, justBefore(events)],
  ] as const
  const all = [...asked, ...others.map(([type, more]) => [type, more, moment] as const)]
  return all.map(([type, more, now]) => {
    const data = { [String(SUBJECTS[kind])]: rest.join('-'), ...more }
    const command = { type, data, metadata: { commandId: `golden-${type}`, now } }
    return { command: type, ...more, now, decided: decideOf(state, command) }
  })
}

/** The difference that evaluating a state at a time makes. */
const changed = (state: Row, told: Row | null): Row | null =>
  told === null
    ? null
    : Object.fromEntries(
        Object.entries(told).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(state[key]),
        ),
      )

/** A result in which every event of the stream is replaced by its index in the stream. */
const abridged = (events: readonly Json[], result: Json): Json => {
  const places = new Map(events.map((event, index) => [textOf(event), `event ${index}`]))
  const within = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) return value.map(within)
    const name = 'metadata' in value ? places.get(textOf(value)) : undefined
    return (
      name ?? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each)]))
    )
  }
  return within(result)
}

/** All views of a stream, at a time that depends on its index among the streams. */
export const resultOf = (asked: InLog, index: number): Json =>
  abridged(asked.events, wholeResultOf(asked, index))

const wholeResultOf = (asked: InLog, index: number): Row => {
  const { name, stream, events, machine } = asked
  const state = stateOf(stream, events, machine)
  const now = MOMENTS[index % MOMENTS.length] ?? MOMENTS[0]
  const isAssigned = state['machine'] !== 'unassigned'
  return {
    name,
    stream,
    now,
    state,
    questions: questionsOf(state, now),
    ...(isAssigned
      ? {
          at: changed(state, atOf(state, now)),
          windows: windowsOf(state, now),
          allowed: allowedOf(state, now),
          decisions: decisionsOf(asked, state, now),
          consequences: consequencesOf(state) as unknown as Json,
        }
      : {}),
  }
}

/**
 * Ways to tamper with the lines of a log. The victim is the second entry of a stream with three.
 */
export const TAMPERINGS: Readonly<
  Record<string, (lines: readonly string[], victim: number) => readonly string[]>
> = {
  altered: (lines, victim) =>
    lines.map((line, index) => (index === victim ? line.replace('"type":"', '"type":"x') : line)),
  removed: (lines, victim) => lines.filter((_, index) => index !== victim),
  swapped: (lines, victim) => {
    const [before, it] = [lines[victim - 1] ?? '', lines[victim] ?? '']
    return [...lines.slice(0, victim - 1), it, before, ...lines.slice(victim + 1)]
  },
}

/** A line that directly follows another of its stream and precedes one more. */
export const victimIn = (lines: readonly string[]): number => {
  const streams = lines.map((line) => (JSON.parse(line) as Line).stream)
  return streams.findIndex(
    (stream, index) =>
      index > 20 && streams[index - 1] === stream && streams.includes(stream, index + 1),
  )
}
