/** What a command must wait for is named, so that a backend can ask for it. */
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { validate } from '../../src/judge/validate.ts'
import { given, pay, reported, src } from '../given.ts'

const refund = reported('refund_requested', { ...pay, commandId: 'c-1', amount: 1 })
const paid = [reported('payment_pending', { ...pay, amount: 9 }), reported('payment_captured', pay)]

const missing = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  command: DomainEvent,
  ...events: readonly DomainEvent[]
) => {
  const judged = validate(machine)(given(machine, ...events), command)
  return E.isLeft(judged)
    ? judged.left.refusals.flatMap((each) =>
        each.rule === 'notKnown' && 'what' in each ? each.what : [],
      )
    : []
}

test('a refund waits for the captured amount', () => {
  expect(missing(sepaPayment, refund, ...paid)).toEqual([])
  expect(missing(sepaPayment, refund, reported('payment_captured', pay))).toEqual([
    'captured amount',
  ])
})

test('a collection waits for the type of its mandate', () => {
  const collection = reported('collection_presented', { ...src, ...pay })
  const created = (type: object) => reported('mandate_created', { ...src, ...type })
  expect(missing(sepaMandate, collection, created({ mandateType: 'single' }))).toEqual([])
  expect(missing(sepaMandate, collection, created({}))).toEqual(['mandate type'])
})

test('channel data wait until the mode of the session is known', () => {
  const channelData = reported('channel_data_submitted', { sessionId: 'sid_1', channel: 'browser' })
  const created = (mode: object) => reported('session_created', { sessionId: 'sid_1', ...mode })
  expect(missing(session, channelData, created({ mode: 'non_hosted' }))).toEqual([])
  expect(missing(session, channelData, created({}))).toEqual(['completion type'])
})

test('a capture after an end waits for the times of both', () => {
  const ended = [reported('payment_pending', pay), reported('payment_canceled', pay)]
  expect(missing(sepaPayment, reported('payment_captured', pay, { at: null }), ...ended)).toEqual([
    'times',
  ])
  expect(missing(sepaPayment, reported('payment_captured', pay), ...ended)).toEqual([])
})
