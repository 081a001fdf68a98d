/** The ranges from which schemes issue cards, compared with a library made for them. */
import creditCardType from 'credit-card-type'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesAccount, namesCard } from '../../../src/words/text/personal-data.ts'
import { CommandId, PlainText, Reference } from '../../../src/words/text/plain-text.ts'
import { forAll } from '../../for-all.ts'
import { checked } from '../../privacy/secrets.ts'

/** Whether the library knows a scheme that issues such a number. */
const isKnownThere = (digits: string): boolean =>
  creditCardType(digits).some(({ lengths }) => lengths.includes(digits.length))

/** Digits with a right check digit, often of a scheme's range. */
const numbers = fc
  .tuple(
    fc.constantFrom('', ...'1800 2131 493698 4 51 2221 2720 34 37 30 36 39 6011 65'.split(' ')),
    fc.stringMatching(/^\d{18}$/),
    fc.integer({ min: 11, max: 18 }),
  )
  .map(([start, rest, length]) => checked(`${start}${rest}`.slice(0, length)))

/** Test numbers that the schemes and providers publish. */
const PUBLISHED = [
  ...'4111111111111111 4242424242424242 4222222222222 5555555555554444'.split(' '),
  ...'2223003122003222 378282246310005 30569309025904 6011111111111117'.split(' '),
  ...'3530111333300000 6200000000000005 6759649826438453 2200000000000053'.split(' '),
  // published by VNPay
  '9704198526191432198',
]

describe('a card number', () => {
  test.each(PUBLISHED)('may be %s', (digits) => {
    expect([namesCard(digits), namesAccount(digits)]).toEqual([true, true])
    const last = (Number(digits.at(-1)) + 1) % 10
    expect(namesCard(`${digits.slice(0, -1)}${last}`)).toBe(false)
  })

  test('is every number that the library knows', () => {
    let known = 0
    forAll(1000, [numbers], (digits) => {
      if (!isKnownThere(digits)) return
      known += 1
      expect([digits, namesCard(digits)]).toEqual([digits, true])
    })
    expect(known).toBeGreaterThan(200)
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
    expect([right, namesCard(right)]).toEqual([right, is])
  })
})

describe('a reference may be', () => {
  test.each([
    ...['00000003-1576254760720', '#12345', '1576254760720', '1576254760728'],
    ...['Z20240212345670', 'Z12345678901237', '0000000000000', '9876543210123456'],
    ...['20261123-000000018', '202611230000000000017', 'ORD/2026/4111', 'order-5023/payment'],
  ])('%s', (reference) => {
    expect([reference, Reference.is(reference)]).toEqual([reference, true])
  })

  test('every text that may be kept elsewhere', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._:/#+-]{1,30}$/),
      fc.stringMatching(/^[A-Z0-9-]{1,30}$/),
      fc.stringMatching(/^[0-9-]{10,25}$/),
    )
    forAll(800, [texts], (text) => {
      fc.pre(PlainText.is(text))
      expect([text, Reference.is(text)]).toEqual([text, true])
    })
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

  test.each([
    // another group follows or stands before, with any number of separators
    ...['3782-822463-10005-1', '3880/3282/6109/09/2027', '4000/0000/0000/6/17'],
    ...['4111----1111----1111----1111', 'ORD-6225--6283--4195--1876--678'],
    ...['17/4000-0000-0000-6', '20240131-4111-1111-1111-1111', '1-4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1'],
    // the last groups that count as those of a card
    ...['411111-1111111111', '41111111-11111111', '4111-11111111-1111', '411-111-111-111-1111'],
    ...[
      '41111-11111-111111',
      '411111111111-1111',
      '41-1111-111111-1111',
      '123456784111-1111-1111-1111',
    ],
    ...['(4111)(1111)(1111)(1111)', '4111,1111,1111,1111', '4111&1111&1111&1111'],
    ...[
      'order=4111111111111111',
      '9704-1985-2619-1432-198',
      '3782822463100051',
      '1378282246310005',
    ],
  ])('a card number in groups or beside other digits: %s', (text) => {
    expect([text, Reference.is(text), CommandId.is(text), PlainText.is(text)]).toEqual([
      text,
      ...[false, false, false],
    ])
  })

  test.each([
    // the first groups that do not
    ...['411-1111111-111111', '4111111-111111111', '411-111-1111111111', '41-1111-1111111-111'],
    // a day or a time between digits: the last one that is kept
    ...['6225-20311231-4195-1876', '1042-1764072000000', '20991231-1234567890'],
  ])('but may be the number of an order, %s', (text) => {
    expect([text, Reference.is(text), CommandId.is(text)]).toEqual([text, true, true])
  })

  test('a UUID without any letter, if it contains one', () => {
    const uuids = ['a0000000-4111-1111-1111-111100000000', '00000000-4111-1111-1111-111100000000']
    expect(uuids.map((text) => [Reference.is(text), PlainText.is(text)])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('a card number whose digits read as neither a day nor a time', () => {
    // months from 01 to 12, days from 01 to 31, years of this century, times from 2017
    for (const [kept, refused] of [
      ['5100-202401010000', '5100-202400010000'],
      ['5100-202412310000', '5100-202413310000'],
      ['5100-202412010000', '5100-202412000000'],
      ['5100-202412310000', '5100-202412320000'],
      ['5100-200012010000', '5100-199912010000'],
      ['5100-209912010000', '5100-210012010000'],
      ['510000-1500000000', '510000-1400000000'],
      ['510000-1900000000', '510000-2100000000'],
    ] as const) {
      const cards = [kept, refused].map((start) =>
        Array.from({ length: 10 }, (_, digit) => `${start.slice(0, -1)}${digit}`),
      )
      expect([kept, cards.map((each) => each.every((text) => Reference.is(text)))]).toEqual([
        kept,
        [true, false],
      ])
    }
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
