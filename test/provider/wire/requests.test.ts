/** What is true of every request before it is sent. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  checkRequest,
  type Endpoint,
  type EndpointName,
  endpoints,
} from '../../../src/provider/wire/endpoints.ts'
import { explainUnsendable, type Unsendable } from '../../../src/words/message-errors.ts'
import { placesIn, withAt } from '../read/messages.ts'
import { REQUESTS } from './examples.ts'
import { bodyOf, changed, fieldsIn, SENDABLE, wrongWith } from './sendable.ts'

const rows: readonly Endpoint[] = Object.values(endpoints)

const refused = (endpoint: EndpointName, body: unknown): Unsendable | null => {
  const checked = checkRequest<Endpoint>(endpoints[endpoint])(body)
  return E.isLeft(checked) ? checked.left : null
}

/** The fields that may be missing; every other must be there. */
const OPTIONAL: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createSession: [
    ...'source.name source.billing_address source.phone amount reference channel_data'.split(' '),
    ...'authentication_type authentication_category challenge_indicator'.split(' '),
    ...'transaction_type shipping_address completion.challenge_notification_url'.split(' '),
    ...['address_line1', 'address_line2', 'city', 'state', 'zip', 'country'].map(
      (name) => `shipping_address.${name}`,
    ),
  ],
  createSource: [
    ...'reference source_data.bic billing_address.address_line2 billing_address.state'.split(' '),
    ...'phone phone.country_code phone.number'.split(' '),
    ...'customer customer.id customer.email customer.name'.split(' '),
  ],
  createPayment: ['reference', 'source.description'],
  requestRefund: ['reference'],
}

/** Objects that may contain anything. */
const isOpen = (path: string): boolean =>
  /(^source\.(billing_address|phone)|(^|\.)sdk_ephem_pub_key)\./.test(path)

