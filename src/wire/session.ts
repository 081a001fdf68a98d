/** 3-D Secure sessions as the provider sends and takes them. */
import * as t from 'io-ts'
import { Channel, Mode, NextAction } from '../words/names.ts'
import { SessionId } from '../words/text.ts'
import { amount, currency, flag, lax, laxList, oneOf, text, time, word } from './tolerant.ts'

const Completion = t.strict({ type: lax(oneOf(Mode)) })
const ChannelData = t.strict({ channel: lax(oneOf(Channel)) })

/** The body of POST /sessions, as far as its answer needs it. */
export const CreateSessionRequest = t.strict(
  {
    amount: lax(amount),
    currency: lax(currency),
    reference: lax(text),
    completion: lax(Completion),
    channel_data: lax(ChannelData),
  },
  'create-session request',
)
export type CreateSessionRequest = t.TypeOf<typeof CreateSessionRequest>

/** The body of PUT /sessions/{id}/channel-data, as far as its answer needs it. */
export const ChannelDataRequest = t.strict({ channel: lax(oneOf(Channel)) }, 'channel data')

/** A session as creation, reading, channel data and the callback show it. */
export const SessionResponse = t.strict(
  {
    id: SessionId,
    status: lax(word),
    transaction_id: lax(text),
    amount: lax(amount),
    currency: lax(currency),
    reference: lax(text),
    completed: lax(flag),
    approved: lax(flag),
    protocol_version: lax(text),
    next_actions: laxList(oneOf(NextAction)),
    channel: lax(oneOf(Channel)),
    completion: lax(Completion),
    channel_data: lax(ChannelData),
  },
  'session',
)
export type SessionResponse = t.TypeOf<typeof SessionResponse>

/** The data of an `authentication_*` webhook: no `id`, the session stands in `session_id`. */
export const AuthenticationWebhook = t.strict(
  {
    session_id: SessionId,
    amount: lax(amount),
    currency: lax(currency),
    reference: lax(text),
    protocol_version: lax(text),
    challenged: lax(flag),
    reason: lax(word),
    processed_on: lax(time),
  },
  'authentication webhook',
)
export type AuthenticationWebhook = t.TypeOf<typeof AuthenticationWebhook>
