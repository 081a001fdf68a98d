/** The interface's table of endpoints as data: what each accepts, and what it returns. */
import type * as t from 'io-ts'
import { standard } from '../../words/data/codec.ts'
import { ChannelData } from './channel-data.ts'
import { type Endpoint, type KeyKind, NoContent, unspecified } from './endpoint.ts'
import { FileRecord, FileUploadRequest, FileUploadResponse } from './file.ts'
import { PaymentActions, PaymentList, PaymentResponse, RefundResponse } from './payment.ts'
import {
  CreatePaymentRequest,
  CreateSessionRequest,
  CreateSourceRequest,
  RefundRequest,
  SandboxPaymentRequest,
  SandboxSourceRequest,
} from './requests.ts'
import { MandateCancellation, SourceResponse } from './sepa.ts'
import { SessionResponse } from './session.ts'

const JSON_BODY = { 'Content-Type': 'application/json' } as const

/** The fields that most rows have in common, with the name, method, path and response of one. */
const usual = <N extends string, M extends string, P extends Endpoint['path'], R extends t.Mixed>(
  name: N,
  method: M,
  path: P,
  response: R,
) =>
  ({
    name,
    method,
    path,
    credential: 'secret key',
    headers: {},
    request: null,
    errors: {},
    response: standard(response),
  }) as const

const NO_BODY = unspecified(
  [],
  "interface#calls-on-the-wire: the provider's own libraries send no body",
)

/** A browser or an app makes these calls, and so may a backend. */
const SESSION_KEY = unspecified<KeyKind>(['session secret', 'secret key'], 'interface#credentials')

const LIST = 'none: no row of the interface, but a page of the provider: get a list of payments'

/**
 * The thirteen endpoints of the interface by name, and the list of the payments with one reference,
 * which it does not have. The sandbox and the live system have the same paths. Details that the
 * interface leaves open are marked, with the values that have been seen.
 * @spec interface#endpoints; interface#credentials; interface#errors; interface#calls-on-the-wire
 */
export const endpoints = {
  uploadFile: {
    ...usual('uploadFile', 'POST', '/files', FileUploadResponse),
    headers: { 'Content-Type': 'multipart/form-data' },
    request: standard(FileUploadRequest),
    succeeds: unspecified([200, 201], 'interface#calls-on-the-wire: both have been seen'),
  },
  getFile: {
    ...usual('getFile', 'GET', '/files/{file_id}', FileRecord),
    succeeds: unspecified([200], 'interface#calls-on-the-wire: a recorded file record'),
  },
  getPaymentActions: {
    ...usual('getPaymentActions', 'GET', '/payments/{id}/actions', PaymentActions),
    headers: JSON_BODY,
    succeeds: unspecified([200], 'interface#calls-on-the-wire: a recorded list'),
    errors: { 404: 'payment not found' },
  },
  createSession: {
    ...usual('createSession', 'POST', '/sessions', SessionResponse),
    method: unspecified(
      ['POST'],
      'interface#endpoints; interface#calls-on-the-wire: documented twice, differently',
    ),
    headers: JSON_BODY,
    request: standard(CreateSessionRequest),
    // 201 if the request contains channel data and the outcome is known at once:
    // interface#calls-on-the-wire
    succeeds: [202, 201],
  },
  getSession: {
    ...usual('getSession', 'GET', '/sessions/{session_id}', SessionResponse),
    credential: 'public key',
    headers: { Channel: 'app or browser' },
    succeeds: unspecified([200, 201], 'interface#calls-on-the-wire: recorded with 201'),
  },
  submitChannelData: {
    ...usual('submitChannelData', 'PUT', '/sessions/{session_id}/channel-data', SessionResponse),
    credential: SESSION_KEY,
    request: standard(ChannelData),
    succeeds: unspecified(
      [200, 201],
      'interface#calls-on-the-wire: both statuses have been seen, and a path that ends in collect-data',
    ),
  },
  completeSession: {
    ...usual('completeSession', 'POST', '/sessions/{session_id}/complete', NoContent),
    method: unspecified(
      ['POST'],
      "interface#calls-on-the-wire: the provider's own libraries use POST",
    ),
    credential: SESSION_KEY,
    request: NO_BODY,
    succeeds: [204],
  },
  createSource: {
    ...usual('createSource', 'POST', '/sources', SourceResponse),
    request: standard(CreateSourceRequest),
    requestInSandbox: standard(SandboxSourceRequest),
    succeeds: unspecified([201], 'interface#calls-on-the-wire: recorded with 201'),
  },
  getSource: {
    ...usual('getSource', 'GET', '/sources/{id}', SourceResponse),
    succeeds: unspecified([200], 'none: no recorded response was found'),
    errors: { 404: 'payment source not found' },
  },
  cancelMandate: {
    ...usual('cancelMandate', 'POST', '/sepa/mandates/{source_id}/cancel', MandateCancellation),
    headers: JSON_BODY,
    request: NO_BODY,
    succeeds: unspecified(
      [200],
      'interface#calls-on-the-wire; interface#mandates-on-the-wire: recorded with links only',
    ),
  },
  createPayment: {
    ...usual('createPayment', 'POST', '/payments', PaymentResponse),
    isKeyed: true,
    request: standard(CreatePaymentRequest),
    requestInSandbox: standard(SandboxPaymentRequest),
    // 202 is shown for a ticket; SEPA is recorded with 201: interface#calls-on-the-wire
    succeeds: [202, 201],
  },
  getPayments: {
    ...usual('getPayments', 'GET', '/payments', PaymentList),
    method: unspecified(['GET'], LIST),
    succeeds: unspecified([200], LIST),
  },
  getPayment: {
    ...usual('getPayment', 'GET', '/payments/{payment_id}', PaymentResponse),
    headers: JSON_BODY,
    succeeds: unspecified([200], 'interface#calls-on-the-wire: recorded details'),
  },
  requestRefund: {
    ...usual('requestRefund', 'POST', '/payments/{payment_id}/refunds', RefundResponse),
    isKeyed: true,
    request: standard(RefundRequest),
    succeeds: unspecified([202], 'interface#calls-on-the-wire: recorded with 202'),
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The endpoints by name, with all their types. */
export type Endpoints = typeof endpoints

/** The name of an endpoint. */
export type EndpointName = keyof Endpoints

/** Whether an endpoint has this name. */
export const isEndpointName = (name: unknown): name is EndpointName =>
  typeof name === 'string' && Object.hasOwn(endpoints, name)
