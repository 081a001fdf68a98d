/** Faults that money once had, each with the messages that showed it. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { folded, policyOf } from '../../model/money/compare.ts'
import { messagesIn } from '../../model/money/message-lines.ts'
import { eventOf } from '../../model/money/money-events.ts'
import { readDelivery } from '../../read-delivery.ts'

const PAID = '0 payment_pending 10000\n1 payment_captured act_c 10000'

const codesOf = (lines: string): readonly string[] =>
  folded(messagesIn(lines), policyOf('sepa')).doubts.map(({ code }) => code)

test.each([
  ['of two captures', '1 payment_captured act_c 6000\n1.5 payment_captured act_k 4000', 10000],
  ['of a capture in part', '1 payment_captured act_c 6000', 6000],
  ['of look-ups', '2 look Captured capturedBalance=20000', 20000],
])('rows that name no amount leave the amounts %s as they are, and in doubt', (_, said, sum) => {
  const silent = 'act_c Capture -, act_k Capture -'
  const rows = said.includes('act_k') ? silent : 'act_c Capture -'
  const ledgerOf = (...lists: readonly string[]) => {
    const lines = ['0 payment_pending 10000', said, ...lists].join('\n')
    const { captured, refundable, doubts } = folded(messagesIn(lines), policyOf('sepa'))
    return [captured, refundable, [...new Set(doubts.map(({ code }) => code))]]
  }
  const twice = [`4 list ${rows}`, `5 list ${rows}`]
  expect(ledgerOf(...twice)).toEqual([sum, 0, ['CapturedDiffers']])
  expect(ledgerOf(...twice, '6 list act_c Capture 10000', '7 list act_c Capture 10000')).toEqual([
    ...[10000, 10000],
    [],
  ])
})

test('rows without amounts do not bear two captures out, even if nobody names the payment’s amount', () => {
  const said = '1 payment_captured act_c 6000\n1.5 payment_captured act_k 4000'
  const listed = (...rows: readonly string[]) =>
    codesOf([said, ...rows.map((row, index) => `${4 + index} list ${row}`)].join('\n'))
  const silent = 'act_c Capture -, act_k Capture -'
  expect(listed(silent, silent)).toEqual(['CapturedDiffers'])
  expect(listed('act_c Capture 6000, act_k Capture 4000')).toEqual([])
})

test('a row that names no amount does not make a capture whole of which an earlier list named a part', () => {
  const listed = (...rows: readonly string[]) =>
    folded(messagesIn(rows.map((row, day) => `${day} ${row}`).join('\n')), policyOf('sepa'))
  const messages = ['payment_pending 10000', 'list act_c Capture 4000', 'list act_c Capture -']
  const { captured, refundable, doubts } = listed(...messages)
  expect([captured, refundable, doubts.map(({ code }) => code)]).toEqual([
    ...[4000, 0],
    ['CapturedDiffers'],
  ])
})

test('rows without any report of their amounts are in doubt', () => {
  const list = '4 list act_c Capture -, act_k Capture -'
  const lines = `0 payment_pending 10000\n${list}\n5${list.slice(1)}`
  expect(codesOf(lines)).toEqual(['CapturedDiffers'])
})

test('chargebacks that happened at one time are judged alike, whatever the ids of their messages', () => {
  const doubtsOf = (one: string, other: string) =>
    codesOf(`${PAID}
      8 dispute_resolved 10000 id=${one}
      20 dispute_arbitration_lost 10000 USD @8 id=${other}
      20 dispute_arbitration_lost dsp_1 10000 id=evt_later
      5 chargeback_reversed act_x dsp_1`)
  expect(doubtsOf('evt_1', 'evt_2')).toEqual(doubtsOf('evt_2', 'evt_1'))
})

test('a payment that begins in another currency is in doubt, even if nothing else is known', () => {
  expect(codesOf('0 payment_pending 10000 USD')).toEqual(['OtherCurrency'])
  expect(codesOf('0 payment_pending 10000 EUR')).toEqual([])
})

test('what a person states counts in what may still be taken back', () => {
  const pf = payfold([sepaPayment])
  const messages = messagesIn(`${PAID}
    5 payment_chargeback act_x 2000
    6 dispute_received dsp_1 2000
    7 reviewed chargedBack=2000`)
  const events = messages.map((each) => eventOf(each, policyOf('sepa')))
  const state = pf.fold('payment-pay_1' as Stream, events)
  if (state.machine === 'unassigned') throw new Error('no machine')
  const sums = pf.sums(state)
  expect(E.isRight(sums) ? sums.right : null).toMatchObject({ chargedBack: 2000, net: 8000 })
  expect(sepaPayment.sums.exposed(state.context as never)).toMatchObject({ amount: 8000 })
})

/**
 * Of a captured payment: the name of each case, its messages, and after some of them what was refunded, was
 * charged back and is refundable, and the doubts.
 */
