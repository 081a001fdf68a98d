/** The time at which a webhook says that something happened. */
import { describe, expect, test } from 'vitest'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { defaultPolicy } from '../../root.ts'
import { events, HEARD, MADE, older, webhook } from './given.ts'

const times = (processedOn: unknown, envelope: object, seconds = 60) => {
  const body = older('payment_captured', { id: 'pay_1', processed_on: processedOn }, envelope)
  const policy = { ...defaultPolicy, clockToleranceSeconds: seconds }
  const [event] = events(readWebhook({ isVerified: true, body, receivedAt: HEARD }, policy))
  const { occurredAt, claimedAt } = event?.metadata ?? {}
  return claimedAt === undefined ? { occurredAt } : { occurredAt, claimedAt }
}

const [AT, LATER] = ['2026-03-02T10:00:00Z', '2026-03-02T10:00:01Z']
const UNREAD = [null, '', {}, 'soon', '2023-06-34T15:24:56.9871232Z']

describe('the time of a webhook', () => {
  test.each([
    // long before the message, or the tolerance after it, in any zone
    ...['2018-04-10T08:12:14Z', '2026-03-02T10:01:00Z', '2026-03-02T10:01:00.0000000+00:00'],
    '2026-03-02T11:01:00+01:00',
  ])('is that of processing, %s', (processed) => {
    expect(times(processed, { created_on: AT })).toEqual({ occurredAt: processed })
  })

  test('is that of the message, if the claimed one is 100 ns beyond the tolerance', () => {
    const beyond = '2026-03-02T10:01:00.0000001Z'
    expect(times(beyond, { created_on: AT })).toEqual({ occurredAt: AT, claimedAt: beyond })
  })

  test('depends on the tolerance of the policy', () => {
    const late = '2026-03-02T10:00:02Z'
    expect(times(late, { created_on: AT }, 2)).toEqual({ occurredAt: late })
    expect(times(late, { created_on: AT }, 1)).toEqual({ occurredAt: AT, claimedAt: late })
  })

  test('is compared with its timestamp, if it has no created_on that can be read', () => {
    const timestamp = '2026-03-02T10:00:00.292+00:00'
    const claimed = '2026-03-02T10:02:00Z'
    for (const created_on of [undefined, ...UNREAD]) {
      expect(times(claimed, { created_on, timestamp })).toEqual({
        occurredAt: timestamp,
        claimedAt: claimed,
      })
    }
    expect(times(undefined, { created_on: AT, timestamp: LATER })).toEqual({ occurredAt: AT })
  })

  test.each([undefined, 5, ...UNREAD])('is that of the message, if processing is %j', (unread) => {
    expect(times(unread, { created_on: AT })).toEqual({ occurredAt: AT })
  })

  test('is that of processing, if the message has no other, and else unknown', () => {
    const processed = '2026-03-02T10:00:00'
    expect(times(processed, { created_on: '' })).toEqual({ occurredAt: processed })
    expect(times(null, { created_on: 'soon' })).toEqual({ occurredAt: null })
  })

  test('is the time of sending for an unknown type, whatever its data claim', () => {
    const body = older('payment_approved', { id: 'pay_1', processed_on: '2020-01-01T00:00:00Z' })
    expect(events(webhook(body))[0]?.metadata.occurredAt).toBe('2026-03-02T10:00:05Z')
  })
})

test('the made id of a webhook without one differs by time, type, content and stream', () => {
  const idOf = (type: string, id: string, created_on: unknown, amount = 1) =>
    events(webhook(older(type, { id, amount }, { id: null, created_on })))[0]?.metadata.eventId
  const ids = [
    idOf('payment_captured', 'pay_1', AT),
    idOf('payment_captured', 'pay_1', '2026-03-02T10:00:00.0000001Z'),
    idOf('payment_refunded', 'pay_1', AT),
    idOf('payment_captured', 'pay_1', AT, 2),
    // of an unknown type, no content but the stream is kept
    idOf('something_new', 'pay_1', AT),
    idOf('something_new', 'pay_2', AT),
  ]
  expect(new Set(ids).size).toBe(6)
  expect(ids).toEqual(ids.map(() => MADE))
  expect(idOf('payment_captured', 'pay_1', AT)).toBe(ids[0])
})
