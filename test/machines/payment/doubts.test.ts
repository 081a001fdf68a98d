/** The doubts about a payment, each as a person reads it: what it is about, and what settles it. */
import { expect, test } from 'vitest'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { machines } from '../../given.ts'
import { folded, policyOf } from '../../model/money/compare.ts'
import { eventOf } from '../../model/money/money-events.ts'
import type { Message, Row } from '../../model/money/money-model.ts'

const pf = payfold(machines)
const DAY = 86_400

const says = (day: number, type: string, rest: Partial<Message> = {}): Message => ({
  id: `${type}_${day}`,
  type,
  receivedAt: day * DAY,
  happenedAt: day * DAY,
  ...rest,
})
const list = (day: number, rows: readonly Row[], unread = false): Message =>
  says(day, 'actions_listed', { askedAt: day * DAY, happenedAt: null, rows, unread })
const paid = [
  says(0, 'payment_pending', { amount: 1000 }),
  says(1, 'payment_captured', { actionId: 'act_c', amount: 1000 }),
]
const captured: Row = { id: 'act_c', kind: 'Capture', amount: 1000, state: 'done' }
const refund: Row = { id: 'act_1', kind: 'Refund', amount: 300, state: 'done' }
const dispute = says(5, 'dispute_received', { disputeId: 'dsp_1', amount: 400 })
const refunded = says(3, 'payment_refunded', { actionId: 'act_1', amount: 300 })

const findingsOf = (messages: readonly Message[]) =>
  pf.fold(
    'payment-pay_1' as Stream,
    messages.map((each) => eventOf(each, policyOf('sepa'))),
  ).findings

const sentences = (...messages: readonly Message[]): readonly string[] =>
  findingsOf([...paid, ...messages])
    .filter((each) => 'asks' in each)
    .map((each) => `${each.code} ${each.key}: ${pf.explain(each)}`)

test('each doubt names its thing, and says in a sentence what is wrong', () => {
  const all = [
    sentences(says(3, 'payment_refunded', { amount: 300 })),
    sentences(says(3, 'payment_refunded', { commandId: 'c-1' })),
    sentences(
      dispute,
      says(6, 'payment_returned', { actionId: 'act_r', amount: 300 }),
      says(7, 'chargeback_reversed'),
    ),
    sentences(refunded, says(4, 'payment_refunded', { actionId: 'act_1', amount: 200 })),
    sentences(says(3, 'payment_refunded', { actionId: 'act_1', amount: 300, currency: 'USD' })),
    sentences(says(2, 'payment_captured', { actionId: 'act_2', amount: 900 })),
    sentences(says(2, 'payment_captured', { actionId: 'act_c', amount: 900 })),
    sentences(refunded, says(4, 'payment_refund_declined', { actionId: 'act_1', amount: 300 })),
    sentences(says(4, 'payment_canceled')),
    sentences(says(3, 'payment_refunded', { actionId: 'act_1', amount: 1001 })),
    sentences(says(5, 'dispute_received', { disputeId: 'dsp_1', amount: 1001 })),
    sentences(
      dispute,
      says(6, 'dispute_won', { disputeId: 'dsp_1' }),
      says(7, 'dispute_lost', { disputeId: 'dsp_1' }),
    ),
    sentences(says(6, 'dispute_resolved', { disputeId: 'dsp_1', amount: 400 })),
    sentences(dispute, says(6, 'dispute_won', { disputeId: 'dsp_1', amount: 390 })),
    sentences(
      dispute,
      says(6, 'dispute_won', { disputeId: 'dsp_1', amount: 390 }),
      says(7, 'dispute_lost', { disputeId: 'dsp_1' }),
    ),
    sentences(
      dispute,
      says(6, 'dispute_lost', { disputeId: 'dsp_1' }),
      says(7, 'dispute_arbitration_won', { disputeId: 'dsp_1', amount: 390 }),
    ),
    sentences(
      dispute,
      says(6, 'dispute_arbitration_won', { disputeId: 'dsp_1' }),
      says(7, 'dispute_arbitration_lost', { disputeId: 'dsp_1' }),
    ),
    sentences(dispute, says(6, 'payment_chargeback', { actionId: 'act_x', amount: 400 })),
    sentences(refunded, list(4, [captured])),
    sentences(says(4, 'state_observed', { askedAt: 4 * DAY, status: 'Refunded' })),
    sentences(list(4, [captured, refund], true)),
    sentences(says(4, 'unreadable', { name: 'payment_refunded', happenedAt: null })),
    sentences(says(4, 'unreadable', { name: 'dispute_received', happenedAt: null })),
    sentences(
      refunded,
      says(4, 'reviewed', { asOf: 4 * DAY, captured: 1000, refunded: 300, chargedBack: 0 }),
      says(5, 'payment_refunded', { actionId: 'act_1', amount: 400 }),
      says(6, 'dispute_won', { disputeId: 'dsp_9' }),
    ),
  ]
  expect(all.flat()).toMatchInlineSnapshot(`
    [
      "Unbound payment_refunded:event:payment_refunded_3: payment_refunded:event:payment_refunded_3 does not say which refund it is of, or of how much.",
      "Unbound payment_refunded:command:c-1: payment_refunded:command:c-1 does not say which refund it is of, or of how much.",
      "Unbound chargeback_reversed_7: chargeback_reversed_7 gives money back, and does not say of which chargeback.",
      "Disagreement payment_refunded:act_1: Messages name different amounts for payment_refunded:act_1.",
      "OtherCurrency payment_refunded:act_1: A message about payment_refunded:act_1 names another currency than the payment's.",
      "Unbound payment_refunded:act_1: payment_refunded:act_1 does not say which refund it is of, or of how much.",
      "CapturedDiffers payment_captured: What was captured is not the amount of the payment, in one capture.",
      "Disagreement payment_captured: Messages name different amounts for payment_captured.",
      "RefundReversed payment_refunded:act_1: payment_refunded:act_1: the refund is reported as done and as failed.",
      "Superseded payment_canceled: payment_canceled was reported although the money had been captured.",
      "MoreThanCaptured payment_refunded: Refunds are reported of more than was captured.",
      "MoreThanCaptured payment_chargeback: Banks took back more than was captured.",
      "DisputeDiffers payment_chargeback:dsp_1: payment_chargeback:dsp_1: messages do not agree on how the dispute ended.",
      "DisputeDiffers payment_chargeback:dsp_1: payment_chargeback:dsp_1: the dispute was resolved, and nothing says whether the money came back.",
      "DisputeDiffers payment_chargeback:dsp_1: payment_chargeback:dsp_1: messages name different amounts as taken and as given back.",
      "DisputeDiffers payment_chargeback:dsp_1: payment_chargeback:dsp_1: messages do not agree on how the dispute ended.",
      "DisputeDiffers payment_chargeback:dsp_1: payment_chargeback:dsp_1: messages name different amounts as taken and as given back.",
      "DisputeDiffers payment_chargeback:dsp_1: payment_chargeback:dsp_1: messages do not agree on how the dispute ended.",
      "OneOrTwo payment_chargeback:act_x: Nobody knows how many chargebacks these are: act_x, dsp_1.",
      "StatementDiffers payment_refunded:act_1: What the provider shows contradicts its messages about payment_refunded:act_1.",
      "StatementDiffers state_observed_4: A look-up of the payment shows another state than its messages add up to.",
      "Unread actions_listed_4: An action or a message could not be read: it may be a refund.",
      "Unread unreadable_4: An action or a message could not be read: it may be a refund.",
      "Unread unreadable_4: A message about a chargeback could not be read: a bank may have taken money back.",
      "AfterReview payment_refunded:act_1: payment_refunded:act_1 may contradict what a person has stated, or be part of it: the amounts captured, refunded and charged back have to be stated again.",
      "AfterReview dispute_won_6: dispute_won_6 may contradict what a person has stated, or be part of it: the amounts captured, refunded and charged back have to be stated again.",
    ]
  `)
})

