/**
 * The provider: what it sends, what it accepts, and how its messages become events of the machines.
 */

export { type MessageBinding, type MessageKey, messageDigest } from '../event/message-digest.ts'
export {
  type BadSignature,
  explainBadSignature,
  explainUnsendable,
  type Unsendable,
} from '../words/message-errors.ts'
export { readCallback } from './read/callback.ts'
export { readDelivery } from './read/delivery.ts'
export {
  type Exchange,
  fromCallback,
  fromResponse,
  fromWebhook,
  type Message,
  readStored,
} from './read/message.ts'
export { readMessage } from './read/read-message.ts'
export { type ReceivedResponse, type ResponseOutcome, readResponse } from './read/response.ts'
export {
  type HeaderValue,
  type RawBody,
  verifySignature,
} from './read/signature.ts'
export type { Reading, ReadingPolicy, StreamEvent } from './read/stream-event.ts'
export { type ReceivedWebhook, readWebhook } from './read/webhook.ts'
export {
  checkRequest,
  type Endpoint,
  type Environment,
  type HttpMethod,
  isUnspecified,
  type KeyKind,
  type RequestOf,
  type ResponseOf,
  type Unspecified,
} from './wire/endpoint.ts'
export { type EndpointName, type Endpoints, endpoints, isEndpointName } from './wire/endpoints.ts'
export { downloadExpiresAt, downloadWindow, FileId, type FileRecord } from './wire/file.ts'
export type { Problem } from './wire/problem.ts'
