/** A history, the messages that report it, and its states after the fold. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { SepaPayment, TicketPayment } from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { deliveries } from '../../src/testing/generators/deliveries.ts'
import { type HistorySubject, histories } from '../../src/testing/generators/histories.ts'
import type { Fact, TrueHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { addTo } from '../../src/words/data/lists.ts'
import { rememberingOf } from '../../src/words/data/result-cache.ts'
import type { Stream } from '../../src/words/stream.ts'
import { machines } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'
import { consequences, foldStream } from '../root.ts'

/** A history and one delivery of it. */
export interface Told<H> {
  readonly history: H
  readonly delivered: readonly Delivery[]
}

/** Histories with a delivery of each, generated together so that a failure shows both. */
export const deliveredOf = <H extends TrueHistory>(of: fc.Arbitrary<H>): fc.Arbitrary<Told<H>> =>
  of.chain((history) =>
    fc.record({ history: fc.constant(history), delivered: deliveries(history) }),
  )

/** Histories of a machine without the messages about one of their own facts. */
export const losing = (machine: HistorySubject) =>
  histories(machine).chain((history) =>
    fc.constantFrom(...ownFacts(history)).chain((lost) =>
      fc.record({
        lost: fc.constant(lost),
        history: fc.constant(history),
        delivered: deliveries(history, { unreported: [lost] }),
      }),
    ),
  )

const folded = foldStream(machines)

/** Events by their stream, in the order of arrival. */
export type Streams = ReadonlyMap<Stream, readonly DomainEvent[]>

/** One message is in many deliveries of a history, and read once. */
const readOnce = rememberingOf((delivery: Delivery) => readDelivery(delivery))

/** The events of messages. An unreadable message of ours fails the test. */
export const streamsOf = (delivered: readonly Delivery[]): Streams => {
  const streams = new Map<Stream, DomainEvent[]>()
  for (const delivery of delivered) {
    const reading = readOnce(delivery)
    if (E.isLeft(reading)) throw new Error(JSON.stringify(reading.left))
    for (const { stream, event } of reading.right) addTo(streams, stream, event)
  }
  return streams
}

/** Every stream's state, with the consequences of payments folded into their mandates. */
export const statesOf = (streams: Streams): ReadonlyMap<Stream, State> => {
  const all = new Map([...streams].map(([stream, events]) => [stream, [...events]]))
  const states = new Map<Stream, State>(
    [...all].map(([stream, events]) => [stream, folded(stream, events)]),
  )
  const implied = [...states.values()].flatMap(consequences)
  for (const { stream, event } of implied) addTo(all, stream, event)
  for (const { stream } of implied) states.set(stream, folded(stream, all.get(stream) ?? []))
  return states
}

/** The stream of a history. */
export const streamOf = ({ kind, setting: { name } }: TrueHistory): Stream => {
  if (kind === 'payment') return `payment-pay_${name}` as Stream
  return (kind === 'session' ? `session-sid_${name}` : `mandate-src_${name}`) as Stream
}

/** The state of the history's stream after the messages. */
export const stateOf = ({ history, delivered }: Told<TrueHistory>): State => {
  const stream = streamOf(history)
  return statesOf(streamsOf(delivered)).get(stream) ?? folded(stream, [])
}

/**
 * If two payments begin at one time on an expired mandate, their timestamps decide which of them
 * breaks the rule.
 */
const subjectOf = (code: string, key: string): string =>
  code === 'mandateUsable' ? (key.split(':')[0] ?? key) : key

/** The money of a payment; nothing if there is none. */
const sumsOf = ({ machine, context }: State) => {
  if (machine === 'sepa-payment@1') return paymentSums(context as SepaPayment)
  return machine === 'ticket-payment@1' ? paymentSums(context as TicketPayment) : null
}

/** What must not depend on the delivery. */
export const truthOf = (state: State) => ({
  status: state.status,
  sums: sumsOf(state),
  findings: state.findings
    // a list overrules messages one by one, as many as there are
    .filter(({ code }) => code !== 'Overruled')
    .map(({ code, key }) => `${code} ${subjectOf(code, key)}`)
    .toSorted(),
  // a callback has no signature, so it is a hint beside whatever reports the fact
  parked: state.parked.filter(({ reason }) => reason !== 'Unsigned'),
})

/** The facts that messages report: for a mandate its own, not the consequences of its payments. */
export const ownFacts = ({ kind, facts }: TrueHistory): readonly Fact[] =>
  kind === 'mandate' ? facts.filter(({ type }) => type.startsWith('mandate_')) : facts
