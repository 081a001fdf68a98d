/** Requests for payments and refunds before they are sent: amount, currency, source. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, fieldByField, SENDABLE, wrongWith } from './sendable.ts'

const FILLED = 'a text that is not empty'
const AMOUNT = 'an amount in minor units, from 1 to 999999999'
const TICKET_AMOUNT = 'an amount in minor units, from 1 to 999999999, as a number or as digits'

fieldByField({
  example: 'a SEPA payment',
  must: { 'source.id': 'a src_ identifier', amount: AMOUNT, currency: 'EUR' },
  may: { reference: 'a text' },
  telling: ['source', 'source.type'],
})

for (const [example, descriptions] of [
  ['a payment by ticket, direct', { 'source.description': 'a text' }],
  ['a payment by ticket, with redirect', {}],
] as const) {
  fieldByField({
    example,
    must: {
      source: 'a source',
      'source.type': FILLED,
      'source.integration_type': 'direct or redirect',
      'source.country': 'AR',
      'source.payer': 'a payer',
      'source.payer.name': FILLED,
      'source.payer.email': 'an e-mail address',
      'source.payer.document': FILLED,
      amount: TICKET_AMOUNT,
    },
    may: { ...descriptions, reference: 'a text' },
    telling: ['currency'],
  })
}

fieldByField({
  example: 'a refund of a part',
  must: {},
  may: { reference: 'a text' },
  telling: ['amount'],
})

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

describe('a SEPA payment', () => {
  test.each(['EUR'])('is in %s', (currency) => {
    expect(sepa('currency', currency)).toEqual(SENDABLE)
  })

  test.each(['eur', 'ARS', 'USD', 'EURO'])('is not in %s', (currency) => {
    expect(sepa('currency', currency)).toEqual(['currency: EUR, not a text'])
  })

  test.each(['src_1', `src_${'a'.repeat(64)}`])('is on the source %s', (id) => {
    expect(sepa('source.id', id)).toEqual(SENDABLE)
  })

  test.each(['src_', 'pay_1', 'SRC_1', 'src_a-b', `src_${'a'.repeat(65)}`, ' src_1'])(
    'is not on the source %j',
    (id) => {
      expect(sepa('source.id', id)).toEqual(['source.id: a src_ identifier, not a text'])
    },
  )

  test('does not accept its amount as digits', () => {
    expect(sepa('amount', '4500')).toEqual([`amount: ${AMOUNT}, not a text`])
  })
})

describe('a payment by ticket', () => {
  test('is in ARS', () => {
    expect(ticket('currency', 'ARS')).toEqual(SENDABLE)
    for (const currency of ['ars', 'EUR', 'USD'])
      expect(ticket('currency', currency)).toEqual(['currency: ARS, not a text'])
    expect(ticket('currency', undefined)).toEqual(['currency: ARS, not nothing'])
    expect(ticket('currency', null)).toEqual(['currency: ARS, not null'])
  })

  test('is in AR', () => {
    expect(ticket('source.country', 'AR')).toEqual(SENDABLE)
    for (const country of ['ar', 'ARG', 'BR', 'DE'])
      expect(ticket('source.country', country)).toEqual(['source.country: AR, not a text'])
  })

  test.each(['direct', 'redirect'])('may be %s', (type) => {
    expect(ticket('source.integration_type', type)).toEqual(SENDABLE)
  })

  test.each(['Direct', 'hosted', 'toString', 'redirect '])('may not be %j', (type) => {
    expect(ticket('source.integration_type', type)).toEqual([
      'source.integration_type: direct or redirect, not a text',
    ])
  })

  test.each(['pagofacil', 'rapipago', 'whatever the account calls it'])(
    'may be by the method %j',
    (type) => {
      expect(ticket('source.type', type)).toEqual(SENDABLE)
    },
  )

  test('is by a method with a name', () => {
    expect(ticket('source.type', '')).toEqual([`source.type: ${FILLED}, not an empty text`])
    expect(ticket('source.type', ' ')).toEqual([`source.type: ${FILLED}, not a text`])
  })

  test.each(['source.payer.name', 'source.payer.document'])('has text in %s', (path) => {
    expect(ticket(path, 'x')).toEqual(SENDABLE)
    expect(ticket(path, '')).toEqual([`${path}: ${FILLED}, not an empty text`])
  })

  test('has a payer with an e-mail address', () => {
    expect(ticket('source.payer.email', 'a@b')).toEqual(SENDABLE)
    expect(ticket('source.payer.email', 'a.b')).toEqual([
      'source.payer.email: an e-mail address, not a text',
    ])
  })

  test('may have an empty description', () => {
    expect(ticket('source.description', '')).toEqual(SENDABLE)
  })

  test.each([1, 999_999_999, '1', '0001', '999999999', '0000000999999999'])(
    'may have the amount %j',
    (amount) => {
      expect(ticket('amount', amount)).toEqual(SENDABLE)
    },
  )

  test.each([
    [0, 'a number'],
    ['0', 'a text'],
    [1_000_000_000, 'a number'],
    [4_111_111_111_111_111, 'a number'],
    ['1000000000', 'a text'],
    ['4111111111111111', 'a text'],
    ['00000000000000001', 'a text'],
    [-1, 'a number'],
    ['-1', 'a text'],
    ['+1', 'a text'],
    ['1.00', 'a text'],
    ['1e3', 'a text'],
    [' 1', 'a text'],
    ['0x10', 'a text'],
    ['', 'an empty text'],
    [1.5, 'a fraction'],
  ])('may not have the amount %j', (amount, found) => {
    expect(ticket('amount', amount)).toEqual([`amount: ${TICKET_AMOUNT}, not ${found}`])
  })
})

describe.each([
  ['a SEPA payment', sepa],
  ['a refund', refund],
])('the amount of %s', (_, asked) => {
  test.each([1, 999_999_999])('may be %j', (amount) => {
    expect(asked('amount', amount)).toEqual(SENDABLE)
  })

  test.each([
    [0, 'a number'],
    [-0, 'a number'],
    [-1, 'a number'],
    [1_000_000_000, 'a number'],
    [4_111_111_111_111_111, 'a number'],
    [0.5, 'a fraction'],
    [Number.POSITIVE_INFINITY, 'a fraction'],
    ['1', 'a text'],
    ['', 'an empty text'],
  ])('may not be %j', (amount, found) => {
    expect(asked('amount', amount)).toEqual([`amount: ${AMOUNT}, not ${found}`])
  })
})

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

  test('may have an empty reference, but only a text', () => {
    expect(refund('reference', '')).toEqual(SENDABLE)
    expect(refund('reference', 7)).toEqual(['reference: a text, not a number'])
  })
})
