/** The events in a state. */
import { expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { eventsOf } from '../../src/contract/state.ts'
import { given, reported } from '../given.ts'

test('a state contains every event it was folded from, parked ones too, but no inferred ones', () => {
  const pay = { paymentId: 'pay_1' }
  const events = [
    reported('state_observed', { ...pay, status: 'captured' }, { id: 'a', source: 'response' }),
    reported('payment_captured', { ...pay, amount: 5 }, { id: 'b' }),
    reported('payment_captured', pay, { id: 'c', source: 'response' }),
    reported('payment_expired', pay, { id: 'd' }),
    reported('payment_refunded', pay, { id: 'e' }),
    reported('refund_requested', { ...pay, commandId: 'c-1' }, { id: 'f', source: 'request' }),
    reported('request_refused', { ...pay, commandId: 'c-1', attempt: 1 }, { id: 'g' }),
  ]
  const state = given(sepaPayment, ...events)
  expect(state.occurrences.flatMap(({ events }) => events)).toHaveLength(9)
  const known = eventsOf(state)
  expect(known).toHaveLength(events.length)
  expect(known).toEqual(expect.arrayContaining(events))
})
