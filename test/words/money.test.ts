/** Amounts and currencies: which are valid, how amounts are added and how people read them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Amount, amountIn, Currency, Minor, money, total } from '../../src/words/money.ts'
import { forAll } from '../for-all.ts'
import { takesOnly } from './data/takes-only.ts'

const LARGEST = 9_007_199_254_740_991

takesOnly(
  'the codec of amounts',
  Minor,
  [0, 1, 6000, LARGEST],
  [-1, -0, 0.5, LARGEST + 1, Number.NaN, Number.POSITIVE_INFINITY, '6000', null, 1n],
)

takesOnly(
  'the codec of amounts in messages',
  Amount,
  [0, 1, 999_999_999],
  // the last is a card number
  [-1, 0.5, 1_000_000_000, LARGEST, 4_111_111_111_111_111],
)

takesOnly(
  'the codec of currencies',
  Currency,
  ['EUR', 'ARS', 'XXX'],
  ['eur', 'EU', 'EURO', 'EU1', 'EUR\n', ' EUR', 'ÉUR', '', null, 978, ['EUR']],
)

describe('the codec of amounts that the provider accepts in a currency', () => {
  test.each([
    ['KWD', 999_999_990, 999_999_991],
    ['BHD', 1010, 1001],
    ['TND', 0, 5],
    ['CLP', 999_999_900, 999_999_910],
    ['CLP', 1100, 1001],
    ['JPY', 999_999_999, 1_000_000_000],
    ['EUR', 1001, 1_000_000_000],
    [null, 1001, 1_000_000_000],
  ])('in %s takes %d, and refuses %d', (currency, taken, refused) => {
    expect(amountIn(currency as Currency).is(taken)).toBe(true)
    expect(amountIn(currency as Currency).is(refused)).toBe(false)
  })

  test.each([
    ['KWD', 'an amount in minor units of KWD, at most 999999999 and ending in 0'],
    ['CLP', 'an amount in minor units of CLP, at most 999999999 and ending in 00'],
    ['EUR', 'an amount in minor units, at most 999999999'],
  ])('in %s is called %s', (currency, name) => {
    expect(amountIn(currency as Currency).name).toBe(name)
  })
})

describe('a sum of amounts', () => {
  test('is zero for none, and otherwise their sum', () => {
    expect(total([])).toBe(0)
    expect(total([6000])).toBe(6000)
    expect(total([6000, 4000, 1])).toBe(10_001)
    expect(total(new Set([1, 2]))).toBe(3)
  })

  test('stays at the end of the safe range, from the first sum that would leave it', () => {
    expect(total([LARGEST - 1, 1])).toBe(LARGEST)
    expect(total([LARGEST, 1])).toBe(LARGEST)
    expect(total([LARGEST, LARGEST, LARGEST])).toBe(LARGEST)
  })

  test('is the exact sum, limited to that end, in any order', () => {
    const amounts = fc.array(fc.constantFrom(0, 1, 4000, 6000, LARGEST - 1, LARGEST), {
      maxLength: 6,
    })
    forAll({}, [amounts], (each) => {
      const exact = each.reduce((sum, amount) => sum + BigInt(amount), 0n)
      const expected = Number(exact > BigInt(LARGEST) ? BigInt(LARGEST) : exact)
      expect(total(each)).toBe(expected)
      expect(total(each.toReversed())).toBe(expected)
    })
  })
})

describe('an amount as people read it', () => {
  test.each([
    [6000, 'EUR', '60.00 EUR'],
    [1, 'EUR', '0.01 EUR'],
    [0, 'EUR', '0.00 EUR'],
    [10, 'EUR', '0.10 EUR'],
    [99, 'EUR', '0.99 EUR'],
    [100, 'EUR', '1.00 EUR'],
    [-500, 'EUR', '-5.00 EUR'],
    [-5, 'EUR', '-0.05 EUR'],
    [1000, 'KWD', '1.000 KWD'],
    [999, 'KWD', '0.999 KWD'],
    [500, 'JPY', '500 JPY'],
    [0, 'JPY', '0 JPY'],
    [-500, 'JPY', '-500 JPY'],
    [99_999, 'ARS', '999.99 ARS'],
    [100_000, 'ARS', '1,000.00 ARS'],
    [-100_000_000, 'ARS', '-1,000,000.00 ARS'],
    [1000, 'JPY', '1,000 JPY'],
    [999_999, 'KWD', '999.999 KWD'],
    [100, 'XXQ', '1.00 XXQ'],
    [LARGEST, 'EUR', '90,071,992,547,409.91 EUR'],
  ])('of %d minor units of %s is %s', (amount, currency, expected) => {
    expect(money(amount, currency as Currency)).toBe(expected)
  })

  // engines know of other places for these, and not all engines the same
  test.each(
    'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP TZS UZS YER CLP CLF UYW'.split(
      ' ',
    ),
  )('has the places of the provider, not those of the engine: %s', (currency) => {
    expect(money(199_000, currency as Currency)).toBe(`1,990.00 ${currency}`)
  })

  test('has no, two or three places, in these currencies and in no others', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    const shown = (text: string): readonly string[] =>
      all.filter((code) => money(1, code as Currency) === `${text} ${code}`)
    expect(shown('1').join(' ')).toBe('BIF DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF')
    expect(shown('0.001').join(' ')).toBe('BHD IQD JOD KWD LYD OMR TND')
    expect(shown('0.01')).toHaveLength(17_576 - 15 - 7)
  })

  test('without a currency names its minor units', () => {
    expect(money(500, null)).toBe('500 minor units')
    expect(money(-1, null)).toBe('-1 minor units')
  })
})