const CASES = `
a return that is reported with two amounts is of the greater one
  5 payment_returned act_r 10000
  6 payment_returned act_r 9000 | 0 10000 0 Disagreement

a dispute that is won and then lost does not free the money
  6 dispute_received dsp_1 10000
  20 dispute_won dsp_1
  25 dispute_lost dsp_1 | 0 10000 0 DisputeDiffers

a dispute that is lost and then won, as a later message says, does not free the money
  6 dispute_received dsp_1 10000
  25 dispute_lost dsp_1 @10
  20 dispute_won dsp_1 | 0 10000 0 DisputeDiffers

chargebacks are contradicted by a list that lacks what an earlier one showed under the other name
  5 chargeback_reversed act_x dsp_1
  5 payment_returned act_r dsp_1 9000
  6 list act_c Capture 10000, act_x Return 9000
  7 list act_c Capture 10000 | 0 0 0 StatementDiffers
  8 list act_c Capture 10000 | 0 0 10000

a fee of a ticket is no doubt
  2 payment_refund_pending act_1 3000
  3 payment_refunded act_1 2950 | 2950 0 7050

more than was asked for is a doubt on a ticket
  2 payment_refund_pending act_1 3000
  3 payment_refunded act_1 3050 | 3050 0 0 Disagreement

less than was asked for is a doubt
  2 payment_refund_pending act_1 3000
  3 payment_refunded act_1 2950 | 2950 0 0 Disagreement

of a refund that a list showed as failed, only later messages say the amount
  2 payment_refund_pending act_1 3000
  4 list act_c Capture 10000, act_1 Refund 3000 failed | 0 0 10000
  5 payment_refunded act_1 @3 | 0 0 0 RefundReversed Unbound

a return that a list showed as open is of the amount that the next one and a message name
  5 payment_returned act_r 3000
  6 list act_c Capture 10000, act_r Return 6000 open | 0 6000 0 Disagreement StatementDiffers
  7 list act_c Capture 10000, act_r Return 3000 | 0 3000 7000

a return that a list showed as open is of that amount if the next one names none
  6 list act_c Capture 10000, act_r Return 3000 open | 0 3000 7000
  7 list act_c Capture 10000, act_r Return - | 0 3000 7000

a refund in another currency that a list shows as failed needs no amount
  2 payment_refund_pending act_1 USD | 0 0 0 OtherCurrency Unbound
  4 list act_c Capture 10000, act_1 Refund - failed | 0 0 10000

of a command that two actions bear, only one has its amount
  3 refund_requested commandId=c 3000
  3 payment_refunded act_1 commandId=c | 3000 0 7000
  3 payment_refunded act_2 commandId=c | 3000 0 0 Unbound

a later look-up that says the same as a person does not void the word
  3 payment_refunded act_1 3000
  5 payment_chargeback act_x 2000
  6 dispute_received dsp_1 2000
  7 reviewed captured=10000 refunded=3000 chargedBack=2000 | 3000 2000 5000
  8 look Partially_Refunded capturedBalance=10000 refundedBalance=3000 | 3000 2000 5000
  9 list act_c Capture 10000, act_1 Refund 3000 | 3000 2000 5000

a later look-up that shows more refunded than a person states is a doubt
  3 payment_refunded act_1 3000
  7 reviewed refunded=3000
  8 look Partially_Refunded capturedBalance=10000 refundedBalance=3000 | 3000 0 7000
  9 look Partially_Refunded capturedBalance=10000 refundedBalance=3001 | 3000 0 0 StatementDiffers

a taking with two amounts is not united
  5 payment_chargeback act_x 10000
  6 dispute_received dsp_1 10000 | 0 10000 0
  7 payment_chargeback act_x 9000 | 0 20000 0 Disagreement MoreThanCaptured OneOrTwo

a dispute that is won before it is received frees no other taking of half or less
  5 payment_chargeback act_x 5000
  9 dispute_won dsp_1 | 0 5000 0 Unbound

one collection is taken back once: of more than half, it is surely that one
  5 payment_chargeback act_x 5001
  9 dispute_won dsp_1 | 0 0 10000

a dispute that is won before it is received may be one with another chargeback of its amount
  5 payment_chargeback act_x 2000
  9 dispute_won dsp_1
  10 dispute_received dsp_1 2000 @6 | 0 2000 0 OneOrTwo

a dispute that is won before it is received is its own if no other has its amount
  5 payment_chargeback act_x 3000
  9 dispute_won dsp_1
  10 dispute_received dsp_1 2000 @6 | 0 3000 7000

a person says what is left after a dispute was won that nobody knows
  5 payment_chargeback act_x 3000
  9 dispute_won dsp_1
  10 reviewed chargedBack=3000 | 0 3000 7000

a list ends that a refund could not be read
  3 unreadable name=payment_refunded @- | 0 0 0 Unread
  5 list act_c Capture 10000 | 0 0 10000

only a list that is asked for later ends that rows could not be read
  5 unread act_c Capture 10000
  5+0s list act_c Capture 10000 | 0 0 0 Unread
  5+1s list act_c Capture 10000 | 0 0 10000

a look-up shows no refund that was done and then failed
  3 payment_refunded act_1 3000
  4 payment_refund_declined act_1 3000
  5 list act_c Capture 10000, act_1 Refund 3000 failed
  6 look Captured capturedBalance=10000 refundedBalance=0 | 0 0 10000
  7 look Captured capturedBalance=10000 refundedBalance=3001 | 0 0 0 StatementDiffers

a refund in another currency that a person had not seen is a doubt again
  3 payment_refunded act_1 3000
  7 reviewed refunded=3000
  8 payment_refunded act_1 3000 EUR | 3000 0 7000
  9 payment_refunded act_1 3000 USD | 3000 0 0 AfterReview

a refund that is told only as failed may be in the number that a person stated
  3 reviewed refunded=3000 | 3000 0 7000
  5 payment_refund_declined act_1 3000 | 3000 0 0 AfterReview

a refund that is told as begun after a person spoke, and then as failed, is not in the number
  3 reviewed refunded=3000
  4 payment_refund_pending act_1 3000
  5 payment_refund_declined act_1 3000 | 3000 0 7000

a chargeback that happens as another of its amount is given back may be that one
  5 payment_chargeback act_x 3000
  9 chargeback_reversed act_x
  9 dispute_received dsp_1 3000 | 0 3000 0 OneOrTwo

a chargeback that happens after another of its amount was given back is another one
  5 payment_chargeback act_x 3000
  9 chargeback_reversed act_x
  9+1s dispute_received dsp_1 3000 | 0 3000 7000

a list that shows a chargeback does not say that it was not taken anew
  5 payment_chargeback act_x 10000
  6 chargeback_reversed act_x
  7 payment_chargeback act_x 10000 | 0 10000 0 DisputeDiffers
  8 list act_c Capture 10000, act_x Return 10000 | 0 10000 0 DisputeDiffers

that the bank keeps what a person says was given back is a doubt
  6 dispute_received dsp_1 10000
  7 reviewed chargedBack=0 | 0 0 10000
  8 dispute_received dsp_1 10000 @6 | 0 0 10000
  9 dispute_accepted dsp_1 | 0 0 0 AfterReview

that the bank keeps what a person says was taken is none
  6 dispute_received dsp_1 3000
  7 reviewed chargedBack=3000
  9 dispute_accepted dsp_1 | 0 3000 7000

a capture that is still open contradicts a person who says that it was done
  2 reviewed captured=10000 | 0 0 10000
  3 list act_c Capture 10000 open | 0 0 0 AfterReview

a row that names no amount is of the amount that reports name
  3 payment_refunded act_1 3000
  4 payment_returned act_r 2000 | 3000 2000 5000
  5 list act_c Capture 10000, act_1 Refund -, act_r Return - | 3000 2000 5000
  6 list act_c Capture 10000, act_1 Refund -, act_r Return - | 3000 2000 5000

a row that names no amount is of the amount that was asked for
  3 payment_refund_pending act_1 3000
  5 list act_c Capture 10000, act_1 Refund - | 3000 0 7000

a row that names no amount does not end that messages and lists before it name two
  3 payment_refunded act_1 300
  4 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 0 Disagreement StatementDiffers
  5 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  6 list act_c Capture 10000, act_1 Refund - | 3000 0 0 Disagreement
  7 list act_c Capture 10000, act_1 Refund 3000
  8 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000

a row that names no amount is not a second list for the one that names another amount
  3 payment_refunded act_1 3000
  4 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  5 list act_c Capture 10000, act_1 Refund 300 | 3000 0 0 Disagreement StatementDiffers
  6 list act_c Capture 10000, act_1 Refund - | 3000 0 0 Disagreement
  7 list act_c Capture 10000, act_1 Refund 300 | 3000 0 0 Disagreement StatementDiffers
  8 list act_c Capture 10000, act_1 Refund 300 | 300 0 9700

a row that names no amount is of the one that an earlier list named
  4 list act_c Capture 10000, act_1 Refund 3000, act_r Return 2000 | 3000 2000 5000
  5 list act_c Capture -, act_1 Refund -, act_r Return - | 3000 2000 5000

a refund that only one list shows is disproved by the second one that lacks it
  3 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  4 list act_c Capture 10000 | 3000 0 0 StatementDiffers
  4+299s list act_c Capture 10000 | 3000 0 0 StatementDiffers
  4+300s list act_c Capture 10000 | 0 0 10000

a refund of our command that only one list shows is not gone because the next one lacks it
  3 refund_requested commandId=refund-1 10000
  4 list act_c Capture 10000, act_1 Refund 10000 open refund-1 | 0 0 0
  5 list act_c Capture 10000 | 0 0 0 StatementDiffers
  6 list act_c Capture 10000, act_1 Refund 10000 refund-1 | 10000 0 0

a refund that lists by turns show and lack is in doubt while the last one lacks it
  3 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  4 list act_c Capture 10000 | 3000 0 0 StatementDiffers
  5 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  6 list act_c Capture 10000 | 3000 0 0 StatementDiffers

a refund of less than an earlier list shows is in doubt until the second list
  3 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  4 list act_c Capture 10000, act_1 Refund 300 | 3000 0 0 Disagreement StatementDiffers
  5 list act_c Capture 10000, act_1 Refund 300 | 300 0 9700

lists that agree with an earlier one do not bear out what one between them denies
  3 list act_c Capture 10000, act_1 Refund 300 | 300 0 9700
  4 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 0 Disagreement StatementDiffers
  5 list act_c Capture 10000, act_1 Refund 300 | 3000 0 0 Disagreement StatementDiffers

a refund that lists show in all its steps is no doubt
  3 list act_c Capture 10000, act_1 Refund 3000 open | 0 0 7000
  4 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000

a refund that a list shows as open, and the next one as failed, has failed
  3 list act_c Capture 10000, act_1 Refund 3000 open
  4 list act_c Capture 10000, act_1 Refund - failed | 0 0 10000

a refund of a ticket that lists show as open, and then as done for less, had a fee
  3 list act_c Capture 10000, act_1 Refund 3000 open
  4 list act_c Capture 10000, act_1 Refund 2950 | 2950 0 7050

a refund that lists show as open, and then as done for less, is in doubt
  3 list act_c Capture 10000, act_1 Refund 3000 open
  4 list act_c Capture 10000, act_1 Refund 2950 | 2950 0 0 Disagreement StatementDiffers

a refund that was done by one list and failed by the next is in doubt until the second
  3 list act_c Capture 10000, act_1 Refund 3000
  4 list act_c Capture 10000, act_1 Refund 3000 failed | 3000 0 0 RefundReversed StatementDiffers
  5 list act_c Capture 10000, act_1 Refund 3000 failed | 0 0 10000

a return that only one list shows is not gone because the next one lacks it
  3 list act_c Capture 10000, act_r Return 10000 | 0 10000 0
  4 list act_c Capture 10000 | 0 10000 0 StatementDiffers
  5 list act_c Capture 10000 | 0 0 10000

a refund that only a list shows of which rows could not be read has to be borne out, too
  3 unread act_c Capture 10000, act_1 Refund 3000 | 3000 0 0 Unread
  4 list act_c Capture 10000 | 3000 0 0 StatementDiffers

a refund that a list showed after a person spoke may be in the number, though the next one lacks it
  3 reviewed refunded=0
  4 list act_c Capture 10000, act_1 Refund 3000 | 0 0 0 AfterReview
  5 list act_c Capture 10000 | 0 0 0 AfterReview

a dispute that is won at a time that nobody names does not free what may have been taken later
  6 dispute_received dsp_1 10000
  12 payment_returned act_r 10000 | 0 10000 0
  13 dispute_won dsp_1 @- | 0 10000 0 DisputeDiffers
  14 list act_c Capture 10000, act_r Return 10000 | 0 10000 0 DisputeDiffers
  20 reviewed chargedBack=10000 | 0 10000 0

a reversal that names nothing, and no time, does not free what may have been taken later
  6 payment_chargeback act_x 10000
  12 payment_returned act_r 10000
  13 chargeback_reversed @- | 0 10000 0 DisputeDiffers

a chargeback that was reversed at a time that nobody names may have been taken anew
  6 payment_chargeback act_x 10000
  12 payment_chargeback act_x 10000
  13 chargeback_reversed act_x @- | 0 10000 0 DisputeDiffers

two reports of a chargeback that differ by the clock tolerance do not say that it was taken anew
  6 payment_chargeback act_x 10000
  6+300s payment_chargeback act_x 10000 @6+300s
  13 chargeback_reversed act_x @- | 0 0 10000

two reports of a chargeback that differ by more than the clock tolerance may say so
  6 payment_chargeback act_x 10000
  6+301s payment_chargeback act_x 10000 @6+301s
  13 chargeback_reversed act_x @- | 0 10000 0 DisputeDiffers

a reversal without a time gives back the only chargeback
  6 payment_chargeback act_x 10000
  13 chargeback_reversed act_x @- | 0 0 10000

a dispute that is won at a time that nobody names gives back what was reported before it was received
  5 payment_chargeback act_x 10000
  6 dispute_received dsp_1 10000
  13 dispute_won dsp_1 @- | 0 0 10000

arbitration that was lost does not say that money was taken after a person's word
  7 reviewed chargedBack=3000
  20 dispute_arbitration_lost dsp_1 3000 | 0 3000 0 AfterReview

the next step of a dispute does not say that money was taken after a person's word
  7 reviewed chargedBack=3000 | 0 3000 7000
  20 dispute_evidence_required dsp_1 3000 | 0 3000 0 AfterReview

a dispute that was received after a person's word is a further one
  7 reviewed chargedBack=3000
  20 dispute_received dsp_1 2000 | 0 5000 5000

a refund that failed before a person's word may be in the number
  7 reviewed refunded=3000
  8 payment_refunded act_1 3000 | 6000 0 4000
  9 payment_refund_declined act_1 3000 @6 | 3000 0 0 AfterReview

a refund that our command began before a person's word may be in the number
  3 refund_requested commandId=refund-1 3000
  4 reviewed refunded=3000 | 3000 0 4000
  5 payment_refunded act_1 3000 reference=refund-1 | 3000 0 0 AfterReview

a row of another amount is not the refund of our command, of which a report names none
  3 refund_requested commandId=refund-1 3000
  3.1 payment_refunded commandId=refund-1 | 3000 0 7000
  5 list act_c Capture 10000, act_1 Refund 2000 | 5000 0 0 StatementDiffers
  6 list act_c Capture 10000, act_1 Refund 2000 | 2000 0 8000

a row of less than our command asked for is its refund on a ticket, if a report names no amount
  3 refund_requested commandId=refund-1 3000
  3.1 payment_refunded commandId=refund-1 | 3000 0 7000
  5 list act_c Capture 10000, act_1 Refund 2950 | 2950 0 7050

a refund that lists show under a kind that nobody knows is not disproved
  3 payment_refunded act_1 3000 | 3000 0 7000
  5 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers
  6 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers
  7 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000

a refund that lists lack, beside an action of a kind that nobody knows, is not disproved
  3 payment_refunded act_1 3000 | 3000 0 7000
  5 list act_c Capture 10000, act_9 Reimbursement 3000 | 3000 0 0 StatementDiffers
  6 list act_c Capture 10000, act_9 Reimbursement 3000 | 3000 0 0 StatementDiffers
  7 reviewed refunded=3000 | 3000 0 7000

a refund that lists lack, beside one of a kind that moves no money, is disproved
  3 payment_refunded act_1 3000
  5 list act_c Capture 10000, act_9 Authorization 3000 | 3000 0 0 StatementDiffers
  6 list act_c Capture 10000, act_9 Authorization 3000 | 0 0 10000

a refund that lists show as a payout, which moves money in a way that nobody knows, is not disproved
  3 payment_refunded act_1 3000
  5 list act_c Capture 10000, act_1 Payout 3000 | 3000 0 0 StatementDiffers
  6 list act_c Capture 10000, act_1 Payout 3000 | 3000 0 0 StatementDiffers

a refund of a ticket that lists show under a kind that nobody knows is not disproved
  3 payment_refunded act_1 3000
  5 list act_c Capture 10000, act_1 Refunded 3000
  6 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers

a refund of our command, without an action id, is not disproved beside a kind that nobody knows
  3 refund_requested commandId=refund-1 3000
  3.1 payment_refunded commandId=refund-1 3000 | 3000 0 7000
  5 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers
  6 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers

a return that one list shows, and later ones under a kind that nobody knows, was taken
  5 list act_c Capture 10000, act_r Return 10000 | 0 10000 0
  6 list act_c Capture 10000, act_r SEPA_Return 10000 | 0 10000 0 StatementDiffers
  7 list act_c Capture 10000, act_r SEPA_Return 10000 | 0 10000 0 StatementDiffers
  8 reviewed chargedBack=10000 | 0 10000 0

a refund that one list shows, and later ones under a kind that nobody knows, was done
  5 list act_c Capture 10000, act_1 Refund 3000 | 3000 0 7000
  6 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers
  7 list act_c Capture 10000, act_1 Refunded 3000 | 3000 0 0 StatementDiffers

a capture that lists show under a kind that nobody knows is not disproved
  5 list act_c Captured 10000 | 0 0 0 StatementDiffers
  6 list act_c Captured 10000 | 0 0 0 StatementDiffers
  7 list act_c Capture 10000 | 0 0 10000

an action of a kind that nobody knows holds nothing of what lists show
  3 payment_refunded act_1 3000
  5 list act_c Capture 10000, act_1 Refund 3000, act_9 Reimbursement 100 | 3000 0 7000
  6 list act_c Capture 10000, act_1 Refund 3000, act_9 Reimbursement 100 | 3000 0 7000

a message that could not be read may be the action of a kind that nobody knows
  3 unreadable name=payment_refunded @- | 0 0 0 Unread
  5 list act_c Capture 10000, act_1 Refunded 3000 | 0 0 0 Unread
  6 list act_c Capture 10000 | 0 0 10000
`

