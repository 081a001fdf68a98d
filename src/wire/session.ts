/** 3-D Secure sessions as the provider sends them. */
import type * as t from 'io-ts'
import { Channel, Mode, NextAction } from '../words/names.ts'
import { shape } from '../words/own.ts'
import { SessionId } from '../words/text.ts'
import {
  amount,
  currency,
  flag,
  lax,
  laxList,
  links,
  name,
  oneOf,
  text,
  time,
  word,
} from './tolerant.ts'

const Completion = shape({ type: lax(oneOf(Mode)) })
const ChannelData = shape({ channel: lax(oneOf(Channel)) })

/** Where a session leads: the hosted page, the issuer's 3DS Method, and by both spellings of each. */
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

/** A session as creation, reading, channel data and the callback show it. */
export const SessionResponse = shape(
  {
    id: SessionId,
    status: lax(word),
    transaction_id: lax(text),
    amount: lax(amount),
    currency: lax(currency),
    reference: lax(text),
    authentication_type: lax(word),
    authentication_category: lax(word),
    transaction_type: lax(word),
    completed: lax(flag),
    approved: lax(flag),
    protocol_version: lax(text),
    next_actions: laxList(oneOf(NextAction)),
    channel: lax(oneOf(Channel)),
    completion: lax(Completion),
    channel_data: lax(ChannelData),
    _links: SessionLinks,
  },
  'session',
)
export type SessionResponse = t.TypeOf<typeof SessionResponse>

/** The data of an `authentication_*` webhook: no `id`, the session stands in `session_id`. */
export const AuthenticationWebhook = shape(
  {
    session_id: SessionId,
    amount: lax(amount),
    currency: lax(currency),
    reference: lax(text),
    protocol_version: lax(text),
    challenged: lax(flag),
    reason: lax(name),
    processed_on: lax(time),
  },
  'authentication webhook',
)
export type AuthenticationWebhook = t.TypeOf<typeof AuthenticationWebhook>
