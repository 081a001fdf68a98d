/** Numbers as shops and programs make them: how many of each form are withheld as a reference. */
import { Reference } from '../../src/words/text/plain-text.ts'

type Draw = (below: number) => number

/** The same draws on every machine: a linear congruence of 48 bits, of which the upper ones are used. */
const draws = (): Draw => {
  let state = 20_261_125n
  return (below) => {
    state = (state * 25_214_903_917n + 11n) % 2n ** 48n
    return Number((state >> 16n) % BigInt(below))
  }
}

const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw(10)).join('')

const hexadecimal = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw(16).toString(16)).join('')

const YEAR = 31_536_000

/** A time from 2024 to 2032, in seconds. */
const seconds = (draw: Draw): number => 1_704_067_200 + draw(8 * YEAR) + draw(YEAR)

const day = (draw: Draw): string => new Date(seconds(draw) * 1000).toISOString().slice(0, 10)

const compactDay = (draw: Draw): string => day(draw).replaceAll('-', '')

const milliseconds = (draw: Draw): string => `${seconds(draw)}${digits(draw, 3)}`

const uuid = (draw: Draw): string =>
  [8, 4, 4, 4, 12].map((count) => hexadecimal(draw, count)).join('-')

/** Forms of which at most one in a hundred may be withheld, and how each is made. */
const ORDINARY: Readonly<Record<string, (draw: Draw) => string>> = {
  'a day and ten digits: `20240131-1234567890`': (draw) =>
    `${compactDay(draw)}-${digits(draw, 10)}`,
  'a day and two groups: `DE20241231-000123-0001`': (draw) =>
    `DE${compactDay(draw)}-000${digits(draw, 3)}-${digits(draw, 4)}`,
  'a day in groups: `2024-01-31-123456-7890`': (draw) =>
    `${day(draw)}-${digits(draw, 6)}-${digits(draw, 4)}`,
  'a day and a time: `20241231235959123`': (draw) => `${compactDay(draw)}${digits(draw, 9)}`,
  'groups of 3, 7 and 7 digits: `302-1234567-1234567`': (draw) =>
    `${300 + draw(10)}-${digits(draw, 7)}-${digits(draw, 7)}`,
  '`Date.now()`: `1764072000000`': milliseconds,
  'a customer and `Date.now()`: `1042-1764072000000`': (draw) =>
    `${digits(draw, 4)}-${milliseconds(draw)}`,
  'an order and `Date.now()`: `order-17-1764072000000`': (draw) =>
    `order-${draw(100)}-${milliseconds(draw)}`,
  '`#1001`': (draw) => `#${draw(100_000)}`,
  '`order=17`': (draw) => `order=${draw(100_000)}`,
  '`(1001)`': (draw) => `(${draw(100_000)})`,
  '`A&B-17`': (draw) => `A&B-${draw(100_000)}`,
  '`ORD,17`': (draw) => `ORD,${draw(100_000)}`,
  '`pk_123`': (draw) => `pk_${draw(100_000)}`,
  'a UUID': uuid,
  'a UUID after a word: `order-…`': (draw) => `order-${uuid(draw)}`,
  '24 hexadecimal digits': (draw) => hexadecimal(draw, 24),
  '32 hexadecimal digits': (draw) => hexadecimal(draw, 32),
}

/** Bare digits, of which the check digit and the issuers' ranges leave more, and how many of 2,000 may be. */
const BARE: Readonly<Record<string, readonly [count: number, most: number]>> = {
  '12 bare digits': [12, 60],
  '13 bare digits': [13, 80],
  '14 bare digits': [14, 80],
  '15 bare digits': [15, 100],
  '16 bare digits': [16, 140],
}

/** How many of each form the page tries. */
export const TRIED = 2000

/** A form, how many of those tried are withheld, and how many may be. */
export interface Form {
  readonly form: string
  readonly withheld: number
  readonly most: number
}

/** Every form with what is withheld of as many as are to be tried. */
export const formsOf = (tried: number): readonly Form[] => {
  const draw = draws()
  const counted = (make: () => string): number =>
    Array.from({ length: tried }, make).filter((text) => !Reference.is(text)).length
  return [
    ...Object.entries(ORDINARY).map(([form, make]) => ({
      form,
      withheld: counted(() => make(draw)),
      most: tried / 100,
    })),
    ...Object.entries(BARE).map(([form, [count, most]]) => ({
      form,
      withheld: counted(() => digits(draw, count)),
      most: (tried / TRIED) * most,
    })),
  ]
}
