/** Which of the events that share an id, or a content, count. */
import { describe, expect, test } from 'vitest'
import { distinct } from '../../src/fold/distinct.ts'
import { reported } from '../given.ts'

const data = { paymentId: 'pay_1', amount: 1000 }
const at = '2026-03-02T10:00:00Z'
const captured = (more: object = {}, stamp: Parameters<typeof reported>[2] = {}) =>
  reported('payment_captured', { ...data, ...more }, { id: 'evt_1', at, ...stamp })
const conflict = (since: string | null = '2026-03-02T10:00:00.0000000Z') => [
  { code: 'ConflictingDuplicate', key: 'evt_1', at: since, eventId: 'evt_1' },
]

/** The same whichever comes first. */
const either = (a: ReturnType<typeof reported>, b: ReturnType<typeof reported>) => {
  const one = distinct([a, b])
  expect(distinct([b, a])).toEqual(one)
  return one
}

describe('events', () => {
  test('that are none are none', () => {
    expect(distinct([])).toEqual({ events: [], findings: [] })
  })

  test('with ids of their own all count, in the order of their ids', () => {
    const [b, a] = [captured({}, { id: 'evt_b' }), captured({}, { id: 'evt_a' })]
    expect(either(b, a)).toEqual({ events: [a, b], findings: [] })
    const many = ['evt_3', 'evt_6', 'evt_1', 'evt_5', 'evt_2', 'evt_4'].map((id) =>
      captured({}, { id }),
    )
    expect(distinct(many).events.map(({ metadata }) => metadata.eventId)).toEqual([
      'evt_1',
      'evt_2',
      'evt_3',
      'evt_4',
      'evt_5',
      'evt_6',
    ])
  })

  test('of one content are one, the one heard first', () => {
    const first = captured({}, { recordedAt: '2026-03-02T10:00:05Z' })
    const again = captured({}, { recordedAt: '2026-03-02T10:00:05.0000001Z' })
    expect(either(first, again)).toEqual({ events: [first], findings: [] })
  })

  test('of one content heard at one moment are one, whichever way that is written came first', () => {
    const here = captured({}, { recordedAt: '2026-03-02T11:00:00+01:00' })
    const there = captured({}, { recordedAt: '2026-03-02T10:00:00Z' })
    expect(either(here, there)).toEqual({ events: [there], findings: [] })
  })

  test('of one content are told apart by when, not by how, their hearing is written', () => {
    const first = captured({}, { recordedAt: '2026-03-02T11:00:00+02:00' })
    const again = captured({}, { recordedAt: '2026-03-02T10:00:00Z' })
    expect(either(first, again).events).toEqual([first])
  })

  test('of one id and other content are both kept, and that is told', () => {
    const [a, b] = [captured(), captured({ amount: 900 })]
    const { events, findings } = either(a, b)
    expect(events).toHaveLength(2)
    expect(events).toEqual(expect.arrayContaining([a, b]))
    expect(findings).toEqual(conflict())
  })

  test('of one id and another type conflict', () => {
    const other = reported('payment_declined', { paymentId: 'pay_1' }, { id: 'evt_1', at })
    expect(either(captured(), other).findings).toEqual(conflict())
  })

  test('of one id conflict once, however many of them differ', () => {
    const all = [captured(), captured({ amount: 900 }), captured({ amount: 800 })]
    expect(distinct(all).events).toHaveLength(3)
    expect(distinct(all).findings).toEqual(conflict())
  })

  test('of one id conflict when only the first and the last of them differ', () => {
    const between = reported('payment_captured', { paymentId: 'pay_1' }, { id: 'evt_1', at })
    const all = [captured({ amount: 900 }), between, captured()]
    expect(distinct(all).findings).toEqual(conflict())
    expect(distinct([between, ...all]).findings).toEqual(conflict())
  })

  test('of one id are no conflict where one only tells more', () => {
    const fuller = captured({ currency: 'EUR' })
    expect(either(captured(), fuller).findings).toEqual([])
    expect(either(captured(), fuller).events).toHaveLength(2)
    expect(either(captured({ currency: 'USD' }), fuller).findings).toEqual(conflict())
  })

  test('of one id are no conflict where only one of them has a time', () => {
    const recordedAt = '2026-03-02T10:00:05Z'
    expect(either(captured(), captured({}, { at: null, recordedAt })).findings).toEqual([])
  })

  test('of one id and no time at all conflict without a time', () => {
    const [a, b] = [captured({}, { at: null }), captured({ amount: 900 }, { at: null })]
    expect(either(a, b).findings).toEqual(conflict(null))
  })

  test('of one id that conflict are told at the earlier of their times', () => {
    const [early, late] = [at, '2026-03-02T10:00:01Z']
    expect(
      either(captured({ amount: 1 }, { at: early }), captured({}, { at: late })).findings,
    ).toEqual(conflict())
    expect(
      either(captured({ amount: 1 }, { at: late }), captured({}, { at: early })).findings,
    ).toEqual(conflict())
  })

  test('of one id whose times differ in precision only are no conflict', () => {
    const finer = (fraction: string) => captured({}, { at: `2026-03-02T10:00:00${fraction}Z` })
    for (const [a, b] of [
      ['', '.5'],
      ['', '.9999999'],
      ['.5', '.57'],
      ['.123', '.1234567'],
      ['.123', ',1239999'],
    ] as const) {
      expect(either(finer(a), finer(b)).findings).toEqual([])
    }
    for (const [a, b] of [
      ['.5', '.6'],
      ['.123', '.1240000'],
      ['.1234567', '.1234568'],
    ] as const) {
      expect(either(finer(a), finer(b)).findings).toHaveLength(1)
    }
  })

  test('of one id whose times differ by as little as the coarser shows conflict', () => {
    expect(either(captured(), captured({}, { at: '2026-03-02T10:00:01Z' })).findings).toEqual(
      conflict(),
    )
  })

  test('of one id whose times are written in two zones are no conflict', () => {
    expect(either(captured(), captured({}, { at: '2026-03-02T12:00:00+02:00' })).findings).toEqual(
      [],
    )
  })

  test('of one id are no conflict when one is written to the day or minute, the other finer', () => {
    const day = captured({}, { at: '2026-03-02' })
    const minute = captured({}, { at: '2026-03-02T10:00Z' })
    const second = captured({}, { at: '2026-03-02T10:00:30Z' })
    expect(either(minute, second).findings).toEqual([])
    expect(either(day, second).findings).toEqual([])
  })

  test('of one id from two sources are no conflict', () => {
    expect(either(captured(), captured({}, { source: 'response' })).findings).toEqual([])
  })

  test('of which one reads what was once unrecognised count as read', () => {
    const unread = reported('unrecognised', { name: 'payment_captured' }, { id: 'evt_1', at })
    expect(either(unread, captured())).toEqual({ events: [captured()], findings: [] })
    expect(distinct([unread])).toEqual({ events: [unread], findings: [] })
  })

  test('of which two read differently what was unrecognised still conflict', () => {
    const unread = reported('unrecognised', { name: 'payment_captured' }, { id: 'evt_1', at })
    const all = [captured(), unread, captured({ amount: 900 })]
    expect(distinct(all).findings).toEqual(conflict())
    expect(distinct(all).events).toHaveLength(2)
  })
})

