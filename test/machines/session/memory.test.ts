/**
 * How the events of a session change its context: each value is set once, by the first message that
 * names it.
 */
import { describe, expect, test } from 'vitest'
import { session } from '../../../machines/index.ts'
import { sessionEvents } from '../../../machines/session/events.ts'
import { given, reported } from '../../given.ts'

const facts = {
  sessionId: 'sid_1',
  mode: 'hosted',
  channel: 'app',
  amount: 100,
  currency: 'EUR',
  protocolVersion: '2.2.0',
  transactionId: 'tx-1',
  paymentId: 'pay_1',
}
const others = {
  sessionId: 'sid_1',
  mode: 'non_hosted',
  channel: 'browser',
  amount: 200,
  currency: 'USD',
  protocolVersion: '1.0',
  transactionId: 'tx-2',
  paymentId: 'pay_2',
}
const at = (minute: string) => `2026-03-02T10:${minute}:00Z`
const time = (minute: string) => ({ at: `2026-03-02T10:${minute}:00.0000000Z`, timed: true })

describe('a session', () => {
  test.each(Object.keys(sessionEvents).filter((type) => type !== 'session_completed'))(
    'takes every value from %s alone',
    (type) => {
      expect(given(session, reported(type, facts)).context).toMatchObject(facts)
    },
  )

  test('takes from its completion what was unknown', () => {
    const all = [
      reported('session_created', { sessionId: 'sid_1' }, { at: at('00') }),
      reported('session_approved', { sessionId: 'sid_1' }, { at: at('01') }),
      reported('session_completed', facts, { at: at('02') }),
    ]
    expect(given(session, ...all).context).toEqual({
      ...facts,
      created: time('00'),
      outcome: time('01'),
      completed: time('02'),
    })
  })

  test('keeps the first values', () => {
    const all = [
      reported('session_created', facts, { at: at('00') }),
      reported('session_challenged', others, { at: at('01') }),
      reported('session_approved', { ...others, approved: true }, { at: at('02') }),
    ]
    expect(given(session, ...all).context).toEqual({
      ...facts,
      created: time('00'),
      outcome: time('02'),
      completed: null,
    })
  })
})
