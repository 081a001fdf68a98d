/** Policies: the interface's values, the limits of each, and a hash for each policy. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type Unreadable, unreadable } from '../../src/words/data/unreadable-input.ts'
import { hash } from '../../src/words/hash/hash.ts'
import type { Zone } from '../../src/words/time/calendar.ts'
import { defaultPolicy, type Policy, policyHash, readPolicy } from '../root.ts'

const BOUNDS = [
  ['clockToleranceSeconds', 0, 86_400],
  ['authenticationDays', 1, 3650],
  ['readLagSeconds', 0, 86_400],
  ['sendSeconds', 0, 86_400],
  ['settleMinutes', 0, 10_080],
  ['valueDateDays', 0, 60],
] as const

/** The lengths of windows in days, with what each may say besides its length. */
const LENGTHS = [
  ['refundWindow', []],
  ['refundProcessing', ['rolls']],
  ['bankReturnWindow', ['rolls', 'enquiry', 'processing']],
  ['payerRefundWindow', ['rolls', 'enquiry', 'processing']],
  ['chargebackWindow', ['rolls', 'enquiry', 'processing']],
  ['debitFrom', []],
  ['debitWithin', ['rolls']],
  ['overdueAfter', ['rolls']],
  ['mandateDormancy', ['single', 'recurring']],
] as const

const MORE = {
  rolls: false,
  enquiry: { days: 1 },
  processing: { bankDays: 1 },
  single: { months: 1 },
  recurring: { months: 1 },
} as const

const UNITS = [
  ['days', 3660],
  ['weeks', 522],
  ['months', 120],
  ['bankDays', 2600],
] as const

const ELAPSED = [
  ['sessionWindow', 1, 1440],
  ['ticketGrace', 0, 43_200],
] as const

/** Reads a policy, and shows why it cannot be read. */
const problem = (changes: Parameters<typeof readPolicy>[0]): readonly string[] => {
  const read = readPolicy(changes)
  return E.isLeft(read) ? [read.left.path, read.left.expected, read.left.found] : ['read']
}

/** The values of a policy, as an error names them. */
const KNOWN = expect.stringMatching(/^one of clockToleranceSeconds, .*sepaZone/)

describe('the default policy', () => {
  test("has the interface's values", () => {
    expect(defaultPolicy).toEqual({
      clockToleranceSeconds: 60,
      sendSeconds: 60,
      settleMinutes: 60,
      refundWindow: { weeks: 8 },
      refundProcessing: { days: 4 },
      bankReturnWindow: { bankDays: 5, processing: { bankDays: 2 } },
      payerRefundWindow: { weeks: 8, processing: { bankDays: 2 } },
      chargebackWindow: { months: 13, enquiry: { days: 30 }, processing: { bankDays: 2 } },
      debitFrom: { days: 1 },
      debitWithin: { days: 2 },
      overdueAfter: { days: 7 },
      valueDateDays: 5,
      sessionWindow: { minutes: 15 },
      ticketGrace: { minutes: 0 },
      authenticationDays: 90,
      readLagSeconds: 300,
      mandateDormancy: { months: 36 },
      sepaZone: 'Europe/Brussels',
      ticketZone: 'America/Argentina/Buenos_Aires',
    })
  })

  test('is accepted by its own reader', () => {
    expect(readPolicy({ ...defaultPolicy })).toEqual(E.right(defaultPolicy))
    expect(Object.keys(defaultPolicy).toSorted()).toEqual(
      [
        ...[...BOUNDS, ...LENGTHS, ...ELAPSED].map(([name]) => name),
        'sepaZone',
        'ticketZone',
      ].toSorted(),
    )
  })
})

