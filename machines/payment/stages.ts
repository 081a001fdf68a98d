/** What the reports of one step say: the ids, when it was, and with which amount. */
import { castDraft, type Draft } from 'immer'
import { type DomainEvent, occurredAt } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import { earlier, later } from '../../src/words/instant.ts'
import type {
  ChargebackReversed,
  PaymentCaptured,
  PaymentPending,
  RefundRequested,
} from './events.ts'
import type { Amounts, Payment, Stage } from './memory.ts'

type Shared = PaymentPending | PaymentCaptured | RefundRequested

/** Any event of a payment, as its chart receives it. */
export type Report = Occurred<DomainEvent<string, Shared['data'] | ChargebackReversed['data']>>

/**
 * Applies the fields that every event of a payment may have. The first value of a field remains.
 */
export const applyCommon = (context: Draft<Payment>, { data }: { data: Shared['data'] }): void => {
  context.paymentId ??= data.paymentId
  context.customerId ??= data.customerId ?? null
  context.sourceId ??= data.sourceId ?? null
}

const NO_AMOUNTS: Amounts = { amounts: [] }

/** The amounts that an event's reports name. */
export const amountsOf = ({ currency: own }: Payment, event: Report): Amounts => {
  if (event.reports === undefined) {
    const { amount, currency = own } = event.data
    if (amount === undefined) return NO_AMOUNTS
    return currency === own ? { amounts: [amount] } : { amounts: [], isForeign: true }
  }
  const named = reportsOf(event).filter(({ data }) => data.amount !== undefined)
  const ours = named.filter(({ data: { currency = own } }) => currency === own)
  const amounts = new Set(ours.flatMap(({ data: { amount } }) => amount ?? []))
  return { amounts: [...amounts], ...(ours.length < named.length ? { isForeign: true } : {}) }
}

/** The stage that an event reports. */
export const stageIn = (context: Payment, event: Report): Stage => {
  const { at, timed } = timestampOf(event)
  const { amounts, isForeign } = amountsOf(context, event)
  if (event.reports === undefined) {
    return isForeign === true ? { at, timed, amounts, isForeign } : { at, timed, amounts }
  }
  const times = reportsOf(event).flatMap(({ metadata }) => occurredAt(metadata) ?? [])
  const until = times.reduce(later, at)
  const since = times.reduce(earlier, at)
  const bounds = { ...(until > at ? { until } : {}), ...(since < at ? { since } : {}) }
  return { at, timed, ...bounds, amounts, ...(isForeign === true ? { isForeign } : {}) }
}

/** The same, for a draft. */
export const stageOf = (context: Draft<Payment>, event: Report): Draft<Stage> =>
  castDraft(stageIn(context, event))
