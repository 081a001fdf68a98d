/** The informational events: keys, phases and fields, written out. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { observedEvents } from '../../../machines/observed/events.ts'
import { fieldRowsOf, namesOf, rowsOf } from '../../event/lifecycle.ts'

describe('the informational events', () => {
  test('are these, in the order that resolves ties, each with its key, phase and clock tolerance', () => {
    expect(rowsOf(observedEvents)).toEqual([
      'state_observed self 9 none',
      'action_observed self 9 none',
      'request_refused self 9 none',
      'unrecognised self 9 none',
      'question_answered self 9 none',
      'reviewed self 9 none',
      'request_sent self 9 none',
      'request_failed self 9 none',
      'command_given_up self 9 none',
      'actions_listed self 9 none',
    ])
  })

  test('have these fields, the marked ones always', () => {
    expect(fieldRowsOf(observedEvents)).toEqual({
      state_observed:
        'amount approved askedAt balances channel completed currency customerId integrationType ' +
        'method mode nextActions paymentId protocolVersion providerName providerOrderId ' +
        'providerPaymentId reference requestedAt responseCode riskFlagged sessionId sourceId status ' +
        'ticketExpiresAt transactionId',
      action_observed: 'action actionId amount approved paymentId! responseCode',
      request_refused:
        'attempt commandId endpoint errorCodes errorType httpStatus paymentId sessionId sourceId',
      unrecognised: 'method name path reason',
      question_answered: 'question!',
      reviewed:
        'amount as asOf because by! captured chargedBack events outcome paymentId reason refunded ' +
        'sessionId sourceId usable',
      request_sent: 'attempt! commandId! paymentId sessionId sourceId',
      request_failed: 'attempt commandId! endpoint httpStatus paymentId sessionId sourceId',
      command_given_up: 'because! by! commandId! paymentId sessionId sourceId',
      actions_listed: 'actions! askedAt! paymentId reference sourceId unread!',
    })
  })

  test('have the same names as their codecs', () => {
    expect(namesOf(observedEvents)).toEqual(Object.keys(observedEvents))
  })
})

describe('a refused request', () => {
  const refused = (httpStatus: number): boolean =>
    E.isRight(
      observedEvents.request_refused.codec.decode({
        type: 'request_refused',
        data: { httpStatus },
        metadata: {
          eventId: 'evt_1',
          occurredAt: null,
          recordedAt: '2024-01-02T10:00:00Z',
          source: 'response',
          schema: 1,
        },
      }),
    )

  test('has an HTTP status from 100 to 599', () => {
    expect([99, 100, 422, 599, 600].filter(refused)).toEqual([100, 422, 599])
  })
})
