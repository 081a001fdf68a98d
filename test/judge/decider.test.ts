/** A machine as a plain decider, which an event store can run. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import { fold } from '../../src/fold/fold.ts'
import { decider } from '../../src/judge/decider.ts'
import { given, pay, reported, sid, src } from '../given.ts'

const metadata = { commandId: 'c-1', now: '2026-03-04T10:00:00Z' }
const history = [
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR', ...src }),
  reported('payment_captured', { ...pay, amount: 1000 }),
]

describe('a decider', () => {
  const { decide, evolve, initialState, initial } = decider(sepaPayment)

  test('begins at its initial state, in either form that stores expect', () => {
    expect(initialState()).toBe(initial)
    expect(initial).toEqual(fold(sepaPayment)([]))
  })

  test('folds a stream one event at a time to the result of the fold', () => {
    expect(history.reduce(evolve, initialState())).toEqual(fold(sepaPayment)(history))
  })

  test('returns the events of a command, and none if it is refused or done already', () => {
    const state = history.reduce(evolve, initialState())
    const refund = (amount: number) => ({
      type: 'requestRefund',
      data: { ...pay, amount },
      metadata,
    })
    const events = decide(refund(1000), state)
    expect(events.map(({ type }) => type)).toEqual(['refund_requested'])
    expect(decide(refund(1001), state)).toEqual([])
    expect(decide(refund(1000), events.reduce(evolve, state))).toEqual([])
  })
})

describe('no change is possible', () => {
  const created = reported('session_created', { ...sid, mode: 'hosted' })
  const approved = reported('session_approved', sid)
  const completed = reported('session_completed', sid)

  test('for a session that was decided and completed, and not before', () => {
    const { isTerminal } = decider(session)
    expect(isTerminal(given(session, created))).toBe(false)
    expect(isTerminal(given(session, created, approved))).toBe(false)
    expect(isTerminal(given(session, created, approved, completed))).toBe(true)
  })

  test('for a mandate that was cancelled; for a payment it always is', () => {
    const mandate = reported('mandate_created', { ...src, mandateType: 'single' })
    const cancelled = reported('mandate_cancelled', src)
    expect(decider(sepaMandate).isTerminal(given(sepaMandate, mandate))).toBe(false)
    expect(decider(sepaMandate).isTerminal(given(sepaMandate, mandate, cancelled))).toBe(true)
    const declined = reported('payment_declined', pay)
    expect(decider(sepaPayment).isTerminal(given(sepaPayment, declined))).toBe(false)
    expect(decider(sepaPayment).isTerminal(given(sepaPayment, ...history))).toBe(false)
  })
})
