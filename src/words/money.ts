/** Amounts in minor units, and their currencies. */
import { type Branded, type Codec, check, textOf } from './data/codec.ts'
import { withSchema } from './data/json-schema.ts'

/**
 * An amount in minor units (cents): an integer from 0 to 2^53 - 1. A stored event may hold any of
 * these; an amount in a message or a request ends at `LARGEST`.
 */
export type Minor = Branded<number, 'Minor'>

const isMinor = (input: unknown): input is Minor =>
  typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 && !Object.is(input, -0)

/** The codec of `Minor`. */
export const Minor = withSchema(check<Minor, number>('an amount in minor units', isMinor), {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
})

/** The largest amount that the provider sends or accepts: nine digits. @spec sources#amount-values */
export const LARGEST = 999_999_999

/** An amount in a message or a request. A longer number may be that of a card. */
export const Amount = check<Minor, number>(
  `an amount in minor units, at most ${LARGEST}`,
  (input): input is Minor => isMinor(input) && input <= LARGEST,
)

/** A three-letter currency code in capitals, such as `EUR`. @spec sources#iso-4217 */
export type Currency = Branded<string, 'Currency'>

/** The codec of `Currency`: checks the form of a code, not whether the currency exists. */
export const Currency = textOf<Currency>('a currency code', /^[A-Z]{3}$/)

/** Adds two amounts, to 2^53 - 1 at most: such a sum still compares as larger than any real amount. */
export const add = (one: number, other: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, one + other)

/** Adds amounts; null if one of them is no exact number, or their sum is none. */
export const addExactly = (one: number | null, other: number | null): number | null => {
  if (one === null || other === null) return null
  const sum = one + other
  return Math.abs(sum) < Number.MAX_SAFE_INTEGER ? sum : null
}

/** Adds amounts to 2^53 - 1 at most. */
export const total = (amounts: Iterable<number>): number => {
  let sum = 0
  for (const amount of amounts) sum = add(sum, amount)
  return sum
}

const places = (count: number, currencies: string): readonly (readonly [string, number])[] =>
  currencies.split(' ').map((currency) => [currency, count])

/** Currencies with no decimal places, and with three. @spec sources#amount-values */
const PLACES: ReadonlyMap<string, number> = new Map([
  ...places(0, 'BIF DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...places(3, 'BHD IQD JOD KWD LYD OMR TND'),
])

/** How many decimal places the provider counts; engines differ from it and from each other. */
const placesOf = (currency: string): number => PLACES.get(currency) ?? 2

/**
 * The least amount that the provider accepts in a currency; every other is a multiple of it, because
 * it counts more places than can be paid. @spec sources#amount-values
 */
export const leastIn = (currency: string | null): number => {
  if (currency === 'CLP') return 100
  return currency !== null && placesOf(currency) === 3 ? 10 : 1
}

/** The codec of an amount that the provider accepts in a currency. */
export const amountIn = (currency: string | null): Codec<Minor, number> => {
  const least = leastIn(currency)
  if (least === 1) return Amount
  return check<Minor, number>(
    `an amount in minor units of ${currency}, at most ${LARGEST} and ending in ${String(least).slice(1)}`,
    (input): input is Minor => Amount.is(input) && input % least === 0,
  )
}

/** An amount for people to read: `6,100.00 EUR`, `1.000 KWD`, `-5.00 EUR`, `500 minor units`. */
export const money = (amountMinor: number, currency: Currency | null): string => {
  if (currency === null) return `${amountMinor} minor units`
  const digits = String(Math.abs(amountMinor)).padStart(placesOf(currency) + 1, '0')
  const point = digits.length - placesOf(currency)
  const fraction = digits.slice(point)
  const sign = amountMinor < 0 ? '-' : ''
  const whole = digits.slice(0, point).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}
