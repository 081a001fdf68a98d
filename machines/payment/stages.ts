/** What the reports of one step say: the ids, when it was, and with which amount. */
import { castDraft, type Draft } from 'immer'
import { type Occurred, reportsOf } from '../../src/contract/occurrence.ts'
import { type DomainEvent, occurredAt } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import { earlier, later } from '../../src/words/time/instant.ts'
import type {
  ChargebackReversed,
  PaymentCaptured,
  PaymentPending,
  RefundRequested,
} from './events.ts'
import type { Payment, Stage } from './memory.ts'

type Shared = PaymentPending | PaymentCaptured | RefundRequested

/** Any event of a payment, as its chart receives it. */
export type PaymentReport = Occurred<
  DomainEvent<string, Shared['data'] | ChargebackReversed['data']>
>

/**
 * Applies the fields that every event of a payment may have. The first value of a field remains.
 */
export const applyCommon = (context: Draft<Payment>, { data }: { data: Shared['data'] }): void => {
  context.paymentId ??= data.paymentId
  context.customerId ??= data.customerId ?? null
  context.sourceId ??= data.sourceId ?? null
}

/** The amount in the payment's currency that a report names; null if it names none. */
const amountIn = (
  own: Currency,
  { amount, currency = own }: PaymentReport['data'],
): Minor | null => (amount === undefined || amount === 0 || currency !== own ? null : amount)

/** The greatest amount in the payment's currency that the reports of an event name; null if none does. */
export const amountOf = ({ currency: own }: Payment, event: PaymentReport): Minor | null => {
  if (event.reports === undefined) return amountIn(own, event.data)
  let most: Minor | null = null
  for (const { data } of event.reports) {
    const amount = amountIn(own, data)
    if (amount !== null && (most === null || amount > most)) most = amount
  }
  return most
}

/** The stage that an event reports. */
export const stageIn = (context: Payment, event: PaymentReport): Stage => {
  const { at, timed } = timestampOf(event)
  const amount = amountOf(context, event)
  if (event.reports === undefined) return { at, timed, amount }
  const times = reportsOf(event).flatMap(({ metadata }) => occurredAt(metadata) ?? [])
  const until = times.reduce(later, at)
  const since = times.reduce(earlier, at)
  const bounds = { ...(until > at ? { until } : {}), ...(since < at ? { since } : {}) }
  return { at, timed, ...bounds, amount }
}

/** The same, for a draft. */
export const stageOf = (context: Draft<Payment>, event: PaymentReport): Draft<Stage> =>
  castDraft(stageIn(context, event))
