/** Judging on an engine that knows no time zones, such as Hermes without React Native. */
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, expect, test, vi } from 'vitest'
import { reported } from '../../src/testing/index.ts'
import type { Stream } from '../../src/words/stream.ts'

// modules of their own: other tests share those that know zones, and must not get those that know none
vi.resetModules()
vi.stubGlobal('Intl', undefined)
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('payfold judges nothing by days that it cannot know', async () => {
  const { sepaPayment } = await import('../../machines/index.ts')
  const { payfold } = await import('../../src/index.ts')
  const root = payfold([sepaPayment])
  const pay = { paymentId: 'pay_1', amount: 1000 }
  const pending = { ...pay, sourceId: 'src_1', currency: 'EUR', method: 'sepa' } as const
  const state = root.fold('payment-pay_1' as Stream, [
    reported('payment_pending', pending, { at: '2026-03-02T10:00:00Z' }),
    reported('payment_captured', pay, { at: '2026-03-03T10:00:00Z' }),
  ])
  expect(state.status).toBe('captured')
  const now = '2026-03-06T10:00:00Z'
  const stale = { error: 'Stale', differs: 'policy', expected: 'unreadable', actual: state.policy }
  expect(root.windows(state, now)).toEqual(E.left(stale))
  expect(root.allowed(state, now)).toEqual(E.left(stale))
  const metadata = { now, commandId: 'c-1' }
  const data = { paymentId: 'pay_1', amount: 1000 }
  expect(root.decide(state, { type: 'requestRefund', data, metadata })).toEqual(E.left(stale))
})
