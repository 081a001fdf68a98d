/**
 * Responses about payments and refunds: what the body has, and what only the request or the path
 * has.
 */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { readResponse } from '../../../src/provider/read/response.ts'
import { given } from '../../given.ts'
import {
  dataOf,
  events,
  gist,
  HEARD,
  problem,
  readEvents,
  response,
  unreadable,
  whole,
  wholeOn,
} from './given.ts'

const P = 'payment-pay_1'

/** Types of sources that nobody has listed: each may be another name of any method. */
const UNKNOWN = [
  ...['sepa_direct_debit', 'SEPA Direct Debit', 'bank_account', 'Rapi Pago', 'cash_voucher'],
  'other',
]
const links = { self: { href: 'https://api.example/payments/pay_other' } }

describe('a SEPA payment that was accepted', () => {
  const request = {
    source: { type: 'id', id: 'src_1' },
    amount: 6000,
    currency: 'EUR',
    reference: 'X-080957-N34',
  }
  const body = {
    id: 'pay_1',
    status: 'Pending',
    reference: 'X-080957-N34',
    customer: { id: 'cus_1', email: 'payer@example.com' },
    _links: links,
  }
  const data = {
    paymentId: 'pay_1',
    amount: 6000,
    currency: 'EUR',
    method: 'sepa',
    sourceId: 'src_1',
    customerId: 'cus_1',
    reference: 'X-080957-N34',
  }

  test('is pending, with the fields that only its request has', () => {
    const read = response('createPayment', { request, status: 201, body, key: 'command-1' })
    expect(readEvents(read)).toEqual([
      wholeOn(P, 'payment_pending', { ...data, commandId: 'command-1' }),
    ])
  })

  describe('in a body that cannot be read in one field', () => {
    const [M, on] = ['mandate-src_1', { sourceId: 'src_1', paymentId: 'pay_1' }]
    const key = { key: 'command-1' }
    const read = (more: object, command: object = key) =>
      readEvents(response('createPayment', { request, body: { ...body, ...more }, ...command }))

    test('is known to the mandate of its request, as its command', () => {
      const presented = wholeOn(M, 'collection_presented', { ...on, commandId: 'command-1' })
      for (const wrong of [{ amount: '60.00' }, { status: 5 }, { currency: 'euro' }]) {
        const [unread, ...rest] = read(wrong)
        expect(unread).toMatchObject({ stream: P, event: { type: 'unrecognised' } })
        expect(rest).toEqual([presented])
      }
    })

    test('is known to it, whatever type its source has', () => {
      for (const type of ['card', ...UNKNOWN]) {
        expect(read({ amount: 'x', source: { type, id: 'src_1' } })).toHaveLength(2)
      }
    })

    test('is not, without a command, or without an id', () => {
      expect(read({ amount: 'x' }, {})).toHaveLength(1)
      const nameless = response('createPayment', { request, body: { amount: 'x' }, ...key })
      expect(gist(nameless)).toEqual(["Unreadable at 'id'"])
    })
  })

  test('keeps the request’s reference if the body’s is empty', () => {
    const read = response('createPayment', { request, body: { ...body, reference: '' } })
    expect(dataOf(read)).toMatchObject({ reference: 'X-080957-N34' })
  })

  test('prefers the body’s values to the request’s, except for the source', () => {
    const read = response('createPayment', {
      request,
      body: {
        ...body,
        amount: 6001,
        currency: 'USD',
        reference: 'ORD-2',
        source: { type: 'card', id: 'src_2' },
      },
    })
    const own = { amount: 6001, currency: 'USD', method: 'other', reference: 'ORD-2' }
    expect(dataOf(read)).toEqual({ ...data, ...own })
  })

  test('has the method of its request if the type of its source is not known', () => {
    for (const type of UNKNOWN) {
      const source = { type, id: 'src_1' }
      const read = response('createPayment', { request, body: { ...body, source } })
      expect(dataOf(read)).toEqual(data)
    }
  })

  test('is pending by the body alone if the request was not kept', () => {
    expect(dataOf(response('createPayment', { body }))).toEqual({
      paymentId: 'pay_1',
      customerId: 'cus_1',
      reference: 'X-080957-N34',
    })
  })

  test.each([
    ['Pending', ['payment_pending']],
    ['Authorized', ['payment_pending']],
    ['Declined', ['payment_declined']],
    ['DECLINED', ['payment_declined']],
    ['Canceled', ['payment_pending', 'payment_canceled']],
    ['Cancelled', ['payment_pending', 'payment_canceled']],
    ['Expired', ['payment_pending', 'payment_expired']],
    ['Captured', ['payment_pending', 'payment_captured']],
    ['Partially Refunded', ['payment_pending', 'payment_captured']],
    ['Refunded', ['payment_pending', 'payment_captured']],
    ['Partially Captured', ['payment_pending', 'payment_captured']],
    ['Paid', ['payment_pending', 'payment_captured']],
    ['Voided', ['payment_pending', 'payment_canceled']],
    ['Card Verified', ['payment_pending']],
    ['constructor', ['payment_pending', 'unrecognised']],
    ['Teleported', ['payment_pending', 'unrecognised']],
    [undefined, ['payment_pending']],
  ])('as %j reports %j', (status, types) => {
    const read = response('createPayment', { body: { ...body, status } })
    expect(gist(read)).toEqual(types.map((type) => `${P}: ${type}`))
  })

  test.each([
    [{ response_code: '20005' }, 'payment_declined'],
    [{ response_code: '20005', approved: false }, 'payment_declined'],
    [{ response_code: '30007' }, 'payment_declined'],
    [{ response_code: '40101' }, 'payment_declined'],
    [{ approved: false }, 'payment_declined'],
    [{ approved: 'false' }, 'payment_declined'],
    [{ response_code: '10000' }, 'payment_pending'],
    [{ response_code: '10000', approved: true }, 'payment_pending'],
    [{ response_code: '50000' }, 'payment_pending'],
    [{ response_code: '2000' }, 'payment_pending'],
    [{ response_code: '200051' }, 'payment_pending'],
    // a code and a flag that contradict each other decide nothing
    [{ response_code: '20005', approved: true }, 'payment_pending'],
    [{ status: 'Pending', response_code: '20005', approved: false }, 'payment_pending'],
  ])('without a status, %j reports %s', (more, type) => {
    const { status: _, ...rest } = body as typeof body & { status?: unknown }
    expect(gist(response('createPayment', { body: { ...rest, ...more } }))).toEqual([
      `${P}: ${type}`,
    ])
  })

  test('has the time at which it was processed, if the body states no other', () => {
    const processed_on = '2026-03-02T10:00:01Z'
    const timesOf = (more: object) =>
      events(response('createPayment', { body: { ...body, processed_on, ...more } })).map(
        ({ metadata }) => metadata.occurredAt,
      )
    expect(timesOf({ status: 'Declined' })).toEqual([processed_on])
    expect(timesOf({ requested_on: '2026-03-02T10:00:00Z' })).toEqual(['2026-03-02T10:00:00Z'])
    expect(timesOf({ requested_on: '2026-03-02T10:00:00Z', status: 'Captured' })).toEqual([
      '2026-03-02T10:00:00Z',
      processed_on,
    ])
  })

  test('that is a payout keeps nothing of the account that it goes to', () => {
    const destination = { type: 'bank_account', account_number: 'DE89370400440532013000' }
    const read = readResponse('createPayment', {
      status: 201,
      body: { ...body, status: 'Paid', destination },
      receivedAt: HEARD,
    })
    expect(JSON.stringify(read)).toContain('state_observed')
    expect(JSON.stringify(read)).not.toContain('DE89')
  })

  test.each(['Authorized', 'Card Verified', 'Paid'])(
    'by another method is only observed as %s',
    (status) => {
      const source = { type: 'card', id: 'src_2' }
      const read = response('createPayment', { body: { ...body, status, source } })
      expect(gist(read)).toEqual([`${P}: state_observed`])
      expect(dataOf(read)).toMatchObject({ method: 'other' })
    },
  )

  test('as captured in part says so, and not how much', () => {
    const read = response('createPayment', {
      request,
      body: { ...body, status: 'Partially Captured' },
    })
    const [first, second] = events(read).map(({ data }) => data as Record<string, unknown>)
    expect(first?.['amount']).toBe(6000)
    expect(second?.['amount']).toBe(undefined)
    expect(second?.['partlyCaptured']).toBe(true)
  })

  test('with a status that the provider does not have reports that status', () => {
    const read = response('createPayment', { body: { ...body, status: 'Teleported' } })
    expect(events(read).at(-1)).toMatchObject({
      type: 'unrecognised',
      data: { name: 'payment_status', reason: 'teleported' },
    })
  })

  test('and declined reports why, and its command', () => {
    const declined = { ...body, status: 'Declined', response_code: '20005' }
    const read = response('createPayment', {
      request,
      status: 201,
      body: declined,
      key: 'command-1',
    })
    expect(readEvents(read)).toEqual([
      wholeOn(P, 'payment_declined', { ...data, responseCode: '20005', commandId: 'command-1' }),
    ])
  })

  test('and captured at once gives its time and its command to the acceptance only', () => {
    const captured = { ...body, status: 'Captured', requested_on: '2026-03-02T10:00:00Z' }
    const read = response('createPayment', { request, body: captured, key: 'command-1' })
    const once = { ...data, commandId: 'command-1' }
    const occurredAt = '2026-03-02T10:00:00Z'
    expect(events(read)).toEqual([
      whole('payment_pending', once, null, { occurredAt }),
      whole('payment_captured', data),
    ])
  })

  test('without an id is unreadable: no link replaces it', () => {
    const read = response('createPayment', { params: { id: 'pay_1' }, body: { ...body, id: null } })
    expect(problem(read)).toEqual(unreadable('id', 'a pay_ identifier', 'null'))
  })
})

