/** The request for a session before it is sent: the source, the amount, the optional fields. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, fieldByField, SENDABLE, wrongWith } from './sendable.ts'

const CATEGORY = 'one of payment, non_payment'
const TYPE = 'one of add_card, installment, maintain_card, recurring, regular'
const INDICATOR =
  'one of no_preference, no_challenge_requested, challenge_requested, challenge_requested_mandate, ' +
  'low_value, trusted_listing, trusted_listing_prompt, transaction_risk_assessment, data_share'
const TRANSACTION =
  'one of account_funding, check_acceptance, goods_service, prepaid_activation_and_load, ' +
  'quasi_card_transaction'
const FILLED = 'a text that is not empty'

const MUST = {
  source: 'a source',
  'source.type': 'card or network_token',
  'source.card': '12 to 19 digits',
  'source.expiry_month': 'a month from 1 to 12',
  'source.expiry_year': 'a year of four digits',
  currency: 'a currency code',
  completion: 'a completion',
  'completion.type': 'non_hosted or non-hosted or hosted',
}

const MAY = {
  'source.name': FILLED,
  'source.billing_address': 'an object',
  'source.phone': 'an object',
  amount: 'an amount in minor units, at most 999999999',
  authentication_type: TYPE,
  authentication_category: CATEGORY,
  challenge_indicator: INDICATOR,
  reference: 'a text',
  transaction_type: TRANSACTION,
  shipping_address: 'a shipping address',
  'shipping_address.address_line1': FILLED,
  'shipping_address.address_line2': 'a text',
  'shipping_address.city': FILLED,
  'shipping_address.state': 'a text',
  'shipping_address.zip': FILLED,
  'shipping_address.country': 'a country as two capital letters',
}

const OPEN = ['source.billing_address', 'source.phone']
const URL = 'a URL'
const CHANNEL = 'browser or app or merchant_initiated'

for (const example of [
  'a non-hosted session with a card',
  'a non-hosted session in the other spelling',
]) {
  fieldByField({
    example,
    must: { ...MUST, 'completion.callback_url': URL },
    may: { ...MAY, 'completion.challenge_notification_url': URL },
    open: OPEN,
  })
}

fieldByField({
  example: 'a hosted session with a network token',
  must: { ...MUST, 'completion.success_url': URL, 'completion.failure_url': URL },
  may: { ...MAY, 'completion.callback_url': URL },
  open: OPEN,
})

fieldByField({
  example: 'a session without a cardholder',
  must: { ...MUST, 'completion.callback_url': URL, 'channel_data.channel': CHANNEL },
  may: { ...MAY, 'completion.challenge_notification_url': URL, channel_data: 'channel data' },
  open: OPEN,
})

const CARD = bodyOf('a non-hosted session with a card')
const HOSTED = bodyOf('a hosted session with a network token')

const asked = (path: string, value: unknown, body = CARD): readonly string[] =>
  wrongWith('createSession', changed(body, path, value))

describe('a card number', () => {
  test.each([
    ['424242424242', '4'],
    ['4242424242424242424', '42424242424242424242'],
  ])('has 12 to 19 digits: %j, and not %j', (right, wrong) => {
    expect(asked('source.card', right)).toEqual(SENDABLE)
    expect(asked('source.card', wrong)).toEqual(['source.card: 12 to 19 digits, not a text'])
  })

  test.each([
    '42424242424',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    ' 4242424242424242',
    '4242424242424242\n',
    '424242424242424x',
    '४२४२४२४२४२४२४२४२',
  ])('is not %j', (card) => {
    expect(asked('source.card', card)).toEqual(['source.card: 12 to 19 digits, not a text'])
    expect(asked('source.card', card, HOSTED)).toEqual(['source.card: 12 to 19 digits, not a text'])
  })

  test('is a text, because a number would lose digits', () => {
    expect(asked('source.card', 4_242_424_242_424_242)).toEqual([
      'source.card: 12 to 19 digits, not a number',
    ])
  })
})

describe('the expiry date of a card', () => {
  test.each([1, 12])('is in month %j', (month) => {
    expect(asked('source.expiry_month', month)).toEqual(SENDABLE)
  })

  test.each([
    [0, 'a number'],
    [13, 'a number'],
    [6.5, 'a fraction'],
    ['06', 'a text'],
  ])('is not in month %j', (month, found) => {
    expect(asked('source.expiry_month', month)).toEqual([
      `source.expiry_month: a month from 1 to 12, not ${found}`,
    ])
  })

  test.each([1000, 2026, 9999])('is in year %j', (year) => {
    expect(asked('source.expiry_year', year)).toEqual(SENDABLE)
  })

  test.each([
    [999, 'a number'],
    [10_000, 'a number'],
    [31, 'a number'],
    [2026.5, 'a fraction'],
    ['2026', 'a text'],
  ])('is not in year %j', (year, found) => {
    expect(asked('source.expiry_year', year)).toEqual([
      `source.expiry_year: a year of four digits, not ${found}`,
    ])
  })
})

describe('the source of a session', () => {
  test.each(['card', 'network_token'])('may be of type %s', (type) => {
    expect(asked('source.type', type)).toEqual(SENDABLE)
  })

  test.each(['Card', 'network-token', 'id', 'toString', '__proto__'])(
    'is not of type %s',
    (type) => {
      expect(asked('source.type', type)).toEqual(['source.type: card or network_token, not a text'])
    },
  )

  test('has a name that is not empty, or none', () => {
    expect(asked('source.name', 'G')).toEqual(SENDABLE)
    expect(asked('source.name', ' ')).toEqual([`source.name: ${FILLED}, not a text`])
  })

  test.each(['source.phone', 'source.billing_address'])('has an object as %s', (path) => {
    expect(asked(path, {})).toEqual(SENDABLE)
    expect(asked(path, [])).toEqual([`${path}: an object, not a list`])
    expect(asked(path, '+54 341')).toEqual([`${path}: an object, not a text`])
  })
})

describe('the amount of a session', () => {
  test.each([undefined, 0])('may be %j: a card is verified', (amount) => {
    expect(asked('amount', amount)).toEqual(SENDABLE)
  })

  test.each([1, 999_999_999])('may be %j', (amount) => {
    expect(asked('amount', amount)).toEqual(SENDABLE)
  })

  test.each([
    [1_000_000_000, 'a number'],
    [4_111_111_111_111_111, 'a number'],
    [-1, 'a number'],
    [-0, 'a number'],
    [0.5, 'a fraction'],
    ['2599', 'a text'],
  ])('may not be %j', (amount, found) => {
    expect(asked('amount', amount)).toEqual([
      `amount: an amount in minor units, at most 999999999, not ${found}`,
    ])
  })

  test.each([
    ['KWD', 1010, 1001, '0'],
    ['TND', 10, 15, '0'],
    ['CLP', 1100, 1010, '00'],
  ])('in %s may be %d, and not %d', (currency, taken, refused, zeros) => {
    const inCurrency = (amount: unknown) =>
      wrongWith('createSession', { ...(CARD as object), currency, amount })
    expect(inCurrency(taken)).toEqual(SENDABLE)
    expect(inCurrency(0)).toEqual(SENDABLE)
    expect(inCurrency(undefined)).toEqual(SENDABLE)
    expect(inCurrency(refused)).toEqual([
      `amount: an amount in minor units of ${currency}, at most 999999999 and ending in ${zeros}, not a number`,
    ])
  })

  test('in other currencies may end in any digit', () => {
    for (const currency of ['JPY', 'EUR', 'HUF', 'XXX'])
      expect(asked('amount', 1001, changed(CARD, 'currency', currency))).toEqual(SENDABLE)
  })
})

describe('the currency of a session', () => {
  test.each(['USD', 'EUR', 'ARS', 'XXX'])('may be %j', (currency) => {
    expect(asked('currency', currency)).toEqual(SENDABLE)
  })

  test.each(['usd', 'US', 'USDT', 'U5D', ' USD', 'USD\n'])('may not be %j', (currency) => {
    expect(asked('currency', currency)).toEqual(['currency: a currency code, not a text'])
  })
})

describe.each([
  ['authentication_type', TYPE, 'add_card installment maintain_card recurring regular'],
  ['authentication_category', CATEGORY, 'payment non_payment'],
  [
    'challenge_indicator',
    INDICATOR,
    'no_preference no_challenge_requested challenge_requested challenge_requested_mandate ' +
      'low_value trusted_listing trusted_listing_prompt transaction_risk_assessment data_share',
  ],
  [
    'transaction_type',
    TRANSACTION,
    'account_funding check_acceptance goods_service prepaid_activation_and_load ' +
      'quasi_card_transaction',
  ],
])('the %s of a session', (path, expected, names) => {
  test.each(names.split(' '))('may be %s', (name) => {
    expect(asked(path, name)).toEqual(SENDABLE)
    expect(asked(path, name.toUpperCase())).toEqual([`${path}: ${expected}, not a text`])
  })

  test.each(['frequent_flyer', 'toString', 'no-preference', ' regular'])('is not %j', (name) => {
    expect(asked(path, name)).toEqual([`${path}: ${expected}, not a text`])
  })
})

describe('the shipping address of a session', () => {
  test('may be empty, and each part of it may be missing', () => {
    expect(asked('shipping_address', {})).toEqual(SENDABLE)
    expect(asked('shipping_address', { city: 'Bonn' })).toEqual(SENDABLE)
  })

  test.each(['address_line1', 'city', 'zip'])('has a %s that is not empty', (part) => {
    const path = `shipping_address.${part}`
    expect(asked(path, '')).toEqual([`${path}: ${FILLED}, not an empty text`])
  })

  test.each(['address_line2', 'state'])('has a %s that may be empty', (part) => {
    expect(asked(`shipping_address.${part}`, '')).toEqual(SENDABLE)
  })

  test.each(['ar', 'ARG', 'A1', ''])('is in no country %j', (country) => {
    expect(asked('shipping_address.country', country)).toEqual([
      `shipping_address.country: a country as two capital letters, not ${country === '' ? 'an empty text' : 'a text'}`,
    ])
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
