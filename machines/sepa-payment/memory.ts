/** The context of a SEPA payment, the recipe of each event, and the views of its state. */
import type { StateValue } from 'xstate'
import type { Recipes } from '../../src/contract/definition.ts'
import { leavesOf } from '../../src/contract/leaf-states.ts'
import type { Occurred } from '../../src/contract/occurrence.ts'
import type { CommandId } from '../../src/words/text/plain-text.ts'
import { noPayment, type Payment } from '../payment/memory.ts'
import { applyEnd, applyPending, sharedRecipes } from '../payment/recipes.ts'
import { refundedStatus } from '../payment/sums.ts'
import type { SepaPaymentEvent } from './events.ts'

// context ------------------------------------------------------------------
/** The context of a SEPA payment. */
export interface SepaPayment extends Payment {
  readonly commandId: CommandId | null
}

/** Makes the context before the first event. */
export const blank = (): SepaPayment => noPayment('EUR', { commandId: null })

/** The context before the first event. */
export const nothingKnown: SepaPayment = blank()

/** Every event that the chart takes. */
export type SepaPaymentChartEvent = Occurred<SepaPaymentEvent>

// recipes ------------------------------------------------------------------
/** One recipe per event. */
export const recipes: Recipes<SepaPayment, SepaPaymentChartEvent> = {
  ...sharedRecipes,
  payment_pending: (context, event) => {
    applyPending(context, event)
    context.commandId ??= event.data.commandId ?? null
  },
  payment_declined: applyEnd('declined'),
  payment_canceled: applyEnd('canceled'),
}

// views --------------------------------------------------------------------
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
