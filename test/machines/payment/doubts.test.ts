/** The doubts about a payment, each as a person reads it: what it is about, and what settles it. */
import { expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import type { TimeText } from '../../../src/words/time/instant.ts'
import { machines, pay, reported } from '../../given.ts'
import { folded, policyOf } from '../../model/money/compare.ts'
import { messagesIn } from '../../model/money/message-lines.ts'
import { eventOf } from '../../model/money/money-events.ts'

const pf = payfold(machines)

const PENDING = '0 payment_pending 1000'
const PAID = `${PENDING}\n1 payment_captured act_c 1000`

const findingsOf = (text: string) =>
  pf.fold(
    'payment-pay_1' as Stream,
    messagesIn(text).map((each) => eventOf(each, policyOf('sepa'))),
  ).findings

/** The messages after which each doubt is raised, an empty line between the cases. */
const CASES = `
  3 payment_refunded 300

  3 payment_refunded commandId=c-1

  5 dispute_received dsp_1 400
  6 payment_returned act_r 300
  7 chargeback_reversed

  3 payment_refunded act_1 300
  4 payment_refunded act_1 200

  3 payment_refunded act_1 300 USD

  3 payment_refunded 300 USD

  3 payment_refunded act_1 300 commandId=c-1
  4 payment_refunded act_1 300 commandId=c-2

  2 payment_captured act_2 900

  2 payment_captured act_c 900

  3 payment_refunded act_1 300
  4 payment_refund_declined act_1 300

  4 payment_canceled

  3 payment_refunded act_1 1001

  5 dispute_received dsp_1 1001

  5 dispute_received dsp_1 400
  6 dispute_won dsp_1
  7 dispute_lost dsp_1

  6 dispute_resolved dsp_1 400

  5 dispute_received dsp_1 400
  6 dispute_won dsp_1 390

  5 dispute_received dsp_1 400
  6 dispute_won dsp_1 390
  7 dispute_lost dsp_1

  5 dispute_received dsp_1 400
  6 dispute_lost dsp_1
  7 dispute_arbitration_won dsp_1 390

  5 dispute_received dsp_1 400
  6 dispute_arbitration_won dsp_1
  7 dispute_arbitration_lost dsp_1

  5 dispute_received dsp_1 400
  6 payment_chargeback act_x 400

  3 payment_refunded act_1 300
  4 list act_c Capture 1000

  4 look Refunded

  4 unread act_c Capture 1000, act_1 Refund 300

  4 unreadable name=payment_refunded @-

  4 unreadable name=dispute_received @-

  3 payment_refunded act_1 300
  4 reviewed captured=1000 refunded=300 chargedBack=0
  5 payment_refunded act_1 400
  6 dispute_won dsp_9 300
`

test('each doubt names its thing, and says in a sentence what is wrong', () => {
  const all = CASES.split('\n\n').map((lines) =>
    findingsOf(`${PAID}\n${lines}`)
      .filter((each) => 'asks' in each)
      .map((each) => `${each.code} ${each.key}: ${pf.explain(each)}`),
  )
  expect(all.flat()).toMatchInlineSnapshot(`
    [
      "Unbound payment_refunded:event:payment_refunded_3: payment_refunded at 2026-01-04T00:00:00Z does not say which refund it is of.",
      "Unbound payment_refunded:command:c-1: payment_refunded:command:c-1 names no amount in the payment's currency.",
      "Unbound chargeback_reversed_7: chargeback_reversed at 2026-01-08T00:00:00Z gives money back, and does not say of which chargeback.",
      "Disagreement payment_refunded:act_1: Messages name different amounts for payment_refunded:act_1.",
      "OtherCurrency payment_refunded:act_1: A message about payment_refunded:act_1 names another currency than the payment's.",
      "Unbound payment_refunded:act_1: payment_refunded:act_1 names no amount in the payment's currency.",
      "OtherCurrency payment_refunded:event:payment_refunded_3: A message about payment_refunded at 2026-01-04T00:00:00Z names another currency than the payment's.",
      "Unbound payment_refunded:event:payment_refunded_3: payment_refunded at 2026-01-04T00:00:00Z does not say which refund it is of.",
      "Unbound payment_refunded:act_1: payment_refunded:act_1 is of more than one command: c-1, c-2.",
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
      "AfterReview dispute_won_6: chargeback_reversed of 3.00 EUR at 2026-01-07T00:00:00Z may contradict what a person has stated, or be part of it: the amounts captured, refunded and charged back have to be stated again.",
    ]
  `)
})

test('one refund that two commands are told of holds all others, until a list shows how many there are', () => {
  const after = (...lines: readonly string[]) => {
    const asked = ['c-1', 'c-2'].map((id) => `2 refund_requested commandId=${id} 300 id=ask_${id}`)
    const messages = messagesIn([PAID, ...asked, ...lines].join('\n'))
    const { refunding, refunded, refundable, doubts } = folded(messages, policyOf('sepa'))
    return { gone: refunding + refunded, refundable, doubts: doubts.map(({ code }) => code) }
  }
  const says = (command: string, action: string, day = '3') =>
    `${day} payment_refund_pending ${action} commandId=${command} 300 id=told_${command}`
  const both = [says('c-1', 'act_1'), says('c-2', 'act_1')]
  const free = { gone: 600, refundable: 400, doubts: [] }
  const held = { gone: 300, refundable: 0, doubts: ['Unbound'] }
  expect(after(says('c-1', 'act_1'), says('c-2', 'act_2'))).toEqual(free)
  expect(after(...both)).toEqual(held)
  expect(after(...both, '4 payment_refund_declined act_1 300').refundable).toBe(0)
  const one = '4 list act_c Capture 1000, act_1 Refund 300'
  expect(after(...both, `${one}, act_2 Refund 300`)).toEqual(free)
  expect(after(...both, one)).toEqual({ gone: 300, refundable: 700, doubts: [] })
  // a list shows nothing of what was received less than the lag before it, or later
  const two = [says('c-1', 'act_1', '2.5'), says('c-2', 'act_1')]
  const shown = 'list act_c Capture 1000, act_1 Refund 300 open'
  expect(after(...two, `3+300s ${shown}`).doubts).toEqual([])
  expect(after(...two, `3+299s ${shown}`)).toEqual(held)
})

test('findings about ends and sums say which, and by how much', () => {
  const found = [
    ...findingsOf(`${PENDING}\n1 payment_declined\n2 payment_canceled`),
    ...findingsOf(
      `${PAID}
      3 payment_refunded act_1 900
      4 dispute_received dsp_1 300
      5 payment_refund_pending act_2 500`,
    ),
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

test('a copy of a refund that does not say what its stream had at its receipt frees no money', () => {
  const at = (time: string) => ({ at: null, recordedAt: `2026-03-05T${time}:00Z` })
  const word = { asOf: '2026-03-05T11:59:00Z', refunded: 0, by: ['anna'], because: 'statement' }
  const refund = reported(
    'payment_refunded',
    { ...pay, actionId: 'act_9', amount: 300 },
    at('11:45'),
  )
  const { metadata } = refund
  const after = '2026-03-05T12:00:00.0000000Z' as TimeText
  const known = [
    reported('payment_pending', { ...pay, method: 'sepa', amount: 1000 }, at('10:00')),
    reported('payment_captured', { ...pay, actionId: 'act_c', amount: 1000 }, at('11:00')),
    reported('reviewed', { ...pay, ...word }, { ...at('12:00'), source: 'request' }),
    { ...refund, metadata: { ...metadata, after } },
  ]
  const stateOf = (events: readonly DomainEvent[]) => pf.fold('payment-pay_1' as Stream, events)
  expect(stateOf(known).findings.map(({ code }) => code)).toContain('AfterReview')
  const texts = [metadata.recordedAt, '2026-03-05T11:45:00+00:00' as TimeText]
  for (const recordedAt of texts) {
    const copy = { ...refund, metadata: { ...metadata, recordedAt } }
    expect(stateOf([...known, copy])).toEqual(stateOf(known))
  }
})
