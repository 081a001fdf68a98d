/** A kept request of a response: as much of it is read as the response needs, and no more. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { ReadChannelData } from '../../../src/provider/wire/bodies.ts'
import {
  KeptPayment,
  KeptRefund,
  KeptSession,
  KeptSource,
} from '../../../src/provider/wire/kept-requests.ts'
import { placesIn, withAt } from '../read/messages.ts'
import { said } from './said.ts'
import { bodyOf } from './sendable.ts'

const read = (codec: t.Decoder<unknown, unknown>, kept: unknown): unknown => {
  const decoded = codec.decode(kept)
  return E.isRight(decoded) ? said(decoded.right) : 'nothing'
}

const session = {
  amount: 2599,
  currency: 'USD',
  reference: 'ORDER-7001',
  completion: { type: 'non_hosted' },
  channel_data: { channel: 'browser' },
}

const ticket = {
  source: { type: 'rapipago', integration_type: 'direct', country: 'ar' },
  amount: 150_000,
  currency: 'ARS',
  reference: 'ORDER-7002',
}

describe.each<[string, t.Decoder<unknown, unknown>, string, object, readonly string[]]>([
  ['session', KeptSession, 'a session with the channel data of a browser in it', session, []],
  ['channel data', ReadChannelData, 'channel data of a browser', { channel: 'browser' }, []],
  [
    'source',
    KeptSource,
    'a source with a BIC and a customer',
    { type: 'sepa', source_data: { mandate_type: 'recurring' }, customer: { id: 'cus_rower31' } },
    [],
  ],
  ['payment', KeptPayment, 'a payment by ticket, direct', ticket, ['amount', 'currency']],
  [
    'refund',
    KeptRefund,
    'a refund of a part',
    { amount: 1200, reference: 'REFUND-7001' },
    ['amount'],
  ],
])('a kept request: %s', (_, codec, example, kept, money) => {
  test('is read without personal data', () => {
    expect(read(codec, bodyOf(example))).toEqual(kept)
    expect(read(codec, kept)).toEqual(kept)
  })

  test('may have been kept in part', () => {
    expect(read(codec, {})).toBeUndefined()
    for (const place of placesIn(kept)) {
      const less = withAt<unknown>(kept, place, undefined)
      for (const nothing of [null, '', {}])
        expect([place, read(codec, withAt<unknown>(kept, place, nothing))]).toEqual([
          place,
          read(codec, less),
        ])
    }
  })

  test('is read without unreadable fields, unless money depends on them: then not at all', () => {
    for (const place of placesIn(kept)) {
      const less = said(withAt(kept, place, undefined))
      const damaged = withAt<unknown>(kept, place, () => 0)
      const expected = money.includes(place.join('.')) ? 'nothing' : less
      expect([place, read(codec, damaged)]).toEqual([place, expected])
    }
  })

  test('is an object', () => {
    expect([null, [], 'x'].map((input) => read(codec, input))).toEqual([
      'nothing',
      'nothing',
      'nothing',
    ])
  })
})
