import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { paymentSums } from '../../../machines/payment/sums.ts'
import { after, outcome, refusal, scenes } from '../scenes.ts'

const PENDING = '2024-01-01 payment_pending 1000 EUR src_1'
const DECLINED = '2024-01-01T12 payment_declined src_1'
const CANCELED = '2024-01-01T12 payment_canceled src_1'
const PAID = [PENDING, '2024-01-02 payment_captured 1000 src_1']

const sums = (...lines: readonly string[]) => paymentSums(after(sepaPayment, ...lines).context)

describe('a SEPA payment', () => {
  scenes(
    sepaPayment,
    `
is pending until it is captured, declined or canceled
  => none
  ? ${DECLINED} => declined
  ${PENDING} => pending
  ? 2024-01-02 payment_captured 1000 src_1 => captured
  ? ${DECLINED} => declined
  ? ${CANCELED} => canceled

that was captured or canceled without being pending has lost a message
  ? 2024-01-02 payment_captured 1000 src_1 => captured missingPredecessor
  ? ${CANCELED} => canceled missingPredecessor

keeps its first end
  ${PENDING}
  ${CANCELED} => canceled
  2024-01-01T13 payment_declined src_1 => canceled EndsContradict

keeps its first end, whichever that is
  ${PENDING}
  2024-01-01T13 payment_canceled src_1
  ${DECLINED} => declined EndsContradict

with both ends at the same time was declined
  ${PENDING}
  ${CANCELED}
  ${DECLINED} => declined EndsContradict

whose money came after its end is captured, with a finding; within the tolerance nobody knows which came first
  ${PENDING}
  ${DECLINED}
  ? 2024-01-01T12:01:00.0000001 payment_captured 1000 src_1 => captured moneyAfterEnd
  ? 2024-01-01T12:01 payment_captured 1000 src_1 => captured

that ended keeps its end, and accepts no money as a command
  ${PENDING}
  ${DECLINED}
  ! 2024-01-02 payment_declined src_1 => allowed
  ! 2024-01-02 payment_canceled src_1 => allowed
  ! 2024-01-03 payment_captured 1000 src_1 => moneyAfterEnd

that was canceled keeps its end, and accepts no money as a command
  ${PENDING}
  ${CANCELED}
  ! 2024-01-02 payment_declined src_1 => allowed
  ! 2024-01-02 payment_canceled src_1 => allowed
  ! 2024-01-03 payment_captured 1000 src_1 => moneyAfterEnd

with both ends before the money has one finding
  ${PENDING}
  ${DECLINED}
  2024-01-02T09:58:59.9999999 payment_canceled src_1
  2024-01-02 payment_captured 1000 src_1 => captured moneyAfterEnd

with both ends, one of them within the tolerance of the money, has no finding
  ${PENDING}
  ${DECLINED}
  2024-01-02T09:59 payment_canceled src_1
  2024-01-02 payment_captured 1000 src_1 => captured

with both ends after the money has one finding
  ${PENDING}
  2024-01-09T12 payment_declined src_1
  2024-01-10T12 payment_canceled src_1
  2024-01-02 payment_captured 1000 src_1 => captured Superseded

with one end that has no time is not judged by it, if it was received before the money
  ${PENDING}
  ${DECLINED}
  ~2024-01-01T11 payment_canceled src_1
  2024-01-02 payment_captured 1000 src_1 => captured

counts the refund window from the debit date if the provider names it
  ${PENDING}
  2024-01-02 payment_captured 1000 src_1 debitDate=2024-01-04
  ! 2024-02-29T22:59:59.9999999 refund_requested act_new 100 => allowed
  ! 2024-02-29T23 refund_requested act_new 100 => withinRefundWindow

counts the chargeback window from the later of debit and capture
  ${PENDING}
  2024-01-02 payment_captured 1000 src_1 debitDate=2023-12-20
  2025-03-07 payment_chargeback act_1 100 => captured

accepts, before its capture is known, no command but to begin and to end
  ! ${PENDING} => allowed
  ! ${DECLINED} => allowed
  ! ${CANCELED} => missingPredecessor
  ! 2024-01-02 payment_captured 1000 src_1 => missingPredecessor
  ${PENDING}
  ! ${DECLINED} => allowed
  ! ${CANCELED} => allowed
  ! 2024-01-02 payment_captured 1000 src_1 => allowed
  ! 2024-02-20 chargeback_reversed act_1 => noSuchStep

without a known amount accepts no command that it was refunded
  03-02 payment_pending
  03-02 payment_captured
  ! 03-03 payment_refunded act_1 5 => notKnown
`,
  )

  scenes(
    sepaPayment,
    `
whose end has a time after its capture stays captured, with a finding about the end
  2024-01-05 payment_declined src_1 => captured Superseded

is refunded in part, then fully, each refund with its own id
  2024-01-10 payment_refunded act_1 400 => partially_refunded
  2024-01-10 payment_refunded act_2 600 => refunded

with a refund of an unknown amount is refunded in part, in doubt
  2024-01-10 payment_refunded act_1 0 => partially_refunded Unbound

with a refund that is reported as done and as failed counts it as done, in doubt
  2024-01-12 payment_refunded act_1 400
  ? 2024-01-11 payment_refund_declined act_1 400 => partially_refunded Overruled RefundReversed
  ? 2024-01-12 payment_refund_declined act_1 400 => partially_refunded RefundReversed Overruled
  2024-01-13 payment_refund_declined act_1 400 => partially_refunded RefundReversed Overruled
  ! 2024-01-10 refund_requested act_new 1 => notInDoubt

may be refunded until the last of 56 days is over in Brussels
  ! 2024-02-27T22:59:59.9999999 refund_requested act_new 100 => allowed
  ! 2024-02-27T23 refund_requested act_new 100 => withinRefundWindow

reported as refunded late is recorded; clocks may differ by a minute
  ? 2024-02-27T23:01 refund_requested act_new 100 => captured
  ? 2024-02-27T23:01:00.0000001 refund_requested act_new 100 => captured withinRefundWindow

whose refund request was never reported is judged at the first stage, with four more days
  ? 2024-03-04T23:01 payment_refunded act_1 100 => partially_refunded
  ? 2024-03-04T23:01:00.0000001 payment_refunded act_1 100 => partially_refunded withinRefundWindow
  ? 2024-03-20 payment_refund_declined act_1 100 => captured withinRefundWindow
  2024-02-20 payment_refund_pending act_1 100
  2024-03-20 payment_refunded act_1 100 => partially_refunded

which is refunded before the capture is refunded too early; clocks may differ by a minute
  ? 2024-01-02T09:59 payment_refund_pending act_1 100 => captured
  ? 2024-01-02T09:58:59.9999999 payment_refund_pending act_1 100 => captured withinRefundWindow
  ? 2024-01-02T09:59 payment_refunded act_1 100 => partially_refunded
  ? 2024-01-02T09:58:59.9999999 payment_refunded act_1 100 => partially_refunded withinRefundWindow

reserves what is being refunded
  2024-01-10 payment_refund_pending act_1 400
  ! 2024-01-10 refund_requested act_new 600 => allowed
  ! 2024-01-10 refund_requested act_new 601 => withinNet

reserves what was charged back
  2024-01-20 payment_chargeback act_1 400
  ! 2024-01-21 refund_requested act_new 600 => allowed
  ! 2024-01-21 refund_requested act_new 601 => withinNet

with an open refund of which nothing tells the amount is in doubt
  2024-01-10 payment_refund_pending act_1 => captured Unbound
  ! 2024-01-10 refund_requested act_new 1 => notInDoubt

is refunded in its own currency; of another, nothing tells how much of the payment it was
  ! 2024-01-10 refund_requested act_new 1 EUR => allowed
  ! 2024-01-10 refund_requested act_new 1 USD => sameCurrency
  2024-01-10 refund_requested act_new 1 USD => captured sameCurrency OtherCurrency Unbound

wins a chargeback back, if all of it
  2024-01-20 payment_chargeback act_1 1000
  ? 2024-02-20 chargeback_reversed act_1 => captured
  ? 2024-02-20 chargeback_reversed act_1 1000 => captured
  ? 2024-02-20 chargeback_reversed act_1 999 => charged_back DisputeDiffers Overruled
  2024-03-01 payment_chargeback act_2 1000
  2024-02-20 chargeback_reversed act_1 => charged_back

charged back after a full refund has a negative net
  2024-01-10 payment_refunded act_1 1000
  2024-01-20 payment_chargeback act_2 1000 => charged_back NegativeNet

may be charged back until the last day of thirteen months is over in Brussels
  ? 2025-03-07T23:01 payment_chargeback act_1 100 => captured
  ? 2025-03-07T23:01:00.0000001 payment_chargeback act_1 100 => captured withinChargebackWindow
  ? 2025-03-07T23:01:00.0000001 payment_chargeback act_1 0 => charged_back withinChargebackWindow
  ? 2025-03-07T23:01:00.0000001 payment_chargeback act_1 1000 => charged_back withinChargebackWindow

with events of another lifecycle parks what it cannot have
  03-02 payment_capture_pending => captured / NotOfThisLifecycle

accepts no command to refund beyond what was captured, in part or in full
  ! 2024-01-10 payment_refunded act_1 1001 => withinCaptured
  ? 2024-01-10 refund_requested act_new 5000 => captured RefundAtRisk MoreThanCaptured

with a reversal that gives back nothing counts nothing, and parks it
  2024-01-15 chargeback_reversed act_1 => captured / NoEntity
`,
    PAID,
  )

  test.each([
    ['refund_requested act_1 100', 'captured'],
    ['payment_refund_pending act_1 100', 'captured'],
    ['payment_refunded act_1 100', 'partially_refunded'],
    ['payment_refunded act_1 1000', 'refunded'],
    ['payment_refund_declined act_1 100', 'captured'],
    ['payment_chargeback act_1 100', 'captured'],
    ['payment_chargeback act_1 1000', 'charged_back'],
  ])('for which %s is reported has been captured, reported or not', (event, status) => {
    for (const before of [[PENDING], [PENDING, DECLINED], [PENDING, CANCELED]]) {
      const found = outcome(sepaPayment, ...before, `2024-01-20 ${event}`)
      expect(found).toBe(`${status} missingPredecessor`)
    }
  })

  test('has the sums of its refunds and chargebacks', () => {
    const refunds = [400, 600].map((each) => `2024-01-10 payment_refunded act_${each} ${each}`)
    const none = { currency: 'EUR', amount: 1000, captured: 1000, refunding: 0, refundable: 0 }
    expect(sums(...PAID, ...refunds)).toEqual({ ...none, refunded: 1000, chargedBack: 0, net: 0 })
    const lost = '2024-01-20 payment_chargeback act_1 1000'
    expect(sums(...PAID, ...refunds, lost).net).toBe(-1000)
    const part = '2024-02-20 chargeback_reversed act_1 999'
    expect(sums(...PAID, lost, part)).toMatchObject({ chargedBack: 1000, net: 0 })
  })

  test.each([
    'refund_requested act_new 1',
    'payment_refund_pending act_1 1',
    'payment_refunded act_1 0',
    'payment_refunded act_1 1',
    'payment_refunded act_1 1000',
    'payment_refund_declined act_1 1',
    'payment_chargeback act_1 1',
    'payment_chargeback act_1 1000',
  ])('accepts no command to send money back before its capture is known: %s', (step) => {
    const event = `2024-01-10 ${step}`
    expect(refusal(sepaPayment, event)).toBe('missingPredecessor')
    expect(refusal(sepaPayment, PENDING, event)).toBe('noSuchStep')
    expect(refusal(sepaPayment, PENDING, DECLINED, event)).toBe('noSuchStep')
  })

  test('whose refunds a list shows as failed returns through the same states', () => {
    const done = [400, 600].map((each) => `2024-01-10 payment_refunded act_${each} ${each}`)
    const shown = (...failed: readonly number[]) => {
      const row = (kind: string, id: string, amount: number) =>
        JSON.stringify({ kind, id, amount, approved: !failed.includes(amount) })
      const rows = [
        row('Capture', 'act_c', 1000),
        ...[400, 600].map((n) => row('Refund', `act_${n}`, n)),
      ]
      const list = `~2024-01-13 actions_listed askedAt=2024-01-13T10:00:00Z unread=0 actions=[${rows}] (response)`
      const declined = failed.map((each) => `2024-01-12 payment_refund_declined act_${each}`)
      const captured = '2024-01-02 payment_captured 1000 act_c src_1'
      return after(sepaPayment, PENDING, captured, ...done, ...declined, list).status
    }
    expect([shown(), shown(600), shown(600, 400)]).toEqual([
      'refunded',
      'partially_refunded',
      'captured',
    ])
    const failed = '2024-01-12 payment_refund_declined act_3 1'
    expect(outcome(sepaPayment, ...PAID, ...done, failed)).toBe('refunded')
    expect(outcome(sepaPayment, ...PAID, failed)).toBe('captured')
  })

  test.each([
    'payment_refund_pending act_9 1',
    'payment_refunded act_9 0',
    'payment_refunded act_9 1',
    'payment_refunded act_9 1000',
    'payment_refund_declined act_9 1',
  ])('whose first stage of a refund is a late %s has a finding, in any state', (stage) => {
    const found = (at: string, ...before: readonly string[]) =>
      outcome(sepaPayment, ...PAID, ...before, `${at} ${stage}`)
    for (const before of [[], [400], [1000]]) {
      const refunds = before.map((amount) => `2024-01-10 payment_refunded act_1 ${amount}`)
      expect(found('2024-03-04T23:01:00.0000001', ...refunds)).toContain('withinRefundWindow')
    }
    expect(found('2024-03-04T23:00:59')).not.toContain('withinRefundWindow')
  })

  test('whose reversal is not later than its chargeback counts as charged back, in doubt', () => {
    const early = '2024-01-15 chargeback_reversed act_1'
    for (const at of ['2024-01-15T10:00:00.0000001', '2024-01-20']) {
      const seen = after(sepaPayment, ...PAID, `${at} payment_chargeback act_1 400`, early)
      expect(seen.value).toEqual({ captured: { refund: 'none', dispute: 'part' } })
      expect(seen.findings.map(({ code }) => code)).toContain('DisputeDiffers')
    }
    const same = '2024-01-15 payment_chargeback act_1 400'
    expect(outcome(sepaPayment, ...PAID, same, early)).toBe('captured')
  })
})
