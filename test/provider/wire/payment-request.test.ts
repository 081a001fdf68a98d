/** Requests for payments and refunds before they are sent: amount, currency, source. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, type FieldValues, SENDABLE, valuesIn, wrongWith } from './sendable.ts'

const FILLED = 'a text that is not empty'
const AMOUNT = 'an amount in minor units, from 1 to 999999999'
const TICKET_AMOUNT = 'an amount in minor units, from 1 to 999999999, as a number or as digits'

const SEPA = bodyOf('a SEPA payment')
const TICKET = bodyOf('a payment by ticket, direct')
const REFUND = bodyOf('a refund of a part')

const sepa = (path: string, value: unknown) =>
  wrongWith('createPayment', changed(SEPA, path, value))
const ticket = (path: string, value: unknown) =>
  wrongWith('createPayment', changed(TICKET, path, value))
const refund = (path: string, value: unknown) =>
  wrongWith('requestRefund', changed(REFUND, path, value))

describe('a payment', () => {
  test('is on a source if that has the type id, otherwise by ticket', () => {
    expect(sepa('source.type', 'rapipago').map((line) => line.split(':')[0])).toEqual([
      'source.integration_type',
      'source.country',
      'source.payer',
      'currency',
    ])
    expect(ticket('source.type', 'id').map((line) => line.split(':')[0])).toEqual([
      'source.id',
      'amount',
      'currency',
    ])
  })

  test('whose source has no type is on a source, unless it is in pesos', () => {
    expect(sepa('source.type', undefined)).toEqual(['source.type: id, not nothing'])
    expect(sepa('source.type', 7)).toEqual(['source.type: id, not a number'])
    expect(sepa('source', undefined)).toEqual(['source: a source, not nothing'])
    expect(sepa('source', [])).toEqual(['source: a source, not a list'])
    expect(ticket('source.type', undefined)).toEqual([`source.type: ${FILLED}, not nothing`])
    expect(wrongWith('createPayment', {})).toEqual([
      'source: a source, not nothing',
      `amount: ${AMOUNT}, not nothing`,
      'currency: EUR, not nothing',
    ])
    expect(wrongWith('createPayment', { currency: 'ARS' })).toEqual([
      'source: a source, not nothing',
      `amount: ${TICKET_AMOUNT}, not nothing`,
    ])
  })
})

const AMOUNTS: FieldValues = [
  'amount',
  AMOUNT,
  [1, 999_999_999],
  [0, -0, -1, 1_000_000_000, 4_111_111_111_111_111, 0.5, Number.POSITIVE_INFINITY, '1', '', '4500'],
]

valuesIn('a refund of a part', [AMOUNTS])

valuesIn('a SEPA payment', [
  AMOUNTS,
  ['currency', 'EUR', ['EUR'], ['eur', 'ARS', 'USD', 'EURO']],
  [
    'source.id',
    'a src_ identifier',
    ['src_1', `src_${'a'.repeat(64)}`],
    ['src_', 'pay_1', 'SRC_1', 'src_a-b', `src_${'a'.repeat(65)}`, ' src_1'],
  ],
])

test('a payment by ticket is in AR', () => {
  expect(ticket('source.country', 'AR')).toEqual(SENDABLE)
  for (const country of ['ar', 'ARG', 'BR', 'DE'])
    expect(ticket('source.country', country)).toEqual(['source.country: AR, not a text'])
})

valuesIn('a payment by ticket, direct', [
  ['currency', 'ARS', ['ARS'], ['ars', 'EUR', 'USD', undefined, null]],
  [
    'source.integration_type',
    'direct or redirect',
    ['direct', 'redirect'],
    ['Direct', 'hosted', 'toString', 'redirect '],
  ],
  ['source.type', FILLED, ['pagofacil', 'rapipago', 'whatever the account calls it'], ['', ' ']],
  ['source.payer.name', FILLED, ['x'], ['']],
  ['source.payer.document', FILLED, ['x'], ['']],
  ['source.payer.email', 'an e-mail address', ['a@b'], ['a.b']],
  ['source.description', 'a text', [''], []],
  [
    'amount',
    TICKET_AMOUNT,
    [1, 999_999_999, '1', '0001', '999999999', '0000000999999999'],
    [
      ...[0, '0', 1_000_000_000, 4_111_111_111_111_111, '1000000000', '4111111111111111'],
      ...['00000000000000001', -1, '-1', '+1', '1.00', '1e3', ' 1', '0x10', '', 1.5],
    ],
  ],
])

describe('a refund', () => {
  const WHOLE = `amount: ${AMOUNT}: without it, everything that is left would be refunded, not nothing`

  test('without an amount is refused: everything that is left would go', () => {
    for (const body of [{}, undefined, { amount: undefined }, { reference: 'R-1' }]) {
      expect(wrongWith('requestRefund', body)).toEqual([WHOLE])
    }
    expect(refund('amount', undefined)).toEqual([WHOLE])
    expect(refund('amount', null)).toEqual([`amount: ${AMOUNT}, not null`])
  })

  test('has no other fields than the provider shows: a misspelt amount is none', () => {
    const known =
      'one of amount, reference, metadata, amount_allocations, capture_action_id, destination, items'
    expect(wrongWith('requestRefund', { amout: 500 })).toEqual([`amout: ${known}, not a number`])
    expect(refund('Amount', 500)).toEqual([`Amount: ${known}, not a number`])
    for (const [field, value] of [
      ['metadata', { order: '7' }],
      ['amount_allocations', [{}]],
      ['capture_action_id', 'act_1'],
      ['destination', {}],
      ['items', []],
    ] as const) {
      expect(refund(field, value)).toEqual(SENDABLE)
    }
  })
})

valuesIn('a refund of a part', [['reference', 'a text', [''], [7]]])
