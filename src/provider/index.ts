/** The provider: what it sends, what it accepts, and how its messages become events of the machines. */

export { type MessageBinding, messageDigest } from '../event/message-digest.ts'
export type { BadSignature, Unsendable } from '../words/message-errors.ts'
export {
  type Exchange,
  fromCallback,
  fromResponse,
  fromWebhook,
  type Message,
  readStored,
} from './read/message.ts'
export { readMessage } from './read/read-message.ts'
export {
  checkRequest,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type Environment,
  endpoints,
  type KeyKind,
  type RequestOf,
  type ResponseOf,
  type Unspecified,
} from './wire/endpoints.ts'
export { downloadExpiresAt, downloadWindow, FileId, type FileRecord } from './wire/file.ts'
