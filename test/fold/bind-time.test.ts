/** Which refund an event without an id belongs to, by the times of its stages. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { bind } from '../../src/fold/correlate.ts'
import { reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const refunded = (id: string, at: string | null, data: object = {}) =>
  reported(
    'payment_refunded',
    { paymentId: 'pay_1', amount: 300, ...data },
    { id, at, recordedAt: at ?? '2026-03-09T10:00:00Z' },
  )
const known = (at: string | null, id = 'evt_known') => refunded(id, at, { actionId: 'act_1' })

/** The entity of the event with an id; the same for the reversed list. */
const aboutOf = (id: string, ...events: readonly DomainEvent[]) => {
  const read = (all: readonly DomainEvent[]) =>
    bind(sepaPayment, all, defaultPolicy).find(({ event }) => event.metadata.eventId === id)
      ?.entityId
  expect(read(events.toReversed())).toBe(read(events))
  return read(events)
}

describe('a refund without an id, where one is known', () => {
  test.each([
    ['2026-03-02T09:58:59.9999999Z', null],
    ['2026-03-02T09:59:00Z', 'act_1'],
    ['2026-03-02T10:00:00Z', 'act_1'],
    ['2026-03-02T10:01:00Z', 'act_1'],
    ['2026-03-02T10:01:00.0000001Z', null],
  ])('at ten o’clock, and reported for %s, belongs to %j', (at, entityId) => {
    expect(aboutOf('evt_a', known('2026-03-02T10:00:00Z'), refunded('evt_a', at))).toBe(entityId)
  })

  test('is the known one if either has no time', () => {
    const on = '2026-03-02T10:00:00Z'
    expect(aboutOf('evt_a', known(on), refunded('evt_a', null))).toBe('act_1')
    expect(aboutOf('evt_a', known(null), refunded('evt_a', on))).toBe('act_1')
  })

  test('is compared with the first reported time', () => {
    const both = [known('2026-03-02T10:00:00Z'), known('2026-03-02T10:05:00Z', 'evt_late')]
    expect(aboutOf('evt_a', ...both, refunded('evt_a', '2026-03-02T10:00:00Z'))).toBe('act_1')
    expect(aboutOf('evt_a', ...both, refunded('evt_a', '2026-03-02T10:05:00Z'))).toBe(null)
  })

  test('is the first in time of several that match', () => {
    const asked = reported(
      'refund_requested',
      { paymentId: 'pay_1', actionId: 'act_1', amount: 300 },
      { id: 'evt_asked', at: '2026-03-01T10:00:00Z' },
    )
    const two = [
      refunded('evt_b', '2026-03-02T10:00:00Z'),
      refunded('evt_a', '2026-03-03T10:00:00Z'),
    ]
    expect(aboutOf('evt_b', asked, ...two)).toBe('act_1')
    expect(aboutOf('evt_a', asked, ...two)).toBe(null)
  })
})