describe('one id told at two times', () => {
  const codes = (a: ReturnType<typeof reported>, b: ReturnType<typeof reported>) =>
    either(a, b).findings.map(({ code }) => code)

  test('is no conflict where both are requests, sent again; it is where one is an answer', () => {
    const [first, later] = ['2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z']
    const request = (on: string) => captured({}, { at: on, source: 'request' })
    const response = (on: string) => captured({}, { at: on, source: 'response' })
    expect(codes(request(first), request(later))).toEqual([])
    for (const amount of [1, 2, 3, 4, 5, 6]) {
      const asked = captured({ amount }, { at: first, source: 'request' })
      const answered = captured({ amount }, { at: later, source: 'response' })
      expect(codes(asked, answered)).toEqual(['ConflictingDuplicate'])
    }
    expect(codes(response(first), response(later))).toEqual(['ConflictingDuplicate'])
  })

  test('is no conflict where the coarser of the two tells the same', () => {
    const on = (a: string, b: string) => codes(captured({}, { at: a }), captured({}, { at: b }))
    expect(on('2026-03-02', '2026-03-02T23:59:59Z')).toEqual([])
    expect(on('2026-03-02', '2026-03-03T00:00:00Z')).toEqual(['ConflictingDuplicate'])
    expect(on('2026-03-02T10:00Z', '2026-03-02T10:00:59Z')).toEqual([])
    expect(on('2026-03-02T10:00Z', '2026-03-02T10:01:00Z')).toEqual(['ConflictingDuplicate'])
  })

  test.each([1, 2, 3, 4, 5, 6])('is no conflict where one names none, of %d too', (amount) => {
    expect(codes(captured({ amount }), captured({ amount }, { at: null }))).toEqual([])
  })
})
