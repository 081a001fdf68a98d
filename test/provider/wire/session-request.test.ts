/** The request for a session before it is sent: the source, the amount, the optional fields. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, type FieldValues, SENDABLE, valuesIn, wrongWith } from './sendable.ts'

const CATEGORY = 'one of payment, non_payment'
const TYPE = 'one of add_card, installment, maintain_card, recurring, regular'
const INDICATOR =
  'one of no_preference, no_challenge_requested, challenge_requested, challenge_requested_mandate, ' +
  'low_value, trusted_listing, trusted_listing_prompt, transaction_risk_assessment, data_share'
const TRANSACTION =
  'one of account_funding, check_acceptance, goods_service, prepaid_activation_and_load, ' +
  'quasi_card_transaction'
const FILLED = 'a text that is not empty'

const URL = 'a URL'
const CHANNEL = 'browser or app or merchant_initiated'

const CARD = bodyOf('a non-hosted session with a card')
const HOSTED = bodyOf('a hosted session with a network token')

const asked = (path: string, value: unknown, body = CARD): readonly string[] =>
  wrongWith('createSession', changed(body, path, value))

const DIGITS = [
  ...['42424242424', '42424242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242'],
  ...[' 4242424242424242', '4242424242424242\n', '424242424242424x', '४२४२४२४२४२४२४२४२'],
]
const WRITTEN = ['frequent_flyer', 'toString', 'no-preference', ' regular']
/** A field with one of a few names, in their own letters only. */
const oneOf = (path: string, expected: string): FieldValues => {
  const names = expected.replace('one of ', '').split(', ')
  return [path, expected, names, [...names.map((name) => name.toUpperCase()), ...WRITTEN]]
}

valuesIn('a hosted session with a network token', [['source.card', '12 to 19 digits', [], DIGITS]])

valuesIn('a non-hosted session with a card', [
  // a number would lose digits
  [
    'source.card',
    '12 to 19 digits',
    ['424242424242', '4242424242424242424'],
    [...DIGITS, 4_242_424_242_424_242],
  ],
  ['source.expiry_month', 'a month from 1 to 12', [1, 12], [0, 13, 6.5, '06']],
  [
    'source.expiry_year',
    'a year of four digits',
    [1000, 2026, 9999],
    [999, 10_000, 31, 2026.5, '2026'],
  ],
  [
    'source.type',
    'card or network_token',
    ['card', 'network_token'],
    ['Card', 'network-token', 'id', 'toString', '__proto__'],
  ],
  [
    'completion.callback_url',
    URL,
    [
      ...['https://shop.example', 'http://localhost:5000/end?order=7#top', 'HTTPS://SHOP.EXAMPLE/'],
      'https://x',
    ],
    [
      ...['https://', 'https:///end', 'https://shop.example/the end', ' https://shop.example'],
      ...['https://shop.example\n', 'shop.example', '//shop.example', 'ftp://shop.example'],
      ...['javascript:alert(1)', 'see https://shop.example'],
    ],
  ],
  ['completion.challenge_notification_url', URL, ['https://x'], ['x']],
  ['channel_data', 'channel data', [{ channel: 'merchant_initiated' }], ['x']],
  // a page that is not needed
  ['completion.success_url', URL, [7], []],
  ['source.name', FILLED, ['G'], [' ']],
  ['source.phone', 'an object', [{}], [[], '+54 341']],
  ['source.billing_address', 'an object', [{}], [[], '+54 341']],
  // without an amount, or with none, a card is verified
  [
    'amount',
    'an amount in minor units, at most 999999999',
    [undefined, 0, 1, 999_999_999],
    [1_000_000_000, 4_111_111_111_111_111, -1, -0, 0.5, '2599'],
  ],
  [
    'currency',
    'a currency code',
    ['USD', 'EUR', 'ARS', 'XXX'],
    ['usd', 'US', 'USDT', 'U5D', ' USD', 'USD\n'],
  ],
  oneOf('authentication_type', TYPE),
  oneOf('authentication_category', CATEGORY),
  oneOf('challenge_indicator', INDICATOR),
  oneOf('transaction_type', TRANSACTION),
  ['shipping_address', 'a shipping address', [{}, { city: 'Bonn' }], []],
  ['shipping_address.address_line1', FILLED, [], ['']],
  ['shipping_address.city', FILLED, [], ['']],
  ['shipping_address.zip', FILLED, [], ['']],
  ['shipping_address.address_line2', 'a text', [''], []],
  ['shipping_address.state', 'a text', [''], []],
  ['shipping_address.country', 'a country as two capital letters', [], ['ar', 'ARG', 'A1', '']],
])

