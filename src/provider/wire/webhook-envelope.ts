/** The envelope of a webhook, in all its forms. */
import * as t from 'io-ts'
import { fields, record } from '../../words/data/codec.ts'
import { name, text, time, tolerant } from './tolerant-values.ts'

/**
 * One envelope for both dialects. The older dialect has no version. The newer one may use
 * `timestamp` instead of `created_on`, may add a source or invocations, and may leave out the
 * links. Fields that are not listed here are not read. @spec interface#envelopes
 */
export const WebhookEnvelope = record(
  {
    id: tolerant(text),
    type: name,
    ...fields(tolerant(time), 'created_on', 'timestamp'),
    data: t.record(t.string, t.unknown, 'an object'),
  },
  'a webhook',
)
export type WebhookEnvelope = t.TypeOf<typeof WebhookEnvelope>

/** What is left of an envelope in which a field cannot be read. */
export const UnreadEnvelope = record({
  id: tolerant(text),
  type: tolerant(name),
  ...fields(tolerant(time), 'created_on', 'timestamp'),
  data: tolerant(t.UnknownRecord),
})

/** The ids in the data of any webhook that may say which stream an unknown message belongs to. */
export const SubjectIds = record(
  fields(tolerant(text), 'id', 'payment_id', 'session_id', 'source_id'),
)
