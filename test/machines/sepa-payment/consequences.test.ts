/**
 * The consequences of a SEPA payment for its mandate: one collection event per occurrence, and the
 * list only grows.
 */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, pay, reported, summary } from '../../given.ts'
import { consequences, decodeEvent } from '../../root.ts'

const at = '2026-03-02T10:00:00Z'
const pending = (stamp: Parameters<typeof reported>[2] = {}) =>
  reported(
    'payment_pending',
    {
      ...pay,
      sourceId: 'src_1',
      customerId: 'cus_1',
      commandId: 'c-1',
      amount: 1000,
      currency: 'EUR',
      reference: 'order-1',
      method: 'sepa',
    },
    { id: 'evt_p', at, ...stamp },
  )
const fact = (type: string, on = '2026-03-03T10:00:00Z', data: object = {}) =>
  reported(type, { ...pay, ...data }, { id: `evt_${type}`, at: on })
const types = (...events: readonly DomainEvent[]) =>
  consequences(given(sepaPayment, ...events)).map(({ event }) => event.type)

describe('a SEPA payment', () => {
  test('that is pending is a presented collection, with its ids alone', () => {
    const [first, ...others] = consequences(given(sepaPayment, pending()))
    expect(others).toEqual([])
    expect(first).toEqual({
      stream: 'mandate-src_1',
      event: {
        type: 'collection_presented',
        data: {
          sourceId: 'src_1',
          paymentId: 'pay_1',
          commandId: 'c-1',
          customerId: 'cus_1',
        },
        metadata: {
          eventId: expect.stringMatching(/^made_[0-9a-z]{32}$/),
          occurredAt: '2026-03-02T10:00:00.0000000Z',
          recordedAt: '2026-03-02T10:00:00.0000000Z',
          source: 'report',
          schema: 1,
        },
      },
      key: 'payment_pending',
    })
    expect(decodeEvent(first?.event)).toEqual({ _tag: 'Right', right: first?.event })
  })

  test('without a time is a collection without one, from the same source as the payment', () => {
    const received = { at: null, recordedAt: '2026-03-02T10:00:05Z', source: 'response' } as const
    const [first] = consequences(given(sepaPayment, pending(received)))
    expect(first?.event.metadata).toMatchObject({
      occurredAt: null,
      recordedAt: '2026-03-02T10:00:05.0000000Z',
      source: 'response',
    })
  })

  test.each([
    ['payment_declined', 'collection_ended'],
    ['payment_canceled', 'collection_ended'],
    ['payment_captured', 'collection_captured'],
  ])('for which %s is reported is a collection presented and %s', (type, meaning) => {
    expect(types(pending(), fact(type))).toEqual(['collection_presented', meaning])
  })

  test('has no consequences from refunds and disputes', () => {
    const later = [
      fact('payment_refunded', '2026-03-04T10:00:00Z', { actionId: 'act_1', amount: 1 }),
      fact('payment_chargeback', '2026-03-05T10:00:00Z', { actionId: 'act_2', amount: 1 }),
      reported('state_observed', pay, { id: 'evt_s', source: 'response' }),
    ]
    expect(types(pending(), fact('payment_captured'), ...later)).toEqual([
      'collection_presented',
      'collection_captured',
    ])
  })

  test.each([
    ['payment_refunded', { actionId: 'act_1', amount: 400 }],
    ['payment_chargeback', { actionId: 'act_2', amount: 1000 }],
    ['payment_chargeback', { disputeId: 'dsp_1', disputeStatus: 'lost', movesNothing: true }],
  ])(
    'whose capture nothing but %s shows and that is not open, is captured once, at a time unknown',
    (type, data) => {
      const back = reported(
        type,
        { ...pay, ...data, sourceId: 'src_1' },
        { id: 'evt_b', at: '2026-03-05T10:00:00Z' },
      )
      const more = fact('payment_chargeback', '2026-03-09T10:00:00Z', { actionId: 'act_9' })
      for (const before of [[], [pending(), fact('payment_canceled')]]) {
        const implied = consequences(given(sepaPayment, ...before, back))
        expect(implied.at(-1)?.event).toMatchObject({
          type: 'collection_captured',
          data: { sourceId: 'src_1', paymentId: 'pay_1' },
          metadata: { occurredAt: null, recordedAt: '2026-03-05T10:00:00.0000000Z' },
        })
        expect(consequences(given(sepaPayment, ...before, back, more))).toEqual(implied)
        const captured = fact('payment_captured')
        expect(types(...before, back, captured)).toEqual([
          ...types(...before),
          'collection_captured',
        ])
      }
      expect(types(pending(), back)).toEqual(['collection_presented'])
    },
  )

  test('that ended and was captured anyway has both consequences, the superseded end included', () => {
    const ends = [fact('payment_declined', '2026-03-09T10:00:00Z'), fact('payment_canceled')]
    expect(types(pending(), ...ends, fact('payment_captured'))).toEqual([
      'collection_presented',
      'collection_ended',
      'collection_ended',
      'collection_captured',
    ])
  })

  test('has no consequences while its mandate is unknown, and all of them afterwards', () => {
    const captured = fact('payment_captured')
    expect(types(captured)).toEqual([])
    expect(types(captured, fact('payment_pending'))).toEqual([])
    const named = reported('payment_refunded', { ...pay, sourceId: 'src_1', actionId: 'act_1' })
    expect(types(captured, fact('payment_pending'), named)).toEqual([
      'collection_presented',
      'collection_captured',
    ])
  })

  test('whose request was refused has no consequences', () => {
    const refusal = reported(
      'request_refused',
      { ...pay, commandId: 'c-1', attempt: 1 },
      { id: 'evt_x' },
    )
    const captured = fact('payment_captured', undefined, { sourceId: 'src_1' })
    expect(types(pending({ source: 'request' }), refusal, captured)).toEqual([
      'collection_captured',
    ])
  })

  test('has the same consequences, with the same ids, when it is folded again', () => {
    const all = [pending(), fact('payment_captured'), fact('payment_declined')]
    const once = consequences(given(sepaPayment, ...all))
    expect(consequences(given(sepaPayment, ...[...all].reverse(), ...all))).toEqual(once)
    const saved = JSON.parse(JSON.stringify(given(sepaPayment, ...all)))
    expect(consequences(saved)).toEqual(once)
    expect(new Set(once.map(({ event }) => event.metadata.eventId)).size).toBe(3)
  })

  test('reported later has the same consequences with the same ids, recorded later', () => {
    const [first] = consequences(given(sepaPayment, pending()))
    const [late] = consequences(given(sepaPayment, pending({ recordedAt: '2026-03-09T10:00:00Z' })))
    expect(late?.event.metadata).toEqual({
      ...first?.event.metadata,
      recordedAt: '2026-03-09T10:00:00.0000000Z',
    })
  })

  test('has consequences recorded when the mandate was named, if that was later', () => {
    const recorded = (day: string) => {
      const named = reported(
        'payment_refunded',
        { ...pay, sourceId: 'src_1', actionId: 'act_1' },
        { at: null, recordedAt: `2026-03-${day}T10:00:00Z` },
      )
      return consequences(given(sepaPayment, fact('payment_captured'), named)).map(
        ({ event: { metadata } }) => [metadata.occurredAt, metadata.recordedAt],
      )
    }
    const captured = '2026-03-03T10:00:00.0000000Z'
    expect(recorded('04')).toEqual([[captured, '2026-03-04T10:00:00.0000000Z']])
    expect(recorded('02')).toEqual([[captured, captured]])
  })

  test('first reported earlier than known has the same consequences with the same ids', () => {
    const ids = (recordedAt: string) =>
      consequences(given(sepaPayment, pending({ at: null, recordedAt }))).map(
        ({ event: { metadata } }) => metadata.eventId,
      )
    expect(ids('2026-03-02T10:00:00Z')).toEqual(ids('2026-03-02T09:00:00Z'))
  })

  test('reported differently has another consequence with another id', () => {
    const id = (stamp: Parameters<typeof reported>[2]) =>
      consequences(given(sepaPayment, pending(stamp)))[0]?.event.metadata.eventId
    const ids = [
      id({}),
      id({ at: null }),
      id({ at: '2026-03-02T10:00:01Z' }),
      id({ source: 'response' }),
    ]
    expect(new Set(ids).size).toBe(4)
  })

  test('folded into its mandate reserves, frees and consumes it', () => {
    const created = reported(
      'mandate_created',
      { sourceId: 'src_1', mandateType: 'single' },
      { at },
    )
    const after = (...events: readonly DomainEvent[]) =>
      summary(
        given(
          sepaMandate,
          created,
          ...consequences(given(sepaPayment, ...events)).map(({ event }) => event),
        ),
      )
    const fine = (status: string) => ({ status, findings: [], parked: [] })
    expect(after(pending())).toEqual(fine('reserved'))
    expect(after(pending(), fact('payment_declined'))).toEqual(fine('active'))
    expect(after(pending(), fact('payment_captured'))).toEqual(fine('consumed'))
    const returned = fact('payment_chargeback', '2026-03-05T10:00:00Z', { actionId: 'act_1' })
    expect(after(pending(), fact('payment_canceled'), returned)).toEqual(fine('consumed'))
  })
})