test('one refund that two commands are told of holds all others, until a list shows how many there are', () => {
  const asked = (command: string): Message =>
    says(2, 'refund_requested', { id: `request_${command}`, commandId: command, amount: 300 })
  const told = (commandId: string, actionId: string): Message =>
    says(3, 'payment_refund_pending', { id: `told_${commandId}`, commandId, actionId, amount: 300 })
  const after = (...messages: readonly Message[]) => {
    const { refunding, refunded, refundable, doubts } = folded(
      [...paid, asked('c-1'), asked('c-2'), ...messages],
      policyOf('sepa'),
    )
    return { gone: refunding + refunded, refundable, doubts: doubts.map(({ code }) => code) }
  }
  const both = [told('c-1', 'act_1'), told('c-2', 'act_1')]
  const failed = says(4, 'payment_refund_declined', { actionId: 'act_1', amount: 300 })
  const second: Row = { ...refund, id: 'act_2' }
  const free = { gone: 600, refundable: 400, doubts: [] }
  expect(after(told('c-1', 'act_1'), told('c-2', 'act_2'))).toEqual(free)
  expect(after(...both)).toEqual({ gone: 300, refundable: 0, doubts: ['Unbound'] })
  expect(after(...both, failed).refundable).toBe(0)
  expect(after(...both, list(4, [captured, refund, second]))).toEqual(free)
  const one = { gone: 300, refundable: 700, doubts: [] }
  expect(after(...both, list(4, [captured, refund]))).toEqual(one)
  // a list shows nothing of what was received less than the lag before it, or later
  const earlier = says(2.5, 'payment_refund_pending', { ...told('c-1', 'act_1'), id: 'earlier' })
  const before = { ...earlier, receivedAt: 2.5 * DAY }
  const pendingRow: Row = { ...refund, state: 'open' }
  const shown = (seconds: number): Message => ({
    ...list(3, [captured, pendingRow]),
    askedAt: 3 * DAY + seconds,
    receivedAt: 4 * DAY,
  })
  expect(after(before, told('c-2', 'act_1'), shown(300)).doubts).toEqual([])
  expect(after(before, told('c-2', 'act_1'), shown(299))).toEqual({
    gone: 300,
    refundable: 0,
    doubts: ['Unbound'],
  })
})

test('findings about ends and sums say which, and by how much', () => {
  const [pending] = paid
  if (pending === undefined) throw new Error('no payment')
  const ends = [says(1, 'payment_declined'), says(2, 'payment_canceled')]
  const found = [
    ...findingsOf([pending, ...ends]),
    ...findingsOf([
      ...paid,
      says(3, 'payment_refunded', { actionId: 'act_1', amount: 900 }),
      says(4, 'dispute_received', { disputeId: 'dsp_1', amount: 300 }),
      says(5, 'payment_refund_pending', { actionId: 'act_2', amount: 500 }),
    ]),
  ]
  const all = found.filter((each) => /Ends|Net|Risk/.test(each.code))
  expect(all.map((each) => `${each.code} ${each.key}: ${pf.explain(each)}`)).toMatchInlineSnapshot(`
    [
      "EndsContradict payment_canceled: payment_declined and payment_canceled were reported, but a payment ends in one way.",
      "NegativeNet payment_chargeback:dsp_1: 2.00 EUR more went back than came in.",
      "RefundAtRisk payment_refund_pending:act_2: Open refunds exceed the money that is left by 5.00 EUR.",
    ]
  `)
})
