/** The request for a 3-D Secure session, as we must send it. */
import * as t from 'io-ts'
import { delegate, integer } from '../../words/data/codec.ts'
import { Amount, amountIn, Currency } from '../../words/money.ts'
import { AppData, BrowserData } from './channel-data.ts'
import {
  anyText,
  body,
  byTag,
  cardNumber,
  country,
  filled,
  object,
  url,
  withNames,
} from './strict-values.ts'

/**
 * The interface's table calls the number `card`, and its example and every library of the provider
 * `number`; of a network token, the libraries call it `token`. @spec interface#creating-a-session
 */
const member = <T extends string, N extends string>(type: T, names: readonly N[]) =>
  withNames(
    `a source of type ${type}`,
    {
      type: t.literal(type, type),
      card: cardNumber,
      expiry_month: integer('a month from 1 to 12', 1, 12),
      expiry_year: integer('a year of four digits', 1000, 9999),
    },
    { name: filled, billing_address: object, phone: object },
    'card',
    names,
  )

/** What to authenticate: a card, or the network token that a card scheme issued for it. */
const SessionSource = byTag('a source', 'type', {
  card: member('card', ['number']),
  network_token: member('network_token', ['number', 'token']),
})

/** How the flow ends: the provider calls us, or sends the cardholder back to our pages. */
const NonHosted = <N extends string>(type: N) =>
  body(
    'the completion of a non-hosted session',
    { type: t.literal(type, type), callback_url: url },
    { challenge_notification_url: url },
  )

const Hosted = body(
  'the completion of a hosted session',
  { type: t.literal('hosted', 'hosted'), success_url: url, failure_url: url },
  { callback_url: url },
)

/**
 * How a session ends. The interface has two spellings of the merchant's own flow; both are
 * accepted.
 */
const Completion = byTag('a completion', 'type', {
  non_hosted: NonHosted('non_hosted'),
  'non-hosted': NonHosted('non-hosted'),
  hosted: Hosted,
})

const names = <N extends string>(...all: readonly [N, ...N[]]) =>
  t.keyof(
    Object.fromEntries(all.map((name) => [name, null])) as Record<N, null>,
    `one of ${all.join(', ')}`,
  )

/** What the cardholder is authenticated for. @spec interface#sessions-on-the-wire */
const AuthenticationType = names('add_card', 'installment', 'maintain_card', 'recurring', 'regular')

/** Whether the authentication is for a payment. @spec interface#sessions-on-the-wire */
const AuthenticationCategory = names('payment', 'non_payment')

/**
 * Whether we want the issuer to challenge the cardholder. The interface lists four of these values;
 * recorded messages contain the others. @spec interface#sessions-on-the-wire
 */
const ChallengeIndicator = names(
  'no_preference',
  'no_challenge_requested',
  'challenge_requested',
  'challenge_requested_mandate',
  'low_value',
  'trusted_listing',
  'trusted_listing_prompt',
  'transaction_risk_assessment',
  'data_share',
)

/** What is being paid for. @spec interface#sessions-on-the-wire */
const TransactionType = names(
  'account_funding',
  'check_acceptance',
  'goods_service',
  'prepaid_activation_and_load',
  'quasi_card_transaction',
)

const ShippingAddress = body(
  'a shipping address',
  {},
  {
    address_line1: filled,
    address_line2: anyText,
    city: filled,
    state: anyText,
    zip: filled,
    country,
  },
)

const MerchantInitiated = body(
  'channel data without a cardholder',
  { channel: t.literal('merchant_initiated', 'merchant_initiated') },
  {},
)

const Form = body(
  'a create-session request',
  { source: SessionSource, currency: Currency, completion: Completion },
  {
    amount: Amount,
    authentication_type: AuthenticationType,
    authentication_category: AuthenticationCategory,
    challenge_indicator: ChallengeIndicator,
    reference: anyText,
    transaction_type: TransactionType,
    shipping_address: ShippingAddress,
    channel_data: byTag('channel data', 'channel', {
      browser: BrowserData,
      app: AppData,
      merchant_initiated: MerchantInitiated,
    }),
  },
)

/**
 * The body of POST /sessions. If the amount is absent or 0, the request is for a card verification.
 * If the request contains channel data, the new session may already be past `pending`. In some
 * currencies an amount ends in zeros.
 * @spec interface#creating-a-session; interface#sessions-on-the-wire; sources#amount-values
 */
export const CreateSessionRequest = new t.Type<t.TypeOf<typeof Form>, unknown, unknown>(
  Form.name,
  Form.is,
  (input, context) => {
    const read = delegate(Form, input, context)
    if (read._tag === 'Left') return read
    const { amount: actual, currency } = read.right
    const type = amountIn(currency)
    return actual === undefined || type.is(actual)
      ? read
      : t.failure(actual, [...context, { key: 'amount', type, actual }])
  },
  (output) => output,
)
export type CreateSessionRequest = t.TypeOf<typeof CreateSessionRequest>
