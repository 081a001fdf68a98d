/**
 * Everything that follows from a message: events, entries, states, findings, refusals, questions
 * and pages.
 */

import * as E from 'fp-ts/lib/Either.js'
import { type Actor, type AnyActorLogic, createActor } from 'xstate'
import { session } from '../../machines/index.ts'
import { reportJson } from '../../src/audit/report/report.ts'
import { leniently } from '../../src/contract/guards.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { asEvent } from '../../src/contract/occurrence.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { calendarOf, csvOf } from '../../src/judge/deadlines.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { validate } from '../../src/judge/validate.ts'
import { toLine } from '../../src/log/line.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { type Payfold, payfold } from '../../src/payfold.ts'
import { checkRequest, endpoints, isEndpointName } from '../../src/provider/wire/endpoints.ts'
import { explainUnreadable, type Unreadable } from '../../src/words/data/unreadable-input.ts'
import { explainUnsendable } from '../../src/words/message-errors.ts'
import type { OtherSubject, Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { machines } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'
import {
  append,
  audit,
  auditor,
  explain,
  foldStream,
  questions,
  reportText,
  root,
} from '../root.ts'

const machineOf = (state: State) => machines.find(({ id }) => id === state.machine)

/** What a live actor of the machine shows to an inspector while it receives the same events. */
const inspected = (state: State): readonly unknown[] => {
  const machine = machineOf(state)
  if (machine === undefined) return []
  const shown: unknown[] = []
  const rules = leniently(machine.definition as Parameters<typeof leniently>[0])
  const logic = machine.chart.provide({ guards: { rules } }) as AnyActorLogic
  const inspect = (each: object): void => {
    const { type, event, snapshot } = each as { type: string; event?: object; snapshot?: object }
    shown.push({ type, event, snapshot })
  }
  const actor: Actor<AnyActorLogic> = createActor(logic, { inspect })
  actor.start()
  for (const occurrence of state.occurrences) actor.send(asEvent(occurrence))
  actor.stop()
  return shown
}

/** The refusals of commands that request too much, too late, or at the wrong time. */
const refused = (state: State): readonly unknown[] => {
  const machine = machineOf(state)
  if (machine === undefined) return []
  const at = '2031-03-02T10:00:00Z'
  return Object.keys(machine.events).map((type, index) => {
    const entityId = { paymentId: 'pay_1', sessionId: 'sid_1', sourceId: 'src_1' }
    const data = { ...entityId, amount: 999_999, currency: 'USD', customerId: 'cus_other' }
    const eventId = `evt_wish${index}`
    const metadata = { eventId, occurredAt: at, recordedAt: at, source: 'request', schema: 1 }
    const command = { type, data, metadata } as unknown as DomainEvent
    const judged = validate(machine as never)(state as never, command)
    return E.isRight(judged) ? [] : [judged.left, judged.left.refusals.map(explain)]
  })
}

/** A root with one machine: events of others are read without their data. */
const only = payfold([session])

const EARLY = '2000-01-01T00:00:00.0000000Z' as Instant
const LATE = '2031-03-02T10:00:00.0000000Z' as Instant

/** What a root returns for a stream's lines, and for its events. */
const answered = <M extends AnyMachine>(
  pf: Payfold<M>,
  stream: Stream,
  lines: readonly string[],
): readonly unknown[] => {
  const read = lines.map((line) => pf.fromLine(line))
  const entries = read.flatMap((each) => (E.isRight(each) ? [each.right] : []))
  const state = pf.fold(stream, entries)
  const deadlines = pf.deadlines([state], EARLY, LATE)
  const shown = E.isRight(deadlines)
    ? [calendarOf(deadlines.right, LATE), csvOf(deadlines.right)]
    : []
  const answers: readonly E.Either<{ readonly error: string }, unknown>[] = [
    pf.at(state, LATE),
    pf.allowed(state, LATE),
    pf.windows(state, LATE),
    pf.questions(state, LATE),
    pf.sums(state),
    ownLoop(pf).consequences(state),
    pf.exposure([state], LATE),
    deadlines,
    pf.resume(JSON.parse(JSON.stringify(state))),
    ...entries.map(({ event }) => ownLoop(pf).validate(state, event)),
  ]
  const said = answers.map((each) => (E.isLeft(each) ? pf.explain(each.left as never) : ''))
  const { findings, parked } = state as unknown as State
  return [read, state, answers, said, shown, findings.map(pf.explain), parked.map(pf.explain)]
}

/** The report of an audit, in both of its forms; a digest may have any digits. */
const audited = (lines: readonly string[]): readonly string[] => {
  const report = audit(machines)(lines.map((line) => `${line}\n`))
  const under = auditor(machines)
  const stream = 'payment-pay_elsewhere' as Stream
  for (const [revision, line] of lines.entries()) under.line(line, { stream, revision })
  const misplaced = reportJson(under.report())
  return [reportJson(report), misplaced, ...reportText(report)].map((text) =>
    text.replace(/\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g, 'digest'),
  )
}

const ofStream = (stream: Stream, events: readonly DomainEvent[]): readonly unknown[] => {
  const appended = append(emptyTip(stream), events)
  const lines = E.isRight(appended) ? appended.right.entries.map(toLine) : []
  const kept = lines.map((line): unknown => JSON.parse(line))
  const state: State = foldStream(machines)(stream, events)
  return [
    stream,
    kept,
    state,
    state.findings.map(explain),
    questions(state),
    refused(state),
    inspected(state),
    audited(lines),
    answered(root, stream, lines),
    answered(only, stream, lines),
  ]
}

const whyIn = (why: OtherSubject | Unreadable): string =>
  why.error === 'Unreadable' ? explainUnreadable(why) : ''

/** The result of reading a delivery, as one text. */
export const readingOf = (delivery: unknown): string => {
  const reading = readDelivery(delivery)
  return JSON.stringify(E.isLeft(reading) ? [reading.left, whyIn(reading.left)] : reading.right)
}

/** The result of reading a delivery, and everything that follows from it, as one text. */
export const everythingOf = (delivery: unknown): string => {
  const reading = readDelivery(delivery)
  if (E.isLeft(reading)) return readingOf(delivery)
  const streams = new Map<Stream, DomainEvent[]>()
  for (const { stream, event } of reading.right)
    streams.set(stream, [...(streams.get(stream) ?? []), event])
  const follows = [...streams].map(([stream, events]) => ofStream(stream, events))
  return JSON.stringify([reading.right, follows])
}

/** The problems of a request that should not be sent. */
export const problemsOf = (endpoint: string, body: unknown): string => {
  if (!isEndpointName(endpoint)) return ''
  const checked = checkRequest(endpoints[endpoint], { sandbox: true })(body)
  return E.isRight(checked) ? '' : JSON.stringify([checked.left, explainUnsendable(checked.left)])
}
