/** Payments whose messages do not agree: money is counted twice, as believed and at worst. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { instantOf, machines, reported } from '../../given.ts'

const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const NOW = instantOf('2026-03-12T10:00:00Z')
const pay = { paymentId: 'pay_1' }

const on = (day: number, hour = 10) => ({
  at: `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`,
})
/** A time, and an id that no other event of a test has. */
const ownId = (name: string, day: number, hour: number, more: object) => ({
  ...on(day, hour),
  id: `evt_${name}_${day}_${hour}_${Object.values(more).join('_')}`,
})
const sepa = reported(
  'payment_pending',
  { ...pay, amount: 10_000, currency: 'EUR', method: 'sepa', sourceId: 'src_1' },
  on(1),
)
const ticket = reported(
  'payment_pending',
  { ...pay, amount: 600_000, currency: 'ARS', method: 'ticket' },
  on(1),
)
const captured = (more: object = {}) => reported('payment_captured', { ...pay, ...more }, on(2))
const paid = [sepa, captured({ amount: 10_000 })]
const refund = (stage: string, actionId: string, amount: number, day: number, more: object = {}) =>
  reported(stage, { ...pay, actionId, amount, ...more }, on(day))
const chargeback = (day: number, more: object, hour = 10) =>
  reported('payment_chargeback', { ...pay, amount: 6_000, ...more }, ownId('back', day, hour, more))
const reversal = (day: number, more: object, hour = 10) =>
  reported('chargeback_reversed', { ...pay, ...more }, ownId('won', day, hour, more))

const right = <A>(read: E.Either<unknown, A>): A => {
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))
  return read.right
}

/** What is known of a payment: its findings, its sums, its questions, what may be refunded. */
const of = (...events: readonly DomainEvent[]) => {
  const state = pf.fold(stream, events)
  const [refund] = right(pf.allowed(state, NOW)).filter(
    ({ command }) => command === 'requestRefund',
  )
  const sums = right(pf.sums(state))
  return {
    findings: state.findings.map(({ code }) => code),
    sums,
    most: refund?.amount?.most ?? 0,
    asked: right(pf.questions(state, NOW)).map(({ reason, request }) => [
      reason,
      request?.endpoint ?? null,
    ]),
  }
}

describe('a refund', () => {
  const asked = refund('refund_requested', 'act_1', 1_000, 3)

  test('that the provider reports with another amount counts with what it reports', () => {
    const more = of(...paid, asked, refund('payment_refunded', 'act_1', 4_000, 4))
    expect(more).toMatchObject({
      findings: ['AmountDiffers'],
      sums: { refunded: 4_000, net: 6_000, netAtWorst: 6_000 },
      most: 6_000,
    })
    expect(more.asked).toContainEqual(['AmountDiffers', 'getPaymentActions'])
    const same = of(...paid, asked, refund('payment_refunded', 'act_1', 1_000, 4))
    expect(same).toMatchObject({ findings: [], sums: { refunded: 1_000 }, most: 9_000, asked: [] })
  })

  test('whose reports of one stage differ counts at worst with the largest', () => {
    const one = refund('payment_refunded', 'act_1', 1_000, 4)
    const other = refund('payment_refunded', 'act_1', 1_001, 5)
    expect(of(...paid, one, other)).toMatchObject({
      findings: ['Disagreement'],
      sums: { refunded: 1_000, net: 9_000, netAtWorst: 8_999 },
      most: 8_999,
    })
  })

  test('of two writers that together is more than what is left is at risk', () => {
    const two = (amount: number) =>
      of(
        ...paid,
        refund('refund_requested', 'act_1', 8_000, 3),
        refund('refund_requested', 'act_2', amount, 3),
      )
    expect(two(8_000)).toMatchObject({ findings: ['RefundAtRisk'], most: 0 })
    expect(two(8_000).asked).toContainEqual(['RefundAtRisk', null])
    expect(two(2_001).findings).toEqual(['RefundAtRisk'])
    expect(two(2_000).findings).toEqual([])
  })

  test('that is pending when all the money is charged back is at risk', () => {
    const pending = refund('payment_refund_pending', 'act_1', 1_000, 3)
    const back = (amount: number) =>
      of(...paid, pending, chargeback(5, { actionId: 'act_9', amount }))
    expect(back(9_001).findings).toEqual(['RefundAtRisk'])
    expect(back(9_000).findings).toEqual([])
  })

  test('that a chargeback at our own request carried out counts once', () => {
    const own = refund('refund_requested', 'act_1', 1_000, 3)
    const back = (reason: string, amount = 1_000) =>
      of(...paid, own, chargeback(5, { actionId: 'act_9', amount, reason }))
    expect(back('RFND')).toMatchObject({
      findings: ['RefundAsChargeback'],
      sums: { refunding: 0, chargedBack: 1_000, net: 9_000 },
      most: 9_000,
    })
    expect(back('ACT')).toMatchObject({ findings: [], sums: { net: 8_000 } })
    expect(back('RFND', 999)).toMatchObject({ findings: [], sums: { net: 8_001 } })
  })
})

