/** The scalars of messages: what each accepts, and the first value it does not accept. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { Mode } from '../../../machines/session/names.ts'
import {
  amount,
  currency,
  flag,
  kept,
  links,
  name,
  normalize,
  oneOf,
  optional,
  text,
  time,
  tolerant,
  tolerantList,
  word,
} from '../../../src/provider/wire/tolerant.ts'

const REFUSED = 'refused'

const read = <A>(codec: t.Decoder<unknown, A>, input: unknown): A | typeof REFUSED =>
  E.getOrElseW(() => REFUSED as typeof REFUSED)(codec.decode(input))

const CARD = '4242424242424242'
const IBAN = 'DE89370400440532013000'

describe('an amount', () => {
  test.each([
    [0, 0],
    [1250, 1250],
    ['1250', 1250],
    ['0', 0],
    ['0014', 14],
    [999_999_999, 999_999_999],
    ['999999999', 999_999_999],
    ['0000000999999999', 999_999_999],
  ])('is %j minor units', (input, minor) => {
    expect(read(amount, input)).toBe(minor)
  })

  test.each([
    1_000_000_000,
    '1000000000',
    4_242_424_242_424_242,
    CARD,
    '9007199254740992',
    '10000000000000000',
    '00000000000000001',
    -1,
    '-1',
    -0,
    0.5,
    '12.50',
    '1e3',
    ' 12',
    '+12',
    '0x10',
    '',
    null,
    undefined,
    {},
    [],
    [5],
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('is not %j', (input) => {
    expect(read(amount, input)).toBe(REFUSED)
  })
})

describe('an amount that may be missing', () => {
  test.each([null, undefined, '', {}])('is empty as %j', (input) => {
    expect(read(optional(amount), input)).toBeUndefined()
  })

  test('has its value otherwise', () => {
    expect([
      read(optional(amount), 5),
      read(optional(amount), '5'),
      read(optional(amount), 0),
    ]).toEqual([5, 5, 0])
  })

  test.each([-1, 0.5, '12.50', [], { value: 1 }, false])('is refused if it is %j', (input) => {
    expect(read(optional(amount), input)).toBe(REFUSED)
  })
})

describe('an unimportant field', () => {
  test.each([null, undefined, '', {}, [], -1, 0.5, 'x', true])('is absent as %j', (input) => {
    expect(read(tolerant(amount), input)).toBeUndefined()
  })

  test('is kept when it is readable', () => {
    expect(read(tolerant(amount), '7')).toBe(7)
  })
})

describe('an unimportant list', () => {
  test('skips what it cannot read', () => {
    expect(read(tolerantList(amount), [1, 'x', '2', null, -3, {}])).toEqual([1, 2])
  })

  test('may be empty', () => {
    expect(read(tolerantList(amount), [])).toEqual([])
  })

  test.each([null, undefined, '', {}, 'a', 5])('is absent as %j', (input) => {
    expect(read(tolerantList(amount), input)).toBeUndefined()
  })
})

describe('a flag', () => {
  test.each([
    [true, true],
    ['true', true],
    ['True', true],
    ['TRUE', true],
    [false, false],
    ['false', false],
    ['False', false],
  ])('is %j', (input, meaning) => {
    expect(read(flag, input)).toBe(meaning)
  })

  test.each(['yes', 'Y', '1', 1, 0, '', null, undefined, {}, []])('is not %j', (input) => {
    expect(read(flag, input)).toBe(REFUSED)
  })
})

describe('a word', () => {
  test.each([
    ['Pending', 'pending'],
    ['Card Verified', 'card_verified'],
    ['card-verified', 'card_verified'],
    ['CARD_VERIFIED', 'card_verified'],
    ['  Card \t Verified ', 'card_verified'],
    ['card - verified', 'card_verified'],
    ['Pago Fácil', 'pago_facil'],
    ['Pago Fa\u0301cil', 'pago_facil'],
    ['gateway.payment_paid', 'gateway.payment_paid'],
    ['10.4', '10.4'],
  ])('is read from %j as %j', (input, written) => {
    expect(read(word, input)).toBe(written)
  })

  test.each(['', ' ', '-', '_x', 'a@b', 'ß', '\ud800', 5, null, undefined, {}, ['a']])(
    'is not %j',
    (input) => {
      expect(read(word, input)).toBe(REFUSED)
    },
  )

  test.each([
    'Ada Lovelace',
    'ada\tlovelace',
    '12 St James Square',
    'Compliance Review',
    ' Card  Refused ',
  ])('is `other` for %j: people’s names have blanks', (input) => {
    expect(read(word, input)).toBe('other')
    expect(kept(input)).toBe('other')
  })

  test.each([
    'Authentication Requested',
    'Card Verification',
    'Card Verified',
    'Pago Fácil',
    'Partially Captured',
    'Partially Refunded',
    'Retry Scheduled',
  ])('is unchanged for %j: the provider writes it so', (input) => {
    expect(read(word, input)).toBe(normalize(input))
  })

  test('is not kept if it may not be', () => {
    expect([kept(undefined), kept('a@b'), kept(CARD)]).toEqual([undefined, undefined, undefined])
  })

  test('has at most 80 characters', () => {
    expect(read(word, 'A'.repeat(80))).toBe('a'.repeat(80))
    expect(read(word, 'A'.repeat(81))).toBe(REFUSED)
  })

  test.each([
    CARD,
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    IBAN,
    'de89 3704 0044 0532 0130 00',
  ])('is not %j, which looks like a card or account number', (input) => {
    expect(read(word, input)).toBe(REFUSED)
  })
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

describe('a name to be compared', () => {
  test.each(['payment captured', 'Payment_Captured', 'Ada Lovelace', '10.4'])(
    'is %j as it is written',
    (input) => {
      expect(read(name, input)).toBe(input)
    },
  )

  test.each(['', ' ', '_x', 'a@b', CARD, 'x'.repeat(81), 5, null, undefined, {}])(
    'is not %j',
    (input) => {
      expect(read(name, input)).toBe(REFUSED)
    },
  )
})

describe('a name in a long text', () => {
  test('is found in 200 characters, and not in 201', () => {
    const padded = (length: number): string => 'hosted'.padEnd(length, ' ')
    expect([read(name, padded(200)), read(name, padded(201))]).toEqual([padded(200), REFUSED])
    expect([read(word, padded(200)), read(word, padded(201))]).toEqual(['hosted', REFUSED])
    expect([read(oneOf(Mode), padded(200)), read(oneOf(Mode), padded(201))]).toEqual([
      'hosted',
      REFUSED,
    ])
  })
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

describe('a name from a closed set', () => {
  test.each(['non_hosted', 'non-hosted', 'Non Hosted', 'NON_HOSTED'])('is found in %j', (input) => {
    expect(read(oneOf(Mode), input)).toBe('non_hosted')
  })

  test.each(['nonhosted', 'toString', '__proto__', 'constructor', '', null, 1, {}])(
    'is not found in %j',
    (input) => {
      expect(read(oneOf(Mode), input)).toBe(REFUSED)
    },
  )
})

describe('a text', () => {
  test.each(['ORD-5023-4E89', '0014', 'X', 'a/b:c#d+e.f_g', 'A'.repeat(80)])(
    'is kept unchanged: %j',
    (input) => {
      expect(read(text, input)).toBe(input)
    },
  )

  test.each([
    CARD,
    `ORD-${CARD}`,
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    IBAN,
    `ORD-${IBAN}`,
    'de89-3704-0044-0532-0130-00',
    '12345678901234567890',
    'A'.repeat(81),
    'two words',
    'a@example.com',
    '-x',
    'José',
    '\ud800',
    '',
    14,
    null,
    {},
  ])('is not %j', (input) => {
    expect(read(text, input)).toBe(REFUSED)
  })

  test('may be a random id whose digits could be a card number', () => {
    const id = '87438371-8943-44b1-a7ae-1606bdd5ec45'
    expect(read(text, id)).toBe(id)
  })

  test('may have twelve digits that no card has, but not twelve that one could have', () => {
    expect(read(text, '424242424241')).toBe('424242424241')
    expect(read(text, '424242424242')).toBe(REFUSED)
  })
})

describe('a currency', () => {
  test.each(['EUR', 'eur', 'Eur'])('is read from %j', (input) => {
    expect(read(currency, input)).toBe('EUR')
  })

  test.each(['EURO', 'EU', 'E1R', '', null, 978, {}])('is not %j', (input) => {
    expect(read(currency, input)).toBe(REFUSED)
  })
})

describe('a time', () => {
  test.each([
    '2026-03-02T10:00:00Z',
    '2026-03-02T10:00:00.1234567+00:00',
    '2026-03-02T10:00:00',
    '2026-03-02T10:00:00+0000',
    '2026-03-02T10:00:00+00',
    '2026-03-02',
    '20260302',
  ])('is kept unchanged: %j', (input) => {
    expect(read(time, input)).toBe(input)
  })

  test('may be a compact date as a number, too', () => {
    expect(read(time, 20210608)).toBe('20210608')
  })

  test.each(['2023-06-34T15:24:56.9871232Z', 20211308, 1614679200, '', 'today', null, {}])(
    'is not %j',
    (input) => {
      expect(read(time, input)).toBe(REFUSED)
    },
  )

  test('never contains a card number in its fraction', () => {
    expect(read(time, `2026-03-02T10:00:00.${CARD}Z`)).toBe(REFUSED)
  })
})
