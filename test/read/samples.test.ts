/** Recorded messages of the provider, read from a folder beside the project where there is one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readDelivery } from '../../src/read/delivery.ts'
import { readResponse } from '../../src/read/response.ts'
import { type EndpointName, endpoints } from '../../src/wire/endpoints.ts'
import { saysNothing } from '../../src/wire/tolerant.ts'
import { Text } from '../../src/words/text.ts'
import { RESPONSES as RESPONSES_OF_OURS } from '../wire/examples.ts'
import { dataOf, type Exchange, gist, HEARD, response, told, webhook } from './given.ts'
import { type Place, placesIn, valueAt } from './messages.ts'

const FOLDER = new URL('../../../shared/samples/', import.meta.url)
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : []
const absent = files.length === 0
const why = absent ? ' (skipped: there is no ../shared/samples)' : ''

const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')

/** What each webhook says. */
const WEBHOOKS: Readonly<Record<string, string>> = {
  'webhook-authentication_approved-1': 'session-sid_26tzrqszpi4eppau7ehuyubdxa: session_approved',
  'webhook-authentication_expired-1': 'session-sid_26tzrqsz454eppau7ehuyubdxa: challenge_abandoned',
  'webhook-authentication_failed-1': 'session-sid_26tzrqszpi4eppau7ehuyubdxa: session_unavailable',
  'webhook-authentication_started-1': 'session-sid_26tzrqszpi4eppau7ehuyubdxa: session_created',
  'webhook-dispute_canceled-1': 'payment-pay_qfln1shzuox5yq96gr7m: chargeback_reversed',
  'webhook-dispute_evidence_required-1': 'payment-pay_cnhuomagalglgozxy5zm: unrecognised',
  'webhook-dispute_evidence_submitted-1': 'payment-pay_cnhuomagalglgozxy5zm: unrecognised',
  'webhook-payment_approved-1': 'payment-pay_uqw2tkfecmnebhtt23fv6nbxka: unrecognised',
  'webhook-payment_canceled-1': 'payment-pay_wtdnbqr2oarebnxeudvehbnrki: payment_canceled',
  'webhook-payment_captured-1': 'payment-pay_xskg4u47uabenhpxfvpmqduume: payment_captured',
  'webhook-payment_captured-2': 'payment-pay_waji5li3mqtetnaor77xmow4bq: payment_captured',
  'webhook-payment_chargeback-1': 'payment-pay_zlrug3xvfbsulovtpu2hhi33tq: payment_chargeback',
  'webhook-payment_declined-1': 'payment-pay_pfyq4sdkrvoexn737g2e26c3xm: payment_declined',
  'webhook-payment_expired-1': 'payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_expired',
  'webhook-payment_paid-1': 'payment-pay_fk234x52k6i4rmjmqnzx474fqi: unrecognised',
  'webhook-payment_pending-1': 'payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_pending',
  'webhook-payment_refund_declined-1':
    'payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_refund_declined',
  'webhook-payment_refund_pending-1':
    'payment-pay_wafpfwejyitetb5aolywmqbxny: payment_refund_pending',
  'webhook-payment_refunded-1': 'payment-pay_pswr5qaqzzferh2puzfyrefzuy: payment_refunded',
  'webhook-payment_returned-1': 'payment-pay_3tg7yzq34lmmpdn2exmgjm4fvm: payment_chargeback',
}

const params = { session_id: 'sid_1', source_id: 'src_1', payment_id: 'pay_1', id: 'pay_1' }

