/** The time at which a webhook says that something happened. */
import { describe, expect, test } from 'vitest'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { defaultPolicy } from '../../root.ts'
import { events, HEARD, older, webhook } from './given.ts'

const times = (processedOn: unknown, envelope: object, seconds = 60) => {
  const body = older('payment_captured', { id: 'pay_1', processed_on: processedOn }, envelope)
  const policy = { ...defaultPolicy, clockToleranceSeconds: seconds }
  const [event] = events(readWebhook({ isVerified: true, body, receivedAt: HEARD }, policy))
  const { occurredAt, claimedAt } = event?.metadata ?? {}
  return claimedAt === undefined ? { occurredAt } : { occurredAt, claimedAt }
}

const created = (created_on: unknown) => ({ created_on })

describe('the time of a webhook', () => {
  test('is the time of processing, if that is long before the message', () => {
    expect(times('2018-04-10T08:12:14Z', created('2026-03-02T10:00:00Z'))).toEqual({
      occurredAt: '2018-04-10T08:12:14Z',
    })
  })

  test.each([
    '2026-03-02T10:01:00Z',
    '2026-03-02T10:01:00.0000000+00:00',
    '2026-03-02T11:01:00+01:00',
  ])(
    'is the time of processing, if that is exactly the tolerance after the message: %s',
    (processedOn) => {
      expect(times(processedOn, created('2026-03-02T10:00:00Z'))).toEqual({
        occurredAt: processedOn,
      })
    },
  )

  test('is the time of the message, if the claimed time is 100 ns beyond the tolerance', () => {
    expect(times('2026-03-02T10:01:00.0000001Z', created('2026-03-02T10:00:00Z'))).toEqual({
      occurredAt: '2026-03-02T10:00:00Z',
      claimedAt: '2026-03-02T10:01:00.0000001Z',
    })
  })

  test('depends on the tolerance of the policy', () => {
    const late = '2026-03-02T10:00:02Z'
    expect(times(late, created('2026-03-02T10:00:00Z'), 2)).toEqual({ occurredAt: late })
    expect(times(late, created('2026-03-02T10:00:00Z'), 1)).toEqual({
      occurredAt: '2026-03-02T10:00:00Z',
      claimedAt: late,
    })
  })

  test('is compared with its timestamp, if it has no created_on', () => {
    const envelope = { created_on: undefined, timestamp: '2026-03-02T10:00:00.292+00:00' }
    expect(times('2026-03-02T10:02:00Z', envelope)).toEqual({
      occurredAt: '2026-03-02T10:00:00.292+00:00',
      claimedAt: '2026-03-02T10:02:00Z',
    })
  })

  test.each([null, '', {}, 'soon', '2023-06-34T15:24:56.9871232Z'])(
    'is compared with its timestamp, if its created_on is %j',
    (unread) => {
      const envelope = { created_on: unread, timestamp: '2026-03-02T10:00:00Z' }
      expect(times(undefined, envelope)).toEqual({ occurredAt: '2026-03-02T10:00:00Z' })
    },
  )

  test.each([undefined, null, '', {}, 'soon', 5, '2023-06-34T15:24:56.9871232Z'])(
    'is the time of the message, if the time of processing is %j',
    (unread) => {
      expect(times(unread, created('2026-03-02T10:00:00Z'))).toEqual({
        occurredAt: '2026-03-02T10:00:00Z',
      })
    },
  )

  test('is compared with its created_on, if it has a timestamp, too', () => {
    const envelope = { created_on: '2026-03-02T10:00:00Z', timestamp: '2026-03-02T10:00:01Z' }
    expect(times(undefined, envelope)).toEqual({ occurredAt: '2026-03-02T10:00:00Z' })
  })

  test('is the time of processing, if the message has no other time', () => {
    expect(times('2026-03-02T10:00:00', { created_on: '' })).toEqual({
      occurredAt: '2026-03-02T10:00:00',
    })
  })

  test('is unknown, if the message has none', () => {
    expect(times(null, { created_on: 'soon' })).toEqual({ occurredAt: null })
  })

  test('is limited by the last possible time, if the tolerance goes beyond it', () => {
    const last = '9999-12-31T23:59:59.9999999Z'
    expect(times(last, created('9999-12-31T23:59:30Z'))).toEqual({ occurredAt: last })
  })

  test('is the time of sending for an unknown type, whatever its data claim', () => {
    const body = older('payment_approved', { id: 'pay_1', processed_on: '2020-01-01T00:00:00Z' })
    expect(events(webhook(body))[0]?.metadata.occurredAt).toBe('2026-03-02T10:00:05Z')
  })
})

describe('a webhook without an id', () => {
  const idOf = (type: string, data: object, created_on: string) =>
    events(webhook(older(type, data, { id: null, created_on })))[0]?.metadata.eventId

  const at = '2026-03-02T10:00:00Z'
  const first = idOf('payment_captured', { id: 'pay_1' }, at)

  test('has another id at another time', () => {
    expect(idOf('payment_captured', { id: 'pay_1' }, at)).toBe(first)
    expect(idOf('payment_captured', { id: 'pay_1' }, '2026-03-02T10:00:00.0000001Z')).not.toBe(
      first,
    )
  })

  test('has another id with another type', () => {
    expect(idOf('payment_refunded', { id: 'pay_1' }, at)).not.toBe(first)
  })

  test('has another id on another stream, even with the same content', () => {
    const unknown = idOf('something_new', { id: 'pay_1' }, at)
    expect(idOf('something_new', { id: 'pay_2' }, at)).not.toBe(unknown)
  })
})
