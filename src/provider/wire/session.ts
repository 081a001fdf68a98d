/** 3-D Secure sessions as the provider sends them. */
import type * as t from 'io-ts'
import { PaymentId } from '../../../machines/words/payment-names.ts'
import { Channel, Mode, NextAction, SessionId } from '../../../machines/words/session-names.ts'
import { fields, record } from '../../words/data/codec.ts'
import {
  amount,
  chosen,
  currency,
  flag,
  links,
  name,
  oneOf,
  optional,
  text,
  time,
  tolerant,
  tolerantList,
  word,
} from './tolerant-values.ts'

const Completion = record({ type: tolerant(oneOf(Mode)) })
const ChannelData = record({ channel: tolerant(oneOf(Channel)) })

/** The links of a session: to the hosted page, to the 3DS Method. Some have two names. */
const SessionLinks = links(
  'self',
  'issuer_fingerprint',
  'fingerprint',
  'three_ds_method_url',
  'collect_channel_data',
  'complete',
  'callback_url',
  'redirect',
  'redirect_url',
  'success_url',
  'failure_url',
)

/** A session, as the callback and the responses about sessions show it. */
export const SessionResponse = record(
  {
    id: SessionId,
    status: optional(word),
    transaction_id: chosen,
    amount: optional(amount),
    currency: optional(currency),
    reference: chosen,
    ...fields(tolerant(word), 'authentication_type', 'authentication_category'),
    transaction_type: tolerant(word),
    completed: tolerant(flag),
    approved: optional(flag),
    protocol_version: tolerant(text),
    next_actions: tolerantList(oneOf(NextAction)),
    channel: tolerant(oneOf(Channel)),
    completion: tolerant(Completion),
    channel_data: tolerant(ChannelData),
    _links: SessionLinks,
  },
  'a session',
)
export type SessionResponse = t.TypeOf<typeof SessionResponse>

/** The data of an `authentication_*` webhook. It has no `id`; `session_id` names the session. */
export const AuthenticationWebhook = record(
  {
    session_id: SessionId,
    payment_id: tolerant(PaymentId),
    amount: optional(amount),
    currency: optional(currency),
    reference: chosen,
    protocol_version: tolerant(text),
    challenged: tolerant(flag),
    reason: tolerant(name),
    processed_on: tolerant(time),
  },
  'an authentication webhook',
)
export type AuthenticationWebhook = t.TypeOf<typeof AuthenticationWebhook>