describe('a ticket payment that was accepted', () => {
  const request = {
    source: {
      type: 'rapipago',
      integration_type: 'redirect',
      country: 'AR',
      payer: { name: 'Ada Lovelace', email: 'ada@example.com', document: '20123456786' },
      description: 'simulate',
    },
    amount: '10000',
    currency: 'ARS',
  }
  const ticket = {
    expiration_date: '2026-03-09T23:59:59',
    provider_name: 'Rapipago',
    number: '98000000001',
  }

  test.each([
    { provider_order_id: 'order-1', provider_payment_id: 'D-4-1' },
    { dlocal_order_id: 'order-1', dlocal_payment_id: 'D-4-1' },
    { provider_order_id: 'order-1', dlocal_payment_id: 'D-4-1', dlocal_order_id: 'order-2' },
  ])('reports the provider’s ids, the ticket’s expiry and the risk: %j', (names) => {
    const read = response('createPayment', {
      request,
      status: 202,
      body: {
        id: 'pay_1',
        status: 'Pending',
        source: { type: 'rapipago', integration_type: 'direct', ...names, ticket },
        customer: { id: 'cus_1' },
        risk: { flagged: true },
        _links: { ...links, redirect: { href: 'https://pay.example/M-1' } },
      },
      key: 'command-1',
    })
    expect(readEvents(read)).toEqual([
      wholeOn(P, 'payment_pending', {
        paymentId: 'pay_1',
        amount: 10_000,
        currency: 'ARS',
        method: 'ticket',
        customerId: 'cus_1',
        providerOrderId: 'order-1',
        providerPaymentId: 'D-4-1',
        integrationType: 'direct',
        ticketExpiresAt: '2026-03-09T23:59:59',
        providerName: 'rapipago',
        riskFlagged: true,
        commandId: 'command-1',
      }),
    ])
  })

  test('is one by its request if the type of its source is not known', () => {
    for (const type of UNKNOWN) {
      const read = response('createPayment', { request, body: { id: 'pay_1', source: { type } } })
      expect(dataOf(read)).toMatchObject({ method: 'ticket' })
    }
  })

  test('is a ticket payment by its request alone', () => {
    const read = response('createPayment', { request, body: { id: 'pay_1', status: 'Pending' } })
    expect(dataOf(read)).toEqual({
      paymentId: 'pay_1',
      amount: 10_000,
      currency: 'ARS',
      method: 'ticket',
      integrationType: 'redirect',
    })
  })

  test.each<readonly [object, string | undefined]>([
    [{ type: 'pagofacil' }, 'ticket'],
    [{ type: 'Rapipago' }, 'ticket'],
    [{ integration_type: 'direct', country: 'AR' }, 'ticket'],
    [{ integration_type: 'direct', country: 'MX' }, undefined],
    [{ integration_type: 'direct' }, undefined],
    [{ type: 'a_new_one', integration_type: 'redirect' }, undefined],
    [{ type: 'a_new_one', integration_type: 'redirect', country: 'ar' }, 'ticket'],
    [{ type: 'a_new_one', integration_type: 'redirect', country: 'mx' }, undefined],
    [{ type: 'Rapi Pago', integration_type: 'direct', country: 'AR' }, 'ticket'],
    ...UNKNOWN.map((type) => [{ type, id: 'src_1' }, undefined] as const),
    [{ type: 'oxxo' }, 'other'],
    [{ type: 'ACH' }, 'other'],
    [{ type: 'PayPal' }, 'other'],
    [{ type: 'currency_account' }, 'other'],
    [{ type: 'oxxo', integration_type: 'redirect', country: 'MX' }, 'other'],
    [{ type: 'boleto', integration_type: 'direct', country: 'BR' }, 'other'],
    [{ ticket: { provider_name: 'Pago Fácil' } }, 'ticket'],
    [{ ticket: { provider_name: 'RAPIPAGO' }, country: 'MX' }, 'ticket'],
    [{ ticket: { provider_name: 'x' } }, undefined],
    [{ type: 'sepa' }, 'sepa'],
    [{ type: 'Sepa' }, 'sepa'],
    [{ type: 'sepaV4' }, 'sepa'],
    [{ type: 'id', id: 'src_1' }, 'sepa'],
    [{ type: 'card' }, 'other'],
    [{ type: 'sepa', ticket: {} }, 'sepa'],
    [{ type: 'card', ticket: {}, integration_type: {} }, 'other'],
    [{ type: 'knet' }, 'other'],
    [{ id: 'src_1' }, undefined],
    [{ type: null, integration_type: '', ticket: null }, undefined],
  ])('with the source %j has the method %j', (source, method) => {
    const data = dataOf(response('createPayment', { body: { id: 'pay_1', source } })) ?? {}
    expect('method' in data ? data.method : undefined).toBe(method)
  })

  test.each([
    [{ integration_type: 'direct' }, 'ARS', 'ticket'],
    [{ type: 'a_new_one', ticket: { number: '1' } }, 'ARS', 'ticket'],
    [{ type: 'oxxo', integration_type: 'redirect' }, 'MXN', 'other'],
    [{ type: 'boleto', integration_type: 'direct' }, 'BRL', 'other'],
    [{ integration_type: 'direct' }, 'MXN', undefined],
    [{ type: 'card' }, 'ARS', 'other'],
  ])('with the source %j in %s has the method %j', (source, currency, method) => {
    const body = { id: 'pay_1', status: 'Pending' }
    const answered = response('createPayment', { body: { ...body, source, currency } })
    const asked = response('createPayment', { body, request: { source, currency, amount: 5 } })
    for (const read of [answered, asked]) {
      const data = dataOf(read) ?? {}
      expect('method' in data ? data.method : undefined).toBe(method)
    }
  })
})

