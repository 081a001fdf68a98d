/** The answers of the page on questions of other libraries' users, each by a test of the same name. */

import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { reported } from '../../src/testing/index.ts'
import type { Stream } from '../../src/words/stream.ts'
import { ordersOf } from '../given.ts'
import { decodeEvent, root } from '../root.ts'

const stream = 'payment-pay_1' as Stream
const pay = { paymentId: 'pay_1' }
const on = (day: string) => ({ at: `2026-03-${day}T10:00:00Z` })
const now = '2026-03-06T10:00:00Z'

const pending = reported(
  'payment_pending',
  { ...pay, sourceId: 'src_1', amount: 1000, currency: 'EUR', method: 'sepa' },
  on('02'),
)
const captured = reported('payment_captured', { ...pay, amount: 1000 }, on('03'))
const refunded = (actionId: string, amount: number, more: object = {}) =>
  reported('payment_refunded', { ...pay, actionId, amount, ...more }, on('05'))
const chargeback = (amount: number) =>
  reported('payment_chargeback', { ...pay, actionId: 'act_9', amount }, on('09'))
const key = { commandId: 'c-1' }
const request = reported(
  'refund_requested',
  { ...pay, amount: 300, ...key },
  { ...on('04'), source: 'request' },
)
const response = reported(
  'payment_refund_pending',
  { ...pay, actionId: 'act_1', amount: 300, ...key },
  { ...on('05'), source: 'response' },
)

/** What a state comes to: its status, its findings and reasons, and one sum or several. */
const comesTo = (...events: readonly DomainEvent[]) => {
  const state = root.fold(stream, [pending, ...events])
  const sums = root.sums(state)
  const found = [
    ...state.findings.map(({ code }) => code),
    ...state.parked.map((one) => one.reason),
  ]
  return { status: state.status, found, sums: E.isRight(sums) ? sums.right : null }
}
const paid = root.fold(stream, [pending, captured])
const tooMuch = root.decide(paid, {
  type: 'requestRefund',
  data: { ...pay, amount: 1001 },
  metadata: { now, commandId: 'c-1' },
})
const refusal = E.isLeft(tooMuch) ? tooMuch.left : null

