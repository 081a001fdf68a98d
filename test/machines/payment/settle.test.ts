/** What lists, look-ups and persons settle, where little decides. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { reported } from '../../given.ts'

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`

/** A message of a day; without the provider's time, only its receipt is known. */
const says = (day: number, type: string, data: object = {}, isTimed = true): DomainEvent =>
  reported(
    type,
    { paymentId: 'pay_1', ...data },
    { id: `${type}-${day}`, at: isTimed ? at(day) : null, recordedAt: at(day) },
  )
const requested = (day: number): DomainEvent => {
  const event = says(day, 'refund_requested', { amount: 300, commandId: 'refund-1' }, false)
  return { ...event, metadata: { ...event.metadata, source: 'request' } }
}
const list = (day: number, ...others: readonly object[]): DomainEvent => {
  const capture = { id: 'act_c', kind: 'capture', amount: 1000, approved: true }
  const actions = [capture, ...others]
  return says(day, 'actions_listed', { askedAt: at(day), actions, unread: 0 }, false)
}
const reviewed = (day: number, data: object): DomainEvent =>
  says(day, 'reviewed', { asOf: at(day), by: ['ann'], ...data }, false)

const pending = says(1, 'payment_pending', { amount: 1000 })
const captured = says(2, 'payment_captured', { actionId: 'act_c', amount: 1000 })
const paid = [pending, captured]

/** The sums that matter, the doubts, and what counts for nothing; the same in any order. */
const after = (...events: readonly DomainEvent[]) => {
  const read = (all: readonly DomainEvent[]) => {
    const { context, findings, occurrences } = fold(sepaPayment)(all)
    const { refunded, refunding, chargedBack } = sepaPayment.sums.of(context)
    const doubts = findings.flatMap(({ code, asks }) => (asks === undefined ? [] : code))
    const overruled = occurrences.flatMap(({ disposition, events: own }) =>
      disposition === 'overruled' ? own.map(({ metadata }) => metadata.eventId) : [],
    )
    return { refunded, refunding, chargedBack, doubts, overruled: overruled.sort() }
  }
  const found = read(events)
  expect(read(events.toReversed())).toEqual(found)
  return found
}

describe('a list', () => {
  test('overrules with the second one a refund that it lacks, and the command of that', () => {
    const wrong = says(4, 'payment_refund_pending', {
      actionId: 'act_9',
      commandId: 'refund-1',
      amount: 300,
    })
    const all = [...paid, requested(3), wrong, list(6)]
    expect(after(...all)).toMatchObject({ refunding: 300, doubts: ['StatementDiffers'] })
    expect(after(...all, list(7))).toMatchObject({
      refunding: 0,
      doubts: [],
      overruled: ['payment_refund_pending-4', 'refund_requested-3'],
    })
  })

  test('shows a capture as a report does only if that names its amount, where the payment has one', () => {
    const row = { id: 'act_k', kind: 'capture', amount: 1000, approved: true }
    const second = (data: object) => says(3, 'payment_captured', { actionId: 'act_k', ...data })
    expect(after(...paid, second({ amount: 1000 }), list(5, row)).doubts).toEqual([])
    expect(after(...paid, second({}), list(5, row)).doubts).toEqual(['CapturedDiffers'])
    expect(after(...paid, second({}), list(5, row), list(6, row)).doubts).toEqual([])
  })

  test('ends that a message could not be read, if it covers that', () => {
    const unread = says(5, 'unrecognised', { name: 'payment_refunded', path: 'data.amount' }, false)
    expect(after(...paid, unread).doubts).toEqual(['Unread'])
    expect(after(...paid, unread, list(5)).doubts).toEqual(['Unread'])
    expect(after(...paid, unread, list(6)).doubts).toEqual([])
  })
})

test('a look-up of the payment contradicts a capture by the first report of it', () => {
  const again = says(6, 'payment_captured', { actionId: 'act_c', amount: 1000 })
  const look = says(4, 'state_observed', { askedAt: at(4), status: 'pending' }, false)
  expect(after(...paid, again, look).doubts).toEqual(['StatementDiffers'])
  expect(after(pending, again, look).doubts).toEqual([])
})