describe('an ended payment of which something shows that it was captured', () => {
  const single = reported('mandate_created', { sourceId: 'src_1', mandateType: 'single' }, { at })
  const after = (...events: readonly DomainEvent[]) => {
    const state = given(sepaPayment, pending(), fact('payment_declined'), ...events)
    return given(sepaMandate, single, ...consequences(state).map(({ event }) => event)).status
  }
  const later = '2026-03-05T10:00:00Z'
  const unread = (name: string) => fact('unrecognised', later, { name, path: 'data.amount' })

  test.each([
    ['an open refund', fact('payment_refund_pending', later, { actionId: 'act_1' })],
    ['a failed refund', fact('payment_refund_declined', later, { actionId: 'act_1' })],
    ['a refund without a name', fact('payment_refunded', later)],
    ['a dispute that was won', fact('chargeback_reversed', later, { disputeId: 'dsp_1' })],
    ['a capture that cannot be read', unread('payment_captured')],
    ['a refund that cannot be read', unread('payment_refunded')],
    ['a dispute that cannot be read', unread('dispute_received')],
  ])('consumes a single mandate: %s', (_, event) => {
    expect(after(event)).toBe('consumed')
    const unsigned = { ...event.metadata, source: 'unsigned' } as const
    expect(after({ ...event, metadata: unsigned } as DomainEvent)).toBe('active')
  })

  const list = (day: string) =>
    reported(
      'actions_listed',
      { ...pay, askedAt: day, actions: [], unread: 0 },
      { id: `evt_${day}`, at: null, recordedAt: day },
    )
  const word = (day: string) =>
    fact('reviewed', day, { asOf: day, captured: 0, by: ['person-1'], because: 'seen' })

  test('but not by what two lists overrule, or a person', () => {
    const lists = [list('2026-03-07T10:00:00Z'), list('2026-03-08T10:00:00Z')]
    for (const type of ['payment_refunded', 'payment_captured']) {
      const told = fact(type, later, { actionId: 'act_1', amount: 100 })
      expect(after(told)).toBe('consumed')
      expect(after(told, ...lists)).toBe('active')
    }
    expect(after(unread('payment_captured'), word('2026-03-06T10:00:00Z'))).toBe('active')
  })

  test('and by a capture that comes after a person stated that there is none', () => {
    const captured = fact('payment_captured', '2026-03-09T10:00:00Z', { actionId: 'act_1' })
    expect(after(word('2026-03-06T10:00:00Z'), captured)).toBe('consumed')
    expect(after(unread('payment_captured'), word('2026-03-04T10:00:00Z'))).toBe('consumed')
  })

  test.each(['payment_declined', 'payment_pending', 'payment_flagged'])(
    'but not if %s cannot be read',
    (name) => {
      expect(after(unread(name))).toBe('active')
    },
  )
})

