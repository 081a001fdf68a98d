/**
 * An independent model of a payment: sets and sums, without a chart. Written from the interface and
 * the sources.
 */
import { Temporal } from 'temporal-polyfill'
import type { Fact, PaymentHistory } from '../../src/testing/generators/history.ts'
import type { Instant } from '../../src/words/time/instant.ts'

/** The state of a payment. */
export interface PaymentEnd {
  readonly status: string
  readonly captured: number
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number
}

const ENDS = ['payment_declined', 'payment_canceled', 'payment_expired']

const byTime = (facts: readonly Fact[]): readonly Fact[] =>
  facts.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

const sum = (facts: readonly Fact[]): number =>
  facts.reduce((total, { amount = 0 }) => total + amount, 0)

/**
 * The final status of a refund: its latest stage; at the same time, a failure counts before a
 * success.
 */
const endOfRefund = (
  facts: readonly Fact[],
  entityId: string,
): 'open' | 'refunded' | 'declined' => {
  const of = facts.filter((each) => each.entityId === entityId)
  const done = of.find(({ type }) => type === 'payment_refunded')
  const failed = of.find(({ type }) => type === 'payment_refund_declined')
  if (failed !== undefined && (done === undefined || done.at <= failed.at)) return 'declined'
  return done === undefined ? 'open' : 'refunded'
}

/** The state of a payment after all of these facts. */
export const paymentEnd = ({ facts, method, setting }: PaymentHistory): PaymentEnd => {
  const has = (type: string): boolean => facts.some((each) => each.type === type)
  const asked = facts.filter(({ type }) => type === 'refund_requested')
  const ended = (end: string): number =>
    sum(asked.filter(({ entityId }) => endOfRefund(facts, entityId) === end))
  const back = facts.filter(({ type }) => type === 'payment_chargeback')
  const won = new Set(
    facts.flatMap(({ type, entityId }) => (type === 'chargeback_reversed' ? entityId : [])),
  )
  const captured = has('payment_captured') ? setting.amount : 0
  const refunded = sum(
    facts.filter(
      ({ type, entityId }) =>
        type === 'payment_refunded' && endOfRefund(facts, entityId) === 'refunded',
    ),
  )
  const refunding = ended('open')
  const chargedBack = sum(back.filter(({ entityId }) => !won.has(entityId)))
  const net = captured - refunded - refunding - chargedBack
  const money = { captured, refunded, refunding, chargedBack, net }
  return { status: statusOf(facts, method, money), ...money }
}

/** The day in Brussels. */
export const dayOf = (at: Instant): Temporal.PlainDate =>
  Temporal.Instant.from(at).toZonedDateTimeISO('Europe/Brussels').toPlainDate()

/** Whether eight weeks have passed since the debit, including that day of the last week. */
const isTooLate = (debited: Instant, now: Instant): boolean =>
  Temporal.PlainDate.compare(dayOf(now), dayOf(debited).add({ weeks: 8 })) > 0

/** The most that may be refunded at a time after all of these facts. */
export const refundableAt = (history: PaymentHistory, now: Instant): number => {
  const captured = history.facts.find(({ type }) => type === 'payment_captured')
  if (captured === undefined) return 0
  if (history.method === 'sepa' && isTooLate(captured.at, now)) return 0
  return Math.max(0, paymentEnd(history).net)
}

const statusOf = (
  facts: readonly Fact[],
  method: PaymentHistory['method'],
  { captured, refunded, chargedBack }: Omit<PaymentEnd, 'status'>,
): string => {
  if (captured > 0) {
    if (method === 'sepa' && chargedBack >= captured) return 'charged_back'
    if (refunded >= captured) return 'refunded'
    return refunded > 0 ? 'partially_refunded' : 'captured'
  }
  const [end] = byTime(facts.filter(({ type }) => ENDS.includes(type)))
  if (end !== undefined) return end.type.replace('payment_', '')
  return facts.some(({ type }) => type === 'payment_capture_pending')
    ? 'capture_pending'
    : 'pending'
}
