/** Which of the events count that share an id, or a content. */
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { distinct } from '../../src/merge/distinct-events.ts'
import type { TimeText } from '../../src/words/time/instant.ts'
import { counting } from '../counting-reads.ts'
import { reported } from '../given.ts'

const data = { paymentId: 'pay_1', amount: 1000 }
const at = '2026-03-02T10:00:00Z'
const captured = (more: object = {}, stamp: Parameters<typeof reported>[2] = {}) =>
  reported('payment_captured', { ...data, ...more }, { id: 'evt_1', at, ...stamp })
/** An event whose stream had a time already. */
const withAfter = (event: DomainEvent, after: string | undefined): DomainEvent =>
  after === undefined
    ? event
    : { ...event, metadata: { ...event.metadata, after: after as TimeText } }
const conflict = (since: string | null = '2026-03-02T10:00:00.0000000Z') => [
  {
    ...{ code: 'ConflictingDuplicate', key: 'evt_1', at: since, eventId: 'evt_1' },
    compared: { one: expect.stringMatching(/^\w{64}$/), other: expect.stringMatching(/^\w{64}/) },
  },
]

/** The result, which is the same in either order. */
const either = (a: ReturnType<typeof reported>, b: ReturnType<typeof reported>) => {
  const one = distinct([a, b])
  expect(distinct([b, a])).toEqual(one)
  return one
}

