/** The request for a SEPA source before it is sent: the account, and the mandate. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, fieldByField, SENDABLE, wrongWith } from './sendable.ts'

const FILLED = 'a text that is not empty'
const IBAN = 'an IBAN without spaces, with the correct length and check digits'
const BIC = 'a BIC of 8 or 11 characters'
const COUNTRY = 'a country as two capital letters'

const MUST = {
  type: 'sepa',
  source_data: 'source data',
  'source_data.first_name': FILLED,
  'source_data.last_name': FILLED,
  'source_data.account_iban': IBAN,
  'source_data.billing_descriptor': FILLED,
  'source_data.mandate_type': 'single or recurring',
  billing_address: 'a billing address',
  'billing_address.address_line1': FILLED,
  'billing_address.city': FILLED,
  'billing_address.zip': FILLED,
  'billing_address.country': COUNTRY,
}

fieldByField({
  example: 'a source with a BIC and a customer',
  must: MUST,
  may: {
    reference: 'a text',
    'source_data.bic': BIC,
    'billing_address.address_line2': 'a text',
    'billing_address.state': 'a text',
    phone: 'a phone',
    'phone.country_code': 'a text',
    'phone.number': 'a text',
    customer: 'a customer',
    'customer.id': FILLED,
    'customer.email': 'an e-mail address',
    'customer.name': 'a text',
  },
})

fieldByField({ example: 'a source for single use with a new customer', must: MUST, may: {} })

const WHOLE = bodyOf('a source with a BIC and a customer')

const asked = (path: string, value: unknown, sandbox = false): readonly string[] =>
  wrongWith('createSource', changed(WHOLE, path, value), { sandbox })

describe('the account of a source', () => {
  test.each([
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('may be %s', (iban) => {
    expect(asked('source_data.account_iban', iban)).toEqual(SENDABLE)
    expect(asked('source_data.account_iban', iban, true)).toEqual(SENDABLE)
  })

  test.each([
    ['whose check digits are one too high', 'DE90370400440532013000'],
    ['whose check digits are one too low', 'DE88370400440532013000'],
    ['with two digits exchanged', 'DE89370400440532010300'],
    ['in lower case', 'de89370400440532013000'],
    ['with a letter in lower case', 'GB82WESt12345698765432'],
    ['with blanks', 'DE89 3704 0044 0532 0130 00'],
    ['with a blank after it', 'DE89370400440532013000 '],
    ['with hyphens', 'DE89-3704-0044-0532-0130-00'],
    ['that is a digit short', 'DE8937040044053201300'],
    ['that is a digit long', 'DE893704004405320130000'],
    ['of a country that has none', 'US64370400440532013000'],
    ['without a country', '89370400440532013000'],
    ['that is a card number', '4242424242424242'],
  ])('is not accepted %s', (_, iban) => {
    expect(asked('source_data.account_iban', iban)).toEqual([
      `source_data.account_iban: ${IBAN}, not a text`,
    ])
  })

  test.each(['BR1800360305000010009795493C1', 'AE070331234567890123456', 'XK051212012345678906'])(
    'is in a country of SEPA, not as %s',
    (iban) => {
      expect(asked('source_data.account_iban', iban)).toEqual([
        'source_data.account_iban: an IBAN of a country in SEPA, not a text',
      ])
    },
  )
})

describe('the bank of a source', () => {
  test.each(['PBNKDEFF', 'PBNKDEFFXXX', 'DEUTDEFF500', 'BARCGB22'])('may be %s', (bic) => {
    expect(asked('source_data.bic', bic)).toEqual(SENDABLE)
  })

  test.each([
    'PBNKDEF',
    'PBNKDEFFX',
    'PBNKDEFFXX',
    'PBNKDEFFXXXX',
    'pbnkdeffxxx',
    'PBNKD3FFXXX',
    'PBNK DEFFXXX',
    ' PBNKDEFF',
  ])('is not %j', (bic) => {
    expect(asked('source_data.bic', bic)).toEqual([`source_data.bic: ${BIC}, not a text`])
  })

  test('is in the sandbox only one, or none', () => {
    expect(asked('source_data.bic', 'PBNKDEFFXXX', true)).toEqual(SENDABLE)
    expect(asked('source_data.bic', undefined, true)).toEqual(SENDABLE)
    for (const bic of ['PBNKDEFF', 'DEUTDEFF500', 'pbnkdeffxxx'])
      expect(asked('source_data.bic', bic, true)).toEqual([
        'source_data.bic: PBNKDEFFXXX, in the sandbox, not a text',
      ])
  })

  test('is the only field in which the sandbox accepts less', () => {
    expect(asked('source_data.mandate_type', 'once', true)).toEqual([
      'source_data.mandate_type: single or recurring, not a text',
    ])
    expect(wrongWith('createSource', {}, { sandbox: true })).toEqual(wrongWith('createSource', {}))
  })
})

describe('the request for a source', () => {
  test.each(['SEPA', 'Sepa', 'sepav4', 'id', 'ach'])('is not of type %j', (type) => {
    expect(asked('type', type)).toEqual(['type: sepa, not a text'])
  })

  test.each(['single', 'recurring'])('may be for a mandate that is %s', (type) => {
    expect(asked('source_data.mandate_type', type)).toEqual(SENDABLE)
  })

  test.each(['one-off', 'Single', 'RECURRING', 'toString', 'single '])(
    'may not be for a mandate that is %s',
    (type) => {
      expect(asked('source_data.mandate_type', type)).toEqual([
        'source_data.mandate_type: single or recurring, not a text',
      ])
    },
  )

  test.each([
    'source_data.first_name',
    'source_data.last_name',
    'source_data.billing_descriptor',
    'billing_address.address_line1',
    'billing_address.city',
    'billing_address.zip',
    'customer.id',
  ])('has text in %s', (path) => {
    expect(asked(path, 'x')).toEqual(SENDABLE)
    expect(asked(path, '')).toEqual([`${path}: ${FILLED}, not an empty text`])
    expect(asked(path, ' ')).toEqual([`${path}: ${FILLED}, not a text`])
  })

  test.each([
    'reference',
    'billing_address.address_line2',
    'billing_address.state',
    'phone.country_code',
    'phone.number',
    'customer.name',
  ])('may have an empty %s', (path) => {
    expect(asked(path, '')).toEqual(SENDABLE)
  })

  test.each(['de', 'DEU', 'D1', 'D'])('does not accept the country %j', (country) => {
    expect(asked('billing_address.country', country)).toEqual([
      `billing_address.country: ${COUNTRY}, not a text`,
    ])
  })

  test('is for a customer by id, by e-mail, by both, or by neither', () => {
    const customers = [{ id: 'cus_1' }, { email: 'a@b' }, { id: 'cus_1', email: 'a@b' }, {}]
    expect(customers.map((customer) => asked('customer', customer))).toEqual([[], [], [], []])
  })

  test.each(['a@b', 'erika+rowing@club.example'])('has the e-mail address %j', (email) => {
    expect(asked('customer.email', email)).toEqual(SENDABLE)
  })

  test.each(['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b '])('has no e-mail address %j', (email) => {
    expect(asked('customer.email', email)).toEqual([
      'customer.email: an e-mail address, not a text',
    ])
  })
})
