/** Closed sets of names that messages and events share. */
import * as t from 'io-ts'
import { standard } from './codec.ts'

/** Who runs a session's authentication: the merchant, or the service. */
export const Mode = standard(t.keyof({ non_hosted: null, hosted: null }, 'non_hosted or hosted'))
export type Mode = t.TypeOf<typeof Mode>

/** Where a session's cardholder is. */
export const Channel = standard(
  t.keyof(
    { browser: null, app: null, merchant_initiated: null },
    'browser, app or merchant_initiated',
  ),
)
export type Channel = t.TypeOf<typeof Channel>

/** What the provider says is to be done next about a session. @spec interface, Next actions */
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

/** How often a mandate may be used: once, or again and again. */
export const MandateType = standard(
  t.keyof({ single: null, recurring: null }, 'single or recurring'),
)
export type MandateType = t.TypeOf<typeof MandateType>

/**
 * How a payment is made, as far as a message tells: `sepa`, `ticket`, or `other` for a method that
 * has no lifecycle here, such as a card.
 */
export const Method = standard(
  t.keyof({ sepa: null, ticket: null, other: null }, 'sepa, ticket or other'),
)
export type Method = t.TypeOf<typeof Method>