/** What each response says: to which endpoint, with what status, and the events it yields. */
const RESPONSES: Readonly<Record<string, readonly [EndpointName, number, readonly string[]]>> = {
  'session-create-response-1': [
    'createSession',
    201,
    ['session-sid_jlfm4ithpgpefdxgzzdnc3xrc4: session_created'],
  ],
  'session-get-response-1': [
    'getSession',
    200,
    ['session-sid_jlfm4ithpgpefdxgzzdnc3xrc4: state_observed'],
  ],
  'session-channel-data-response-1': [
    'submitChannelData',
    200,
    ['session-sid_rwhwl4kb3eeenglibbvej2qtdy: state_observed'],
  ],
  'source-create-sepa-1': [
    'createSource',
    201,
    ['mandate-src_327s3pwdcx3upjqzu4uk66ecim: mandate_created'],
  ],
  'source-create-ach-1': ['createSource', 201, ['unknown-command-1: unrecognised']],
  'mandate-cancel-sepa-1': ['cancelMandate', 200, ['mandate-src_1: mandate_cancelled']],
  'payment-create-sepa-1': [
    'createPayment',
    201,
    ['payment-pay_6thh5vhggyjudgzfznx2fkuede: payment_pending'],
  ],
  'payment-create-ticket-1': [
    'createPayment',
    202,
    ['payment-pay_edov5e5m4zreda7hs4mnzgusze: payment_pending'],
  ],
  'payment-create-redirect-apm-1': [
    'createPayment',
    202,
    ['payment-pay_lz7qli3tgjkeza44waf2kqljam: payment_pending'],
  ],
  'payment-create-redirect-apm-2': [
    'createPayment',
    202,
    ['payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_pending'],
  ],
  'payment-create-3ds-pending-1': [
    'createPayment',
    202,
    ['payment-pay_k72n4u433mierlthuim5oc5syu: payment_pending'],
  ],
  // a request, so there is no payment in it yet
  'payment-create-ticket-request-1': ['createPayment', 202, ["Unreadable at 'id'"]],
  'payment-details-apm-knet-1': [
    'getPayment',
    200,
    ['payment-pay_4gubyq2w335upc54dx7a4257lq: state_observed'],
  ],
  'payment-details-card-verified-1': [
    'getPayment',
    200,
    ['payment-pay_je5hbbb4u3oe7k4u3lbwlu3zkq: state_observed'],
  ],
  'payment-actions-card-1': [
    'getPaymentActions',
    200,
    ['payment-pay_1: payment_captured', 'payment-pay_1: action_observed'],
  ],
  'refund-response-1': ['requestRefund', 202, ['payment-pay_1: refund_requested']],
  'refund-response-2': ['requestRefund', 202, ['payment-pay_1: refund_requested']],
  'error-422-payment-1': ['createPayment', 422, ['unknown-command-1: request_refused']],
  'error-422-payment-2': ['createPayment', 422, ['unknown-command-1: request_refused']],
  'error-422-refund-1': ['requestRefund', 422, ['payment-pay_1: request_refused']],
  'error-422-source-1': ['createSource', 422, ['unknown-command-1: request_refused']],
}

/** Which fact of an event holds which field of a webhook. */
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

/** The name of a place, whichever element of a list it stands in. */
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

/** What is of no lifecycle, or of no endpoint here, and where it fails to be a webhook. */
const OTHERS: Readonly<Record<string, string>> = {
  'capture-response-1': 'type',
  'dispute-details-1': 'type',
  'dispute-evidence-1': 'type',
  'dispute-list-1': 'type',
  'dispute-scheme-files-1': 'type',
  'error-422-capture-1': 'type',
  'error-422-dispute-1': 'type',
  'error-422-dispute-2': 'type',
  'error-422-file-1': 'type',
  'event-notification-1': 'type',
  'event-types-abc-1': '',
  'events-page-abc-1': 'type',
  'file-get-response-1': 'type',
  'file-upload-response-1': 'type',
  'financial-actions-1': 'type',
  'instrument-create-sepa-nas-1': 'data',
  'mandate-get-sepa-1': 'type',
  'void-response-1': 'type',
  'webhook-config-abc-1': '',
  'webhook-config-list-1': '',
  'workflow-event-1': 'data',
  'workflow-event-2': 'type',
}

const answered = (file: string, more: Exchange = {}) => {
  const [endpoint, status] = RESPONSES[file] ?? ['getPayment', 200]
  // a creation has no path: its refusal stands on the stream of its command
  const path = endpoint.startsWith('create') ? {} : { params }
  return response(endpoint, {
    ...path,
    status,
    body: textOf(`${file}.json`),
    key: 'command-1',
    ...more,
  })
}

