/** What is known of a ticket payment, and what each event teaches of it. */
import type { StateValue } from 'xstate'
import { type Moment, momentOf } from '../../src/event/moment.ts'
import type { TicketPaymentEvent } from '../../src/event/ticket-payment.ts'
import type { Recipes } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { TimeText } from '../../src/words/instant.ts'
import type { Text } from '../../src/words/text.ts'
import { leavesOf } from './leaves.ts'
import { learnCommon, learnEnd, noPayment, type Payment, sharedRecipes } from './payment.ts'
import { refundedStatus, type Sums, sumsOf } from './sums.ts'

// context ------------------------------------------------------------------
/** What is known of a ticket payment. Refunds may cost a processing fee that no message names. */
export interface TicketPayment extends Payment {
  readonly capturePending: Moment | null
  readonly providerOrderId: Text | null
  readonly providerPaymentId: Text | null
  readonly integrationType: Text | null
  /** As written: without a zone it is local to Argentina. */
  readonly ticketExpiresAt: TimeText | null
  readonly providerName: Text | null
  readonly riskFlagged: boolean | null
}

/** The context before anything was told. */
export const nothingKnown: TicketPayment = {
  ...noPayment,
  capturePending: null,
  providerOrderId: null,
  providerPaymentId: null,
  integrationType: null,
  ticketExpiresAt: null,
  providerName: null,
  riskFlagged: null,
}

/** Every event that the chart hears. */
export type Heard = Occurred<TicketPaymentEvent>

// recipes ------------------------------------------------------------------
/** One recipe per event. */
export const recipes: Recipes<TicketPayment, Heard> = {
  ...sharedRecipes,
  payment_pending: (known, event) => {
    const { data } = event
    learnCommon(known, event)
    known.amount ??= data.amount ?? null
    known.presented ??= momentOf(event)
    known.providerOrderId ??= data.providerOrderId ?? null
    known.providerPaymentId ??= data.providerPaymentId ?? null
    known.integrationType ??= data.integrationType ?? null
    known.ticketExpiresAt ??= data.ticketExpiresAt ?? null
    known.providerName ??= data.providerName ?? null
    known.riskFlagged ??= data.riskFlagged ?? null
  },
  payment_capture_pending: (known, event) => {
    learnCommon(known, event)
    known.capturePending ??= momentOf(event)
  },
  payment_declined: learnEnd('declined'),
  payment_expired: learnEnd('expired'),
}

// views --------------------------------------------------------------------
/** The sums of a ticket payment, one refund left out when it is named: no chargebacks exist. */
export const ticketPaymentSums = (known: TicketPayment, besides = ''): Sums =>
  sumsOf(known, () => 0, besides)

/** What a ticket payment is to the outside. */
export type TicketPaymentStatus =
  | 'none'
  | 'pending'
  | 'capture_pending'
  | 'declined'
  | 'expired'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'

/** Refunded, wholly or in part, else the state's own name. @spec design, 5 */
export const ticketPaymentStatus = (value: StateValue): TicketPaymentStatus => {
  const { captured, uncaptured } = leavesOf(value)
  return captured === undefined ? (uncaptured as TicketPaymentStatus) : refundedStatus(captured)
}