describe('a length', () => {
  const cases = LENGTHS.flatMap(([name]) =>
    UNITS.map(([unit, most]) => [name, unit, most] as const),
  )

  test.each(cases)('%s is in %s, up to %d', (name, unit, most) => {
    for (const count of [0, most]) {
      const changes = { [name]: { [unit]: count } }
      expect(readPolicy(changes)).toEqual(E.right({ ...defaultPolicy, ...changes }))
    }
    for (const count of [-1, most + 1, 1.5, '1', null, Number.NaN]) {
      expect(problem({ [name]: { [unit]: count } })[0]).toBe(`${name}.${unit}`)
    }
  })

  test.each(LENGTHS)('%s says %j besides, and nothing else', (name, others) => {
    for (const [field, value] of Object.entries(MORE)) {
      const changes = { [name]: { weeks: 2, [field]: value } }
      const isAllowed = others.some((other) => other === field)
      expect([field, problem(changes)[0]]).toEqual([field, isAllowed ? 'read' : `${name}.${field}`])
    }
  })

  test.each([
    [{ refundWindow: { weeks: 8, days: 1 } }, 'refundWindow', 'an object'],
    [{ refundWindow: {} }, 'refundWindow', 'an object'],
    [{ refundWindow: 8 }, 'refundWindow', 'a number'],
    [{ refundWindow: { weeks: undefined } }, 'refundWindow', 'an object'],
    [{ debitWithin: { weeks: 1, rolls: undefined } }, 'debitWithin', 'an object'],
    [{ refundWindow: { week: 8 } }, 'refundWindow.week', 'a number'],
    [{ refundWindow: { weeks: 8, rolls: false } }, 'refundWindow.rolls', 'a boolean'],
    [{ chargebackWindow: { months: 13, rolls: true } }, 'chargebackWindow.rolls', 'a boolean'],
    [
      { chargebackWindow: { months: 13, enquiry: { weeks: -1 } } },
      'chargebackWindow.enquiry.weeks',
      'a number',
    ],
    [{ chargebackWindow: { enquiry: { weeks: 1 } } }, 'chargebackWindow', 'an object'],
    [
      { mandateDormancy: { months: 36, single: { months: 1, days: 1 } } },
      'mandateDormancy.single',
      'an object',
    ],
  ])('is refused at its path: %j', (changes, path, found) => {
    expect(problem(changes)).toEqual([path, expect.any(String), found])
  })

  test.each(ELAPSED)('%s is in minutes from %d to %d', (name, from, to) => {
    for (const minutes of [from, to]) expect(problem({ [name]: { minutes } })).toEqual(['read'])
    for (const minutes of [from - 1, to + 1, 1.5, '1']) {
      expect(problem({ [name]: { minutes } })[0]).toBe(`${name}.minutes`)
    }
    expect(problem({ [name]: { days: 1 } })[0]).toBe(`${name}.days`)
  })
})

describe('a policy', () => {
  test('without changes is the default', () => {
    expect(readPolicy({})).toEqual(E.right(defaultPolicy))
  })

  test('differs from the default in the named values', () => {
    const changes = { refundWindow: { weeks: 10 }, sepaZone: 'Europe/Lisbon' }
    expect(readPolicy(changes)).toEqual(E.right({ ...defaultPolicy, ...changes }))
  })

  test.each(BOUNDS)('accepts %s from %d to %d', (name, from, to) => {
    expect(readPolicy({ [name]: from })).toEqual(E.right({ ...defaultPolicy, [name]: from }))
    expect(readPolicy({ [name]: to })).toEqual(E.right({ ...defaultPolicy, [name]: to }))
  })

  test.each(BOUNDS)(
    'refuses %s below %d, above %d, and anything but a whole number',
    (name, from, to) => {
      for (const value of [from - 1, to + 1, from + 0.5, String(from), null, undefined]) {
        expect(problem({ [name]: value })[0]).toBe(name)
      }
    },
  )

  test.each([
    ['clockToleranceSeconds', 'whole seconds from 0 to 86400'],
    ['authenticationDays', 'whole days from 1 to 3650'],
    ['valueDateDays', 'whole days from 0 to 60'],
  ])('refuses an invalid %s with what it expects: %s', (name, expected) => {
    expect(readPolicy({ [name]: -1 })).toEqual(E.left(unreadable(name, expected, -1)))
  })

  test('refuses what is no plain object, and says so', () => {
    expect(readPolicy(new Map() as never)).toMatchObject({ left: { found: 'no plain object' } })
  })

  test.each([null, undefined, 'policy', 8, true])('refuses what is not a policy: %j', (value) => {
    expect(readPolicy(value as never)).toEqual(E.left(unreadable('', 'a policy', value)))
  })

  test.each(['Europe/Bruxelles', '', 'Europe/Brussels ', null, 1])(
    'refuses %j as a zone',
    (zone) => {
      for (const name of ['sepaZone', 'ticketZone']) {
        expect(
          E.mapLeft(({ path, expected }: Unreadable) => [path, expected])(
            readPolicy({ [name]: zone }),
          ),
        ).toEqual(E.left([name, 'a time zone']))
      }
    },
  )

  test.each(['refundWindowDays', 'RefundWindowWeeks', '', 'sepaZone ', 'toString', 'constructor'])(
    'refuses the unknown name %j',
    (name) => {
      expect(readPolicy({ [name]: 8 })).toEqual(
        E.left({
          error: 'Unreadable',
          path: /^\w+$/.test(name) ? name : 'another field',
          expected: KNOWN,
          found: 'a number',
        }),
      )
    },
  )
})

