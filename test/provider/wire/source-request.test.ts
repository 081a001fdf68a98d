/** The request for a SEPA source before it is sent: the account, and the mandate. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, type FieldValues, SENDABLE, valuesIn, wrongWith } from './sendable.ts'

const FILLED = 'a text that is not empty'
const IBAN = 'an IBAN without spaces, with the correct length and check digits'
const BIC = 'a BIC of 8 or 11 characters'
const COUNTRY = 'a country as two capital letters'

const WHOLE = bodyOf('a source with a BIC and a customer')

const asked = (path: string, value: unknown, sandbox = false): readonly string[] =>
  wrongWith('createSource', changed(WHOLE, path, value), { sandbox })

const ACCOUNTS = [
  ...['DE89370400440532013000', 'GB82WEST12345698765432', 'NL91ABNA0417164300', 'NO9386011117947'],
  'MT84MALT011000012345MTLCAST001S',
]

valuesIn('a source with a BIC and a customer', [
  [
    'source_data.account_iban',
    IBAN,
    ACCOUNTS,
    [
      // check digits that are one too high, and one too low; two digits exchanged
      ...['DE90370400440532013000', 'DE88370400440532013000', 'DE89370400440532010300'],
      // lower case
      ...['de89370400440532013000', 'GB82WESt12345698765432'],
      // blanks and hyphens
      ...['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000 ', 'DE89-3704-0044-0532-0130-00'],
      // a digit short, a digit long
      ...['DE8937040044053201300', 'DE893704004405320130000'],
      // a country that has none, no country, a card number
      ...['US64370400440532013000', '89370400440532013000', '4242424242424242'],
    ],
  ],
  [
    'source_data.account_iban',
    'an IBAN of a country in SEPA',
    [],
    ['BR1800360305000010009795493C1', 'AE070331234567890123456', 'XK051212012345678906'],
  ],
  [
    'source_data.bic',
    BIC,
    ['PBNKDEFF', 'PBNKDEFFXXX', 'DEUTDEFF500', 'BARCGB22'],
    [
      ...['PBNKDEF', 'PBNKDEFFX', 'PBNKDEFFXX', 'PBNKDEFFXXXX', 'pbnkdeffxxx', 'PBNKD3FFXXX'],
      ...['PBNK DEFFXXX', ' PBNKDEFF'],
    ],
  ],
  ['type', 'sepa', [], ['SEPA', 'Sepa', 'sepav4', 'id', 'ach']],
  [
    'source_data.mandate_type',
    'single or recurring',
    ['single', 'recurring'],
    ['one-off', 'Single', 'RECURRING', 'toString', 'single '],
  ],
  ...[
    ...['source_data.first_name', 'source_data.last_name', 'source_data.billing_descriptor'],
    ...['billing_address.address_line1', 'billing_address.city', 'billing_address.zip'],
    'customer.id',
  ].map((path): FieldValues => [path, FILLED, ['x'], ['', ' ']]),
  ...[
    ...['reference', 'billing_address.address_line2', 'billing_address.state'],
    ...['phone.country_code', 'phone.number', 'customer.name'],
  ].map((path): FieldValues => [path, 'a text', [''], []]),
  ['billing_address.country', COUNTRY, [], ['de', 'DEU', 'D1', 'D']],
  [
    'customer',
    'a customer',
    [{ id: 'cus_1' }, { email: 'a@b' }, { id: 'cus_1', email: 'a@b' }, {}],
    [],
  ],
  [
    'customer.email',
    'an e-mail address',
    ['a@b', 'erika+rowing@club.example'],
    ['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b '],
  ],
])

valuesIn('a source with a BIC and a customer', [['source_data.account_iban', IBAN, ACCOUNTS, []]], {
  sandbox: true,
})

describe('the bank of a source', () => {
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
