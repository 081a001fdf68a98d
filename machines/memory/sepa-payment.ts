/** What is known of a SEPA payment, and what each event teaches of it. */
import type { Draft } from 'immer'
import type { StateValue } from 'xstate'
import { type Moment, momentOf } from '../../src/event/moment.ts'
import type { SepaPaymentEvent } from '../../src/event/sepa-payment.ts'
import type { Recipes } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { Instant } from '../../src/words/instant.ts'
import { type Minor, total } from '../../src/words/money.ts'
import type { CommandId, Text } from '../../src/words/text.ts'
import { leavesOf } from './leaves.ts'
import { learnCommon, learnEnd, noPayment, type Payment, sharedRecipes } from './payment.ts'
import { capturedOf, refundedStatus, type Sums, sumsOf } from './sums.ts'

// context ------------------------------------------------------------------
/**
 * One chargeback and its undoing. `amount` null: nobody named one, so all that was captured;
 * `reversedAmount` null: the reversal names none, so all of the chargeback.
 */
export interface Chargeback {
  readonly amount: Minor | null
  readonly reason: Text | null
  readonly chargedBack: Moment | null
  readonly reversed: Moment | null
  readonly reversedAmount: Minor | null
}

/** What is known of a SEPA payment. Chargebacks are kept by action id, else by dispute id. */
export interface SepaPayment extends Payment {
  readonly commandId: CommandId | null
  readonly chargebacks: Readonly<Record<string, Chargeback>>
}

/** The context before anything was told. */
export const nothingKnown: SepaPayment = {
  ...noPayment,
  commandId: null,
  chargebacks: {},
}

/** Every event that the chart hears. */
export type Heard = Occurred<SepaPaymentEvent>

// recipes ------------------------------------------------------------------
const chargebackOf = (known: Draft<SepaPayment>, about: string): Draft<Chargeback> => {
  const found = known.chargebacks[about] ?? {
    amount: null,
    reason: null,
    chargedBack: null,
    reversed: null,
    reversedAmount: null,
  }
  known.chargebacks[about] = found
  return found
}

/** One recipe per event. */
export const recipes: Recipes<SepaPayment, Heard> = {
  ...sharedRecipes,
  payment_pending: (known, event) => {
    learnCommon(known, event)
    known.amount ??= event.data.amount ?? null
    known.commandId ??= event.data.commandId ?? null
    known.presented ??= momentOf(event)
  },
  payment_declined: learnEnd('declined'),
  payment_canceled: learnEnd('canceled'),
  payment_chargeback: (known, event) => {
    learnCommon(known, event)
    const chargeback = chargebackOf(known, event.about)
    chargeback.amount ??= event.data.amount ?? null
    chargeback.reason ??= event.data.reason ?? null
    chargeback.chargedBack ??= momentOf(event)
  },
  chargeback_reversed: (known, event) => {
    learnCommon(known, event)
    const chargeback = chargebackOf(known, event.about)
    chargeback.reversed ??= momentOf(event)
    chargeback.reversedAmount ??= event.data.amount ?? null
  },
}

// views --------------------------------------------------------------------
const isBy = (moment: Moment | null, by: Instant | null): boolean =>
  moment !== null && (by === null || moment.at <= by)

const standingOf = (
  { chargedBack, reversed, ...told }: Chargeback,
  captured: number | null,
  by: Instant | null,
): number => {
  if (!isBy(chargedBack, by)) return 0
  const amount = told.amount ?? captured ?? 0
  return isBy(reversed, by) ? Math.max(0, amount - (told.reversedAmount ?? amount)) : amount
}

/** What has been charged back and not been won again, by a moment or in all, in minor units. */
export const chargedBackOf = (known: SepaPayment, by: Instant | null = null): number => {
  const captured = capturedOf(known, true)
  return total(Object.values(known.chargebacks).map((each) => standingOf(each, captured, by)))
}

/** Whether any chargeback stands, whole or in part. */
export const hasChargedBack = (known: SepaPayment): boolean => {
  const captured = capturedOf(known, true)
  return Object.values(known.chargebacks).some(
    (each) =>
      each.chargedBack !== null && (each.reversed === null || standingOf(each, captured, null) > 0),
  )
}

/** The sums of a SEPA payment, one refund left out when it is named. */
export const sepaPaymentSums = (known: SepaPayment, besides = ''): Sums =>
  sumsOf(known, (by) => chargedBackOf(known, by), besides)

/** What a SEPA payment is to the outside. */
export type SepaPaymentStatus =
  | 'none'
  | 'pending'
  | 'declined'
  | 'canceled'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'charged_back'

/** All charged back, else refunded, wholly or in part, else the state's own name. @spec design, 5 */
export const sepaPaymentStatus = (value: StateValue): SepaPaymentStatus => {
  const leaves = leavesOf(value)
  if (leaves['dispute'] === 'all') return 'charged_back'
  const refund = leaves['refund']
  if (refund !== undefined) return refundedStatus(refund)
  return (leaves['ended'] ?? leaves['uncaptured']) as SepaPaymentStatus
}