describe('a policy in parts', () => {
  const first = { validFrom: '2020-01-01', refundWindow: { weeks: 4 } }
  const second = {
    validFrom: '2024-06-01',
    refundWindow: { weeks: 6 },
    sessionWindow: { minutes: 15 },
  }

  test('has each length with the days on which it changes', () => {
    expect(readPolicy([first, second])).toEqual(
      E.right({
        ...defaultPolicy,
        refundWindow: [
          { validFrom: '2020-01-01', weeks: 4 },
          { validFrom: '2024-06-01', weeks: 6 },
        ],
      }),
    )
  })

  test('that never changes is the policy of its first part', () => {
    const usual = { ...defaultPolicy, refundWindow: { weeks: 4 } }
    expect(readPolicy([first])).toEqual(E.right(usual))
    expect(readPolicy([first, { ...first, validFrom: '2021-01-01' }])).toEqual(E.right(usual))
  })

  test('is accepted as a policy, and read again', () => {
    const read = readPolicy([first, second])
    if (E.isLeft(read)) throw new Error(read.left.path)
    expect(readPolicy({ ...read.right })).toEqual(read)
    expect(policyHash(read.right)).not.toBe(policyHash(defaultPolicy))
  })

  test.each([
    [[], '', 'a policy in at least one part', 'a list'],
    [[8], '0', 'a part of a policy', 'a number'],
    [[{ refundWindow: { weeks: 4 } }], '0.validFrom', 'a civil date', 'nothing'],
    [[{ validFrom: '2024-02-30' }], '0.validFrom', 'a civil date', 'a text'],
    [[second, first], '1.validFrom', 'a later date than that of the part before', 'a text'],
    [[first, first], '1.validFrom', 'a later date than that of the part before', 'a text'],
    [
      [first, { ...second, refundWindow: { weeks: -1 } }],
      '1.refundWindow.weeks',
      'whole weeks from 0 to 522',
      'a number',
    ],
    [
      [first, { ...second, sepaZone: 'Europe/Lisbon' }],
      '1.sepaZone',
      'the same in every part, because it is no length',
      'a text',
    ],
    [
      [first, { ...second, clockToleranceSeconds: 0 }],
      '1.clockToleranceSeconds',
      'the same in every part, because it is no length',
      'a number',
    ],
    [
      [{ ...first, refundWindow: [first] }],
      '0.refundWindow',
      'one length: its part has the day',
      'a list',
    ],
    [[{ ...first, constructor: 1 }], '0.constructor', KNOWN, 'a number'],
    [[{ ...first, 'a b': 1 }], '0.another field', KNOWN, 'a number'],
  ])('is refused at its path: %j', (parts, ...said) => {
    expect(problem(parts as never)).toEqual(said)
  })

  test.each([
    [[], 'refundWindow', 'a list'],
    [[{ weeks: 4 }], 'refundWindow.0.validFrom', 'nothing'],
    [
      [
        { weeks: 4, validFrom: '2024-01-01' },
        { weeks: 5, validFrom: '2024-01-01' },
      ],
      'refundWindow.1.validFrom',
      'a text',
    ],
    [[{ weeks: -1, validFrom: '2024-01-01' }], 'refundWindow.0.weeks', 'a number'],
    [[8], 'refundWindow.0', 'a number'],
  ])('or a dated length is: %j', (refundWindow, path, found) => {
    expect(problem({ refundWindow })).toEqual([path, expect.any(String), found])
  })
})

