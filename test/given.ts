/** Given, when, then: short descriptions of events, and the states they lead to. */
import * as E from 'fp-ts/lib/Either.js'
import type { Machine } from '../src/contract/machine-record.ts'
import type { State } from '../src/contract/state.ts'
import type { DomainEvent } from '../src/event/envelope.ts'
import type { StreamEvent } from '../src/provider/read/stream-event.ts'
import * as scene from '../src/testing/given.ts'
import { canonicalText, type Json } from '../src/words/data/canonical.ts'
import type { Stream } from '../src/words/stream.ts'
import { PlainText } from '../src/words/text/plain-text.ts'
import { type Instant, instant } from '../src/words/time/instant.ts'
import { readDelivery } from './read-delivery.ts'
import { foldStream, machines } from './root.ts'

export { reported } from '../src/testing/given.ts'
export { machines } from './root.ts'

/** The subjects of most tests: a payment, a mandate, a session. */
export const pay = { paymentId: 'pay_1' }
export const src = { sourceId: 'src_1' }
export const sid = { sessionId: 'sid_1' }

/** A summary without findings. */
export const fine = (status: string) => ({ status, findings: [], parked: [] })

/** Each machine under its id, without the types of its context and statuses. */
export const byId = machines.map(
  (machine) => [machine.id, machine as unknown as Machine<object, string, string>] as const,
)

/**
 * What tests compare of a state: the status, the codes of its findings, the parked events and why.
 */
export const summary = ({ status, findings, parked }: State) => ({
  status,
  findings: findings.map(({ code }) => code),
  parked: parked.map(({ reason }) => reason),
})

/** Folds events with a machine. */
export const given = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...events: readonly DomainEvent[]
): State<C, S, N> => scene.given(machine, ...events).state

/** The rules that a command would break; none if it is allowed. */
export const refusedBy = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N>,
  command: DomainEvent,
): readonly string[] =>
  scene.when({ machine, state, refused: [] }, asCommand(command)).refused.map(({ rule }) => rule)

const asCommand = (event: DomainEvent): DomainEvent => ({
  ...event,
  metadata: { ...event.metadata, source: 'request' },
})

/**
 * Reads deliveries and folds every stream that they report. An unreadable delivery fails the test.
 */
export const delivered = (...deliveries: readonly object[]) => {
  const streams = new Map<Stream, DomainEvent[]>()
  for (const delivery of deliveries) {
    const read = readDelivery(delivery)
    const all: readonly StreamEvent[] = E.getOrElseW((problem: unknown) => {
      throw new Error(JSON.stringify(problem))
    })(read)
    for (const { stream, event } of all)
      streams.set(stream, [...(streams.get(stream) ?? []), event])
  }
  return (stream: string) =>
    foldStream(machines)(stream as Stream, streams.get(stream as Stream) ?? [])
}

/** A webhook of the older dialect. */
export const webhook = (id: string, type: string, data: object, on: string, recordedAt = on) => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: recordedAt,
  body: { id, type, created_on: on, data },
})

/** The response to a request. */
export const response = (
  endpoint: string,
  {
    params = {},
    request = {},
    status = 200,
    body = '',
    key = '',
    askedAt = undefined,
    recordedAt = '2026-03-02T10:00:00Z',
  }: {
    readonly params?: object
    readonly request?: object
    readonly status?: number
    readonly body?: unknown
    readonly key?: string
    readonly askedAt?: string | undefined
    readonly recordedAt?: string
  },
) => ({
  kind: 'response',
  receivedAt: recordedAt,
  ...(askedAt === undefined ? {} : { askedAt }),
  endpoint,
  params,
  request,
  status,
  ...(key === '' ? {} : { commandId: key }),
  body,
})

/** An instant, from any of the forms of time. */
export const instantOf = (text: string): Instant => {
  const at = instant(text)
  if (at === null) throw new Error(`${text} is not a time`)
  return at
}

/** A plain text. */
export const text = (value: string): PlainText => {
  const read = E.getOrElseW(() => null)(PlainText.decode(value))
  if (read === null) throw new Error(`${value} is not a plain text`)
  return read
}

/** The words of a text. */
export const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Every order of a list. */
export const ordersOf = <A>(all: readonly A[]): readonly (readonly A[])[] =>
  all.length < 2
    ? [all]
    : all.flatMap((each, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [each, ...rest]))

/** The first index at which two long lists differ, as JSON; -1 if they are the same. */
export const firstDifference = (one: readonly unknown[], other: readonly unknown[]): number => {
  const text = (value: unknown): string =>
    value === undefined ? '' : canonicalText(JSON.parse(JSON.stringify(value)) as Json)
  const length = Math.max(one.length, other.length)
  return Array.from({ length }).findIndex((_, index) => text(one[index]) !== text(other[index]))
}

/** The right value of a result; a left one fails the test. */
export const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}
