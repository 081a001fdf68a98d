/** When a look-up of a payment implies that it ended: not where any message shows a capture. */
import { expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { pay, reported } from '../../given.ts'

const pending = reported('payment_pending', { ...pay, amount: 1000 }, { id: 'evt_pending' })
const said = (day: number, type: string, data: object): DomainEvent =>
  reported(
    type,
    { ...pay, ...data },
    { id: `${type}-${day}`, at: null, recordedAt: `2026-03-0${day}T10:00:00Z` },
  )
const look = (day: number, status: string) => said(day, 'state_observed', { status })
const list = (...actions: readonly object[]) => said(5, 'actions_listed', { actions, unread: 0 })
const capture = { id: 'act_c', kind: 'Capture', amount: 1000, approved: true }

const impliedIn = (...events: readonly DomainEvent[]): readonly string[] =>
  fold(sepaPayment)([pending, ...events])
    .occurrences.map(({ type }) => type)
    .filter((type) => /^payment_(declined|canceled)$/.test(type))

test('a look-up implies an end if nothing shows a capture', () => {
  expect(impliedIn(look(6, 'canceled'))).toEqual(['payment_canceled'])
  expect(impliedIn(look(6, 'declined'), look(7, 'pending'))).toEqual(['payment_declined'])
  for (const none of [
    list(),
    list({ ...capture, approved: false }),
    list({ ...capture, approved: undefined }),
    list({ ...capture, kind: 'Authorization' }),
  ]) {
    expect(impliedIn(look(6, 'canceled'), none)).toEqual(['payment_canceled'])
  }
})

test('a look-up implies no end where a message, another look-up or a row of a list shows a capture', () => {
  const captured = said(5, 'payment_captured', { actionId: 'act_c', amount: 1000 })
  const authorized = { id: 'act_a', kind: 'Authorization', amount: 1000, approved: true }
  for (const shown of [
    captured,
    look(5, 'captured'),
    look(5, 'partially_refunded'),
    list(capture),
    list(authorized, { ...capture, kind: 'capture' }),
  ]) {
    expect(impliedIn(look(6, 'canceled'), shown)).toEqual([])
    expect(impliedIn(look(4, 'declined'), shown)).toEqual([])
  }
})

test('a look-up implies no other end than was reported', () => {
  const declined = said(5, 'payment_declined', {})
  expect(impliedIn(declined, look(6, 'canceled'))).toEqual(['payment_declined'])
  expect(impliedIn(declined, look(6, 'declined'))).toEqual(['payment_declined'])
})