describe('a payment whose decline stands only in its codes', () => {
  const of = (endpoint: 'getPayment' | 'createPayment', body: object) =>
    readEvents(response(endpoint, { body: { id: 'pay_1', ...body } })).map(({ event }) => event)
  const codeIn = (event: DomainEvent | undefined): unknown => Object(event?.data)['responseCode']
  const actions = (...codes: readonly unknown[]) => ({
    actions: codes.map((code) => ({ id: 'act_1', type: 'Authorization', response_code: code })),
  })

  test.each([
    [{ approved: false }, undefined],
    [{ response_code: '20087' }, '20087'],
    [actions('20005'), '20005'],
    [actions('10000', '30046'), '30046'],
    [{ approved: false, ...actions('10000', 'AC04') }, 'AC04'],
    [{ approved: false, response_code: 'AC04' }, 'AC04'],
    [{ status: 'Declined', response_code: '20087', ...actions('20005', 'AC04') }, 'AC04'],
    [{ status: 'Declined', ...actions('20005') }, '20005'],
  ])('%j is declined, with the code %j', (body, responseCode) => {
    const [shown] = of('getPayment', body)
    expect(shown?.data).toMatchObject({ status: 'declined' })
    expect(codeIn(shown)).toBe(responseCode)
    const [created] = of('createPayment', body)
    expect(created?.type).toBe('payment_declined')
    expect(codeIn(created)).toBe(responseCode)
  })

  test.each([
    [{ approved: true, ...actions('20005') }, undefined],
    [{ status: 'Pending', ...actions('20005') }, 'pending'],
    [{ status: 'Captured', response_code: '10000' }, 'captured'],
    [actions('10000'), undefined],
    [actions('1', 20005, null), undefined],
    [{ actions: { href: 'a' } }, undefined],
  ])('%j is not', (body, status) => {
    const data = of('getPayment', body)[0]?.data as { status?: string; responseCode?: string }
    expect([data.status, data.responseCode]).toEqual([status, undefined])
  })

  test.each([
    [{ status: 'Canceled', response_code: 'AC04' }, 'AC04'],
    [{ status: 'Voided', ...actions('10000', 'MD01') }, 'MD01'],
    [{ status: 'Canceled', response_code: '10000' }, undefined],
    [{ status: 'Refunded', ...actions('AC04') }, undefined],
  ])('%j ended with the reason %j', (body, responseCode) => {
    const [snapshot] = of('getPayment', body)
    expect(codeIn(snapshot)).toBe(responseCode)
    const { occurrences } = given(sepaPayment, snapshot as DomainEvent)
    const codes = occurrences.flatMap(({ type, data }) =>
      type === 'state_observed' ? [] : [data['responseCode']],
    )
    expect(codes).toEqual([undefined, responseCode])
  })

  test('gives the payment that it declines its code, and no other step', () => {
    const [snapshot] = of('getPayment', { status: 'Declined', response_code: 'AC04' })
    const state = given(sepaPayment, snapshot as DomainEvent)
    expect(state.status).toBe('declined')
    const declined = state.occurrences.find(({ type }) => type === 'payment_declined')
    expect(declined?.data['responseCode']).toBe('AC04')
  })
})

