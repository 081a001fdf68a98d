/** The context of a SEPA payment, the recipe of each event, and the views of its state. */
import type { Draft } from 'immer'
import type { StateValue } from 'xstate'
import { type Timestamp, timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes } from '../../src/fold/definition.ts'
import { leavesOf } from '../../src/fold/leaves.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { Instant } from '../../src/words/instant.ts'
import { type Minor, total } from '../../src/words/money.ts'
import type { CommandId, PlainText } from '../../src/words/plain-text.ts'
import { applyCommon, applyEnd, noPayment, type Payment, sharedRecipes } from '../payment/memory.ts'
import { capturedOf, type PaymentSums, refundedStatus, sumsOf } from '../payment/sums.ts'
import type { SepaPaymentEvent } from './events.ts'

// context ------------------------------------------------------------------
/**
 * One chargeback and its reversal. If `amount` is null, the chargeback names none and counts as all
 * that was captured; if `reversedAmount` is null, the reversal undoes the whole chargeback.
 */
export interface Chargeback {
  readonly amount: Minor | null
  readonly reason: PlainText | null
  readonly chargedBack: Timestamp | null
  readonly reversed: Timestamp | null
  readonly reversedAmount: Minor | null
}

/** The context of a SEPA payment. Chargebacks are keyed by action id, else by dispute id. */
export interface SepaPayment extends Payment {
  readonly commandId: CommandId | null
  readonly chargebacks: Readonly<Record<string, Chargeback>>
}

/** The context before the first event. */
export const nothingKnown: SepaPayment = {
  ...noPayment,
  commandId: null,
  chargebacks: {},
}

/** Every event that the chart takes. */
export type ChartEvent = Occurred<SepaPaymentEvent>

// recipes ------------------------------------------------------------------
const chargebackOf = (context: Draft<SepaPayment>, entityId: string): Draft<Chargeback> => {
  const found = context.chargebacks[entityId] ?? {
    amount: null,
    reason: null,
    chargedBack: null,
    reversed: null,
    reversedAmount: null,
  }
  context.chargebacks[entityId] = found
  return found
}

/** One recipe per event. */
export const recipes: Recipes<SepaPayment, ChartEvent> = {
  ...sharedRecipes,
  payment_pending: (context, event) => {
    applyCommon(context, event)
    context.amount ??= event.data.amount ?? null
    context.commandId ??= event.data.commandId ?? null
    context.presented ??= timestampOf(event)
  },
  payment_declined: applyEnd('declined'),
  payment_canceled: applyEnd('canceled'),
  payment_chargeback: (context, event) => {
    applyCommon(context, event)
    const chargeback = chargebackOf(context, event.entityId)
    chargeback.amount ??= event.data.amount ?? null
    chargeback.reason ??= event.data.reason ?? null
    chargeback.chargedBack ??= timestampOf(event)
  },
  chargeback_reversed: (context, event) => {
    applyCommon(context, event)
    const chargeback = chargebackOf(context, event.entityId)
    chargeback.reversed ??= timestampOf(event)
    chargeback.reversedAmount ??= event.data.amount ?? null
  },
}

// views --------------------------------------------------------------------
const isBy = (timestamp: Timestamp | null, by: Instant | null): boolean =>
  timestamp !== null && (by === null || timestamp.at <= by)

const remainingOf = (
  { chargedBack, reversed, ...amounts }: Chargeback,
  captured: number | null,
  by: Instant | null,
): number => {
  if (!isBy(chargedBack, by)) return 0
  const amount = amounts.amount ?? captured ?? 0
  return isBy(reversed, by) ? Math.max(0, amount - (amounts.reversedAmount ?? amount)) : amount
}

/** The money charged back and not won back, by a timestamp or in all; in minor units. */
export const chargedBackOf = (context: SepaPayment, by: Instant | null = null): number => {
  const captured = capturedOf(context, true)
  return total(Object.values(context.chargebacks).map((each) => remainingOf(each, captured, by)))
}

/** Whether any chargeback has not been reversed in full. */
export const hasChargedBack = (context: SepaPayment): boolean => {
  const captured = capturedOf(context, true)
  return Object.values(context.chargebacks).some(
    (each) =>
      each.chargedBack !== null &&
      (each.reversed === null || remainingOf(each, captured, null) > 0),
  )
}

/** The sums of a SEPA payment, without the refund that `except` names. */
export const sepaPaymentSums = (context: SepaPayment, except = ''): PaymentSums =>
  sumsOf(context, (by) => chargedBackOf(context, by), except)

/** The status of a SEPA payment. */
export type SepaPaymentStatus =
  | 'none'
  | 'pending'
  | 'declined'
  | 'canceled'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'charged_back'

/**
 * All charged back; otherwise refunded, fully or in part; otherwise the name of the chart's state.
 * @spec decisions#41
 */
export const sepaPaymentStatus = (value: StateValue): SepaPaymentStatus => {
  const leaves = leavesOf(value)
  if (leaves['dispute'] === 'all') return 'charged_back'
  const refund = leaves['refund']
  if (refund !== undefined) return refundedStatus(refund)
  return (leaves['ended'] ?? leaves['uncaptured']) as SepaPaymentStatus
}
