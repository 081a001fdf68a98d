/** Why an input could not be read: the path and the kind, and nothing of the input. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/words/data/canonical.ts'
import {
  explainUnreadable,
  firstProblem,
  type Unreadable,
  unreadable,
} from '../../../src/words/data/unreadable-input.ts'
import { Minor } from '../../../src/words/money.ts'
import { forAll } from '../../for-all.ts'
import { everyEvent, readPolicy } from '../../root.ts'

const KINDS: readonly (readonly [unknown, string])[] = [
  [undefined, 'nothing'],
  [null, 'null'],
  [[], 'a list'],
  [[1], 'a list'],
  [{}, 'an object'],
  ['', 'an empty text'],
  [' ', 'a text'],
  ['4111111111111111', 'a text'],
  [0, 'a number'],
  [-1, 'a number'],
  [0.5, 'a fraction'],
  [Number.NaN, 'no finite number'],
  [-Infinity, 'no finite number'],
  [true, 'a boolean'],
  [1n, 'a bigint'],
]

test.each(KINDS)('the kind of a value %s is %s', (value, kind) => {
  expect(unreadable('data.amount', 'an amount in minor units', value)).toEqual({
    error: 'Unreadable',
    path: 'data.amount',
    expected: 'an amount in minor units',
    found: kind,
  })
})

describe('what is wrong with an input', () => {
  const Box = t.strict({ items: t.readonlyArray(t.strict({ amount: Minor }, 'item')) }, 'box')
  const problem = (input: unknown): Unreadable | null =>
    E.match(firstProblem, () => null)(Box.decode(input))

  test('is reported with its path, down to the index in a list', () => {
    expect(problem({ items: [{ amount: 1 }, { amount: -1 }] })).toEqual(
      unreadable('items.1.amount', 'an amount in minor units', -1),
    )
  })

  test('is the first problem, if there are several', () => {
    expect(problem({ items: [{ amount: '' }, 5] })?.path).toBe('items.0.amount')
  })

  test('is the whole, if it is of another kind', () => {
    expect(problem([])).toEqual(unreadable('', 'box', []))
  })

  test('is reported even without an error', () => {
    expect(firstProblem([])).toEqual(unreadable('', 'something else', undefined))
  })

  test('is a sentence for a person', () => {
    expect(explainUnreadable(unreadable('items.1', 'an item', null))).toBe(
      'items.1 should be an item, but is null.',
    )
    expect(explainUnreadable(unreadable('', 'JSON', ''))).toBe(
      'The input should be JSON, but is an empty text.',
    )
  })
})

describe('the problem of an input', () => {
  const SECRET = 'zq9secret'
  const FIELDS = ['type', 'data', 'metadata', 'paymentId', 'amount', 'balances', 'captured']
  const names = fc.constantFrom(...FIELDS, 'eventId', 'occurredAt', 'nextActions', SECRET)
  const { input } = fc.letrec<{ input: Json }>((tie) => ({
    input: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json>(SECRET, null, 1, 0.5, true),
      fc.array(tie('input'), { maxLength: 2 }),
      fc.dictionary(names, tie('input'), { maxKeys: 6 }),
    ),
  }))
  const problemOf = (codec: t.Decoder<unknown, unknown>) => (value: unknown) =>
    E.match(firstProblem, () => null)(codec.decode(value))
  const readers = fc.constantFrom<(value: unknown) => Unreadable | null>(
    (value) =>
      E.match(
        (found: Unreadable) => found,
        () => null,
      )(readPolicy(value as never)),
    ...Object.values(everyEvent).map(({ codec }) => problemOf(codec)),
  )
  const found = new Set(KINDS.map(([, kind]) => kind))

  test('never contains a value or a key that its sender wrote', () => {
    forAll(2000, [readers, input], (read, value) => {
      const reported = read(value)
      expect(JSON.stringify(reported)).not.toContain(SECRET)
      expect(reported === null || found.has(reported.found)).toBe(true)
    })
  })

  test('never contains a value even if everything else is right', () => {
    const types = fc.constantFrom(...Object.keys(everyEvent))
    const event = (type: string) => ({
      type,
      data: { paymentId: 'pay_1', sourceId: 'src_1', sessionId: 'sid_1', status: `é${SECRET}` },
      metadata: { eventId: `é${SECRET}`, occurredAt: SECRET, recordedAt: SECRET, source: SECRET },
    })
    forAll({}, [types], (type) => {
      const reported = E.match(
        firstProblem,
        () => null,
      )(everyEvent[type]?.codec.decode(event(type)) ?? E.right(null))
      expect(reported).not.toBeNull()
      expect(JSON.stringify(reported)).not.toContain(SECRET)
    })
  })
})
