/** What a status implies: the tables, written out. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { impliedByPayment } from '../../machines/payment/snapshot.ts'
import { impliedBySession } from '../../machines/session/snapshot.ts'
import { forAll } from '../for-all.ts'
import { wordsOf } from '../given.ts'
import { everyEvent } from '../root.ts'

const STATUSES = wordsOf(`
  pending processing challenged challenge_abandoned expired approved attempted unavailable
  declined rejected
`)

const implied = (shown: Parameters<typeof impliedBySession>[0]): string =>
  impliedBySession(shown).join(' ') || '-'

describe('a session', () => {
  test('in the non-hosted mode implies these by its status', () => {
    const rows = STATUSES.map((status) => `${status}: ${implied({ status, mode: 'non_hosted' })}`)
    expect(rows).toEqual([
      'pending: -',
      'processing: channel_data_submitted',
      'challenged: channel_data_submitted session_challenged',
      'challenge_abandoned: channel_data_submitted session_challenged challenge_abandoned',
      'expired: session_expired',
      'approved: channel_data_submitted session_approved',
      'attempted: channel_data_submitted session_attempted',
      'unavailable: channel_data_submitted session_unavailable',
      'declined: channel_data_submitted session_declined',
      'rejected: channel_data_submitted session_rejected',
    ])
  })

  test.each(['hosted', undefined] as const)('that is %s implies these by its status', (mode) => {
    const rows = STATUSES.map((status) => `${status}: ${implied({ status, mode })}`)
    expect(rows).toEqual([
      'pending: -',
      'processing: channel_data_submitted',
      'challenged: session_challenged',
      'challenge_abandoned: challenge_abandoned',
      'expired: session_expired',
      'approved: session_approved',
      'attempted: session_attempted',
      'unavailable: session_unavailable',
      'declined: session_declined',
      'rejected: session_rejected',
    ])
  })

  test('whose next action is a challenge is challenged, whatever its status is', () => {
    const nextActions = ['challenge_cardholder'] as const
    expect([
      implied({ status: 'processing', mode: 'non_hosted', nextActions }),
      implied({ status: 'pending', mode: 'hosted', nextActions }),
      implied({ mode: 'hosted', nextActions }),
      implied({ status: 'approved', mode: 'hosted', nextActions }),
      implied({ status: 'expired', mode: 'hosted', nextActions }),
      implied({ status: 'processing', mode: 'hosted', nextActions: ['complete'] }),
    ]).toEqual([
      'channel_data_submitted session_challenged',
      'session_challenged',
      'session_challenged',
      'session_approved',
      'session_expired',
      'channel_data_submitted',
    ])
  })

  test('that is completed implies that last', () => {
    expect([
      implied({ status: 'approved', completed: true }),
      implied({ status: 'approved', completed: false }),
      implied({ completed: true }),
      implied({}),
    ]).toEqual(['session_approved session_completed', 'session_approved', 'session_completed', '-'])
  })
})

describe('a payment', () => {
  test.each([
    [undefined, ['payment_pending']],
    ['pending', ['payment_pending']],
    ['declined', ['payment_declined']],
    ['captured', ['payment_pending', 'payment_captured']],
    ['partially_refunded', ['payment_pending', 'payment_captured']],
    ['refunded', ['payment_pending', 'payment_captured']],
    ['canceled', ['payment_pending', 'payment_canceled']],
    ['cancelled', ['payment_pending', 'payment_canceled']],
    ['expired', ['payment_pending', 'payment_expired']],
    ['voided', ['payment_pending', 'payment_canceled']],
    ['partially_captured', ['payment_pending', 'payment_captured']],
    ['paid', ['payment_pending', 'payment_captured']],
    ['authorized', ['payment_pending']],
    ['card_verified', ['payment_pending']],
    ['', ['payment_pending']],
  ])('whose status is %j implies %j', (status, expected) => {
    expect(impliedByPayment(status)).toEqual(expected)
  })

  test.each(['constructor', 'toString', '__proto__', 'valueOf'])(
    'whose status is %j, an inherited property name, implies only its beginning',
    (status) => {
      expect(impliedByPayment(status)).toEqual(['payment_pending'])
    },
  )
})

test('an unknown status implies known events or none', () => {
  const statuses = fc.constantFrom(...STATUSES, 'hasOwnProperty', 'constructor', 'x', '')
  const modes = fc.constantFrom('hosted' as const, 'non_hosted' as const, undefined)
  forAll({}, [statuses, modes], (status, mode) => {
    const types = impliedBySession({ status, mode })
    expect(types.filter((type) => !Object.hasOwn(everyEvent, type))).toEqual([])
  })
})
