/**
 * What XState does with the same streams, on machines of its own: run on ours, it would teach the
 * engine more forms of their contexts and events, and so make payfold slower in the same process.
 */
import { createActor, initialTransition, transition } from 'xstate'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Rivals } from './rounds.ts'

/** The occurrences of a stream, merged and in order, and the id of its machine. */
export interface Occurred {
  readonly machine: string
  readonly occurred: readonly DomainEvent[]
}

const machines: readonly AnyMachine[] = [session, sepaPayment, sepaMandate, ticketPayment]

/** The rivals that run a chart by XState itself. */
export const xstateRivals = (streams: readonly Occurred[]): Rivals => {
  const ready = streams.flatMap(({ machine: id, occurred }) =>
    machines.flatMap(({ id: own, chart }) => (own === id ? [{ chart, occurred }] : [])),
  )
  return {
    'XState actor': () => {
      let value: unknown
      for (const { chart, occurred } of ready) {
        const actor = createActor(chart).start()
        for (const event of occurred) actor.send(event)
        value = actor.getSnapshot()
      }
      return value
    },
    'XState transition()': () => {
      let value: unknown
      for (const { chart, occurred } of ready) {
        let [snapshot] = initialTransition(chart)
        for (const event of occurred) [snapshot] = transition(chart, snapshot, event)
        value = snapshot.value
      }
      return value
    },
  }
}