const followed = (lines: readonly string[], isTicket = false): readonly string[] => {
  const said = lines.map((line) => line.split('|')[0] ?? '')
  return lines.map((line, index) => {
    if (!line.includes('|')) return line
    const messages = messagesIn([PAID, ...said.slice(0, index + 1)].join('\n'))
    const got = folded(messages, policyOf(isTicket ? 'ticket' : 'sepa'))
    const codes = got.doubts.map(({ code }) => code)
    return `${said[index]}| ${[got.refunded, got.chargedBack, got.refundable, ...codes].join(' ')}`
  })
}

test.each(
  CASES.trim()
    .split('\n\n')
    .map((text) => text.split('\n')),
)('%s', (name, ...lines) => {
  expect(followed(lines, name?.includes('ticket'))).toEqual(lines)
})

describe('what could not be read', () => {
  test.each(['payment_chargeback', 'payment_returned', 'dispute_received', 'dispute_lost'])(
    'only a person ends that %s could not be read, by what was charged back',
    (name) => {
      const after = (...lines: readonly string[]) =>
        followed([`3 unreadable name=${name} @-`, ...lines]).at(-1)
      const list = '5 list act_c Capture 10000'
      expect(after(list, '6 list act_c Capture 10000 |')).toMatch(/ 0 Unread$/)
      expect(after(list, '6 reviewed refunded=0 |')).toMatch(/ 0 Unread$/)
      expect(after('2 reviewed chargedBack=0 |')).toMatch(/ 0 Unread$/)
      expect(after('3 reviewed chargedBack=0 |')).toMatch(/ 0 0 10000$/)
      expect(after('3 reviewed chargedBack=4000 |')).toMatch(/ 0 4000 6000$/)
    },
  )
})

