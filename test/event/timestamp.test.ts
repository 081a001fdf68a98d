/** When something happened, and whether the provider said so. */
import { describe, expect, test } from 'vitest'
import { type DomainEvent, timestampOf } from '../../src/event/envelope.ts'

const event = (occurredAt: string | null): DomainEvent => ({
  type: 'paid',
  data: {},
  metadata: {
    eventId: 'evt_1',
    occurredAt,
    recordedAt: '2024-01-02T10:00:01Z',
    source: 'report',
    schema: 1,
  } as DomainEvent['metadata'],
})

describe('the timestamp of an event', () => {
  test("is the provider's time, and certain", () => {
    expect(timestampOf(event('2024-01-02T10:00:00.5'))).toEqual({
      at: '2024-01-02T10:00:00.5000000Z',
      timed: true,
    })
  })

  test('is the time of receipt, and only a bound', () => {
    expect(timestampOf(event(null))).toEqual({ at: '2024-01-02T10:00:01.0000000Z', timed: false })
  })
})
