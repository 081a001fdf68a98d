/** The events of a session: keys, phases and fields, written out. */
import { describe, expect, test } from 'vitest'
import { sessionEvents } from '../../../machines/session/events.ts'
import { fieldRowsOf, namesOf, rowsOf } from '../../event/lifecycle.ts'

const TOLD =
  'amount approved challenged channel commandId currency mode nextActions paymentId ' +
  'protocolVersion reason reference sessionId! transactionId'

describe('the events of a session', () => {
  test('are these, in the order that resolves ties, each with its key, phase and clock tolerance', () => {
    expect(rowsOf(sessionEvents)).toEqual([
      'session_created once 0 none',
      'channel_data_submitted once 1 none',
      'session_challenged once 2 none',
      'session_approved once 3 none',
      'session_attempted once 3 none',
      'session_unavailable once 3 none',
      'session_declined once 3 none',
      'session_rejected once 3 none',
      'challenge_abandoned once 3 none',
      'session_expired once 3 none',
      'session_completed once 4 none',
    ])
  })

  test('have these fields, the marked ones always', () => {
    expect(fieldRowsOf(sessionEvents)).toEqual({
      session_created: TOLD,
      channel_data_submitted: TOLD,
      session_challenged: TOLD,
      session_approved: TOLD,
      session_attempted: TOLD,
      session_unavailable: TOLD,
      session_declined: TOLD,
      session_rejected: TOLD,
      challenge_abandoned: TOLD,
      session_expired: TOLD,
      session_completed: TOLD,
    })
  })

  test('have the same names as their codecs', () => {
    expect(namesOf(sessionEvents)).toEqual(Object.keys(sessionEvents))
  })
})
