/** Amounts in minor units, and their currencies. */
import type * as t from 'io-ts'
import { check } from './codec.ts'
import { remembering } from './remembering.ts'

interface MinorBrand {
  readonly Minor: unique symbol
}

/** An amount in minor units (cents): an integer from 0 to 2^53 - 1. */
export type Minor = t.Branded<number, MinorBrand>

const isMinor = (input: unknown): input is Minor =>
  typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 && !Object.is(input, -0)

/** The codec of `Minor`. */
export const Minor = check<Minor, number>('an amount in minor units', isMinor)

interface CurrencyBrand {
  readonly Currency: unique symbol
}

/** A three-letter currency code in capitals, such as `EUR`. @spec sources#iso-4217 */
export type Currency = t.Branded<string, CurrencyBrand>

const isCurrency = (input: unknown): input is Currency =>
  typeof input === 'string' && /^[A-Z]{3}$/.test(input)

/** The codec of `Currency`: checks the form of a code, not whether the currency exists. */
export const Currency = check<Currency, string>('a currency code', isCurrency)

/**
 * Adds amounts. A sum above 2^53 - 1 is returned as 2^53 - 1. No payment is that large, and a sum
 * out of range must still compare as larger than any real amount.
 */
export const total = (amounts: Iterable<number>): number => {
  let sum = 0
  for (const amount of amounts) sum = Math.min(Number.MAX_SAFE_INTEGER, sum + amount)
  return sum
}

/** A sum of amounts that can be taken out again: exact, however large it is meanwhile. */
export interface Tally {
  high: number
  low: number
}

/** Numbers are exact up to 2^53, so that millions of halves of amounts can be added. */
const HALF = 2 ** 27

/** A sum of no amounts. */
export const noTally = (): Tally => ({ high: 0, low: 0 })

/** Adds an amount to a sum as often as `times` says; with -1, takes it out. */
export const tally = (sum: Tally, amount: number, times: 1 | -1): void => {
  sum.high += times * Math.floor(amount / HALF)
  sum.low += times * (amount % HALF)
}

/** The value of a sum, as `total` adds it up. */
export const tallied = ({ high, low }: Tally): number =>
  Math.min(Number.MAX_SAFE_INTEGER, high * HALF + low)

const fractionDigits = remembering((currency: string): number => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
})

/** An amount for people to read: `60.00 EUR`, `1.000 KWD`, `-5.00 EUR`, `500 minor units`. */
export const money = (amountMinor: number, currency: Currency | null): string => {
  if (currency === null) return `${amountMinor} minor units`
  const digits = String(Math.abs(amountMinor)).padStart(fractionDigits(currency) + 1, '0')
  const point = digits.length - fractionDigits(currency)
  const fraction = digits.slice(point)
  const sign = amountMinor < 0 ? '-' : ''
  return `${sign}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}
