/** How the events of a mandate change its context, and when it expires. */
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import { expiresAt } from '../../../machines/sepa-mandate/uses.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported, src } from '../../given.ts'
import { defaultPolicy } from '../../root.ts'

const at = (time: string) => ({ at: `2026-03-${time}T10:00:00Z` })
const instantAt = (time: string) => `2026-03-${time}T10:00:00.0000000Z`
const applied = (...events: readonly DomainEvent[]) => given(sepaMandate, ...events).context
const collection = (type: string, paymentId: string, time: string) =>
  reported(type, { ...src, paymentId }, at(time))

describe('a mandate', () => {
  test('takes its type, reference and customer from its creation', () => {
    const data = { ...src, mandateType: 'single', mandateReference: 'ref-1', customerId: 'cus_1' }
    expect(applied(reported('mandate_created', data, at('01')))).toEqual({
      ...data,
      createdAt: instantAt('01'),
      currency: 'EUR',
      cancelledAt: null,
      collections: {},
      now: null,
    })
  })

  test.each([
    'mandate_created',
    'collection_presented',
    'collection_ended',
    'collection_captured',
    'mandate_cancelled',
  ])('takes its source from %s alone', (type) => {
    expect(applied(reported(type, { ...src, paymentId: 'pay_1' })).sourceId).toBe('src_1')
  })
})

describe('a mandate expires', () => {
  const lapses = (...events: readonly DomainEvent[]) => expiresAt(applied(...events), defaultPolicy)
  const created = reported('mandate_created', src, at('01'))
  const end = '2029-03-01T23:00:00.0000000Z'

  test('never, as far as is known, while neither its creation nor a use is', () => {
    expect(lapses()).toBe(null)
    expect(lapses(reported('mandate_cancelled', src, at('01')))).toBe(null)
  })

  test('36 months after the later of its creation and its last use', () => {
    expect(lapses(created)).toBe(end)
    const first = collection('collection_presented', 'pay_1', '09')
    const last = collection('collection_presented', 'pay_2', '20')
    expect(lapses(created, first)).toBe('2029-03-09T23:00:00.0000000Z')
    expect(lapses(created, last, first)).toBe('2029-03-20T23:00:00.0000000Z')
    expect(lapses(first, last)).toBe('2029-03-20T23:00:00.0000000Z')
    const before = reported(
      'collection_presented',
      { ...src, paymentId: 'pay_3' },
      { at: '2026-02-01' },
    )
    expect(lapses(created, before)).toBe(end)
  })

  test('counted from a capture if its presentation was never reported, but never from an end alone', () => {
    const captured = collection('collection_captured', 'pay_1', '09')
    expect(lapses(created, captured)).toBe('2029-03-09T23:00:00.0000000Z')
    expect(lapses(created, collection('collection_ended', 'pay_1', '09'))).toBe(end)
    expect(lapses(created, captured, collection('collection_presented', 'pay_1', '05'))).toBe(
      '2029-03-05T23:00:00.0000000Z',
    )
  })
})
