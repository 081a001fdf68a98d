/** What is read of a response for the caller only: it is in the body, and no event has it. */
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { readResponse } from '../../src/provider/read/response.ts'
import type { Endpoint } from '../../src/provider/wire/endpoint.ts'
import { endpoints } from '../../src/provider/wire/endpoints.ts'
import { HEARD } from '../provider/read/given.ts'
import { type Place, placesIn, valueAt, withAt } from '../provider/read/messages.ts'
import type { ResponseExample } from '../provider/wire/example.ts'
import { RESPONSES } from '../provider/wire/examples.ts'
import { said } from '../provider/wire/said.ts'

/** Whether any event would differ without the field, in any response that has it. */
const OTHERS: readonly unknown[] = [
  undefined,
  'Zq7Secret',
  7,
  true,
  false,
  'expired',
  'declined',
  'merchant_initiated',
  'rapipago',
  'ach',
  '2027-01-01',
]

const answered = ({ endpoint, status, params }: ResponseExample, body: unknown) => {
  const received = { params: { ...params }, status, body, receivedAt: HEARD }
  const row: Endpoint = endpoints[endpoint]
  const read = row.response.decode(body)
  const readEvents = readResponse(endpoints[endpoint], received)
  return { readEvents, body: E.isLeft(read) ? undefined : said(read.right) }
}

const nameOf = (place: Place): string =>
  place.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

/** The body, and one that has only this field: two fields may have the same effect. */
const around = (body: unknown, place: Place): readonly unknown[] => {
  if (Array.isArray(body)) return [body]
  const alone = place.reduceRight<unknown>((inner, key) => ({ [key]: inner }), valueAt(body, place))
  return [body, { id: valueAt(body, ['id']), ...Object(alone) }]
}

/** The fields of an example that the caller receives, and whether an event depends on each. */
const fieldsOf = (example: ResponseExample) => {
  const whole = answered(example, example.body).body
  return placesIn(whole)
    .filter((place) => typeof valueAt(whole, place) !== 'object')
    .map((place) => {
      const isTold = around(example.body, place).some((body) => {
        const before = JSON.stringify(answered(example, body).readEvents)
        return OTHERS.some(
          (other) =>
            JSON.stringify(answered(example, withAt(body, place, other)).readEvents) !== before,
        )
      })
      return { name: `${example.endpoint} ${nameOf(place)}`, isTold }
    })
}

const all = RESPONSES.flatMap(fieldsOf)
const readEvents = new Set(all.flatMap(({ name, isTold }) => (isTold ? name : [])))

test('these fields are read for the caller only', () => {
  const only = [...new Set(all.map(({ name }) => name))].filter((name) => !readEvents.has(name))
  const byField = new Map<string, string[]>()
  for (const name of only) {
    const [endpoint = '', field = ''] = name.split(' ')
    byField.set(field, [...(byField.get(field) ?? []), endpoint])
  }
  expect(
    [...byField].map(([field, where]) => `${field}: ${where.join(', ')}`).toSorted(),
  ).toMatchInlineSnapshot(`
    [
      "*._links.response-code.href: getPaymentActions",
      "*.auth_code: getPaymentActions",
      "*.metadata.basket: getPaymentActions",
      "*.response_summary: getPaymentActions",
      "_links.actions.href: createPayment, getPayment",
      "_links.callback_url.href: createSession",
      "_links.collect_channel_data.href: createSession",
      "_links.complete.href: createSession, getSession",
      "_links.download.href: getFile",
      "_links.failure_url.href: createSession",
      "_links.fingerprint.href: createSession",
      "_links.issuer_fingerprint.href: createSession",
      "_links.payment.href: requestRefund",
      "_links.redirect.href: createSession, createPayment, getPayment",
      "_links.redirect_url.href: createSession, createPayment, getPayment",
      "_links.self.href: uploadFile, getFile, createSession, getSession, createSource, getSource, cancelMandate, createPayment, getPayment",
      "_links.sepa:mandate-cancel.href: createSource",
      "_links.sepa:mandate-get.href: createSource, cancelMandate",
      "_links.sepa:mandate.href: getSource",
      "_links.simulator:payment-expire.href: createPayment, getPayment",
      "_links.simulator:payment-succeed.href: createPayment, getPayment",
      "_links.simulator:refund-fail.href: createPayment, getPayment",
      "_links.simulator:refund-succeed.href: createPayment, getPayment",
      "_links.success_url.href: createSession",
      "_links.three_ds_method_url.href: createSession",
      "authentication_category: createSession, getSession",
      "authentication_type: createSession, getSession",
      "customer.email: createSource, getSource, createPayment, getPayment",
      "filename: getFile",
      "payment_type: getPayment",
      "purpose: getFile",
      "response_code: getSource, getPayment",
      "response_data.mandate_reference: getSource",
      "response_summary: getPayment",
      "size: getFile",
      "source.description: getPayment",
      "source.ticket.barcode: getPayment",
      "source.ticket.id: getPayment",
      "source.ticket.image_url: getPayment",
      "source.ticket.number: getPayment",
      "source.ticket.provider_logo: getPayment",
      "source.ticket.provider_logo_url: getPayment",
      "source.ticket.ticket_url: getPayment",
      "source.ticket.type: getPayment",
      "transaction_type: createSession, getSession",
      "uploaded_on: getFile",
    ]
  `)
})

test('some fields of every response that reports an event are for the caller', () => {
  expect(readEvents.size).toBeGreaterThan(20)
})
