/** What a person calls the states, events, conditions and windows of a ticket payment. */
import type { MachineWords } from '../../src/contract/machine-words.ts'
import { eventWords, refundConditionWords, refundWords } from '../payment/words.ts'

/** The words. */
export const words: MachineWords = {
  states: {
    uncaptured: 'not paid',
    'uncaptured.none': 'nothing yet',
    'uncaptured.pending': 'ticket issued',
    'uncaptured.capture_pending': 'payment arriving',
    'uncaptured.expired': 'expired',
    'uncaptured.declined': 'declined',
    captured: 'captured',
    'captured.none': refundWords.none,
    'captured.some': refundWords.some,
    'captured.all': refundWords.all,
  },
  events: {
    ...eventWords,
    payment_pending: 'ticket issued',
    payment_capture_pending: 'payment arriving',
    payment_expired: 'expired',
  },
  conditions: {
    ...refundConditionWords,
    expiredLast: 'expired',
    expiredFirst: 'paid after its expiry',
  },
  windows: { ticket: 'payment expected', refundProcessing: 'refund expected' },
}