const ANSWERS: Readonly<Record<string, () => void>> = {
  'Do the events of one payment need an order?': () => {
    const events = [pending, captured, refunded('act_1', 300), chargeback(200)]
    const orders = ordersOf(events)
    expect(orders).toHaveLength(24)
    for (const order of orders) {
      expect(root.fold(stream, order)).toEqual(root.fold(stream, events))
    }
  },
  'Does one fact under several event ids count twice?': () => {
    const other = reported(
      'payment_captured',
      { ...pay, amount: 1000 },
      { ...on('03'), id: 'evt_2' },
    )
    expect(comesTo(captured, other)).toMatchObject({ found: [], sums: { captured: 1000 } })
  },
  'What if an event id is empty?': () => {
    const metadata = { ...captured.metadata, eventId: '' }
    expect(decodeEvent({ ...captured, metadata })).toMatchObject({
      left: { error: 'Unreadable', path: 'metadata.eventId' },
    })
  },
  'What if an event id is used again?': () => {
    const { eventId } = pending.metadata
    const again = { ...captured, metadata: { ...captured.metadata, eventId } }
    expect(comesTo(again)).toMatchObject({ status: 'captured', found: ['ConflictingDuplicate'] })
    expect(comesTo(captured, captured)).toEqual(comesTo(captured))
  },
  'What if a webhook comes before the response?': () => {
    expect(comesTo(captured, request, refunded('act_1', 300)).sums).toMatchObject({
      refunded: 300,
      refunding: 300,
    })
    expect(comesTo(captured, request, refunded('act_1', 300, key)).sums).toMatchObject({
      refunded: 300,
      refunding: 0,
    })
  },
  'What if the response comes after the webhook?': () => {
    expect(comesTo(captured, request, refunded('act_1', 300), response).sums).toMatchObject({
      refunded: 300,
      refunding: 0,
    })
  },
  'What if one key is carried out twice?': () => {
    const twice = [refunded('act_1', 300, key), refunded('act_2', 300, key)]
    const { found, sums } = comesTo(captured, request, ...twice)
    expect([found, sums?.['refunded']]).toEqual([['PaidTwice'], 600])
  },
  'Can a paid payment fail later?': () => {
    expect(comesTo(captured, reported('payment_declined', pay, on('09')))).toMatchObject({
      status: 'captured',
      found: ['Superseded'],
      sums: { captured: 1000 },
    })
  },
  'What is a chargeback of more than was captured?': () => {
    const { status, found, sums } = comesTo(captured, chargeback(1500))
    expect([status, sums?.['net']]).toEqual(['charged_back', -500])
    expect(found).toContain('MoreThanCaptured')
  },
  'What is a chargeback after a refund?': () => {
    const { status, found, sums } = comesTo(captured, refunded('act_1', 1000), chargeback(1000))
    expect([status, found, sums?.['net']]).toEqual(['charged_back', ['NegativeNet'], -1000])
  },
  'Can a payment be refunded in thirds?': () => {
    const two = [refunded('act_1', 333), refunded('act_2', 333)]
    expect(comesTo(captured, ...two).status).toBe('partially_refunded')
    expect(comesTo(captured, ...two, refunded('act_3', 334))).toMatchObject({
      status: 'refunded',
      found: [],
      sums: { refunded: 1000, net: 0 },
    })
  },
  'What does a forged or borrowed callback change?': () => {
    const forged = reported(
      'payment_captured',
      { ...pay, amount: 1000 },
      { ...on('03'), source: 'unsigned' },
    )
    expect(comesTo(forged)).toEqual({ ...comesTo(), found: ['Unsigned'] })
    const borrowed = reported('payment_captured', { paymentId: 'pay_2', amount: 1000 }, on('03'))
    expect(comesTo(borrowed)).toEqual({ ...comesTo(), found: ['OtherSubject'] })
  },
  'Which rule failed, and why?': () => {
    expect(refusal).toMatchObject({
      refusals: [{ rule: 'withinNet', wanted: 1001, available: 1000, currency: 'EUR' }],
    })
    if (refusal === null) return
    expect(root.explain(refusal)).toBe('10.01 EUR is 0.01 EUR more than the 10.00 EUR available.')
  },
  'Which steps are allowed, with which arguments?': () => {
    expect(root.allowed(paid, now)).toMatchObject({
      right: [
        {
          command: 'requestRefund',
          isAllowed: true,
          amount: { least: 1, most: 1000, currency: 'EUR' },
          lastDay: '2026-04-28',
        },
      ],
    })
  },
  'Does a kept state know its machine?': () => {
    const kept = JSON.parse(JSON.stringify(paid))
    expect(root.resume(kept)).toEqual(E.right(paid))
    expect(kept.machine).toBe('sepa-payment@1')
    expect(root.resume({ ...kept, machine: ticketPayment.id })).toMatchObject({
      left: { error: 'Stale' },
    })
  },
  'Does an append check the expected version?': () => {
    expect(ownLoop(root).append(emptyTip(stream), [pending], 3)).toMatchObject({
      left: { error: 'RevisionConflict', expected: 3, actual: -1 },
    })
  },
  'How does a decision become an HTTP status?': () => {
    const [first] = refusal !== null && 'refusals' in refusal ? refusal.refusals : []
    expect(root.rules[first?.rule ?? '']?.errorCode).toBe(422)
  },
  'Is a chargeback a failure?': () => {
    expect(comesTo(captured, chargeback(1000))).toMatchObject({
      status: 'charged_back',
      found: [],
      sums: { captured: 1000, chargedBack: 1000 },
    })
  },
  'Does payfold retry a request for me?': () => {
    const decided = root.decide(root.fold(stream, [pending, captured, request]), {
      type: 'requestRefund',
      data: { ...pay, amount: 300 },
      metadata: { now: '2026-03-04T10:01:00Z', commandId: 'c-1' },
    })
    expect(decided).toMatchObject({ left: { error: 'InDoubt' } })
  },
}

test.each(Object.entries(ANSWERS))('%s', (_question, answer) => answer())

test('the page has these questions, and no others', () => {
  const page = readFileSync('docs/questions.md', 'utf8')
  const asked = [...page.matchAll(/^\| ([^|]*\?) \|/gm)].map(([, question]) => question)
  expect(asked).toEqual(Object.keys(ANSWERS))
})