describe('events', () => {
  test('that are none stay none', () => {
    expect(distinct([])).toEqual({ events: [], findings: [] })
  })

  test('with different ids all count, in the order of their ids', () => {
    const [b, a] = [captured({}, { id: 'evt_b' }), captured({}, { id: 'evt_a' })]
    expect(either(b, a)).toEqual({ events: [a, b], findings: [] })
  })

  test.each([8, 9])('in a list of %i come in the order of their ids, and each once', (count) => {
    const ids = Array.from({ length: count }, (_, index) => `evt_${(index * 5) % count}`)
    const many = ids.map((id) => captured({}, { id }))
    const named = distinct(many).events.map(({ metadata }) => metadata.eventId)
    expect(named).toEqual(ids.toSorted())
    const twice = [...many.slice(1), many.at(-1) as (typeof many)[number]]
    expect(distinct(twice).events).toHaveLength(count - 1)
  })

  test('with one content are one: the one received first', () => {
    const first = captured({}, { recordedAt: '2026-03-02T10:00:05Z' })
    const again = captured({}, { recordedAt: '2026-03-02T10:00:05.0000001Z' })
    expect(either(first, again)).toEqual({ events: [first], findings: [] })
  })

  test('with one content and time of receipt are one: the one whose time sorts first as text', () => {
    const here = captured({}, { recordedAt: '2026-03-02T11:00:00+01:00' })
    const there = captured({}, { recordedAt: '2026-03-02T10:00:00Z' })
    expect(either(here, there)).toEqual({ events: [there], findings: [] })
  })

  test('with one content and receipt are one whatever message they name: the digest that sorts first', () => {
    const [none, low, high] = [
      captured(),
      captured({}, { message: '0' }),
      captured({}, { message: 'f' }),
    ]
    expect(either(low, high)).toEqual({ events: [low], findings: [] })
    expect(either(none, high)).toEqual({ events: [high], findings: [] })
  })

  test.each([
    ['no such time', undefined],
    ['an earlier one', '2026-03-05T11:50:00Z'],
    ['one before the receipt', '2026-03-05T11:00:00Z'],
  ])(
    'with one content and clock are one: what its stream had then counts, and not %s',
    (_, before) => {
      const at = '2026-03-05T11:45:00Z'
      const own = withAfter(captured({}, { recordedAt: at }), '2026-03-05T12:00:00Z')
      const digest = { message: '0' }
      const copies = [at, '2026-03-05T11:45:00+00:00'].map((recordedAt) =>
        withAfter(captured({}, { recordedAt, ...digest }), before),
      )
      for (const copy of copies) expect(either(own, copy)).toEqual({ events: [own], findings: [] })
    },
  )

  test('with one content and receipt are one whatever the text of the time that their stream had', () => {
    const [none, there, here] = [
      undefined,
      '2026-03-02T10:00:00Z',
      '2026-03-02T11:00:00+01:00',
    ].map((after) => withAfter(captured(), after)) as [DomainEvent, DomainEvent, DomainEvent]
    expect(either(none, there).events).toEqual([none])
    expect(either(there, here).events).toEqual([there])
  })

  test('with one content are one: the one received first, even if only the other names a message', () => {
    const first = captured({}, { recordedAt: '2026-03-02T10:00:05Z' })
    const again = captured({}, { recordedAt: '2026-03-02T10:00:06Z', message: '0' })
    expect(either(first, again)).toEqual({ events: [first], findings: [] })
  })

  test('with one content are compared by time of receipt, not by its text', () => {
    const first = captured({}, { recordedAt: '2026-03-02T11:00:00+02:00' })
    const again = captured({}, { recordedAt: '2026-03-02T10:00:00Z' })
    expect(either(first, again).events).toEqual([first])
  })

  test('with one id and other content are both kept, with a finding', () => {
    const [a, b] = [captured(), captured({ amount: 900 })]
    const { events, findings } = either(a, b)
    expect(events).toHaveLength(2)
    expect(events).toEqual(expect.arrayContaining([a, b]))
    expect(findings).toEqual(conflict())
  })

  test('with one id and another type conflict', () => {
    const other = reported('payment_declined', { paymentId: 'pay_1' }, { id: 'evt_1', at })
    expect(either(captured(), other).findings).toEqual(conflict())
  })

  test('with one id conflict once, no matter how many of them differ', () => {
    const all = [captured(), captured({ amount: 900 }), captured({ amount: 800 })]
    expect(distinct(all).events).toHaveLength(3)
    expect(distinct(all).findings).toEqual(conflict())
  })

  test('with one id conflict if only the first and the last of them differ', () => {
    const between = reported('payment_captured', { paymentId: 'pay_1' }, { id: 'evt_1', at })
    const all = [captured({ amount: 900 }), between, captured()]
    expect(distinct(all).findings).toEqual(conflict())
    expect(distinct([between, ...all]).findings).toEqual(conflict())
  })

  test('with one id do not conflict if one only has more fields', () => {
    const fuller = captured({ currency: 'EUR' })
    expect(either(captured(), fuller).findings).toEqual([])
    expect(either(captured(), fuller).events).toHaveLength(2)
    expect(either(captured({ currency: 'USD' }), fuller).findings).toEqual(conflict())
  })

  test('with one id and no time at all conflict without a time', () => {
    const [a, b] = [captured({}, { at: null }), captured({ amount: 900 }, { at: null })]
    expect(either(a, b).findings).toEqual(conflict(null))
  })

  test('with one id that conflict have a finding at the earlier of their times', () => {
    const late = '2026-03-02T10:00:01Z'
    expect(either(captured({ amount: 1 }), captured({}, { at: late })).findings).toEqual(conflict())
    expect(either(captured({ amount: 1 }, { at: late }), captured()).findings).toEqual(conflict())
  })

  test('with one id whose times differ in precision only do not conflict', () => {
    const finer = (fraction: string) => captured({}, { at: `2026-03-02T10:00:00${fraction}Z` })
    const found = (pair: string): number => {
      const [a = '', b = ''] = pair.split(' ')
      return either(finer(a), finer(b)).findings.length
    }
    expect([' .5', ' .9999999', '.5 .57', '.123 .1234567', '.123 ,1239999'].map(found)).toEqual([
      0, 0, 0, 0, 0,
    ])
    expect(['.5 .6', '.123 .1240000', '.1234567 .1234568'].map(found)).toEqual([1, 1, 1])
  })

  test('with one id from two sources do not conflict', () => {
    expect(either(captured(), captured({}, { source: 'response' })).findings).toEqual([])
  })

  test('of which one reads what was once unrecognised count as read', () => {
    const unread = reported('unrecognised', { name: 'payment_captured' }, { id: 'evt_1', at })
    expect(either(unread, captured())).toEqual({ events: [captured()], findings: [] })
    expect(distinct([unread])).toEqual({ events: [unread], findings: [] })
  })

  test('of which two read what was unrecognised differently still conflict', () => {
    const unread = reported('unrecognised', { name: 'payment_captured' }, { id: 'evt_1', at })
    const all = [captured(), unread, captured({ amount: 900 })]
    expect(distinct(all).findings).toEqual(conflict())
    expect(distinct(all).events).toHaveLength(2)
  })
})

