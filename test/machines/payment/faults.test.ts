/** Faults that money once had, each with the messages that showed it. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { folded, type Method, policyOf } from '../../model/money/compare.ts'
import { eventOf } from '../../model/money/money-events.ts'
import type { Message, Row } from '../../model/money/money-model.ts'

const DAY = 86_400

const says = (day: number, type: string, rest: Partial<Message> = {}): Message => ({
  id: `${type}_${day}_${rest.actionId ?? ''}`,
  type,
  receivedAt: day * DAY,
  happenedAt: day * DAY,
  ...rest,
})

const capture: Row = { id: 'act_c', kind: 'Capture', amount: 10000, state: 'done' }

const list = (day: number, ...rows: readonly Row[]): Message =>
  says(day, 'actions_listed', { askedAt: day * DAY, happenedAt: null, rows: [capture, ...rows] })

const look = (day: number, status: string, refundedBalance: number): Message =>
  says(day, 'state_observed', {
    askedAt: day * DAY,
    happenedAt: null,
    status,
    capturedBalance: 10000,
    refundedBalance,
  })

const reviewed = (day: number, rest: Partial<Message>): Message =>
  says(day, 'reviewed', { asOf: day * DAY, happenedAt: null, ...rest })

const paid = [
  says(0, 'payment_pending', { amount: 10000 }),
  says(1, 'payment_captured', { actionId: 'act_c', amount: 10000 }),
]

/** The sums that matter, and the doubts, once these messages are received. */
const after = (messages: readonly Message[], method: Method = 'sepa') => {
  const { refunded, chargedBack, refundable, doubts } = folded(
    [...paid, ...messages],
    policyOf(method),
  )
  return { refunded, chargedBack, refundable, doubts: doubts.map(({ code }) => code) }
}

const returned = (amount: number, day = 5): Message =>
  says(day, 'payment_returned', { actionId: 'act_r', amount })

const received = says(6, 'dispute_received', { disputeId: 'dsp_1', amount: 10000 })
const won = says(20, 'dispute_won', { disputeId: 'dsp_1' })
const refund = (amount: number): Message =>
  says(3, 'payment_refunded', { actionId: 'act_1', amount })

test('a row that names no amount replaces what looked like more', () => {
  const look = (amount: number, day: number): Message => ({
    ...says(day, 'state_observed', { askedAt: day * DAY, happenedAt: null, status: 'Captured' }),
    id: `look_${amount}`,
    capturedBalance: amount,
  })
  const row: Row = { id: 'act_c', kind: 'Capture', amount: null, state: 'done' }
  const listed = { ...list(5), rows: [row] }
  const [pending] = paid as [Message]
  const { captured, doubts } = folded(
    [pending, look(20000, 2), look(10000, 3), listed],
    policyOf('sepa'),
  )
  expect([captured, doubts]).toEqual([10000, []])
})

describe('chargebacks', () => {
  test('a return that is reported with two amounts is of the greater one', () => {
    expect(after([returned(10000), returned(9000, 6)])).toEqual({
      refunded: 0,
      chargedBack: 10000,
      refundable: 0,
      doubts: ['Disagreement'],
    })
  })

  test('a dispute that is won and then lost does not free the money', () => {
    const lost = says(25, 'dispute_lost', { disputeId: 'dsp_1' })
    const held = { refunded: 0, chargedBack: 10000, refundable: 0, doubts: ['DisputeDiffers'] }
    expect(after([received, won, lost])).toEqual(held)
    expect(after([received, { ...lost, happenedAt: 10 * DAY }, won])).toEqual(held)
  })
})

describe('chargebacks under two names', () => {
  const dispute = { disputeId: 'dsp_1' }
  const back = says(5, 'chargeback_reversed', { actionId: 'act_x', ...dispute })
  const gone = says(5, 'payment_returned', { actionId: 'act_r', amount: 9000, ...dispute })

  test('are contradicted by a list that lacks what an earlier one showed under the other name', () => {
    const shown: Row = { id: 'act_x', kind: 'Return', amount: 9000, state: 'done' }
    const held = { refundable: 0, doubts: ['StatementDiffers'] }
    expect(after([back, gone, list(6, shown), list(7)])).toMatchObject(held)
    expect(after([back, gone, list(6, shown), list(7), list(8)]).doubts).toEqual([])
  })

  test('that happened at one time are judged alike, whatever the ids of their messages', () => {
    const lost = (id: string, rest: Partial<Message>): Message =>
      says(20, 'dispute_arbitration_lost', { id, amount: 10000, ...rest })
    const doubtsOf = (one: string, other: string) =>
      folded(
        [
          says(8, 'dispute_resolved', { id: one, amount: 10000 }),
          lost(other, { happenedAt: 8 * DAY, currency: 'USD' }),
          lost('evt_later', dispute),
          back,
        ],
        policyOf('sepa'),
      ).doubts.map(({ code }) => code)
    expect(doubtsOf('evt_1', 'evt_2')).toEqual(doubtsOf('evt_2', 'evt_1'))
  })
})