describe('the details of a payment', () => {
  const body = {
    id: 'pay_1',
    requested_on: '2026-03-02T09:00:00Z',
    source: {
      id: 'src_1',
      type: 'pagofacil',
      integration_type: 'direct',
      dlocal_order_id: 'order-1',
      provider_payment_id: 'D-4-1',
      ticket: { number: '98000000001', expiration_date: '2026-03-09T23:59:59', provider_name: 'X' },
    },
    amount: 6000,
    currency: 'ARS',
    payment_type: 'Regular',
    status: 'Partially Refunded',
    response_code: '10000',
    reference: 'ORD-1',
    risk: { flagged: false },
    customer: { id: 'cus_1' },
    balances: { total_captured: 6000, total_refunded: '1000' },
    _links: links,
  }

  test('are a snapshot, with its ticket', () => {
    expect(readEvents(response('getPayment', { params: { payment_id: 'pay_1' }, body }))).toEqual([
      wholeOn(P, 'state_observed', {
        paymentId: 'pay_1',
        status: 'partially_refunded',
        requestedAt: '2026-03-02T09:00:00Z',
        amount: 6000,
        currency: 'ARS',
        customerId: 'cus_1',
        sourceId: 'src_1',
        reference: 'ORD-1',
        method: 'ticket',
        balances: { captured: 6000, refunded: 1000 },
        providerOrderId: 'order-1',
        providerPaymentId: 'D-4-1',
        integrationType: 'direct',
        ticketExpiresAt: '2026-03-09T23:59:59',
        providerName: 'x',
        riskFlagged: false,
      }),
    ])
  })

  test.each([
    [{ total_captured: 5 }, { captured: 5 }],
    [{ total_refunded: 0 }, { refunded: 0 }],
    [{ total_captured: '', total_refunded: 3 }, { refunded: 3 }],
    [{ available_to_refund: 5 }, undefined],
  ])('with the balances %j report %j', (balances, then) => {
    expect(dataOf(response('getPayment', { body: { id: 'pay_1', balances } }))).toEqual({
      paymentId: 'pay_1',
      ...(then === undefined ? {} : { balances: then }),
    })
  })

  test.each([{ payment_id: 'pay_1' }, { id: 'pay_1' }])(
    'without an id are those of the path %j',
    (params) => {
      expect(
        dataOf(response('getPayment', { params, body: { status: 'Pending', _links: links } })),
      ).toEqual({ paymentId: 'pay_1', status: 'pending' })
    },
  )

  test.each([null, '', {}])('whose path has two ids, one of them %j, use the other', (said) => {
    const params = { payment_id: said, id: 'pay_1' }
    const read = response('getPayment', { params, body: { status: 'Pending' } })
    expect(gist(read)).toEqual([`${P}: state_observed`])
  })
})