/** Fields that say which form a body has: other tests try what happens without them. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  'a SEPA payment': ['source', 'source.type'],
  'a payment by ticket, direct': ['currency'],
  'a payment by ticket, with redirect': ['currency'],
  'a refund of a part': ['amount'],
}

const WRONG_KINDS: readonly (readonly [unknown, string])[] = [
  [null, 'null'],
  [Number.NaN, 'no finite number'],
  [-1, 'a number'],
  [() => 0, 'a function'],
]

describe.each(REQUESTS)('$name', ({ name, endpoint, body }) => {
  const isOptional = (path: string): boolean =>
    OPTIONAL[endpoint]?.includes(path) === true ||
    (path === 'completion.callback_url' && name.includes('a hosted session'))

  test('is refused without each required field, or with one of another kind, at its path alone', () => {
    for (const place of fieldsIn(body)) {
      const path = place.join('.')
      if (isOpen(path) || TELLING[name]?.includes(path) === true) continue
      const mistakes = WRONG_KINDS.map(([value]) => wrongWith(endpoint, withAt(body, place, value)))
      const expected = mistakes[0]?.[0]?.replace(/, not null$/, '')
      expect(expected).toMatch(new RegExp(`^${path}: `))
      expect(mistakes).toEqual(WRONG_KINDS.map(([, found]) => [`${expected}, not ${found}`]))
      const missing = isOptional(path) ? SENDABLE : [`${expected}, not nothing`]
      expect([path, ...wrongWith(endpoint, changed(body, path, undefined))]).toEqual([
        path,
        ...missing,
      ])
    }
  })

  test('may have anything where the interface shows nothing', () => {
    for (const place of fieldsIn(body).filter((each) => isOpen(each.join('.')))) {
      for (const value of [undefined, null, -1, {}]) {
        expect(wrongWith(endpoint, withAt(body, place, value))).toEqual(SENDABLE)
      }
    }
  })

  test.each([false, true])('may be sent; in the sandbox: %j', (sandbox) => {
    const checked = checkRequest<Endpoint>(endpoints[endpoint], { sandbox })(body)
    if (sandbox && name === 'a payment by ticket, with redirect') {
      expect(wrongWith(endpoint, body, { sandbox })).toEqual([
        'source.integration_type: direct, in the sandbox, not a text',
      ])
      return
    }
    expect(E.isRight(checked) && checked.right).toBe(body)
  })

  test('is not changed by the check', () => {
    const before = structuredClone(body)
    checkRequest<Endpoint>(endpoints[endpoint])(body)
    expect(body).toEqual(before)
  })

  test('has the type of its codec, however it is checked', () => {
    const codec = endpoints[endpoint].request
    if (codec === null || !('is' in codec)) throw new Error(`${endpoint} has no body`)
    expect(codec.is(body)).toBe(true)
    for (const place of [[], ...fieldsIn(body)]) {
      for (const value of [null, -1, 'x', {}]) {
        const other = place.length === 0 ? value : withAt(body, place, value)
        const read: E.Either<unknown, unknown> = codec.decode(other)
        expect([place, codec.is(other)]).toEqual([place, E.isRight(read)])
      }
    }
  })

  test('may have fields that the interface does not show, unless it is a refund', () => {
    if (endpoint === 'requestRefund') return
    const inside = fieldsIn(body).filter((place) => {
      const at = place.at(-1)
      return at === 'source' || at === 'completion' || at === 'source_data' || at === 'phone'
    })
    for (const place of [[], ...inside]) {
      const more = withAt(body, [...place, 'device_fingerprint'], { made_up: [1, null] })
      expect(wrongWith(endpoint, more)).toEqual(SENDABLE)
    }
  })

  test('that cannot be sent is reported without its content', () => {
    const secret = 'sk_secret_31415926'
    for (const place of placesIn(body)) {
      for (const value of [secret, [secret], { [secret]: secret }, `${secret}\n`]) {
        const unsendable = refused(endpoint, withAt(body, place, value))
        if (unsendable === null) continue
        const said = [JSON.stringify(unsendable), ...explainUnsendable(unsendable)].join('\n')
        expect(said).not.toContain(secret)
      }
    }
  })

  test('reports each location once, by the names of fields', () => {
    for (const place of fieldsIn(body)) {
      for (const value of [undefined, null, 'x', {}, []]) {
        const problems = refused(endpoint, withAt(body, place, value))?.problems ?? []
        const paths = problems.map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
        expect(paths.filter((path) => /^$|(^|\.)\d+(\.|$)/.test(path))).toEqual([])
      }
    }
  })
})

describe('a request', () => {
  const withBody: readonly (readonly [EndpointName, string])[] = [
    ['uploadFile', 'a file upload'],
    ['createSession', 'a create-session request'],
    ['submitChannelData', 'channel data'],
    ['createSource', 'a create-source request'],
    ['createPayment', 'a payment on a source'],
    ['requestRefund', 'a refund request'],
  ]

  test.each(withBody)('to %s is an object', (endpoint, expected) => {
    const none = endpoint === 'requestRefund' ? [] : [[undefined, 'nothing'] as const]
    for (const [body, found] of [
      [null, 'null'],
      ...none,
      [[], 'a list'],
      ['text', 'a text'],
      ['', 'an empty text'],
      [7, 'a number'],
      [true, 'a boolean'],
    ]) {
      expect(wrongWith(endpoint, body)).toEqual([`: ${expected}, not ${found}`])
    }
  })

  test('is checked if the interface shows its body, and only then', () => {
    const checked = rows.filter(({ name }) => refused(name as EndpointName, null) !== null)
    expect(checked.map(({ name }) => name)).toEqual(withBody.map(([name]) => name))
  })

  test.each([
    ...(['getFile', 'getPaymentActions', 'getSession', 'completeSession'] as const),
    ...(['getSource', 'cancelMandate', 'getPayment'] as const),
  ])('to %s may be anything, because the interface shows nothing', (endpoint) => {
    for (const body of [undefined, null, {}, [], 'text', { amount: -1 }]) {
      const checked = checkRequest<Endpoint>(endpoints[endpoint], { sandbox: true })(body)
      expect(checked).toEqual(E.right(body))
      expect(E.isRight(checked) && checked.right).toBe(body)
    }
  })

  test('with several mistakes reports all of them, in the order of its fields', () => {
    const body = {
      ...(bodyOf('a non-hosted session with a card') as object),
      source: { type: 'card', card: '4242 4242 4242 4242', expiry_month: 13, expiry_year: 31 },
      currency: 'usd',
      completion: { type: 'hosted', success_url: 'shop.example' },
      amount: 25.99,
    }
    expect(wrongWith('createSession', body)).toEqual([
      'source.card: 12 to 19 digits, not a text',
      'source.expiry_month: a month from 1 to 12, not a number',
      'source.expiry_year: a year of four digits, not a number',
      'currency: a currency code, not a text',
      'completion.success_url: a URL, not a text',
      'completion.failure_url: a URL, not nothing',
      'amount: an amount in minor units, at most 999999999, not a fraction',
    ])
  })

  test('that cannot be sent is reported as a value, completely', () => {
    expect(refused('requestRefund', { amount: 0, reference: 7 })).toEqual({
      error: 'Unsendable',
      endpoint: 'requestRefund',
      problems: [
        {
          path: 'amount',
          expected: 'an amount in minor units, from 1 to 999999999',
          found: 'a number',
        },
        { path: 'reference', expected: 'a text', found: 'a number' },
      ],
    })
  })

  test('that cannot be sent is reported in sentences, one for each mistake', () => {
    const sentences = (endpoint: EndpointName, body: unknown): readonly string[] => {
      const unsendable = refused(endpoint, body)
      return unsendable === null ? [] : explainUnsendable(unsendable)
    }
    const payment = { source: { type: 'id', id: 'pay_1' }, amount: 0, currency: 'USD' }
    expect(sentences('createPayment', payment)).toEqual([
      'source.id should be a src_ identifier, but is a text.',
      'amount should be an amount in minor units, from 1 to 999999999, but is a number.',
      'currency should be EUR, but is a text.',
    ])
    expect(sentences('uploadFile', null)).toEqual([
      'The input should be a file upload, but is null.',
    ])
    expect(sentences('requestRefund', changed({ amount: 1 }, 'amount', ''))).toEqual([
      'amount should be an amount in minor units, from 1 to 999999999, but is an empty text.',
    ])
  })

  test('may be sent with fields that are present but undefined', () => {
    expect(wrongWith('requestRefund', { amount: 1, reference: undefined })).toEqual(SENDABLE)
  })
})