test('the end of a payment that its chart does not take frees its mandate', () => {
  const shown = (status: string) =>
    reported('state_observed', { ...pay, status, sourceId: 'src_1' }, { id: 'evt_s', at })
  const word = { ...pay, asOf: at, by: ['person-1'], because: 'seen', captured: 0 }
  const stated = reported('reviewed', word, { id: 'evt_w', at })
  const ended = ['collection_presented', 'collection_ended']
  expect(types(pending(), fact('payment_expired'))).toEqual(ended)
  expect(types(pending(), shown('expired'))).toEqual(ended)
  // a payment in progress may yet be captured, whatever a person has seen
  expect(types(pending(), stated)).toEqual(['collection_presented'])
  const { metadata, ...expired } = fact('payment_expired')
  const unsigned = { ...expired, metadata: { ...metadata, source: 'unsigned' } } as DomainEvent
  expect(types(pending(), unsigned)).toEqual(['collection_presented'])
})

test('another machine has no consequences for a mandate, though it names a source', () => {
  expect(consequences(given(ticketPayment, pending(), fact('payment_captured')))).toEqual([])
  const created = reported('mandate_created', { sourceId: 'src_1' })
  expect(consequences(given(sepaMandate, created))).toEqual([])
})

describe('a snapshot of a payment that ended', () => {
  const shown = reported(
    'state_observed',
    { ...pay, sourceId: 'src_1', amount: 1000, status: 'declined' },
    { id: 'evt_s', source: 'response' },
  )
  const captured = fact('payment_captured', '2026-03-09T10:00:00Z')

  test('keeps the end of a collection if money is reported after it', () => {
    expect(types(shown)).toEqual(['collection_ended'])
    expect(types(shown, captured)).toEqual(
      expect.arrayContaining(['collection_ended', 'collection_captured']),
    )
  })

  test('still names its mandate and amount if money is reported after it', () => {
    const { context } = given(sepaPayment, shown, captured)
    expect(context).toMatchObject({ sourceId: 'src_1', amount: 1000 })
  })
})

describe('a snapshot of a SEPA payment', () => {
  const shown = (status: string) =>
    reported(
      'state_observed',
      { ...pay, sourceId: 'src_1', status },
      { id: 'evt_s', at: '2026-03-05T10:00:00Z', source: 'response' },
    )

  test('is a collection only through inferred events, except for an end that money contradicts', () => {
    expect(types(shown('captured'))).toEqual(['collection_presented', 'collection_captured'])
    const money = fact('payment_captured')
    expect(types(pending(), money, shown('captured'))).toEqual([
      'collection_presented',
      'collection_captured',
    ])
    expect(types(pending(), money, shown('canceled')).toSorted()).toEqual([
      'collection_captured',
      'collection_ended',
      'collection_presented',
    ])
  })

  test('that names no amount or customer is a collection without them', () => {
    for (const { event } of consequences(given(sepaPayment, shown('captured')))) {
      expect(Object.keys(event.data).toSorted()).toEqual(['paymentId', 'sourceId'])
    }
  })
})