describe('a capture', () => {
  test('of another amount than the payment is an error, and counts with what came', () => {
    const less = of(sepa, captured({ amount: 1_000 }))
    expect(less).toMatchObject({
      findings: ['CapturedDiffers'],
      sums: { captured: 1_000 },
      most: 1_000,
      asked: [['CapturedDiffers', 'getPaymentActions']],
    })
    expect(of(sepa, captured({ amount: 10_000 })).findings).toEqual([])
    expect(of(ticket, captured({ amount: 6_000 }))).toMatchObject({
      findings: ['CapturedDiffers'],
      sums: { captured: 6_000 },
      most: 6_000,
    })
  })

  test('that two reports give different amounts counts at worst with the smallest', () => {
    const twice = of(sepa, captured({ amount: 10_000 }), captured({ amount: 9_000 }))
    expect(twice.sums).toMatchObject({ netAtWorst: 9_000 })
    expect(twice.most).toBe(9_000)
  })
})

describe('money in another currency', () => {
  test('is never added', () => {
    const dollars = { amount: 1_000, currency: 'USD' }
    const refunded = refund('payment_refunded', 'act_1', 1_000, 3, { currency: 'USD' })
    expect(of(...paid, refunded)).toMatchObject({
      findings: ['OtherCurrency'],
      sums: { refunded: 0, net: 10_000 },
      asked: [['OtherCurrency', 'getPayment']],
    })
    expect(of(...paid, chargeback(3, { actionId: 'act_1', ...dollars }))).toMatchObject({
      findings: ['OtherCurrency'],
      sums: { chargedBack: 0 },
    })
    expect(of(sepa, captured({ amount: 10_000, currency: 'USD' }))).toMatchObject({
      findings: ['OtherCurrency'],
      sums: { captured: null },
      most: 0,
    })
    const own = refund('payment_refunded', 'act_1', 1_000, 3, { currency: 'EUR' })
    expect(of(...paid, own)).toMatchObject({ findings: [], sums: { refunded: 1_000 } })
  })
})

