/** The envelope of a webhook, in every form it comes in. */
import * as t from 'io-ts'
import { shape } from '../words/own.ts'
import { lax, name, text, time } from './tolerant.ts'

/**
 * One envelope for both dialects. The older has no version; the newer may say `timestamp` for
 * `created_on`, and may bring a source, invocations or no links. What is not named here is not read.
 * @spec wire, 1.1 Three envelopes in the wild
 */
export const WebhookEnvelope = shape(
  {
    id: lax(text),
    type: name,
    created_on: lax(time),
    timestamp: lax(time),
    data: t.record(t.string, t.unknown, 'an object'),
  },
  'webhook',
)
export type WebhookEnvelope = t.TypeOf<typeof WebhookEnvelope>

/** Where an unknown message might belong: the ids that envelopes of any resource carry. */
export const SubjectIds = shape({
  id: lax(text),
  payment_id: lax(text),
  session_id: lax(text),
  source_id: lax(text),
})
