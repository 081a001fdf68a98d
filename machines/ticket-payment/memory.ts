/** The context of a ticket payment, the recipe of each event, and the views of its state. */
import type { StateValue } from 'xstate'
import type { Recipes } from '../../src/contract/definition.ts'
import { leavesOf } from '../../src/contract/leaf-states.ts'
import type { Occurred } from '../../src/contract/occurrence.ts'
import { type Timestamp, timestampOf } from '../../src/event/envelope.ts'
import type { PlainText, Reference } from '../../src/words/text/plain-text.ts'
import type { TimeText } from '../../src/words/time/instant.ts'
import { noPayment, type Payment } from '../payment/memory.ts'
import { applyCommon, applyEnd, applyPending, sharedRecipes } from '../payment/recipes.ts'
import { refundedStatus } from '../payment/sums.ts'
import type { TicketPaymentEvent } from './events.ts'

// context ------------------------------------------------------------------
/** The context of a ticket payment. Refunds may cost a processing fee that no message names. */
export interface TicketPayment extends Payment {
  readonly capturePending: Timestamp | null
  readonly providerOrderId: Reference | null
  readonly providerPaymentId: Reference | null
  readonly integrationType: PlainText | null
  /** As the message has it: without a time zone it is local time in Argentina. */
  readonly ticketExpiresAt: TimeText | null
  readonly providerName: PlainText | null
  readonly riskFlagged: boolean | null
}

const OWN: Omit<TicketPayment, keyof Payment> = {
  capturePending: null,
  providerOrderId: null,
  providerPaymentId: null,
  integrationType: null,
  ticketExpiresAt: null,
  providerName: null,
  riskFlagged: null,
}

/** Makes the context before the first event. */
export const blank = (): TicketPayment => noPayment('ARS', OWN)

/** The context before the first event. */
export const nothingKnown: TicketPayment = blank()

/** Every event that the chart takes. */
export type TicketPaymentChartEvent = Occurred<TicketPaymentEvent>

// recipes ------------------------------------------------------------------
/** One recipe per event. */
export const recipes: Recipes<TicketPayment, TicketPaymentChartEvent> = {
  ...sharedRecipes,
  payment_pending: (context, event) => {
    applyPending(context, event)
    const { providerOrderId = null, providerPaymentId = null, integrationType = null } = event.data
    const { ticketExpiresAt = null, providerName = null, riskFlagged = null } = event.data
    context.providerOrderId ??= providerOrderId
    context.providerPaymentId ??= providerPaymentId
    context.integrationType ??= integrationType
    context.ticketExpiresAt ??= ticketExpiresAt
    context.providerName ??= providerName
    context.riskFlagged ??= riskFlagged
  },
  payment_capture_pending: (context, event) => {
    applyCommon(context, event)
    context.capturePending ??= timestampOf(event)
  },
  payment_declined: applyEnd('declined'),
  payment_expired: applyEnd('expired'),
}

// views --------------------------------------------------------------------
/** The status of a ticket payment. */
export type TicketPaymentStatus =
  | 'none'
  | 'pending'
  | 'capture_pending'
  | 'declined'
  | 'expired'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'

/** Refunded, fully or in part; otherwise the name of the chart's state. @spec decisions#41 */
export const ticketPaymentStatus = (value: StateValue): TicketPaymentStatus => {
  const { captured, uncaptured } = leavesOf(value)
  return captured === undefined ? (uncaptured as TicketPaymentStatus) : refundedStatus(captured)
}
