/** What a person calls the events and conditions that payments of any method share. */
import { observedWords } from '../observed/words.ts'

/** The events after the capture, and those that are informational. */
export const eventWords = {
  ...observedWords,
  payment_declined: 'declined',
  payment_captured: 'captured',
  refund_requested: 'refund requested',
  payment_refund_pending: 'refund begun',
  payment_refunded: 'refunded',
  payment_refund_declined: 'refund declined',
  payment_chargeback: 'charged back',
  chargeback_reversed: 'chargeback undone',
}

/** How much was refunded: the conditions, and the states that they choose. */
export const refundWords = { none: 'not refunded', some: 'partly refunded', all: 'fully refunded' }

/** The conditions that choose a state by the sum of the refunds. */
export const refundConditionWords = {
  nothingRefunded: refundWords.none,
  partRefunded: refundWords.some,
  allRefunded: refundWords.all,
}
