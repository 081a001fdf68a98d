/** The scalars of messages: what each accepts, and the first value it does not accept. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { Mode } from '../../../machines/words/session-names.ts'
import {
  amount,
  code,
  currency,
  flag,
  kept,
  links,
  name,
  normalize,
  oneOf,
  optional,
  time,
  tolerant,
  tolerantList,
  word,
} from '../../../src/provider/wire/tolerant-values.ts'
import { PlainText } from '../../../src/words/text/plain-text.ts'

const REFUSED = 'refused'

const read = <A>(codec: t.Decoder<unknown, A>, input: unknown): A | typeof REFUSED =>
  E.getOrElseW(() => REFUSED as typeof REFUSED)(codec.decode(input))

const CARD = '4242424242424242'
const IBAN = 'DE89370400440532013000'

type Same = string | number
type Case = readonly [input: unknown, meaning: unknown]

/** A codec with what it reads, each as itself or as another value, and the first values it refuses. */
const reads = (
  title: string,
  codec: t.Decoder<unknown, unknown>,
  taken: readonly (Case | Same)[],
  refused: readonly unknown[],
): void => {
  test(`${title} is read from these values, and from no others`, () => {
    for (const each of taken) {
      const [input, meaning] = typeof each === 'object' ? each : [each, each]
      expect([input, read(codec, input)]).toEqual([input, meaning])
    }
    for (const input of refused) expect([input, read(codec, input)]).toEqual([input, REFUSED])
  })
}

reads(
  'an amount',
  amount,
  [
    ...[0, 1250, 999_999_999],
    ...([
      ['1250', 1250],
      ['0', 0],
      ['0014', 14],
    ] as const),
    ...([
      ['999999999', 999_999_999],
      ['0000000999999999', 999_999_999],
    ] as const),
  ],
  [
    ...[1_000_000_000, '1000000000', 4_242_424_242_424_242, CARD, '9007199254740992'],
    ...['10000000000000000', '00000000000000001', -1, '-1', -0, 0.5, '12.50', '1e3', ' 12', '+12'],
    ...['0x10', '', null, undefined, {}, [], [5], true, Number.NaN, Number.POSITIVE_INFINITY],
  ],
)

reads(
  'an amount that may be missing',
  optional(amount),
  [...[null, undefined, '', {}].map((input): Case => [input, undefined]), 5, ['5', 5], 0],
  [-1, 0.5, '12.50', [], { value: 1 }, false],
)

reads(
  'an unimportant field',
  tolerant(amount),
  [
    ...[null, undefined, '', {}, [], -1, 0.5, 'x', true].map((input): Case => [input, undefined]),
    ['7', 7],
  ],
  [],
)

reads(
  'an unimportant list, which skips what it cannot read,',
  tolerantList(amount),
  [
    [
      [1, 'x', '2', null, -3, {}],
      [1, 2],
    ],
    [[], []],
    ...[null, undefined, '', {}, 'a', 5].map((input): Case => [input, undefined]),
  ],
  [],
)

reads(
  'a code',
  code,
  [
    ...['AC04', 'ac04', '10.4', 'A'.repeat(80)],
    ...['AC04 ', ' AC04', '\tAC04\n', '\u00a0AC04'].map((input): Case => [input, 'AC04']),
    ...([
      [10_000, '10000'],
      ['10000 ', '10000'],
      [0, '0'],
    ] as const),
  ],
  [
    ...['AC 04', '-AC04', '', ' ', 'A'.repeat(81), CARD, ` ${CARD}`, IBAN, 'José'],
    ...[5.5, -1, 4_242_424_242_424_242, 2 ** 53, Number.NaN, null, undefined, {}, ['AC04']],
  ],
)

reads(
  'a flag',
  flag,
  [
    ...[true, 'true', 'True', 'TRUE'].map((input): Case => [input, true]),
    ...[false, 'false', 'False'].map((input): Case => [input, false]),
  ],
  ['yes', 'Y', '1', 1, 0, '', null, undefined, {}, []],
)

/** What could be the names of people, which have blanks. */
const NAMES = [
  ...['Ada Lovelace', 'ada\tlovelace', '12 St James Square', 'Compliance Review'],
  ' Card  Refused ',
]

/** Names with blanks that the provider writes. */
const WRITTEN = [
  ...['Authentication Requested', 'Card Verification', 'Card Verified', 'Pago Fácil'],
  ...['Partially Captured', 'Partially Refunded', 'Retry Scheduled'],
]

reads(
  'a word',
  word,
  [
    ['Pending', 'pending'],
    ['Card Verified', 'card_verified'],
    ['card-verified', 'card_verified'],
    ['CARD_VERIFIED', 'card_verified'],
    ['  Card \t Verified ', 'card_verified'],
    ['card - verified', 'card_verified'],
    ['Pago Fácil', 'pago_facil'],
    ['Pago Fa\u0301cil', 'pago_facil'],
    'gateway.payment_paid',
    '10.4',
    ['A'.repeat(80), 'a'.repeat(80)],
    ...NAMES.map((input): Case => [input, 'other']),
    ...WRITTEN.map((input): Case => [input, normalize(input)]),
  ],
  [
    ...['', ' ', '-', '_x', 'a@b', 'ß', '\ud800', 5, null, undefined, {}, ['a'], 'A'.repeat(81)],
    ...[CARD, '4242 4242 4242 4242', '4242-4242-4242-4242', IBAN, 'de89 3704 0044 0532 0130 00'],
  ],
)

