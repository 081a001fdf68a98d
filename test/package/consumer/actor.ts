/**
 * The charts as XState takes them: actors of the user's own XState, with its types; and the report
 * of the story.
 */
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { type Actor, type AnyStateMachine, createActor, type SnapshotFrom } from 'xstate'
import { reported } from './story.js'

const actor: Actor<typeof sepaPayment.chart> = createActor(sepaPayment.chart)
const first: SnapshotFrom<typeof sepaPayment.chart> = actor.start().getSnapshot()

/** A value in the chart's context before any event: a field, with its type. */
export const amount: number | null = first.context.amount

// @ts-expect-error a payment's context has no such field
export const strange: unknown = first.context.cardNumber

// @ts-expect-error an event is an object, not a text
export const wrong = (): void => actor.send('payment_captured')

const charts: readonly AnyStateMachine[] = [
  session.chart,
  sepaPayment.chart,
  sepaMandate.chart,
  ticketPayment.chart,
]
const begun = charts.map((chart) => JSON.stringify(createActor(chart).start().getSnapshot().value))

console.log([...begun, reported()].join('\n'))
