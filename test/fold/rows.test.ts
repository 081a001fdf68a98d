/** Rows that change, and rows that stay. */
import { describe, expect, test } from 'vitest'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import type { Placed } from '../../src/fold/order.ts'
import { isTied, replaceIn, reused } from '../../src/fold/rows.ts'
import type { Instant } from '../../src/words/instant.ts'

const EVENT = {} as Occurrence['events'][number]

const row = (key: string, countsAt: string, occurrence: Partial<Occurrence> = {}): Placed => ({
  occurrence: {
    key,
    type: 'payment_refunded',
    entityId: key,
    disposition: 'chart',
    at: countsAt as Instant,
    timed: true,
    reportedAt: countsAt as Instant,
    data: {},
    events: [EVENT],
    ...occurrence,
  },
  countsAt: countsAt as Instant,
  phase: 1,
  rank: 0,
})

describe('a row', () => {
  const known = row('a', '1')
  test('is the one from before if it has the same reports and place', () => {
    expect(reused([known], [row('a', '1')])[0]).toBe(known)
  })

  test.each([
    ['another place', row('a', '2')],
    ['another key', row('b', '1')],
    ['another time in the same place', row('a', '1', { at: '0' as Instant })],
    ['another report', row('a', '1', { events: [{ ...EVENT }] })],
    ['one more report', row('a', '1', { events: [EVENT, EVENT] })],
    ['a guess', row('a', '1', { guessed: ['evt_1'] })],
  ])('is another one if it has %s', (_, other) => {
    expect(reused([known], [other])[0]).toBe(other)
  })
})

describe('rows in their places', () => {
  const [a, b, c] = [row('a', '1'), row('b', '2'), row('c', '3')]

  test('are replaced from the first that differs', () => {
    const [rows, later] = [[a, b, c], row('b', '4')]
    expect(replaceIn(rows, [b], [later])).toBe(1)
    expect(rows).toEqual([a, c, later])
  })

  test('say nothing of those that stay', () => {
    const rows = [a, b, c]
    expect(replaceIn(rows, [b], [b])).toBe(Number.POSITIVE_INFINITY)
    expect(rows).toEqual([a, b, c])
    expect(replaceIn(rows, [], [row('d', '9')])).toBe(3)
  })

  test('are not put where another row is', () => {
    expect(replaceIn([a, b, c], [], [row('b', '2')])).toBe(null)
    expect(isTied([a, b, row('b', '2'), c])).toBe(true)
    expect(isTied([a, b, c])).toBe(false)
  })
})