test('a word is kept as `other` if it may be a name, and not at all if it may not be kept', () => {
  expect(NAMES.map(kept)).toEqual(NAMES.map(() => 'other'))
  expect([kept(undefined), kept('a@b'), kept(CARD)]).toEqual([undefined, undefined, undefined])
})

describe('a name, whether kept or compared,', () => {
  const A40 = 'Ab'.repeat(20)

  test.each([
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'eyJhbGciOiJIUzI1NiJ9',
    'e\u0301yJhbGciOiJIUzI1NiJ9',
    '\u00e9yJhbGciOiJIUzI1NiJ9',
    '\u00e9 eyJhbGciOiJIUzI1NiJ9',
    `MIIE${A40}`,
    'LS0tLS1CRUdJTiBQUklWQVRF',
    'x-----BEGIN',
    'SK_TEST_1B2C3D4E-5F60-4718',
  ])('is not %j, a secret that lower case would hide', (input) => {
    expect([read(word, input), read(name, input), kept(input)]).toEqual([
      REFUSED,
      REFUSED,
      undefined,
    ])
  })

  test.each(['eyJhbGciO', 'x\u0301eyJhbGci', `MI-${A40}`, 'LS0tLS1CRUdJT', 'x----BEGIN', 'PK_123'])(
    'may be %j, which is none',
    (input) => {
      expect([read(word, input), read(name, input)]).toEqual([normalize(input), input])
    },
  )
})

reads(
  'a name to be compared',
  name,
  ['payment captured', 'Payment_Captured', 'Ada Lovelace', '10.4'],
  ['', ' ', '_x', 'a@b', CARD, 'x'.repeat(81), 5, null, undefined, {}],
)

test('a name in a long text is found in 200 characters, and not in 201', () => {
  const padded = (length: number): string => 'hosted'.padEnd(length, ' ')
  expect([read(name, padded(200)), read(name, padded(201))]).toEqual([padded(200), REFUSED])
  expect([read(word, padded(200)), read(word, padded(201))]).toEqual(['hosted', REFUSED])
  expect([read(oneOf(Mode), padded(200)), read(oneOf(Mode), padded(201))]).toEqual([
    'hosted',
    REFUSED,
  ])
})

describe('a link', () => {
  test('is its address, and nothing else', () => {
    const body = { self: { href: 'https://a.example', title: 'x' }, other: { href: 'x' } }
    expect(read(links('self', 'redirect'), body)).toEqual({
      self: { href: 'https://a.example' },
      redirect: undefined,
    })
  })

  test.each([null, '', {}, [], 'https://a.example', 5])('is absent if it is %j', (input) => {
    expect(read(links('self'), { self: input, more: 1 })).toEqual({ self: undefined })
  })

  test.each([null, undefined, '', {}, [], 5])('is absent if the links are %j', (input) => {
    expect(read(links('self'), input)).toBeUndefined()
  })
})

reads(
  'a name from a closed set',
  oneOf(Mode),
  ['non_hosted', 'non-hosted', 'Non Hosted', 'NON_HOSTED'].map(
    (input): Case => [input, 'non_hosted'],
  ),
  ['nonhosted', 'toString', '__proto__', 'constructor', '', null, 1, {}],
)

reads(
  'a text',
  PlainText,
  [
    ...['ORD-5023-4E89', '0014', 'X', 'a/b:c#d+e.f_g', 'A'.repeat(80)],
    // a random id whose digits could be a card number, and twelve digits that no card has
    ...['87438371-8943-44b1-a7ae-1606bdd5ec45', '424242424241'],
  ],
  [
    ...[CARD, `ORD-${CARD}`, '4242-4242-4242-4242', '4242.4242.4242.4242', IBAN, `ORD-${IBAN}`],
    ...['de89-3704-0044-0532-0130-00', '12345678901234567890', '424242424242', 'A'.repeat(81)],
    ...['two words', 'a@example.com', '-x', 'José', '\ud800', '', 14, null, {}],
  ],
)

reads(
  'a currency',
  currency,
  ['EUR', 'eur', 'Eur'].map((input): Case => [input, 'EUR']),
  ['EURO', 'EU', 'E1R', '', null, 978, {}],
)

reads(
  'a time',
  time,
  [
    ...['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.1234567+00:00', '2026-03-02T10:00:00'],
    ...['2026-03-02T10:00:00+0000', '2026-03-02T10:00:00+00', '2026-03-02', '20260302'],
    [20210608, '20210608'],
  ],
  [
    ...['2023-06-34T15:24:56.9871232Z', 20211308, 1614679200, '', 'today', null, {}],
    // no card number in a fraction
    `2026-03-02T10:00:00.${CARD}Z`,
  ],
)
