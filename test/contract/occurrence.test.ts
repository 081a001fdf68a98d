/** One occurrence, and the event that represents it. */
import { describe, expect, test } from 'vitest'
import { asEvent, occurrence, strength } from '../../src/contract/occurrence.ts'
import type { Metadata } from '../../src/event/envelope.ts'
import { compare } from '../../src/words/data/lists.ts'
import { pay, reported } from '../given.ts'

const stamp = (more: object = {}) => ({ id: 'evt_1', at: '2026-03-02T10:00:00Z', ...more })

test('a source is stronger the closer it is to the provider', () => {
  const sources: readonly Metadata['source'][] = [
    'report',
    'response',
    'request',
    'inferred',
    'unsigned',
  ]
  expect(sources.map((source) => strength({ source }))).toEqual([4, 3, 2, 1, 0])
})

describe('an occurrence', () => {
  const answer = reported('payment_refunded', { ...pay, amount: 5 }, stamp({ source: 'response' }))
  const report = reported(
    'payment_refunded',
    pay,
    stamp({ id: 'evt_2', at: '2026-03-02T12:00:00+01:00', recordedAt: '2026-03-02T12:00:00Z' }),
  )
  const occurred = occurrence('payment_refunded:act_1', 'act_1', 'chart', [answer, report])

  test('is as strong as the strongest event that reports it', () => {
    expect(asEvent(occurred).metadata.source).toBe('report')
    const alone = occurrence('a', '', 'chart', [answer])
    expect(asEvent(alone).metadata.source).toBe('response')
  })

  test('is one event, with the id of the strongest and the fields of all', () => {
    expect(asEvent(occurred)).toEqual({
      type: 'payment_refunded',
      entityId: 'act_1',
      data: { ...pay, amount: 5 },
      metadata: {
        eventId: 'evt_2',
        occurredAt: '2026-03-02T11:00:00.0000000Z',
        recordedAt: '2026-03-02T11:00:00.0000000Z',
        source: 'report',
        schema: 1,
      },
      reports: [report, answer],
    })
    expect(asEvent(occurrence('a', '', 'chart', [answer]))).not.toHaveProperty('reports')
  })

  test('was first reported when the first of its messages was received', () => {
    const late = { ...report, metadata: { ...report.metadata, recordedAt: '2026-03-05T10:00:00Z' } }
    expect(occurred.reportedAt).toBe('2026-03-02T10:00:00.0000000Z')
    expect(occurrence('a', '', 'chart', [late] as never).reportedAt).toBe(
      '2026-03-05T10:00:00.0000000Z',
    )
  })

  test('without a provider’s time is an event without one, recorded when it was first received', () => {
    const recordedAt = { at: null, recordedAt: '2026-03-02T10:00:05Z' }
    const { metadata } = asEvent(
      occurrence('a', '', 'chart', [reported('a', pay, stamp(recordedAt))]),
    )
    expect(metadata).toMatchObject({
      occurredAt: null,
      recordedAt: '2026-03-02T10:00:05.0000000Z',
    })
  })

  test('has the fields of the one with a time, of two equally strong events', () => {
    const timed = reported('a', { ...pay, amount: 5 }, stamp())
    const untimed = (amount: number) =>
      reported('a', { ...pay, amount }, stamp({ id: 'evt_2', at: null, recordedAt: stamp().at }))
    for (const amount of [1, 2, 3, 4, 6]) {
      const both = [untimed(amount), timed]
      expect(occurrence('a', '', 'chart', both).data).toEqual({ ...pay, amount: 5 })
      expect(occurrence('a', '', 'chart', both.toReversed()).data).toEqual({ ...pay, amount: 5 })
    }
  })
})

test('of two texts the smaller comes first', () => {
  expect([compare('a', 'b'), compare('b', 'a'), compare('a', 'a')]).toEqual([-1, 1, 0])
})
