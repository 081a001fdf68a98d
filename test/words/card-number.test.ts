/** The ranges from which schemes issue cards, compared with a library made for them. */
import creditCardType from 'credit-card-type'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIssued } from '../../src/words/card-number.ts'
import { namesAccount } from '../../src/words/personal.ts'
import { PlainText, Reference } from '../../src/words/plain-text.ts'

/** The digits with the last one that makes them pass the check. */
const checked = (digits: string): string => {
  const sum = [...`${digits}0`].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Whether the library knows a scheme that issues such a number. */
const isKnownThere = (digits: string): boolean =>
  creditCardType(digits).some(({ lengths }) => lengths.includes(digits.length))

/** Digits with a right check digit, often of a scheme's range. */
const numbers = fc
  .tuple(
    fc.constantFrom(
      '',
      '1800',
      '2131',
      '493698',
      '4',
      '51',
      '2221',
      '2720',
      '34',
      '37',
      '30',
      '36',
      '39',
      '6011',
      '65',
    ),
    fc.stringMatching(/^\d{18}$/),
    fc.integer({ min: 11, max: 18 }),
  )
  .map(([start, rest, length]) => checked(`${start}${rest}`.slice(0, length)))

/** Test numbers that the schemes and providers publish. */
const PUBLISHED = [
  '4111111111111111',
  '4242424242424242',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '3530111333300000',
  '6200000000000005',
  '6759649826438453',
  '2200000000000053',
  // published by VNPay
  '9704198526191432198',
]

describe('a card number', () => {
  test.each(PUBLISHED)('may be %s', (digits) => {
    expect([isIssued(digits), namesAccount(digits)]).toEqual([true, true])
    const last = (Number(digits.at(-1)) + 1) % 10
    expect(isIssued(`${digits.slice(0, -1)}${last}`)).toBe(false)
  })

  test('is every number that the library knows', () => {
    let known = 0
    fc.assert(
      fc.property(numbers, (digits) => {
        if (!isKnownThere(digits)) return
        known += 1
        expect([digits, isIssued(digits)]).toEqual([digits, true])
      }),
      { numRuns: 5000 },
    )
    expect(known).toBeGreaterThan(500)
  })

  test.each([
    ['4000000000000', true],
    ['40000000000000', false],
    ['5099999999999990', true],
    ['5100000000000008', true],
    ['5600000000000006', true],
    ['2220999999999990', false],
    ['2221000000000009', true],
    ['2720999999999996', true],
    ['2721000000000004', false],
    ['3527000000000008', false],
    ['3528000000000007', true],
    ['3589999999999991', true],
    ['3590000000000000', false],
    ['7000000000000000', false],
  ])('of the form of %s: %s', (digits, is) => {
    const right = checked(digits.slice(0, -1))
    expect([right, isIssued(right)]).toEqual([right, is])
  })
})

describe('a reference may be', () => {
  test.each([
    '00000003-1576254760720',
    '#12345',
    '1576254760720',
    '1576254760728',
    'Z20240212345670',
    'Z12345678901237',
    '0000000000000',
    '9876543210123456',
    '20261123-000000018',
    '202611230000000000017',
    'ORD/2026/4111',
    'order-5023/payment',
  ])('%s', (reference) => {
    expect([reference, Reference.is(reference)]).toEqual([reference, true])
  })

  test('every text that may be kept elsewhere', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._:/#+-]{1,30}$/),
      fc.stringMatching(/^[A-Z0-9-]{1,30}$/),
      fc.stringMatching(/^[0-9-]{10,25}$/),
    )
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(PlainText.is(text))
        expect([text, Reference.is(text)]).toEqual([text, true])
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a reference may not be', () => {
  const spellings = (number: string): readonly string[] => [
    number,
    number.replace(/(.{4})/g, '$1-').replace(/-$/, ''),
    number.replace(/(.{4})/g, '$1.').replace(/\.$/, ''),
    number.replace(/(.{5})/g, '$1/').replace(/\/$/, ''),
    `ORD-${number}`,
    `${number}-1228`,
    // a number of 13 or 14 digits and a date are a number like any other, in every text
    ...(number.length > 14 ? [`${number}1228`] : []),
    number.replace(/(.{4})/g, '$1--').replace(/-+$/, ''),
    number.replace(/(.{4})/g, '$1---').replace(/-+$/, ''),
    number.replace(/(.{4})/g, '$1./').replace(/[./]+$/, ''),
    `1/${number}`,
    `A${number}Z`,
  ]

  test.each(PUBLISHED)('a card number however it is written: %s', (number) => {
    for (const text of spellings(number)) expect([text, Reference.is(text)]).toEqual([text, false])
  })

  test('a card number with its expiry date behind it', () => {
    expect(Reference.is('41111111111111111228')).toBe(false)
    expect(Reference.is('3782822463100051228')).toBe(false)
    expect(Reference.is('41111111111111121228')).toBe(true)
    expect(Reference.is('202601054242424242424242')).toBe(false)
    expect(Reference.is('14242-4242-4242-4242')).toBe(false)
  })

  test.each([
    'BE68539007547034',
    'be68-5390-0754-7034',
    'iban:DE89370400440532013000',
    'sk_test_6225628341951876',
    'test payment',
    'Ada Lovelace',
    'ada@example.com',
    '-a',
    '',
    'a'.repeat(81),
    'é',
  ])('%j', (text) => {
    expect([text, Reference.is(text)]).toEqual([text, false])
  })
})