describe('chargebacks', () => {
  const first = chargeback(5, { actionId: 'act_1' })

  test('that both bear the id of the capture are two if their times differ', () => {
    const second = (hour: number) => of(...paid, first, chargeback(5, { actionId: 'act_1' }, hour))
    expect(second(12)).toMatchObject({
      findings: ['OneOrTwo'],
      sums: { chargedBack: 6_000, net: 4_000, netAtWorst: -2_000 },
      most: 0,
      asked: [['OneOrTwo', null]],
    })
    expect(second(10)).toMatchObject({ findings: [], sums: { netAtWorst: 4_000 }, most: 4_000 })
  })

  test('of two amounts under one action id are two', () => {
    const other = chargeback(5, { actionId: 'act_1', amount: 1_000 })
    expect(of(...paid, first, other)).toMatchObject({
      findings: [],
      sums: { chargedBack: 7_000, netAtWorst: 3_000 },
    })
  })

  test('with two ids in one kind of message are two, in two kinds one or two', () => {
    expect(of(...paid, first, chargeback(6, { actionId: 'act_2' }))).toMatchObject({
      findings: ['NegativeNet'],
      sums: { chargedBack: 12_000 },
    })
    const dispute = chargeback(6, { disputeId: 'dsp_1', reportedAs: 'dispute' })
    expect(of(...paid, first, dispute)).toMatchObject({
      findings: ['OneOrTwo'],
      sums: { chargedBack: 6_000, netAtWorst: -2_000 },
    })
    const late = chargeback(16, { disputeId: 'dsp_1', reportedAs: 'dispute' })
    expect(of(...paid, first, late).sums).toMatchObject({ chargedBack: 12_000 })
  })

  test('of two kinds up to ten days apart may be one, later never', () => {
    const back = (hour: number) =>
      of(...paid, first, chargeback(15, { disputeId: 'dsp_1', reportedAs: 'dispute' }, hour)).sums
    expect(back(10)).toMatchObject({ chargedBack: 6_000 })
    expect(back(11)).toMatchObject({ chargedBack: 12_000 })
  })

  test('of two kinds with one dispute are one', () => {
    const named = chargeback(5, { disputeId: 'dsp_1' })
    const dispute = chargeback(7, { disputeId: 'dsp_1', reportedAs: 'dispute' })
    expect(of(...paid, named, dispute)).toMatchObject({
      findings: [],
      sums: { chargedBack: 6_000, netAtWorst: 4_000 },
    })
  })

  test('without any id count at once', () => {
    expect(of(...paid, chargeback(5, {}))).toMatchObject({
      findings: [],
      sums: { chargedBack: 6_000, netAtWorst: 4_000 },
      most: 4_000,
      asked: [],
    })
  })

  test('undone by one reversal are one less, not two', () => {
    const two = [
      chargeback(5, { disputeId: 'dsp_1', actionId: 'act_1', amount: 2_000 }),
      chargeback(6, { disputeId: 'dsp_2', actionId: 'act_1', amount: 2_000 }),
    ]
    const won = reversal(8, { disputeId: 'dsp_1', actionId: 'act_1' })
    expect(of(...paid, ...two, won)).toMatchObject({
      findings: [],
      sums: { chargedBack: 2_000, netAtWorst: 8_000 },
    })
  })

  test('made again after they were won count again', () => {
    const won = reversal(8, { disputeId: 'dsp_1' })
    const again = (day: number, hour: number) =>
      of(
        ...paid,
        chargeback(5, { disputeId: 'dsp_1' }),
        won,
        chargeback(day, { disputeId: 'dsp_1' }, hour),
      )
    expect(again(9, 10)).toMatchObject({
      findings: ['ChargedBackAgain'],
      sums: { chargedBack: 6_000, netAtWorst: 4_000 },
      asked: [['ChargedBackAgain', null]],
    })
    expect(again(8, 10)).toMatchObject({
      findings: ['OneOrTwo'],
      sums: { chargedBack: 0, netAtWorst: 4_000 },
    })
    expect(again(7, 10).findings).toEqual([])
  })

  test('reversed with another amount free the smaller one', () => {
    const small = chargeback(5, { actionId: 'act_1', amount: 2_000 })
    const won = (amount: number) => of(...paid, small, reversal(8, { actionId: 'act_1', amount }))
    expect(won(6_000)).toMatchObject({
      findings: ['ReversalDiffers'],
      sums: { chargedBack: 0, net: 10_000 },
    })
    expect(won(1_999)).toMatchObject({ findings: ['ReversalDiffers'], sums: { chargedBack: 1 } })
    expect(won(2_000)).toMatchObject({ findings: [], sums: { chargedBack: 0 } })
  })

  test('of which a reversal could undo several are all still gone', () => {
    const two = (amount: number) => [
      chargeback(5, { actionId: 'act_1', amount: 2_000 }),
      chargeback(6, { actionId: 'act_2', amount }),
    ]
    const won = of(...paid, ...two(2_001), reversal(8, {}))
    expect(won.sums).toMatchObject({ chargedBack: 4_001 })
    expect(won.asked).toContainEqual(['Unbound', 'getPaymentActions'])
    expect(of(...paid, ...two(2_000), reversal(8, {}))).toMatchObject({
      findings: [],
      sums: { chargedBack: 2_000, net: 8_000, netAtWorst: 8_000 },
    })
  })

  test('of a ticket count against its net, and a person settles the question', () => {
    const gone = of(
      ticket,
      captured({ amount: 600_000 }),
      chargeback(5, { actionId: 'act_1', amount: 200_000 }),
    )
    expect(gone).toMatchObject({
      findings: ['notOfTickets'],
      sums: { chargedBack: 200_000, net: 400_000 },
      most: 400_000,
      asked: [['notOfTickets', null]],
    })
  })
})

describe('the two machines', () => {
  test('add up money alike', () => {
    expect(sepaPayment.sums.titles).toBe(ticketPayment.sums.titles)
  })
})
