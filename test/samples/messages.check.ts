/** Recorded messages of the provider: each is read as its table says, and loses no known field. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { checkRequest, type Endpoint, endpoints } from '../../src/provider/wire/endpoints.ts'
import { saysNothing } from '../../src/provider/wire/tolerant-values.ts'
import { PlainText } from '../../src/words/text/plain-text.ts'
import { forAll } from '../for-all.ts'
import { garbled } from '../hostile/texts.ts'
import {
  dataOf,
  type Exchange,
  gist,
  HEARD,
  readEvents,
  response,
  webhook,
} from '../provider/read/given.ts'
import { type Place, placesIn, valueAt } from '../provider/read/messages.ts'
import { RESPONSES as RESPONSES_OF_OURS } from '../provider/wire/examples.ts'
import { readDelivery } from '../read-delivery.ts'
import { OTHERS, REQUESTS, RESPONSES, WEBHOOKS } from './judged.ts'
import { files, recorded } from './recorded.ts'

/** The request of a response: it names the subject that the body shows, else one of its kind. */
const paramsFor = (body: string): Readonly<Record<string, string>> => {
  const { id } = Object(JSON.parse(body)) as { readonly id?: unknown }
  const of = (prefix: string): string =>
    typeof id === 'string' && id.startsWith(prefix) ? id : `${prefix}1`
  const payment = of('pay_')
  return { session_id: of('sid_'), source_id: of('src_'), payment_id: payment, id: payment }
}

/** Which fact of an event contains which field of a webhook. */
const FACTS: Readonly<Record<string, string>> = {
  action_id: 'actionId',
  amount: 'amount',
  balances: 'balances',
  chargeback_code: 'reason',
  currency: 'currency',
  customer: 'customerId',
  customer_id: 'customerId',
  payment_action_id: 'actionId',
  protocol_version: 'protocolVersion',
  reference: 'reference',
  session_id: 'sessionId',
}

/** The name of a location, without the index in a list. */
const nameOf = (place: Place): string =>
  place.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

const isHandedOn = (body: unknown, place: Place): boolean =>
  place.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    body,
  ) !== undefined

const answered = (file: string, more: Exchange = {}) => {
  const [endpoint, status] = RESPONSES[file] ?? ['getPayment', 200]
  // a creation has no path: its refusal is on the stream of its command
  const body = recorded(`${file}.json`)
  const path = endpoint.startsWith('create') ? {} : { params: paramsFor(body) }
  return response(endpoint, { ...path, status, body, key: 'command-1', ...more })
}

