/** Instants: the forms that are read besides those of the laws, those that are not, and the limits. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readInstant } from '../../../src/words/time/given-time.ts'
import {
  daysInMonth,
  earlier,
  formatted,
  formattedDuration,
  Instant,
  instant,
  isAfter,
  isOver,
  later,
  millisecondsOf,
  shift,
  TimeText,
  toInstant,
} from '../../../src/words/time/instant.ts'
import { takesOnly } from '../data/takes-only.ts'

const FIRST = '0000-01-01T00:00:00.0000000Z' as Instant
const LAST = '9999-12-31T23:59:59.9999999Z' as Instant

const FORMS: readonly (readonly [title: string, text: string, expected: string])[] = [
  ['no fraction', '2021-06-08T12:25:01Z', '2021-06-08T12:25:01.0000000Z'],
  ['an eighth digit, cut off', '2021-06-08T12:25:01.77777779Z', '2021-06-08T12:25:01.7777777Z'],
  [
    'nine nines, cut and not rounded',
    '2021-12-31T23:59:59.999999999Z',
    '2021-12-31T23:59:59.9999999Z',
  ],
  ['nine digits', '2021-06-08T12:25:01.123456789Z', '2021-06-08T12:25:01.1234567Z'],
  ['a comma', '2021-06-08T12:25:01,25Z', '2021-06-08T12:25:01.2500000Z'],
  ['-00:00', '2021-06-08T12:25:01-00:00', '2021-06-08T12:25:01.0000000Z'],
  ['no seconds', '2021-06-08T12:25Z', '2021-06-08T12:25:00.0000000Z'],
  ['a space for the T', '2021-06-08 12:25:01', '2021-06-08T12:25:01.0000000Z'],
  ['small letters', '2021-06-08t12:25:01z', '2021-06-08T12:25:01.0000000Z'],
  ['a date alone', '2021-06-08', '2021-06-08T00:00:00.0000000Z'],
  ['a compact date', '20210608', '2021-06-08T00:00:00.0000000Z'],
  ['the compact end of time', '99991231', '9999-12-31T00:00:00.0000000Z'],
  ['an offset of minutes', '2021-06-08T12:25:01+00:01', '2021-06-08T12:24:01.0000000Z'],
  ['the widest offset east', '2021-06-08T12:00:00+18:00', '2021-06-07T18:00:00.0000000Z'],
  ['the widest offset west', '2021-06-08T12:00:00-18:00', '2021-06-09T06:00:00.0000000Z'],
  [
    'an offset that crosses a leap day',
    '2024-02-28T23:30:00-01:00',
    '2024-02-29T00:30:00.0000000Z',
  ],
  ['a leap day', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.0000000Z'],
  ['the leap day of a fourth century', '2000-02-29', '2000-02-29T00:00:00.0000000Z'],
  ['the leap day of the year 0', '0000-02-29', '0000-02-29T00:00:00.0000000Z'],
  ['the last tick of a day', '2021-06-08T23:59:59Z', '2021-06-08T23:59:59.0000000Z'],
  ['the first instant', '0000-01-01T00:00:00Z', FIRST],
  ['the last instant', '9999-12-31T23:59:59.9999999Z', LAST],
  ['an early year', '0099-03-01T00:00:00+01:00', '0099-02-28T23:00:00.0000000Z'],
]

const NOT_TIMES: readonly (readonly [title: string, text: string])[] = [
  ['an empty text', ''],
  ['a word', 'yesterday'],
  ['the impossible date of a published example', '2023-06-34T15:24:56.9871232Z'],
  ['day 0', '2021-06-00T00:00:00Z'],
  ['month 0', '2021-00-08'],
  ['month 13', '2021-13-08'],
  ['31 April', '2021-04-31'],
  ['a leap day of a common year', '2023-02-29'],
  ['a leap day of a common century', '1900-02-29'],
  ['30 February', '2024-02-30'],
  ['a compact leap day of a common year', '20230229'],
  ['a compact date with a time', '20210608T122501Z'],
  ['seven figures', '2021068'],
  ['24:00', '2021-06-08T24:00:00Z'],
  ['minute 60', '2021-06-08T12:60:00Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['ten fraction digits', '2021-06-08T12:25:01.1234567890Z'],
  ['a point without digits', '2021-06-08T12:25:01.Z'],
  ['an hour alone', '2021-06-08T12Z'],
  ['a date with a zone', '2021-06-08Z'],
  ['an offset beyond 18 hours', '2021-06-08T12:25:01+18:01'],
  ['an offset beyond 18 hours west', '2021-06-08T12:25:01-18:01'],
  ['an offset of 60 minutes past the hour', '2021-06-08T12:25:01+01:60'],
  ['an offset of 24 hours', '2021-06-08T12:25:01+24:00'],
  ['an offset with a colon and no minutes', '2021-06-08T12:25:01+05:'],
  ['an offset of one digit', '2021-06-08T12:25:01+5'],
  ['an offset with one digit of minutes', '2021-06-08T12:25:01+05:3'],
  ['an offset of three digits', '2021-06-08T12:25:01+053'],
  ['an offset with seconds', '2021-06-08T12:25:01+05:30:00'],
  ['an offset without a number', '2021-06-08T12:25:01+'],
  ['a digit after Z', '2021-06-08T12:25:01Z5'],
  ['a year of five figures', '12021-06-08T12:25:01Z'],
  ['a sign before the year', '+2021-06-08T12:25:01Z'],
  ['a space before', ' 2021-06-08T12:25:01Z'],
  ['a line break after', '2021-06-08T12:25:01Z\n'],
  ['a second zone', '2021-06-08T12:25:01Z+00:00'],
  ['a named zone', '2021-06-08T12:25:01 CET'],
  ['other digits', '２０２１-06-08T12:25:01Z'],
]

const OFFSETS =
  `Z z +00 -00 +0000 -00:00 +00:00 +05 +0500 +05:00 -05:59 +0559 +5 +05: -05: +5:00 +050
  +05:0 +05:60 +0560 +24 +2400 +24:00 +18:00 +18:01 Z5 Z: ZZ +Z + - : +:00`.split(/\s+/)

test('every reader of times knows the same offsets', () => {
  const known = OFFSETS.filter((offset) => instant(`2021-06-08T12:25:01${offset}`) !== null)
  expect(known.join(' ')).toBe(
    'Z z +00 -00 +0000 -00:00 +00:00 +05 +0500 +05:00 -05:59 +0559 +18:00',
  )
  const given = (offset: string) => readInstant('at', `2021-06-08T12:25:01${offset}`)
  expect(OFFSETS.filter((offset) => E.isRight(given(offset)))).toEqual(known)
})

describe('a time', () => {
  test.each(FORMS)('with %s is read: %s', (_, text, expected) => {
    expect(instant(text)).toBe(expected)
  })

  test.each(NOT_TIMES)('is not read from %s', (_, text) => {
    expect(instant(text)).toBeNull()
  })

  test('that an offset would move out of the years 0 to 9999 stays at their limit', () => {
    expect(instant('0000-01-01T00:00:59.5+00:01')).toBe(FIRST)
    expect(instant('0000-01-01T00:01:00.5+00:01')).toBe('0000-01-01T00:00:00.5000000Z')
    expect(instant('9999-12-31T23:59:00.5-00:01')).toBe(LAST)
    expect(instant('9999-12-31T23:58:59.5-00:01')).toBe('9999-12-31T23:59:59.5000000Z')
  })
})

takesOnly(
  'the codec of instants',
  Instant,
  ['2021-06-08T12:25:01.0000000Z'],
  [
    ...['2021-06-08T12:25:01Z', '2021-06-08T12:25:01.00000000Z', '2021-06-08T12:25:01.000000Z'],
    ...['2021-06-08T12:25:01,0000000Z', '2021-06-08t12:25:01.0000000Z', '2021-06-08', ''],
    ...['2021-06-08T12:25:01.000+0000', '2021-06-31T12:25:01.0000000Z', null, 1_623_155_101_000],
  ],
)

const WRITTEN = '2021-06-08 12:25:01,5+02'
takesOnly(
  'the codec of times as their sender wrote them',
  TimeText,
  [WRITTEN],
  ['2023-06-34T15:24:56Z', '', null, 20_210_608],
)

describe('an instant', () => {
  const at = '2024-02-28T23:59:59.1234567Z' as Instant

  test('is what a time as its sender wrote it names', () => {
    expect(toInstant(WRITTEN as TimeText)).toBe('2021-06-08T10:25:01.5000000Z')
  })

  test('stops at the limit if it moves by more seconds than any clock counts', () => {
    expect(shift(at, 1e18)).toBe(LAST)
    expect(shift(at, -1e18)).toBe(FIRST)
  })

  test('is counted in whole milliseconds, the rest cut off', () => {
    expect(millisecondsOf('1970-01-01T00:00:00.0019999Z' as Instant)).toBe(1)
    expect(millisecondsOf('1969-12-31T23:59:59.9990000Z' as Instant)).toBe(-1)
  })

  test.each([
    ['2024-02-28T10:00:00.0000000Z', 'no time'],
    ['2024-02-28T10:00:00.0000001Z', '1 second'],
    ['2024-02-28T10:00:59.0000000Z', '59 seconds'],
    ['2024-02-28T10:01:00.0000000Z', '1 minute'],
    ['2024-02-28T11:00:02.0000000Z', '1 hour 2 seconds'],
    ['2024-02-29T09:59:59.0000000Z', '23 hours 59 minutes'],
    ['2024-02-29T10:00:00.0000000Z', '1 day'],
    ['2024-04-25T22:00:00.0000000Z', '57 days 12 hours'],
  ])('is written for people from 10 o’clock to %s as %s', (to, text) => {
    expect(formattedDuration('2024-02-28T10:00:00.0000000Z' as Instant, to as Instant)).toBe(text)
  })

  test('is written without the zeros at the end of its fraction', () => {
    const spoke = ['00.0000000', '50.0000000', '00.0500000', '00.0000001', '59.9999999']
    expect(spoke.map((seconds) => formatted(`2024-02-28T10:00:${seconds}Z` as Instant))).toEqual([
      ...'2024-02-28T10:00:00Z 2024-02-28T10:00:50Z 2024-02-28T10:00:00.05Z'.split(' '),
      ...'2024-02-28T10:00:00.0000001Z 2024-02-28T10:00:59.9999999Z'.split(' '),
    ])
  })

  test('is the earlier or the later of two', () => {
    const next = '2024-02-28T23:59:59.1234568Z' as Instant
    expect([earlier(at, next), earlier(next, at), earlier(at, at)]).toEqual([at, at, at])
    expect([later(at, next), later(next, at), later(at, at)]).toEqual([next, next, at])
  })
})

describe('a deadline', () => {
  const deadline = '2026-03-02T10:00:00.0000000Z' as Instant
  const [before, after] = ['2026-03-02T09:59:59.9999999Z', '2026-03-02T10:00:00.0000001Z'] as const
  const [edge, beyond] = ['2026-03-02T10:01:00.0000000Z', '2026-03-02T10:01:00.0000001Z'] as const
  const each = [before, deadline, after, edge, beyond] as readonly Instant[]

  test('has passed from the deadline on, if clocks are exact', () => {
    expect(each.map((at) => isOver(deadline, at, 0))).toEqual([false, true, true, true, true])
  })

  test('has passed once it is missed by more than the clock tolerance', () => {
    expect(each.map((at) => isOver(deadline, at, 60))).toEqual([false, false, false, false, true])
  })

  test('is before another that is later by more than the clock tolerance', () => {
    const isLater = (seconds: number) => each.map((at) => isAfter(at, deadline, seconds))
    expect(isLater(0)).toEqual([false, false, true, true, true])
    expect(isLater(60)).toEqual([false, false, false, false, true])
  })
})

describe('a year', () => {
  test('has twelve months of their lengths and no others', () => {
    const lengths = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((month) =>
      daysInMonth(2023, month),
    )
    expect(lengths).toEqual([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0])
  })
})