describe('a person’s word', () => {
  test('settles that a message about the payment names another currency, until another does', () => {
    const other = (day: number) => says(day, 'payment_pending', { amount: 1000, currency: 'USD' })
    expect(after(...paid, other(3)).doubts).toEqual(['OtherCurrency'])
    const named = (hour: number) => ({
      ...other(3),
      metadata: { ...other(3).metadata, occurredAt: `2026-03-03T0${hour}:00:00Z` as never },
    })
    expect(after(...paid, named(8), named(9)).doubts).toEqual(['OtherCurrency'])
    expect(after(...paid, other(3), reviewed(4, { captured: 1000 })).doubts).toEqual([])
    const word = reviewed(4, { captured: 1000 })
    expect(after(...paid, other(3), word, other(5)).doubts).toEqual(['OtherCurrency'])
  })

  test('leaves the refund of a command that was recorded later, if no message names its time', () => {
    const done = says(6, 'payment_refunded', { actionId: 'act_1', commandId: 'refund-1' }, false)
    const word = reviewed(4, { refunded: 0 })
    expect(after(...paid, requested(5), word, done)).toMatchObject({ refunded: 300, doubts: [] })
    expect(after(...paid, requested(3), word, done)).toMatchObject({
      refunded: 0,
      doubts: ['AfterReview'],
    })
  })

  test('overrules what gives back a taking that it holds', () => {
    const taken = says(3, 'payment_chargeback', { disputeId: 'dsp_1', amount: 1000 })
    const back = says(5, 'chargeback_reversed', { disputeId: 'dsp_1' })
    expect(after(...paid, taken, reviewed(4, { chargedBack: 1000 }), back)).toMatchObject({
      chargedBack: 1000,
      doubts: ['AfterReview'],
      overruled: ['chargeback_reversed-5', 'payment_chargeback-3'],
    })
  })

  test('counts from when that happened which it replaces, else as of its time', () => {
    const times = (...events: readonly DomainEvent[]) =>
      Object.fromEntries(
        fold(sepaPayment)(events)
          .occurrences.filter(
            ({ type, events: own }) =>
              type !== 'reviewed' && own.some(({ metadata }) => /reviewed/.test(metadata.eventId)),
          )
          .map(({ type, at: on, data, entityId }) => [type, [on, data['amount'], entityId]]),
      )
    const instant = (day: number) => at(day).replace('Z', '.0000000Z')
    const taken = [
      says(3, 'payment_chargeback', { disputeId: 'dsp_1', amount: 100 }),
      says(4, 'payment_chargeback', { disputeId: 'dsp_2', amount: 100 }),
      says(2, 'chargeback_reversed', { disputeId: 'dsp_3' }),
      says(6, 'payment_refunded', { actionId: 'act_1', amount: 200 }),
    ]
    const word = reviewed(8, { captured: 900, refunded: 50, chargedBack: 60 })
    expect(times(...paid, ...taken, word)).toEqual({
      payment_captured: [instant(2), 900, ''],
      payment_refunded: [instant(6), 50, 'stated'],
      payment_chargeback: [instant(3), 60, 'stated'],
    })
    // a message without the provider's time says only when it was received
    const untimed = says(2, 'payment_captured', { actionId: 'act_c', amount: 1000 }, false)
    expect(times(pending, untimed, word)['payment_captured']).toEqual([instant(8), 900, ''])
    // so the right to refund still counts from the earliest day
    expect(fold(sepaPayment)([pending, untimed, word]).context).toMatchObject({
      captured: { isOnlyShown: true },
    })
    expect(times(word)).toMatchObject({ payment_captured: [instant(8), 900, ''] })
    expect(times(...paid, reviewed(8, { captured: 0, refunded: 0, chargedBack: 0 }))).toEqual({})
  })
})