describe('the recorded messages', () => {
  test('all have an expected result', () => {
    const judged = [WEBHOOKS, RESPONSES, OTHERS, REQUESTS].flatMap((table) => Object.keys(table))
    expect(judged.map((name) => `${name}.json`).sort()).toEqual([...files].sort())
  })

  test.each(Object.entries(WEBHOOKS))('%s says %s', (file, line) => {
    expect(gist(webhook(recorded(`${file}.json`)))).toEqual([line])
    expect(gist(webhook(JSON.parse(recorded(`${file}.json`))))).toEqual([line])
  })

  test.each(Object.entries(RESPONSES))('%s says %j', (file, [, , lines]) => {
    expect(gist(answered(file))).toEqual(lines)
  })

  test.each(Object.keys(RESPONSES))('%s loses no field that the interface names', (file) => {
    const [endpoint, status] = RESPONSES[file] ?? ['getPayment', 200]
    const body: unknown = JSON.parse(recorded(`${file}.json`))
    const row: Endpoint = endpoints[endpoint]
    const read = row.response.decode(body)
    if (status >= 300 || E.isLeft(read)) return
    const named = new Set(
      RESPONSES_OF_OURS.filter((example) => example.endpoint === endpoint).flatMap((example) =>
        placesIn(example.body).map(nameOf),
      ),
    )
    const handedOn = read.right
    const lost = placesIn(body).filter(
      (place) =>
        named.has(nameOf(place)) &&
        !saysNothing(valueAt(body, place)) &&
        !isHandedOn(handedOn, place),
    )
    expect(lost).toEqual([])
  })

  test.each(Object.keys(WEBHOOKS))('%s loses no fact that an event has', (file) => {
    const body = JSON.parse(recorded(`${file}.json`)) as { data: Record<string, unknown> }
    const [event] = readEvents(webhook(body)).map(({ event }) => event)
    const isKnown = event !== undefined && event.type !== 'unrecognised'
    // a reference that could be a person's name is not kept
    const mayStay = (wire: string): boolean => wire !== 'reference' || PlainText.is(body.data[wire])
    // a dispute with an id is known by it: its action is the one that is disputed
    const isNeeded = (wire: string): boolean =>
      wire !== 'payment_action_id' || (event !== undefined && !('disputeId' in event.data))
    const facts = Object.entries(isKnown ? FACTS : {}).filter(
      ([wire]) => !saysNothing(body.data[wire]) && mayStay(wire) && isNeeded(wire),
    )
    expect(facts.filter(([, fact]) => event === undefined || !(fact in event.data))).toEqual([])
    expect(event?.metadata.occurredAt).not.toBeNull()
  })

  test.each(Object.entries(REQUESTS))(
    '%s, a request of %j, has the listed mistakes',
    (file, [endpoint, lacks]) => {
      const checked = checkRequest(endpoints[endpoint])(JSON.parse(recorded(`${file}.json`)))
      const problems = E.isLeft(checked) ? checked.left.problems : []
      expect(problems.map(({ path }) => path)).toEqual(lacks)
    },
  )

  test.each(Object.entries(OTHERS))('%s is no webhook by its %j', (file, path) => {
    expect(gist(webhook(recorded(`${file}.json`)))).toEqual([`Unreadable at '${path}'`])
  })

  test.each(Object.keys(OTHERS).filter((file) => !file.startsWith('file-')))(
    '%s is refused as a response from an endpoint that is not in the interface',
    (file) => {
      const body = recorded(`${file}.json`)
      const kept = { kind: 'response', receivedAt: HEARD, endpoint: 'elsewhere', status: 200, body }
      expect(gist(readDelivery(kept))).toEqual(["Unreadable at 'endpoint'"])
    },
  )

  test.each([
    ['file-upload-response-1', 'uploadFile'],
    ['file-get-response-1', 'getFile'],
  ] as const)('%s is read for the caller, and reports nothing', (file, endpoint) => {
    const body = recorded(`${file}.json`)
    expect(gist(response(endpoint, { body }))).toEqual([])
    expect(endpoints[endpoint].response.decode(JSON.parse(body))).toMatchObject({
      right: { id: 'file_zna32sccqbwevd3ldmejtplbhu' },
    })
  })

  test.each(files)('%s is read as a delivery without throwing', (file) => {
    const body: unknown = JSON.parse(recorded(file))
    expect(E.isLeft(readDelivery(body))).toBe(true)
    for (const kind of ['webhook', 'callback']) {
      expect(readDelivery({ kind, receivedAt: HEARD, body })).toHaveProperty('_tag')
    }
  })

  test('are values even if their text is damaged', () => {
    const texts = fc.constantFrom(...files.map(recorded))
    for (const values of Object.values(garbled(texts))) {
      forAll(300, [values], (body) => {
        for (const kind of ['webhook', 'callback'])
          expect(readDelivery({ kind, receivedAt: HEARD, body })).toHaveProperty('_tag')
        expect(readDelivery(body)).toHaveProperty('_tag')
      })
    }
  })

  test('of a ticket report, with their request, that it is one', () => {
    const request = recorded('payment-create-ticket-request-1.json')
    expect(dataOf(answered('payment-create-ticket-1', { request }))).toEqual({
      paymentId: 'pay_edov5e5m4zreda7hs4mnzgusze',
      amount: 100,
      currency: 'ARS',
      method: 'ticket',
      customerId: 'cus_gghyd2m6wkgebnxvkndfwxeaji',
      integrationType: 'redirect',
      commandId: 'command-1',
    })
  })
})