describe('refunds', () => {
  test('a fee of a ticket is no doubt, and more than was asked for is one', () => {
    const pending = says(2, 'payment_refund_pending', { actionId: 'act_1', amount: 3000 })
    expect(after([pending, refund(2950)], 'ticket')).toMatchObject({
      refundable: 7050,
      doubts: [],
    })
    expect(after([pending, refund(3050)], 'ticket')).toMatchObject({
      refundable: 0,
      doubts: ['Disagreement'],
    })
    expect(after([pending, refund(2950)])).toMatchObject({
      refundable: 0,
      doubts: ['Disagreement'],
    })
  })

  test('of a refund that a list showed as failed, only later messages say the amount', () => {
    const pending = says(2, 'payment_refund_pending', { actionId: 'act_1', amount: 3000 })
    const row: Row = { id: 'act_1', kind: 'Refund', amount: 3000, state: 'failed' }
    const { amount: _, ...done } = { ...refund(3000), receivedAt: 5 * DAY }
    expect(after([pending, list(4, row), done])).toEqual({
      refunded: 0,
      chargedBack: 0,
      refundable: 0,
      doubts: ['RefundReversed', 'Unbound'],
    })
    expect(after([pending, list(4, row)])).toMatchObject({ refundable: 10000, doubts: [] })
  })

  test('of a command that two actions bear, only one has its amount', () => {
    const asked = says(3, 'refund_requested', { commandId: 'c', amount: 3000 })
    const done = (actionId: string, rest: Partial<Message> = {}): Message =>
      says(3, 'payment_refunded', { actionId, commandId: 'c', ...rest })
    expect(after([asked, done('act_1')])).toMatchObject({ refunded: 3000, doubts: [] })
    expect(after([asked, done('act_1'), done('act_2')])).toEqual({
      refunded: 3000,
      chargedBack: 0,
      refundable: 0,
      doubts: ['Unbound'],
    })
  })
})

test('a payment that begins in another currency is in doubt, even if nothing else is known', () => {
  const begins = (currency: string): Message =>
    says(0, 'payment_pending', { amount: 10000, currency })
  const codes = (message: Message) =>
    folded([message], policyOf('sepa')).doubts.map(({ code }) => code)
  expect(codes(begins('USD'))).toEqual(['OtherCurrency'])
  expect(codes(begins('EUR'))).toEqual([])
})

describe("a person's word", () => {
  const twice = [
    says(5, 'payment_chargeback', { actionId: 'act_x', amount: 2000 }),
    says(6, 'dispute_received', { disputeId: 'dsp_1', amount: 2000 }),
  ]

  test('a later look-up that says the same does not void it', () => {
    const word = reviewed(7, { captured: 10000, refunded: 3000, chargedBack: 2000 })
    const messages = [refund(3000), ...twice, word]
    const told = { refunded: 3000, chargedBack: 2000, refundable: 5000, doubts: [] }
    expect(after(messages)).toEqual(told)
    expect(after([...messages, look(8, 'Partially Refunded', 3000)])).toEqual(told)
    const row: Row = { id: 'act_1', kind: 'Refund', amount: 3000, state: 'done' }
    expect(after([...messages, list(9, row)])).toEqual(told)
  })

  test('a later look-up that shows more refunded is a doubt', () => {
    const word = reviewed(7, { refunded: 3000 })
    const shown = (refunded: number): Message => look(8, 'Partially Refunded', refunded)
    expect(after([refund(3000), word, shown(3000)]).doubts).toEqual([])
    expect(after([refund(3000), word, shown(3001)]).doubts).toEqual(['StatementDiffers'])
  })

  test('counts in what may still be taken back', () => {
    const pf = payfold([sepaPayment])
    const messages = [...paid, ...twice, reviewed(7, { chargedBack: 2000 })]
    const events = messages.map((each) => eventOf(each, policyOf('sepa')))
    const state = pf.fold('payment-pay_1' as Stream, events)
    if (state.machine === 'unassigned') throw new Error('no machine')
    const sums = pf.sums(state)
    expect(E.isRight(sums) ? sums.right : null).toMatchObject({ chargedBack: 2000, net: 8000 })
    expect(sepaPayment.sums.exposed(state.context as never)).toMatchObject({ amount: 8000 })
  })
})