test.each([{ source: { type: 'currency_account', id: 'ca_1' } }, { destination: { id: 'src_1' } }])(
  'a return that may be of a payout holds what was captured, until a person has spoken',
  (accounts) => {
    const at = '2026-03-02T10:00:00Z'
    const data = { id: 'pay_1', action_id: 'act_r', amount: 10000, currency: 'EUR', ...accounts }
    const body = { id: 'evt_r', type: 'payment_returned', created_on: at, data }
    const read = readDelivery({ kind: 'webhook', isVerified: true, receivedAt: at, body })
    const returned = E.isRight(read) ? read.right.map(({ event }) => event) : []
    const pf = payfold([sepaPayment])
    const refundable = (lines: string) => {
      const events = messagesIn(lines).map((each) => eventOf(each, policyOf('sepa')))
      const state = pf.fold('payment-pay_1' as Stream, [...events, ...returned])
      const sums = state.machine === 'unassigned' ? null : pf.sums(state)
      return sums !== null && E.isRight(sums) ? sums.right?.refundable : null
    }
    expect(refundable(PAID)).toBe(0)
    expect(refundable(`${PAID}\n70 reviewed chargedBack=0`)).toBe(10000)
  },
)

test('lists say nothing of a taking by the action that a dispute message names', () => {
  const lines = `
    0 payment_pending 10000
    0 payment_captured act_c 10000
    0 payment_chargeback act_3 dsp_1 2000
    1 list act_c Capture 10000, act_3 Return 2000
    1.1 dispute_resolved act_1 dsp_1
    5 list act_c Capture 10000
    9 list act_c Capture 10000, act_1 Return 500`
  expect(codesOf(lines)).not.toContain('StatementDiffers')
})