describe('one id with two times', () => {
  const codes = (a: ReturnType<typeof reported>, b: ReturnType<typeof reported>) =>
    either(a, b).findings.map(({ code }) => code)

  test('is no conflict if both are requests, sent again; it is one if one is a response', () => {
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

  test('is no conflict if the coarser of the two agrees', () => {
    const on = (a: string, b: string) => codes(captured({}, { at: a }), captured({}, { at: b }))
    expect(on('2026-03-02', '2026-03-02T23:59:59Z')).toEqual([])
    expect(on('2026-03-02', '2026-03-03T00:00:00Z')).toEqual(['ConflictingDuplicate'])
    expect(on('2026-03-02T10:00Z', '2026-03-02T10:00:59Z')).toEqual([])
    expect(on('2026-03-02T10:00Z', '2026-03-02T10:01:00Z')).toEqual(['ConflictingDuplicate'])
    expect(on('2026-03-02T10:00:00Z', '2026-03-02T12:00:00+02:00')).toEqual([])
    expect(on('2026-03-02T10:00:00Z', '2026-03-02T10:00:01Z')).toEqual(['ConflictingDuplicate'])
  })

  test.each([1, 2, 3, 4, 5, 6])('is no conflict if one has no time, even with %d', (amount) => {
    expect(codes(captured({ amount }), captured({ amount }, { at: null }))).toEqual([])
  })
})

describe('many events with one id', () => {
  const times = [null, '2026-03-02T10:00Z', at, '2026-03-02T10:00:00.5Z', '2026-03-02T10:00:01Z']
  const all = times.flatMap((time) => [
    captured({}, { at: time }),
    captured({ reference: 'A' }, { at: time, source: 'request' }),
  ])
  const others = [
    captured({ reference: 'B' }),
    reported('unrecognised', { name: 'payment_x' }, { id: 'evt_1', at }),
  ]

  test('conflict exactly if two of them do', () => {
    const few = [...all, ...others]
    for (const a of few) {
      for (const b of few) {
        for (const c of few) {
          const pairs = [distinct([a, b]), distinct([a, c]), distinct([b, c])]
          const isConflict = pairs.some(({ findings }) => findings.length > 0)
          // what a later reading replaces conflicts with nothing
          const isReplaced = [a, b, c].some(({ type }) => type === 'unrecognised')
          if (!isReplaced) expect(distinct([a, b, c]).findings.length > 0).toBe(isConflict)
        }
      }
    }
  })

  test('are read as often as they are more', () => {
    const readsOf = (length: number): number => {
      const { reading, reads } = counting()
      const many = Array.from({ length }, (_, index) => {
        const claimed = new Date(1_800_000_000_000 + index).toISOString()
        return reading(captured({}, { claimed }))
      })
      const { events, findings } = distinct(many)
      expect([events.length, findings.length]).toEqual([length, 0])
      return reads()
    }
    const few = readsOf(500)
    expect(few).toBeGreaterThan(0)
    expect(readsOf(2000)).toBeLessThanOrEqual(4 * few)
  })
})
