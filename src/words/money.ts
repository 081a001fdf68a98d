/** Amounts as whole minor units and the currencies they are in. */
import type * as t from 'io-ts'
import { check } from './codec.ts'
import { remembering } from './remembering.ts'

interface MinorBrand {
  readonly Minor: unique symbol
}

/** An amount in minor units (cents): a whole number from 0 to 2^53 - 1. */
export type Minor = t.Branded<number, MinorBrand>

const isMinor = (input: unknown): input is Minor =>
  typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 && !Object.is(input, -0)

/** The codec of `Minor`. */
export const Minor = check<Minor, number>('minor units', isMinor)

interface CurrencyBrand {
  readonly Currency: unique symbol
}

/** A three-letter currency code in capitals, such as `EUR`. @spec ISO 4217 */
export type Currency = t.Branded<string, CurrencyBrand>

const isCurrency = (input: unknown): input is Currency =>
  typeof input === 'string' && /^[A-Z]{3}$/.test(input)

/** The codec of `Currency`: the form of a code, not whether it is in use. */
export const Currency = check<Currency, string>('currency code', isCurrency)

/**
 * Adds amounts. What would leave the safe range stays at its end: 2^53 - 1 minor units are beyond
 * any payment, and a sum that is out of range must still compare as larger than every amount.
 */
export const total = (amounts: Iterable<number>): number => {
  let sum = 0
  for (const amount of amounts) sum = Math.min(Number.MAX_SAFE_INTEGER, sum + amount)
  return sum
}

/**
 * The money of a payment in minor units of `currency`. `net` is what is left of the captured amount
 * after what was refunded, is being refunded and was charged back; below zero more went back than
 * came in. `captured` and `net` are null where nobody named an amount.
 */
export interface Sums {
  readonly currency: Currency | null
  readonly amount: number | null
  readonly captured: number | null
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number | null
}

const fractionDigits = remembering((currency: string): number => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
})

/** Writes an amount as people read it: `60.00 EUR`, `1.000 KWD`, `-5.00 EUR`, `500 minor units`. */
export const money = (amountMinor: number, currency: Currency | null): string => {
  if (currency === null) return `${amountMinor} minor units`
  const digits = String(Math.abs(amountMinor)).padStart(fractionDigits(currency) + 1, '0')
  const point = digits.length - fractionDigits(currency)
  const fraction = digits.slice(point)
  const sign = amountMinor < 0 ? '-' : ''
  return `${sign}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}
