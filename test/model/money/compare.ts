/** Folds one set of messages by payfold and by the money model, so that both can be compared. */
import * as E from 'fp-ts/lib/Either.js'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import { payfold, readPolicy } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { eventOf } from './money-events.ts'
import { type Doubt, type Ledger, ledger, type Message, type Policy } from './money-model.ts'

/** The method of a payment that the model knows. */
export type Method = Policy['method']

const machines = [sepaPayment, ticketPayment] as const

const read = readPolicy(machines)({ clockToleranceSeconds: 300 })
if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))

const pf = payfold(machines, { policy: read.right })
const stream = 'payment-pay_1' as Stream

/** What both judge a payment by. */
export const policyOf = (method: Method): Policy => ({
  lag: 300,
  tolerance: 300,
  sendSeconds: 60,
  settleMinutes: 60,
  currency: 'EUR',
  method,
})

/** The ends of one method that the other does not have. */
const ENDS: Readonly<Record<Method, Readonly<Record<string, string>>>> = {
  sepa: { payment_expired: 'payment_canceled', payment_voided: 'payment_canceled' },
  ticket: { payment_canceled: 'payment_expired', payment_voided: 'payment_expired' },
}

/** The messages as a payment of this method has them. */
export const ofMethod = (messages: readonly Message[], method: Method): readonly Message[] =>
  messages.map((each) => ({ ...each, type: ENDS[method][each.type] ?? each.type }))

const isDoubt = (code: string): boolean =>
  (sepaPayment.findings as Readonly<Record<string, { readonly holds?: readonly string[] }>>)[code]
    ?.holds !== undefined

/** The same doubt about two messages that share an event id is one. */
const once = (doubts: readonly Doubt[]): Doubt[] => [
  ...new Map(doubts.map((each) => [JSON.stringify(each), each])).values(),
]

/** The sums of a payment, and its doubts with their evidence, as the model has them. */
export const modelled = (messages: readonly Message[], policy: Policy): Ledger => {
  const { doubts, ...sums } = ledger(messages, policy)
  return { ...sums, doubts: once(doubts) }
}

/** The sums of a payment, and its doubts with their evidence, as the fold has them. */
export const folded = (messages: readonly Message[], policy: Policy): Ledger => {
  const events = messages.map((message) => eventOf(message, policy))
  const state = pf.fold(stream, events)
  if (state.machine === 'unassigned') return ledger([], policy)
  const sums = pf.sums(state)
  if (E.isLeft(sums)) throw new Error(JSON.stringify(sums.left))
  const { captured, refunded, refunding, chargedBack, net, refundable } = sums.right
  return {
    // the model counts 0 where nothing names an amount
    captured: captured ?? 0,
    refunded,
    refunding,
    chargedBack,
    net: net ?? 0 - refunded - refunding - chargedBack,
    refundable: refundable ?? 0,
    doubts: once(
      state.findings
        .filter(({ code }) => isDoubt(code))
        .map(({ code, asks, events: ids = [] }) => ({
          code,
          asks: asks === 'getPaymentActions' ? asks : null,
          events: [...ids].sort(),
        })),
    ).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  }
}
