import { describe, expect, test } from 'vitest'
import { ticketPayment } from '../../../machines/index.ts'
import { paymentSums } from '../../../machines/payment/sums.ts'
import { after, outcome, refusal, scenes } from '../scenes.ts'

const PENDING =
  '03-01 payment_pending 1000 ARS integrationType=direct providerOrderId=order-1 providerPaymentId=payment-1 ticketExpiresAt=2026-03-05T23:59:00 providerName=pago_facil riskFlagged=false'
const CAPTURED = '03-03 payment_captured 1000'
const PAID = [PENDING, CAPTURED]
const DECLINED = '03-01T11 payment_declined'
const EXPIRED = '03-06T03 payment_expired'
const BEGUN = '03-02 payment_capture_pending'

/** The steps after the beginning; money goes back from the fourth on. */
const LATER = [
  BEGUN,
  CAPTURED,
  EXPIRED,
  '03-11 refund_requested commandId=c-9 1',
  '03-10 payment_refund_pending act_1 1',
  '03-10 payment_refunded act_1 0',
  '03-10 payment_refunded act_1 1',
  '03-10 payment_refunded act_1 1000',
  '03-10 payment_refund_declined act_1 1',
]

describe('a ticket payment', () => {
  scenes(
    ticketPayment,
    `
is pending, then perhaps capture pending, and then captured, expired or declined
  => none
  ? ${DECLINED} => declined
  ${PENDING} => pending
  ? ${CAPTURED} => captured
  ? ${EXPIRED} => expired
  ? ${DECLINED} => declined
  ${BEGUN} => capture_pending
  ? ${CAPTURED} => captured
  ? 03-03 payment_declined => declined
  ? ${EXPIRED} => expired

of which only one step is reported has lost a message
  ? ${BEGUN} => capture_pending missingPredecessor
  ? ${CAPTURED} => captured missingPredecessor
  ? ${EXPIRED} => expired missingPredecessor
  ? 03-11 refund_requested commandId=c-9 100 => captured missingPredecessor
  ? 03-10 payment_refund_pending act_1 100 => captured missingPredecessor
  ? 03-10 payment_refunded act_1 100 => partially_refunded missingPredecessor
  ? 03-10 payment_refund_declined act_1 100 => captured missingPredecessor

that was paid after it expired is captured, late; within the tolerance nobody knows which came first
  ${PENDING}
  03-03T09 payment_expired
  ? 03-03T09:01:00.0000001 payment_captured 1000 => captured lateCapture
  ? 03-03T09:01 payment_captured 1000 => captured

that expired before its capture began stays capture pending, late
  ${PENDING}
  ${BEGUN}
  ? 03-02T09:58:59.9999999 payment_expired => capture_pending lateCapture
  ? 03-02T09:59 payment_expired => expired
  03-02T09 payment_expired
  ${CAPTURED} => captured lateCapture

that was paid after it was declined is captured, with a finding
  ${PENDING}
  ${DECLINED}
  ${CAPTURED} => captured moneyAfterEnd

that was paid within the tolerance of its decline is captured
  ${PENDING}
  03-03T09:59 payment_declined
  ${CAPTURED} => captured

that ended keeps its end, reported again or differently
  ${PENDING}
  03-03 payment_declined
  ! 03-05 payment_declined => allowed
  03-04 payment_expired => declined EndsContradict

that expired keeps its end, reported again or differently
  ${PENDING}
  03-03 payment_expired
  ! 03-05 payment_expired => allowed
  03-04 payment_declined => expired EndsContradict

refuses a command to capture late, but not a report of it
  ${PENDING}
  ${EXPIRED}
  ! 03-07 payment_captured 1000 => lateCapture

refuses a command to capture after it was declined
  ${PENDING}
  ${DECLINED}
  ! 03-07 payment_captured 1000 => moneyAfterEnd

refuses a command that it expired before its capture began
  ${PENDING}
  ${BEGUN}
  ! 03-02T09 payment_expired => lateCapture
  ! 03-02T09:59:59.9999999 payment_expired => lateCapture
  ! 03-02T10 payment_expired => allowed

without a known amount accepts no command that it was refunded
  03-01 payment_pending
  03-02 payment_captured
  ! 03-10 payment_refunded act_1 5 => notKnown
`,
  )

  scenes(
    ticketPayment,
    `
reported as expired after it was captured stays captured
  ${EXPIRED} => captured Superseded

may be refunded in parts, years later, up to what was captured
  03-10 payment_refunded act_1 400 => partially_refunded
  ? 2029-03-10 payment_refunded act_2 600 => refunded
  ! 03-11 refund_requested commandId=c-9 600 => allowed
  ! 03-11 refund_requested commandId=c-9 601 => withinNet
  ! 03-11 refund_requested commandId=c-9 0 => withinNet
  03-10 payment_refunded act_2 601 => refunded NegativeNet withinCaptured MoreThanCaptured

whose refund is declined is as it was before, and may be refunded again
  03-10 payment_refund_pending act_1 400
  03-10 payment_refund_declined act_1 400 => captured
  ! 03-11 refund_requested commandId=c-9 1000 => allowed

that is refunded stays so if another refund is declined
  03-12 payment_refund_declined act_3 5
  ? 03-10 payment_refunded act_2 1000 => refunded
  ? 03-10 payment_refunded act_2 300 => partially_refunded

that is charged back has lost the money, though no bank can take cash back
  03-02 payment_chargeback act_1 1000 => captured notOfTickets

refunded in another currency has findings: nothing tells how much of the payment it was
  03-11 refund_requested commandId=c-9 1 EUR => captured sameCurrency OtherCurrency Unbound

is refunded at most as much as was captured
  ! 03-10 payment_refunded act_1 1001 => withinCaptured
  ? 03-11 refund_requested commandId=c-9 5000 => captured RefundAtRisk MoreThanCaptured
  03-10 payment_refunded act_2 300
  ! 03-10 payment_refunded act_1 701 => withinCaptured
`,
    PAID,
  )

  test('refunded without a reported capture was captured, whatever else is reported', () => {
    for (const end of ['03-05 payment_expired', DECLINED, BEGUN]) {
      const found = outcome(ticketPayment, PENDING, end, '03-10 payment_refunded act_1 1000')
      expect(found).toBe('refunded missingPredecessor')
    }
  })

  test('has its provider’s ids, expiry, name and risk, and sums', () => {
    const { context } = after(ticketPayment, ...PAID)
    expect(context).toMatchObject({
      providerOrderId: 'order-1',
      providerPaymentId: 'payment-1',
      integrationType: 'direct',
      ticketExpiresAt: '2026-03-05T23:59:00',
      providerName: 'pago_facil',
      riskFlagged: false,
    })
    expect(paymentSums(context)).toMatchObject({ captured: 1000, net: 1000, currency: 'ARS' })
  })

  test('accepts, before anything is known, no command but to begin', () => {
    expect([PENDING, DECLINED].map((line) => refusal(ticketPayment, line))).toEqual([
      'allowed',
      'allowed',
    ])
    for (const line of LATER) expect(refusal(ticketPayment, line)).toBe('missingPredecessor')
    for (const line of LATER.slice(3)) {
      expect(refusal(ticketPayment, PENDING, line)).toBe('noSuchStep')
    }
  })
})
