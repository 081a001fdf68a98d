/** Policies: the interface's values, the limits of each, and a hash for each policy. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Zone } from '../../src/words/calendar.ts'
import { hash } from '../../src/words/hash.ts'
import { type Unreadable, unreadable } from '../../src/words/unreadable.ts'
import { defaultPolicy, type Policy, policyHash, readPolicy } from '../root.ts'

const BOUNDS = [
  ['clockToleranceSeconds', 0, 86_400],
  ['refundWindowWeeks', 1, 520],
  ['refundProcessingDays', 0, 60],
  ['chargebackWindowMonths', 1, 120],
  ['mandateDormancyMonths', 1, 120],
  ['debitFromDays', 0, 60],
  ['debitWithinDays', 0, 60],
  ['overdueAfterDays', 1, 365],
  ['sessionMinutes', 1, 1440],
  ['authenticationDays', 1, 3650],
  ['sameReturnDays', 0, 60],
  ['readLagSeconds', 0, 86_400],
  ['attemptSeconds', 0, 86_400],
  ['keyLifeSeconds', 0, 2_592_000],
  ['settleMinutes', 0, 10_080],
] as const

describe('the default policy', () => {
  test("has the interface's values", () => {
    expect(defaultPolicy).toEqual({
      clockToleranceSeconds: 60,
      attemptSeconds: 60,
      keyLifeSeconds: 82_800,
      settleMinutes: 60,
      refundWindowWeeks: 8,
      refundProcessingDays: 4,
      chargebackWindowMonths: 13,
      debitFromDays: 1,
      debitWithinDays: 2,
      overdueAfterDays: 7,
      sessionMinutes: 15,
      authenticationDays: 90,
      sameReturnDays: 10,
      readLagSeconds: 300,
      mandateDormancyMonths: 36,
      sepaZone: 'Europe/Brussels',
      ticketZone: 'America/Argentina/Buenos_Aires',
    })
  })

  test('is accepted by its own reader', () => {
    expect(readPolicy({ ...defaultPolicy })).toEqual(E.right(defaultPolicy))
    expect(Object.keys(defaultPolicy).toSorted()).toEqual(
      [...BOUNDS.map(([name]) => name), 'sepaZone', 'ticketZone'].toSorted(),
    )
  })
})

describe('a policy', () => {
  test('without changes is the default', () => {
    expect(readPolicy({})).toEqual(E.right(defaultPolicy))
  })

  test('differs from the default in the named values', () => {
    expect(readPolicy({ refundWindowWeeks: 10, sepaZone: 'Europe/Lisbon' })).toEqual(
      E.right({ ...defaultPolicy, refundWindowWeeks: 10, sepaZone: 'Europe/Lisbon' }),
    )
  })

  test.each(BOUNDS)('accepts %s from %d to %d', (name, from, to) => {
    expect(readPolicy({ [name]: from })).toEqual(E.right({ ...defaultPolicy, [name]: from }))
    expect(readPolicy({ [name]: to })).toEqual(E.right({ ...defaultPolicy, [name]: to }))
  })

  test.each(BOUNDS)(
    'refuses %s below %d, above %d, and anything but a whole number',
    (name, from, to) => {
      for (const value of [from - 1, to + 1, from + 0.5, String(from), null, undefined]) {
        expect(E.mapLeft(({ path }: Unreadable) => path)(readPolicy({ [name]: value }))).toEqual(
          E.left(name),
        )
      }
    },
  )

  test.each([
    ['clockToleranceSeconds', 'whole seconds up to a day'],
    ['refundWindowWeeks', 'whole weeks from 1 to 520'],
    ['refundProcessingDays', 'whole days up to 60'],
    ['chargebackWindowMonths', 'whole months from 1 to 120'],
    ['mandateDormancyMonths', 'whole months from 1 to 120'],
    ['debitFromDays', 'whole days up to 60'],
    ['debitWithinDays', 'whole days up to 60'],
    ['overdueAfterDays', 'whole days from 1 to 365'],
    ['sessionMinutes', 'whole minutes from 1 to 1440'],
    ['authenticationDays', 'whole days from 1 to 3650'],
  ])('refuses an invalid %s with what it expects: %s', (name, expected) => {
    expect(readPolicy({ [name]: -1 })).toEqual(E.left(unreadable(name, expected, -1)))
  })

  test.each([null, undefined, 'policy', 8, true, [], [['refundWindowWeeks', 8]]])(
    'refuses what is not a policy: %j',
    (value) => {
      expect(readPolicy(value as never)).toEqual(E.left(unreadable('', 'policy', value)))
    },
  )

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

  test.each(['refundWindowDays', 'RefundWindowWeeks', '', 'sepaZone '])(
    'refuses the unknown name %j',
    (name) => {
      expect(readPolicy({ [name]: 8 })).toEqual(
        E.left({
          error: 'Unreadable',
          path: 'policy',
          expected: 'an object of known policy values',
          found: 'an object',
        }),
      )
    },
  )

  test.each(['toString', 'constructor', 'valueOf'])(
    'refuses the unknown name %j, an inherited property name',
    (name) => {
      expect(E.isLeft(readPolicy({ [name]: 8 }))).toBe(true)
    },
  )
})

describe('a policy’s hash', () => {
  test('is the hash of its canonical text', () => {
    expect(policyHash(defaultPolicy)).toBe(
      hash(
        '{"attemptSeconds":60,"authenticationDays":90,"chargebackWindowMonths":13,"clockToleranceSeconds":60,"debitFromDays":1,"debitWithinDays":2,' +
          '"keyLifeSeconds":82800,"mandateDormancyMonths":36,"overdueAfterDays":7,"readLagSeconds":300,' +
          '"refundProcessingDays":4,"refundWindowWeeks":8,"sameReturnDays":10,' +
          '"sepaZone":"Europe/Brussels","sessionMinutes":15,' +
          '"settleMinutes":60,"ticketZone":"America/Argentina/Buenos_Aires"}',
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
      { ...defaultPolicy, sepaZone: 'Europe/Berlin' as Zone },
      { ...defaultPolicy, ticketZone: 'America/Bogota' as Zone },
    ]
    const names = new Set([defaultPolicy, ...changed].map(policyHash))
    expect(names.size).toBe(changed.length + 1)
  })
})
