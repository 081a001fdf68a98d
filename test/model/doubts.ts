/** What the laws about doubts say of a state: its doubts, its money, and what may be refunded. */
import * as E from 'fp-ts/lib/Either.js'
import type { SepaPayment } from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import type { State } from '../../src/contract/state.ts'
import { type DomainEvent, receivedAt } from '../../src/event/envelope.ts'
import { payfold } from '../../src/payfold.ts'
import type { PaymentHistory, TrueHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { type Instant, later, shift } from '../../src/words/time/instant.ts'
import { machines, reported } from '../given.ts'
import { streamOf, streamsOf } from './folded.ts'

const pf = payfold(machines)

/** The events of a history's own stream. */
export const eventsIn = (
  history: TrueHistory,
  delivered: readonly Delivery[],
): readonly DomainEvent[] => streamsOf(delivered).get(streamOf(history)) ?? []

/** The state of a payment after some events. */
export const folded = (history: TrueHistory, events: readonly DomainEvent[]): State =>
  pf.fold(streamOf(history), events) as State

/** The doubts about a payment's money, each with what it asks for. */
export const doubtsIn = ({ findings }: State): readonly string[] =>
  findings.flatMap(({ code, asks }) => (asks === undefined ? [] : [`${code} ${asks ?? 'person'}`]))

/** The sums of a payment, but for its own amount. */
export const moneyIn = ({ context }: State) => {
  const { captured, refunded, refunding, chargedBack, net } = paymentSums(context as SepaPayment)
  return { captured, refunded, refunding, chargedBack, net }
}

/** A time after everything, at which a SEPA payment may still be refunded. */
export const soonAfter = ({ facts, setting }: TrueHistory): Instant =>
  shift(facts.find(({ type }) => type === 'payment_captured')?.at ?? setting.startsAt, 86_400)

/** The greatest refund that is allowed, and the rules that refuse any. */
export const refundOf = (state: State, now: Instant) => {
  const allowed = pf.allowed(state as never, now)
  const refund = E.isLeft(allowed)
    ? undefined
    : allowed.right.find(({ command }) => command === 'requestRefund')
  const rules = refund?.refusals.map(({ rule }) => rule) ?? []
  return { most: refund?.amount?.most ?? 0, rules }
}

/** What a person states of a payment once some events of it are received. */
export const wordAfter = (
  { setting }: PaymentHistory,
  events: readonly DomainEvent[],
  numbers: { readonly captured: number; readonly refunded: number; readonly chargedBack: number },
): DomainEvent => {
  const asOf = shift(events.map(receivedAt).reduce(later, setting.startsAt), 1)
  const data = { paymentId: `pay_${setting.name}`, asOf, ...numbers, by: ['person-1'] }
  return reported('reviewed', data, { id: 'evt_word', at: asOf })
}
