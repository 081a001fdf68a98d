/** When something happened, and how surely. */
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/event/envelope.ts'
import { momentOf } from '../../src/event/moment.ts'

const event = (occurredAt: string | null): Event => ({
  type: 'paid',
  data: {},
  metadata: {
    eventId: 'evt_1',
    occurredAt,
    recordedAt: '2024-01-02T10:00:01Z',
    source: 'report',
    schema: 1,
  } as Event['metadata'],
})

describe('the moment of an event', () => {
  test("is the provider's, and sure", () => {
    expect(momentOf(event('2024-01-02T10:00:00.5'))).toEqual({
      at: '2024-01-02T10:00:00.5000000Z',
      timed: true,
    })
  })

  test('is when it was heard of, and a bound only', () => {
    expect(momentOf(event(null))).toEqual({ at: '2024-01-02T10:00:01.0000000Z', timed: false })
  })
})