test.each(['Hosted', 'nonhosted', 'non hosted', 'toString'])('no session ends as %j', (type) => {
  const page = 'https://shop.example/end'
  const pages = { callback_url: page, success_url: page, failure_url: page }
  expect(asked('completion', { type, ...pages })).toEqual([
    'completion.type: non_hosted or non-hosted or hosted, not a text',
  ])
  expect(asked('completion', { type: 'hosted', callback_url: page })).toEqual([
    'completion.success_url: a URL, not nothing',
    'completion.failure_url: a URL, not nothing',
  ])
})

describe('the amount of a session', () => {
  test.each([
    ['KWD', 1010, 1001, '0'],
    ['TND', 10, 15, '0'],
    ['CLP', 1100, 1010, '00'],
  ])('in %s may be %d, and not %d', (currency, taken, refused, zeros) => {
    const inCurrency = (amount: unknown) =>
      wrongWith('createSession', { ...(CARD as object), currency, amount })
    for (const amount of [taken, 0, undefined]) expect(inCurrency(amount)).toEqual(SENDABLE)
    expect(inCurrency(refused)).toEqual([
      `amount: an amount in minor units of ${currency}, at most 999999999 and ending in ${zeros}, not a number`,
    ])
  })

  test('in other currencies may end in any digit', () => {
    for (const currency of ['JPY', 'EUR', 'HUF', 'XXX'])
      expect(asked('amount', 1001, changed(CARD, 'currency', currency))).toEqual(SENDABLE)
  })
})

describe('channel data in the request for a session', () => {
  const BROWSER = bodyOf('a session with the channel data of a browser in it')
  const APP = bodyOf('a session with the channel data of an app in it')

  test('are as complete as those that are sent later', () => {
    expect(asked('channel_data.user_agent', undefined, BROWSER)).toEqual([
      'channel_data.user_agent: a text that is not empty, not nothing',
    ])
    expect(asked('channel_data.sdk_max_timeout', 0, APP)).toEqual([
      'channel_data.sdk_max_timeout: minutes, at least 1, not a number',
    ])
    expect(asked('channel_data', { channel: 'app' })).toHaveLength(7)
    expect(asked('channel_data', { channel: 'browser' })).toHaveLength(10)
  })

  test('need no more fields without a cardholder', () => {
    expect(asked('channel_data', { channel: 'merchant_initiated' })).toEqual(SENDABLE)
  })

  test.each(['three_ri', 'toString'])('have no channel %j', (channel) => {
    expect(asked('channel_data', { channel })).toEqual([
      `channel_data.channel: ${CHANNEL}, not a text`,
    ])
  })
})

describe('the number of a card', () => {
  const renamed = (from: unknown, name: string): unknown => {
    const { card, ...source } = (from as { source: Record<string, unknown> }).source
    return { ...(from as object), source: { ...source, [name]: card } }
  }

  test('is also called `number`, as by every library of the provider', () => {
    expect(wrongWith('createSession', renamed(CARD, 'number'))).toEqual(SENDABLE)
    expect(wrongWith('createSession', renamed(HOSTED, 'number'))).toEqual(SENDABLE)
    expect(wrongWith('createSession', renamed(CARD, 'token'))).toEqual([
      'source.card: 12 to 19 digits, not nothing',
    ])
  })

  test('is also called `token` of a network token', () => {
    expect(wrongWith('createSession', renamed(HOSTED, 'token'))).toEqual(SENDABLE)
  })

  test('is checked under each name', () => {
    for (const name of ['number', 'token']) {
      const wrong = changed(renamed(HOSTED, name), `source.${name}`, '4242 4242')
      expect(wrongWith('createSession', wrong)).toEqual([
        `source.${name}: 12 to 19 digits, not a text`,
      ])
      expect(asked(`source.${name}`, 7, HOSTED)).toEqual([
        `source.${name}: 12 to 19 digits, not a number`,
      ])
    }
  })
})