describe.skipIf(absent)(`the recorded messages${why}`, () => {
  test('are all judged here', () => {
    const judged = [WEBHOOKS, RESPONSES, OTHERS].flatMap((table) => Object.keys(table))
    expect(judged.map((name) => `${name}.json`).sort()).toEqual([...files].sort())
  })

  test.each(Object.entries(WEBHOOKS))('%s says %s', (file, line) => {
    expect(gist(webhook(textOf(`${file}.json`)))).toEqual([line])
    expect(gist(webhook(JSON.parse(textOf(`${file}.json`))))).toEqual([line])
  })

  test.each(Object.entries(RESPONSES))('%s says %j', (file, [, , lines]) => {
    expect(gist(answered(file))).toEqual(lines)
  })

  test.each(Object.keys(RESPONSES))('%s loses no field that the interface names', (file) => {
    const [endpoint, status] = RESPONSES[file] ?? ['getPayment', 200]
    const body: unknown = JSON.parse(textOf(`${file}.json`))
    const read = readResponse(endpoints[endpoint], { params, status, body, receivedAt: HEARD })
    if (E.isLeft(read) || read.right.outcome !== 'done') return
    const named = new Set(
      RESPONSES_OF_OURS.filter((example) => example.endpoint === endpoint).flatMap((example) =>
        placesIn(example.body).map(nameOf),
      ),
    )
    const handedOn = read.right.body
    const lost = placesIn(body).filter(
      (place) =>
        named.has(nameOf(place)) &&
        !saysNothing(valueAt(body, place)) &&
        !isHandedOn(handedOn, place),
    )
    expect(lost).toEqual([])
  })

  test.each(Object.keys(WEBHOOKS))('%s loses no fact that an event names', (file) => {
    const body = JSON.parse(textOf(`${file}.json`)) as { data: Record<string, unknown> }
    const [event] = told(webhook(body)).map(({ event }) => event)
    const isKnown = event !== undefined && event.type !== 'unrecognised'
    // a reference that could be a person's name is refused its place
    const mayStay = (wire: string): boolean => wire !== 'reference' || Text.is(body.data[wire])
    const facts = Object.entries(isKnown ? FACTS : {}).filter(
      ([wire]) => !saysNothing(body.data[wire]) && mayStay(wire),
    )
    expect(facts.filter(([, fact]) => event === undefined || !(fact in event.data))).toEqual([])
    expect(event?.metadata.occurredAt).not.toBeNull()
  })

  test.each(Object.entries(OTHERS))('%s is no webhook by its %j', (file, path) => {
    expect(gist(webhook(textOf(`${file}.json`)))).toEqual([`Unreadable at '${path}'`])
  })

  test.each(Object.keys(OTHERS).filter((file) => !file.startsWith('file-')))(
    '%s is unrecognised as the answer of an endpoint that the interface does not have',
    (file) => {
      const body = textOf(`${file}.json`)
      const kept = { kind: 'response', receivedAt: HEARD, endpoint: 'elsewhere', status: 200, body }
      expect(gist(readDelivery(kept))).toEqual([expect.stringMatching(/: unrecognised$/)])
    },
  )

  test.each([
    ['file-upload-response-1', 'uploadFile'],
    ['file-get-response-1', 'getFile'],
  ] as const)('%s is read for the caller, and tells nothing', (file, endpoint) => {
    const read = readResponse(endpoints[endpoint], {
      status: 200,
      body: textOf(`${file}.json`),
      receivedAt: HEARD,
    })
    expect(E.isRight(read) && read.right).toMatchObject({
      outcome: 'done',
      body: { id: 'file_zna32sccqbwevd3ldmejtplbhu' },
      told: [],
    })
  })

  test.each(files)('%s is taken for a delivery without a throw', (file) => {
    const body: unknown = JSON.parse(textOf(file))
    expect(E.isLeft(readDelivery(body))).toBe(true)
    for (const kind of ['webhook', 'callback']) {
      expect(readDelivery({ kind, receivedAt: HEARD, body })).toHaveProperty('_tag')
    }
  })

  test('of a ticket tell, with their request, that it is one', () => {
    const request = textOf('payment-create-ticket-request-1.json')
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