describe('at the edge', () => {
  const chargeback = (amount: number, day = 5): Message =>
    says(day, 'payment_chargeback', { actionId: 'act_x', amount })
  const dispute = (amount: number, rest: Partial<Message> = {}): Message =>
    says(6, 'dispute_received', { disputeId: 'dsp_1', amount, ...rest })

  test('a taking with two amounts is not united', () => {
    const both = [chargeback(10000), chargeback(9000, 7), dispute(10000)]
    expect(after(both)).toMatchObject({ chargedBack: 20000, refundable: 0 })
    expect(after([chargeback(10000), dispute(10000)])).toMatchObject({ chargedBack: 10000 })
  })

  test('a dispute that is won before it is received frees no other taking of half or less', () => {
    const back = says(9, 'dispute_won', { disputeId: 'dsp_1' })
    const asked = (amount: number) => after([chargeback(amount), back])
    expect(asked(5000)).toMatchObject({ chargedBack: 5000, refundable: 0, doubts: ['Unbound'] })
    // one collection is taken back once: of more than half, it is surely that one
    expect(asked(5001)).toMatchObject({ chargedBack: 0, refundable: 10000, doubts: [] })
    const late = dispute(2000, { receivedAt: 10 * DAY })
    expect(after([chargeback(2000), back, late])).toMatchObject({
      chargedBack: 2000,
      refundable: 0,
      doubts: ['OneOrTwo'],
    })
    expect(after([chargeback(3000), back, late])).toMatchObject({
      chargedBack: 3000,
      refundable: 7000,
      doubts: [],
    })
    const word = reviewed(10, { chargedBack: 3000 })
    expect(after([chargeback(3000), back, word])).toMatchObject({ refundable: 7000, doubts: [] })
  })

  test.each(['payment_chargeback', 'payment_returned', 'dispute_received', 'dispute_lost'])(
    'only a person ends that %s could not be read, by what was charged back',
    (name) => {
      const unread = says(3, 'unreadable', { name, happenedAt: null })
      const isHeld = { refundable: 0, doubts: ['Unread'] }
      expect(after([unread, list(5), list(6)])).toMatchObject(isHeld)
      expect(after([unread, list(5), reviewed(6, { refunded: 0 })])).toMatchObject(isHeld)
      expect(after([unread, reviewed(2, { chargedBack: 0 })])).toMatchObject(isHeld)
      const stated = (chargedBack: number) => after([unread, reviewed(3, { chargedBack })])
      expect(stated(0)).toMatchObject({ refundable: 10000, doubts: [] })
      expect(stated(4000)).toMatchObject({ refundable: 6000, doubts: [] })
    },
  )

  test('a list ends that a refund could not be read', () => {
    const unread = says(3, 'unreadable', { name: 'payment_refunded', happenedAt: null })
    expect(after([unread])).toMatchObject({ refundable: 0, doubts: ['Unread'] })
    expect(after([unread, list(5)])).toMatchObject({ refundable: 10000, doubts: [] })
  })

  test('only a list that is asked for later ends that rows could not be read', () => {
    const unread = { ...list(5), id: 'unread', unread: true }
    const later = (seconds: number): Message => ({
      ...list(5),
      askedAt: 5 * DAY + seconds,
      receivedAt: 5 * DAY + seconds,
    })
    expect(after([unread, later(0)])).toMatchObject({ refundable: 0, doubts: ['Unread'] })
    expect(after([unread, later(1)])).toMatchObject({ refundable: 10000, doubts: [] })
  })

  test('a look-up shows no refund that was done and then failed', () => {
    const row: Row = { id: 'act_1', kind: 'Refund', amount: 3000, state: 'failed' }
    const declined = says(4, 'payment_refund_declined', { actionId: 'act_1', amount: 3000 })
    const failed = [refund(3000), declined, list(5, row)]
    expect(after([...failed, look(6, 'Captured', 0)])).toMatchObject({
      refundable: 10000,
      doubts: [],
    })
    expect(after([...failed, look(6, 'Captured', 3001)]).doubts).toEqual(['StatementDiffers'])
  })

  test('a refund in another currency that a person had not seen is a doubt again', () => {
    const word = reviewed(7, { refunded: 3000 })
    const again = (currency: string): Message =>
      says(8, 'payment_refunded', { actionId: 'act_1', amount: 3000, currency })
    expect(after([refund(3000), word, again('EUR')]).doubts).toEqual([])
    expect(after([refund(3000), word, again('USD')]).doubts).toEqual(['AfterReview'])
  })
})
