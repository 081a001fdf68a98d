/** The interface's table as data: what can be asked of the provider, and what comes back. */
import { standard } from '../words/codec.ts'
import { ChannelData } from './channel-data.ts'
import { type Endpoint, NoContent, unspecified } from './endpoint.ts'
import { FileRecord, FileUploadRequest, FileUploadResponse } from './file.ts'
import { PATHS } from './paths.ts'
import { PaymentActions, PaymentResponse, RefundResponse } from './payment.ts'
import { CreatePaymentRequest, RefundRequest } from './payment-request.ts'
import { MandateCancelled, SourceResponse } from './sepa.ts'
import { SessionResponse } from './session.ts'
import { CreateSessionRequest } from './session-request.ts'
import { CreateSourceRequest, SandboxSourceRequest } from './source-request.ts'

const JSON_BODY = { 'Content-Type': 'application/json' } as const

/** What most rows have in common. */
const usual = {
  credential: 'secret key',
  headers: {},
  request: null,
  errors: {},
} as const

/**
 * The thirteen endpoints, by name. Sandbox and live have the same paths. What the interface leaves
 * open says so, with what is seen of it. @spec interface, Endpoints, Authentication, Errors; wire, 0
 */
export const endpoints = {
  uploadFile: {
    ...usual,
    name: 'uploadFile',
    method: 'POST',
    path: PATHS.uploadFile,
    headers: { 'Content-Type': 'multipart/form-data' },
    request: standard(FileUploadRequest),
    response: standard(FileUploadResponse),
    succeeds: unspecified([200, 201], 'wire, 7 pitfall 25: both are seen'),
  },
  getFile: {
    ...usual,
    name: 'getFile',
    method: 'GET',
    path: PATHS.getFile,
    response: standard(FileRecord),
    succeeds: unspecified([200], 'wire, 4: a recorded file record'),
  },
  getPaymentActions: {
    ...usual,
    name: 'getPaymentActions',
    method: 'GET',
    path: PATHS.getPaymentActions,
    headers: JSON_BODY,
    response: standard(PaymentActions),
    succeeds: unspecified([200], 'wire, 4: a recorded list'),
    errors: { 404: 'payment not found' },
  },
  createSession: {
    ...usual,
    name: 'createSession',
    method: unspecified(
      ['POST'],
      'interface, Endpoints: the table writes POST, a note that it is not shown; wire, 0: POST',
    ),
    path: PATHS.createSession,
    headers: JSON_BODY,
    request: standard(CreateSessionRequest),
    response: standard(SessionResponse),
    // 201 where the request brought channel data and the outcome is known at once: wire, 0
    succeeds: [202, 201],
  },
  getSession: {
    ...usual,
    name: 'getSession',
    method: 'GET',
    path: PATHS.getSession,
    credential: 'public key',
    headers: { Channel: 'app or browser' },
    response: standard(SessionResponse),
    succeeds: unspecified([200, 201], 'wire, 4: recorded with 201'),
  },
  submitChannelData: {
    ...usual,
    name: 'submitChannelData',
    method: 'PUT',
    path: PATHS.submitChannelData,
    request: standard(ChannelData),
    response: standard(SessionResponse),
    succeeds: unspecified([200, 201], 'wire, 7 pitfall 25: both; the path is seen as collect-data'),
  },
  completeSession: {
    ...usual,
    name: 'completeSession',
    method: unspecified(['POST'], "wire, 0: the provider's own libraries POST"),
    path: PATHS.completeSession,
    request: unspecified([], "wire, 0: the provider's own libraries send none"),
    response: NoContent,
    succeeds: [204],
  },
  createSource: {
    ...usual,
    name: 'createSource',
    method: 'POST',
    path: PATHS.createSource,
    request: standard(CreateSourceRequest),
    requestInSandbox: standard(SandboxSourceRequest),
    response: standard(SourceResponse),
    succeeds: unspecified([201], 'wire, 0: recorded with 201'),
  },
  getSource: {
    ...usual,
    name: 'getSource',
    method: 'GET',
    path: PATHS.getSource,
    response: standard(SourceResponse),
    succeeds: unspecified([200], 'none: no recorded answer was found'),
    errors: { 404: 'payment source not found' },
  },
  cancelMandate: {
    ...usual,
    name: 'cancelMandate',
    method: 'POST',
    path: PATHS.cancelMandate,
    headers: JSON_BODY,
    request: unspecified([], "wire, 0: the provider's own libraries send none"),
    response: standard(MandateCancelled),
    succeeds: unspecified([200], 'wire, 0: recorded with links only; other paths are seen too'),
  },
  createPayment: {
    ...usual,
    name: 'createPayment',
    method: 'POST',
    path: PATHS.createPayment,
    request: standard(CreatePaymentRequest),
    response: standard(PaymentResponse),
    // 202 is shown for a ticket; SEPA is recorded with 201: wire, 0
    succeeds: [202, 201],
  },
  getPayment: {
    ...usual,
    name: 'getPayment',
    method: 'GET',
    path: PATHS.getPayment,
    headers: JSON_BODY,
    response: standard(PaymentResponse),
    succeeds: unspecified([200], 'wire, 4: recorded details'),
  },
  requestRefund: {
    ...usual,
    name: 'requestRefund',
    method: 'POST',
    path: PATHS.requestRefund,
    request: standard(RefundRequest),
    response: standard(RefundResponse),
    succeeds: unspecified([202], 'wire, 7 pitfall 5: recorded with 202'),
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The endpoints by name, with all their types. */
export type Endpoints = typeof endpoints

/** The name of an endpoint. */
export type EndpointName = keyof Endpoints

/** Whether a name is an endpoint's. */
export const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name)