describe('an accepted refund', () => {
  const params = { payment_id: 'pay_1' }
  const request = { amount: 1000, reference: 'REF-1' }

  test.each(['', null, undefined, {}])(
    'has begun, with the amount from its request and, for %j, its reference',
    (reference) => {
      const read = response('requestRefund', {
        params,
        request,
        status: 202,
        body: {
          action_id: 'act_1',
          reference,
          _links: { payment: { href: '/payments/pay_other' } },
        },
        key: 'command-1',
      })
      expect(readEvents(read)).toEqual([
        wholeOn(P, 'refund_requested', {
          paymentId: 'pay_1',
          actionId: 'act_1',
          amount: 1000,
          reference: 'REF-1',
          commandId: 'command-1',
        }),
      ])
    },
  )

  test('prefers the body’s reference to the request’s', () => {
    const body = { action_id: 'act_1', reference: 'REF-2' }
    expect(dataOf(response('requestRefund', { params, request, body }))).toMatchObject({
      reference: 'REF-2',
    })
  })

  test('has no amount if the request had none or was not kept', () => {
    const body = { action_id: 'act_1' }
    const data = { paymentId: 'pay_1', actionId: 'act_1' }
    expect(dataOf(response('requestRefund', { params, request: {}, body }))).toEqual(data)
    expect(dataOf(response('requestRefund', { params: { id: 'pay_1' }, body }))).toEqual(data)
  })

  test('without an action is unrecognised, and without a payment unreadable', () => {
    expect(dataOf(response('requestRefund', { params, body: {} }))).toEqual({
      name: 'requestRefund',
      path: 'action_id',
    })
    const lost = response('requestRefund', { params: {}, body: { action_id: 'act_1' } })
    expect(problem(lost)).toEqual(unreadable('params.id', 'a pay_ identifier', 'nothing'))
  })
})

test('a payment that answers with another source than its request names both, and only the other one is shown', () => {
  const request = { source: { type: 'id', id: 'src_1' }, amount: 3000, currency: 'EUR' }
  const sourcesIn = (id: string) => {
    const source = { type: 'sepa', id }
    const body = { id: 'pay_1', status: 'Pending', amount: 3000, currency: 'EUR', source }
    const read = readEvents(
      response('createPayment', { request, status: 201, body, key: 'command-1' }),
    )
    return read.map(({ event: { type, data } }) => [
      type,
      Object(data).sourceId,
      Object(data).commandId,
    ])
  }
  const created = ['payment_pending', 'src_1', 'command-1']
  expect(sourcesIn('src_1')).toEqual([created])
  expect(sourcesIn('src_9')).toEqual([created, ['state_observed', 'src_9', undefined]])
})
