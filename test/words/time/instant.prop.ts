/** Laws of instants, compared with independent arithmetic in whole ticks of 100 ns. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromEpoch,
  Instant,
  instant,
  millisecondsOf,
  shift,
  TimeText,
} from '../../../src/words/time/instant.ts'
import { forAll } from '../../for-all.ts'

/** Days from 1 March of the year 0, with March as the first month. */
const dayNumber = (year: bigint, month: bigint, day: bigint): bigint => {
  const y = month < 3n ? year - 1n : year
  const m = month < 3n ? month + 9n : month - 3n
  const century = y >= 0n ? y / 100n : (y - 99n) / 100n
  const fourth = y >= 0n ? y / 4n : (y - 3n) / 4n
  const fourthCentury = y >= 0n ? y / 400n : (y - 399n) / 400n
  return y * 365n + fourth - century + fourthCentury + (m * 153n + 2n) / 5n + day - 1n
}

const SECOND = 10_000_000n

interface Reported {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly fraction: string
  readonly zone: readonly [text: string, minutes: number]
}

const ticksOf = ({ year, month, day, hour, minute, second, fraction, zone }: Reported): bigint => {
  const minutes = dayNumber(BigInt(year), BigInt(month), BigInt(day)) * 1440n
  const seconds = (minutes + BigInt(hour * 60 + minute - zone[1])) * 60n + BigInt(second)
  return seconds * SECOND + BigInt(fraction.slice(0, 7).padEnd(7, '0'))
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0')

const textOf = ({ year, month, day, hour, minute, second, fraction, zone }: Reported): string => {
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  const time = `${digits(hour, 2)}:${digits(minute, 2)}:${digits(second, 2)}`
  return `${date}T${time}${fraction === '' ? '' : `.${fraction}`}${zone[0]}`
}

/** Ticks of the canonical form, read from its fixed positions. */
const canonicalTicks = (text: string): bigint =>
  ticksOf({
    year: Number(text.slice(0, 4)),
    month: Number(text.slice(5, 7)),
    day: Number(text.slice(8, 10)),
    hour: Number(text.slice(11, 13)),
    minute: Number(text.slice(14, 16)),
    second: Number(text.slice(17, 19)),
    fraction: text.slice(20, 27),
    zone: ['Z', 0],
  })

const reported: fc.Arbitrary<Reported> = fc.record({
  year: fc.constantFrom(1, 1899, 1900, 1969, 1970, 2000, 2023, 2024, 9998),
  month: fc.constantFrom(1, 2, 3, 12),
  day: fc.constantFrom(1, 2, 27, 28),
  hour: fc.constantFrom(0, 1, 23),
  minute: fc.constantFrom(0, 30, 59),
  second: fc.constantFrom(0, 59),
  fraction: fc.constantFrom('', ...'0 9 000 999 0000001 9999999 00000009 99999999'.split(' ')),
  zone: fc.constantFrom<readonly [string, number]>(
    ['Z', 0],
    ['', 0],
    ['+00', 0],
    ['+0000', 0],
    ['+00:00', 0],
    ['+01:00', 60],
    ['-03:30', -210],
    ['+0530', 330],
    ['-12', -720],
    ['+14:00', 840],
  ),
})

const order = (a: bigint | string, b: bigint | string): number => (a < b ? -1 : a > b ? 1 : 0)

const firstTick = canonicalTicks('0000-01-01T00:00:00.0000000Z')
const lastTick = canonicalTicks('9999-12-31T23:59:59.9999999Z')
const asOf = reported.map((each) => (instant(textOf(each)) ?? '') as Instant)

describe('an instant', () => {
  test('is the tick that its text names, in any form', () => {
    forAll(1000, [reported], (each) => {
      const found = instant(textOf(each))
      expect(found).not.toBeNull()
      expect(canonicalTicks(found ?? '')).toBe(ticksOf(each))
      expect(found).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{7}Z$/)
    })
  })

  test('sorts as text in the order of time', () => {
    forAll(1000, [reported, reported], (a, b) => {
      const [first, second] = [instant(textOf(a)) ?? '', instant(textOf(b)) ?? '']
      expect(order(first, second)).toBe(order(ticksOf(a), ticksOf(b)))
    })
  })

  test('reads its own canonical form as itself', () => {
    forAll({}, [asOf], (at) => {
      expect(instant(at)).toBe(at)
      expect(Instant.is(at)).toBe(true)
      expect(TimeText.is(at)).toBe(true)
    })
  })

  test('shifts by any number of ticks, and stays within the years 0 to 9999', () => {
    const seconds = fc.oneof(
      fc.constantFrom(0, 1, -1, 60, -60, 86_400, -86_400),
      fc.integer({ min: -400_000_000_000, max: 400_000_000_000 }),
    )
    forAll(500, [asOf, seconds], (at, by) => {
      const target = canonicalTicks(at) + BigInt(by) * SECOND
      const clamped = target < firstTick ? firstTick : target > lastTick ? lastTick : target
      expect(canonicalTicks(shift(at, by))).toBe(clamped)
    })
  })

  test('is restored from its whole milliseconds', () => {
    forAll({}, [asOf], (at) => {
      expect(fromEpoch(millisecondsOf(at))).toBe(`${at.slice(0, 23)}0000Z`)
    })
  })
})

test('a text that is not a time is null or canonical, never an exception', () => {
  const scraps = fc.array(
    fc.constantFrom('2024', '-', '02', '29', '30', 'T', ':', '24', '.', '5', 'Z', '+', ' ', '😀'),
    { maxLength: 16 },
  )
  forAll(1000, [scraps.map((parts) => parts.join(''))], (text) => {
    const found = instant(text)
    expect(found === null || Instant.is(found)).toBe(true)
  })
})

test('the plain form is read like any other: Z is +00:00, possible or not', () => {
  const two = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, '0'))
  const near = fc.constantFrom('00', '01', '02', '04', '12', '13', '23', '24', '28', '29', '30')
  const part = fc.oneof(near, fc.constantFrom('31', '32', '59', '60'), two)
  const year = fc.constantFrom('0000', '1900', '2000', '2023', '2024', '9999')
  const fraction = fc.option(fc.stringMatching(/^\d{1,7}$/), { nil: undefined })
  forAll(2000, [year, fc.tuple(part, part, part, part, part), fraction], (y, parts, digits) => {
    const [month, day, hour, minute, second] = parts
    const text = `${y}-${month}-${day}T${hour}:${minute}:${second}`
    const whole = digits === undefined ? text : `${text}.${digits}`
    expect(instant(`${whole}Z`)).toBe(instant(`${whole}+00:00`))
  })
})
