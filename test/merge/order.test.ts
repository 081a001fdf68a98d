/** The order in which occurrences run. */
import { describe, expect, test } from 'vitest'
import { sepaMandateEvents } from '../../machines/sepa-mandate/events.ts'
import { sepaPaymentEvents } from '../../machines/sepa-payment/events.ts'
import { sessionEvents } from '../../machines/session/events.ts'
import { ticketPaymentEvents } from '../../machines/ticket-payment/events.ts'
import { occurrence } from '../../src/contract/occurrence.ts'
import type { Lifecycle } from '../../src/event/lifecycle.ts'
import { order } from '../../src/merge/order.ts'
import { reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

/** A short form of an occurrence: its key and its time. */
const happened = (key: string, at = '2026-03-02T10:00:00Z') => {
  const [type = '', entityId = ''] = key.split(':')
  return occurrence(key, entityId, 'chart', [reported(type, {}, { id: 'evt_1', at })])
}
const ordered = (
  lifecycle: Lifecycle,
  occurrences: readonly ReturnType<typeof happened>[],
  policy = defaultPolicy,
) => {
  const run = order(lifecycle, policy)(occurrences)
  expect(order(lifecycle, policy)([...occurrences].reverse())).toEqual(run)
  return run
}
const keys = (lifecycle: Lifecycle, ...occurrences: readonly ReturnType<typeof happened>[]) =>
  ordered(lifecycle, occurrences).map(({ occurrence: { key } }) => key)

/** Makes each an hour earlier than the one before it, so that only phases can give this order. */
const backwards = (...types: readonly string[]) =>
  types.map((type, index) => happened(type, `2026-03-02T${String(23 - index)}:00:00Z`))

describe('occurrences', () => {
  test('of a session run by cause, whatever their times', () => {
    const types = [
      'session_created',
      'channel_data_submitted',
      'session_challenged',
      'session_approved',
      'session_completed',
      'state_observed:a',
    ]
    expect(keys(sessionEvents, ...backwards(...types))).toEqual(types)
  })

  test('of a SEPA payment run by cause, whatever their times', () => {
    const types = ['payment_pending', 'payment_declined', 'payment_captured']
    for (const last of [
      'refund_requested',
      'payment_refund_pending',
      'payment_refunded',
      'payment_refund_declined',
      'payment_chargeback',
      'chargeback_reversed',
    ]) {
      const all = [...types, `${last}:act_1`, 'payment_expired:a']
      expect(keys(sepaPaymentEvents, ...backwards(...all))).toEqual(all)
    }
  })

  test('of a ticket payment run by cause, whatever their times', () => {
    const types = [
      'payment_pending',
      'payment_capture_pending',
      'payment_expired',
      'payment_captured',
      'payment_refunded:act_1',
    ]
    expect(keys(ticketPaymentEvents, ...backwards(...types))).toEqual(types)
  })

  test('of a mandate run by time once it is created', () => {
    const types = ['mandate_created', 'mandate_cancelled', 'collection_presented:pay_1']
    expect(keys(sepaMandateEvents, ...backwards(...types))).toEqual([
      'mandate_created',
      'collection_presented:pay_1',
      'mandate_cancelled',
    ])
  })

  test('of one phase run by time, to the tick', () => {
    const early = happened('payment_refunded:act_2', '2026-03-02T10:00:00Z')
    const late = happened('payment_refund_pending:act_1', '2026-03-02T10:00:00.0000001Z')
    expect(keys(sepaPaymentEvents, late, early)).toEqual([early.key, late.key])
  })

  test('of refunds and disputes run by time, whatever they are', () => {
    const types = [
      'chargeback_reversed:act_9',
      'payment_chargeback:act_1',
      'payment_refund_declined:act_2',
      'payment_refunded:act_2',
      'payment_refund_pending:act_2',
      'refund_requested:act_2',
    ]
    const stamped = (all: readonly string[]) =>
      all.map((key, index) => happened(key, `2026-03-02T1${index}:00:00Z`))
    expect(keys(sepaPaymentEvents, ...stamped(types))).toEqual(types)
    const refunds = types.slice(2)
    expect(keys(ticketPaymentEvents, ...stamped(refunds))).toEqual(refunds)
  })

  test('of one chargeback run by cause, whatever their times', () => {
    const back = happened('payment_chargeback:act_1', '2026-03-02T12:00:00Z')
    const undone = happened('chargeback_reversed:act_1', '2026-03-02T11:00:00Z')
    const between = happened('refund_requested:act_2', '2026-03-02T11:30:00Z')
    expect(keys(sepaPaymentEvents, undone, back, between)).toEqual([
      'refund_requested:act_2',
      'payment_chargeback:act_1',
      'chargeback_reversed:act_1',
    ])
  })

  test('of one phase and time run in declared order', () => {
    const types = [
      'refund_requested:act_9',
      'payment_refund_pending:act_8',
      'payment_refunded:act_7',
      'payment_refund_declined:act_6',
      'payment_chargeback:act_5',
      'chargeback_reversed:act_4',
    ]
    expect(keys(sepaPaymentEvents, ...types.map((key) => happened(key)))).toEqual(types)
    const ends = ['payment_declined', 'payment_canceled']
    expect(keys(sepaPaymentEvents, ...ends.map((key) => happened(key)))).toEqual(ends)
    const ticketEnds = ['payment_declined', 'payment_expired']
    expect(keys(ticketPaymentEvents, ...ticketEnds.map((key) => happened(key)))).toEqual(ticketEnds)
    const refunds = types.slice(0, 4)
    expect(keys(ticketPaymentEvents, ...refunds.map((key) => happened(key)))).toEqual(refunds)
    const outcomes = [
      'session_approved',
      'session_attempted',
      'session_unavailable',
      'session_declined',
      'session_rejected',
      'challenge_abandoned',
      'session_expired',
    ]
    expect(keys(sessionEvents, ...outcomes.map((key) => happened(key)))).toEqual(outcomes)
  })

  test('of one phase, time and type run by key', () => {
    const pair = ['payment_refunded:act_1', 'payment_refunded:act_2']
    expect(keys(sepaPaymentEvents, ...pair.map((key) => happened(key)))).toEqual(pair)
  })

  test('named like an inherited property belong to no lifecycle, and come last', () => {
    expect(keys(sepaPaymentEvents, happened('constructor:a'), happened('payment_pending'))).toEqual(
      ['payment_pending', 'constructor:a'],
    )
  })
})

describe('on a mandate', () => {
  const counted = (
    occurrences: readonly ReturnType<typeof happened>[],
    policy = defaultPolicy,
  ): object =>
    Object.fromEntries(
      ordered(sepaMandateEvents, occurrences, policy).map(({ occurrence: { key }, countsAt }) => [
        key,
        countsAt,
      ]),
    )
  const presented = (at: string) => happened('collection_presented:pay_1', at)

  test.each(['collection_ended:pay_1', 'collection_captured:pay_1'])(
    'what is reported as %s counts a minute earlier, but never before its presentation',
    (key) => {
      const end = happened(key, '2026-03-02T10:00:00Z')
      expect(counted([end])).toEqual({ [key]: '2026-03-02T09:59:00.0000000Z' })
      expect(counted([end, presented('2026-03-02T09:58:00Z')])).toMatchObject({
        [key]: '2026-03-02T09:59:00.0000000Z',
      })
      expect(counted([end, presented('2026-03-02T09:59:30Z')])).toMatchObject({
        [key]: '2026-03-02T09:59:30.0000000Z',
      })
      expect(counted([end, presented('2026-03-02T10:00:30Z')])).toMatchObject({
        [key]: '2026-03-02T10:00:30.0000000Z',
      })
    },
  )

  test('an end exactly a minute after its presentation comes after it', () => {
    const end = happened('collection_ended:pay_1', '2026-03-02T10:00:00Z')
    expect(keys(sepaMandateEvents, end, presented('2026-03-02T09:59:00Z'))).toEqual([
      'collection_presented:pay_1',
      'collection_ended:pay_1',
    ])
  })

  test('an end is not delayed by the presentation of another payment', () => {
    const end = happened('collection_ended:pay_2', '2026-03-02T10:00:00Z')
    expect(counted([end, presented('2026-03-02T09:59:30Z')])).toMatchObject({
      'collection_ended:pay_2': '2026-03-02T09:59:00.0000000Z',
    })
  })

  test('an end that may be earlier than the next presentation, as clocks go, comes before it', () => {
    const presentedBefore = happened('collection_presented:pay_2', '2026-03-02T08:00:00Z')
    const end = happened('collection_ended:pay_2', '2026-03-02T10:01:00Z')
    const turn = (at: string) =>
      keys(sepaMandateEvents, presentedBefore, end, presented(at)).slice(1)
    const [ended, next] = ['collection_ended:pay_2', 'collection_presented:pay_1']
    expect(turn('2026-03-02T10:00:00Z')).toEqual([ended, next])
    expect(turn('2026-03-02T09:59:59.9999999Z')).toEqual([next, ended])
  })

  test('a cancellation counts a minute later, everything else at its own time', () => {
    expect(
      counted([
        happened('mandate_created'),
        presented('2026-03-02T10:00:00Z'),
        happened('mandate_cancelled'),
        happened('state_observed:a'),
      ]),
    ).toEqual({
      mandate_created: '2026-03-02T10:00:00.0000000Z',
      'collection_presented:pay_1': '2026-03-02T10:00:00.0000000Z',
      mandate_cancelled: '2026-03-02T10:01:00.0000000Z',
      'state_observed:a': '2026-03-02T10:00:00.0000000Z',
    })
  })

  test('the shift is the policy’s clock tolerance', () => {
    const policy = { ...defaultPolicy, clockToleranceSeconds: 0 }
    const at = '2026-03-02T10:00:00.0000000Z'
    const all = [happened('collection_ended:pay_1'), happened('mandate_cancelled')]
    expect(counted(all, policy)).toEqual({ 'collection_ended:pay_1': at, mandate_cancelled: at })
  })

  test('at one time a payment is presented, ended, captured, and then the mandate cancelled', () => {
    const keysAt = [
      'collection_presented:pay_1',
      'collection_ended:pay_1',
      'collection_captured:pay_1',
    ]
    const all = keysAt.map((key) => happened(key, '2026-03-02T10:00:00Z'))
    const cancelled = happened('mandate_cancelled', '2026-03-02T09:59:00Z')
    expect(keys(sepaMandateEvents, ...all, cancelled)).toEqual([...keysAt, 'mandate_cancelled'])
  })
})
