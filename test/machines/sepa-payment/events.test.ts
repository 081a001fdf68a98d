/** The events of a SEPA payment: keys, phases and fields, written out. */
import { describe, expect, test } from 'vitest'
import { sepaPaymentEvents } from '../../../machines/sepa-payment/events.ts'
import { fieldRowsOf, namesOf, rowsOf } from '../../event/lifecycle.ts'

const WITH_TICKET =
  'actionId amount balances commandId currency customerId integrationType method ' +
  'paymentId! providerName providerOrderId providerPaymentId reference responseCode ' +
  'riskFlagged sourceId ticketExpiresAt'

const COMMON =
  'actionId amount balances commandId currency customerId method paymentId! reference ' +
  'responseCode sourceId'

describe('the events of a SEPA payment', () => {
  test('are these, in the order that resolves ties, each with its key, phase and clock tolerance', () => {
    expect(rowsOf(sepaPaymentEvents)).toEqual([
      'payment_pending once 0 none',
      'payment_declined once 2 none',
      'payment_canceled once 2 none',
      'payment_captured capture 3 none',
      'refund_requested refund 4 none',
      'payment_refund_pending refund 4 none',
      'payment_refunded refund 4 none',
      'payment_refund_declined refund 4 none',
      'payment_chargeback chargeback 4 beginning',
      'chargeback_reversed reversal 4 undoing',
    ])
  })

  test('have these fields, the marked ones always', () => {
    expect(fieldRowsOf(sepaPaymentEvents)).toEqual({
      payment_pending: WITH_TICKET,
      payment_declined: WITH_TICKET,
      payment_canceled: COMMON,
      payment_captured:
        'actionId amount balances commandId currency customerId debitDate fullyRefundedSeen ' +
        'method partlyCaptured partlyRefundedSeen paymentId! reference refundedSeen responseCode ' +
        'sourceId',
      refund_requested: `${COMMON} all`.split(' ').toSorted().join(' '),
      payment_refund_pending: COMMON,
      payment_refunded: COMMON,
      payment_refund_declined: COMMON,
      payment_chargeback:
        'actionId amount balances commandId currency customerId disputeId disputeStatus method ' +
        'movesNothing paymentId! reason reference reportedAs responseCode sourceId',
      chargeback_reversed:
        'actionId amount balances commandId currency customerId disputeId disputeStatus method ' +
        'paymentId! reference responseCode sourceId',
    })
  })

  test('have the same names as their codecs', () => {
    expect(namesOf(sepaPaymentEvents)).toEqual(Object.keys(sepaPaymentEvents))
  })
})
