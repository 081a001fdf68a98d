/** Identifiers and enumerations in messages about sessions, and the name of a session's stream. */
import * as t from 'io-ts'
import { standard } from '../../src/words/data/codec.ts'
import { type Stream, streamOf } from '../../src/words/stream.ts'
import { id } from '../../src/words/text/plain-text.ts'

/** Names a 3-D Secure session. */
export const SessionId = id('sid')
export type SessionId = t.TypeOf<typeof SessionId>

/** Who runs a session's authentication: the merchant, or the service. */
export const Mode = standard(t.keyof({ non_hosted: null, hosted: null }, 'non_hosted or hosted'))
export type Mode = t.TypeOf<typeof Mode>

/** Where the cardholder is: in a browser, in an app, or absent when the merchant initiates the payment. */
export const Channel = standard(
  t.keyof(
    { browser: null, app: null, merchant_initiated: null },
    'browser, app or merchant_initiated',
  ),
)
export type Channel = t.TypeOf<typeof Channel>

/** A next action of a session, as the provider names it. @spec interface#next-actions */
export const NextAction = standard(
  t.keyof(
    {
      redirect_cardholder: null,
      collect_channel_data: null,
      issuer_fingerprint: null,
      challenge_cardholder: null,
      complete: null,
    },
    'a next action',
  ),
)
export type NextAction = t.TypeOf<typeof NextAction>

/** The stream of a session. */
export const sessionStream = (id: SessionId): Stream => streamOf('session', id)

const STATUSES = [
  'pending',
  'processing',
  'challenged',
  'challenge_abandoned',
  'expired',
  'approved',
  'attempted',
  'unavailable',
  'declined',
  'rejected',
] as const

/** The statuses that a session can have. @spec interface#session-statuses */
export const SESSION_STATUSES: readonly string[] = STATUSES

/** The status of a session. It does not show whether we have completed the session. */
export type SessionStatus = 'none' | (typeof STATUSES)[number]
