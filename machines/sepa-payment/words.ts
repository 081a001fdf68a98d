/** What a person calls the states, events, conditions and windows of a SEPA payment. */
import type { MachineWords } from '../../src/contract/machine-words.ts'
import { eventWords, refundConditionWords, refundWords } from '../payment/words.ts'

const [unharmed, partly, fully] = ['not charged back', 'partly charged back', 'fully charged back']

/** The words. */
export const words: MachineWords = {
  states: {
    uncaptured: 'not captured',
    'uncaptured.none': 'nothing yet',
    'uncaptured.pending': 'submitted',
    'uncaptured.ended': 'ended',
    'uncaptured.ended.declined': 'declined',
    'uncaptured.ended.canceled': 'canceled',
    captured: 'captured',
    'captured.refund': 'refunds',
    'captured.refund.none': refundWords.none,
    'captured.refund.some': refundWords.some,
    'captured.refund.all': refundWords.all,
    'captured.dispute': 'chargebacks',
    'captured.dispute.none': unharmed,
    'captured.dispute.part': partly,
    'captured.dispute.all': fully,
  },
  events: { ...eventWords, payment_pending: 'submitted', payment_canceled: 'canceled' },
  conditions: {
    ...refundConditionWords,
    nothingChargedBack: unharmed,
    partChargedBack: partly,
    allChargedBack: fully,
  },
  windows: {
    debit: 'debit expected',
    settlement: 'outcome expected',
    refund: 'refundable',
    refundProcessing: 'refund expected',
    bankReturn: 'the bank may return it',
    payerRefund: 'the payer may reclaim it',
    chargeback: 'the payer may dispute it',
  },
}