describe('what is read once', () => {
  test('cannot change afterwards', () => {
    let reads = 0
    const turning = {
      get days() {
        reads += 1
        return reads < 2 ? 5 : Number.NaN
      },
    }
    expect(readPolicy({ refundWindow: turning })).toEqual(
      E.right({ ...defaultPolicy, refundWindow: { days: 5 } }),
    )
    const own = { days: 9 }
    const read = readPolicy({ refundWindow: own })
    own.days = 10
    expect(read).toMatchObject({ right: { refundWindow: { days: 9 } } })
  })

  test.each([
    ['a hidden field', { refundWindow: Object.defineProperty({}, 'days', { value: 56 }) }],
    [
      'a hidden field beside a length',
      { chargebackWindow: Object.defineProperty({ days: 3 }, 'enquiry', { value: { days: 9 } }) },
    ],
    [
      'an inherited field',
      { chargebackWindow: Object.assign(Object.create({ rolls: false }), { days: 3 }) },
    ],
    ['a map', new Map([['refundWindow', { days: 'x' }]])],
    ['a date', new Date(0)],
    ['inherited values', Object.create({ refundWindow: { weeks: 'x' } })],
    ['nesting without end', { refundWindow: [[[[[[[{}]]]]]]] }],
  ])('is refused with %s', (_, changes) => {
    expect(E.isLeft(readPolicy(changes as never))).toBe(true)
  })
})

describe('a policy’s hash', () => {
  test('is the hash of its canonical text', () => {
    expect(policyHash(defaultPolicy)).toBe(
      hash(
        '{"authenticationDays":90,"bankReturnWindow":{"bankDays":5,"processing":{"bankDays":2}},' +
          '"chargebackWindow":{"enquiry":{"days":30},"months":13,"processing":{"bankDays":2}},' +
          '"clockToleranceSeconds":60,"debitFrom":{"days":1},"debitWithin":{"days":2},' +
          '"mandateDormancy":{"months":36},"overdueAfter":{"days":7},' +
          '"payerRefundWindow":{"processing":{"bankDays":2},"weeks":8},"readLagSeconds":300,' +
          '"refundProcessing":{"days":4},"refundWindow":{"weeks":8},"sendSeconds":60,' +
          '"sepaZone":"Europe/Brussels","sessionWindow":{"minutes":15},"settleMinutes":60,' +
          '"ticketGrace":{"minutes":0},"ticketZone":"America/Argentina/Buenos_Aires",' +
          '"valueDateDays":5}',
      ),
    )
  })

  test('depends on its values alone, not on their order', () => {
    const backwards = Object.fromEntries(Object.entries(defaultPolicy).toReversed())
    expect(policyHash(backwards as Policy)).toBe(policyHash(defaultPolicy))
  })

  test('differs as soon as any value does', () => {
    const changed = [
      ...BOUNDS.map(([name]) => ({ ...defaultPolicy, [name]: defaultPolicy[name] + 1 })),
      ...LENGTHS.map(([name]) => ({ ...defaultPolicy, [name]: { days: 1000 } })),
      ...ELAPSED.map(([name]) => ({ ...defaultPolicy, [name]: { minutes: 1000 } })),
      { ...defaultPolicy, sepaZone: 'Europe/Berlin' as Zone },
      { ...defaultPolicy, ticketZone: 'America/Bogota' as Zone },
    ]
    const names = new Set([defaultPolicy, ...changed].map(policyHash))
    expect(names.size).toBe(changed.length + 1)
  })
})
