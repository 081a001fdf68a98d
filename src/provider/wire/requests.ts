/** The requests for a payment, a refund, a SEPA source, a session and its channel data, as we must send them. */
import * as t from 'io-ts'
import { MandateType } from '../../../machines/words/mandate-names.ts'
import { SourceId } from '../../../machines/words/payment-names.ts'
import { check, closedRecord, delegate, fields, integer } from '../../words/data/codec.ts'
import { Amount, amountIn, Currency } from '../../words/money.ts'
import {
  anyText,
  bic,
  body,
  byTag,
  cardNumber,
  choosing,
  country,
  digits,
  email,
  filled,
  ipAddress,
  language,
  list,
  object,
  offsetMinutes,
  positive,
  positiveOrDigits,
  sepaIban,
  url,
  withNames,
  yesOrNo,
} from './strict-values.ts'

/** Whether the issuer's 3DS Method completed (`Y`), did not (`N`), or does not exist (`U`). */
const MethodCompletion = t.keyof({ Y: null, N: null, U: null }, 'Y, N or U')

/** The cardholder's browser. @spec interface#channel-data-from-a-browser */
const BrowserData = withNames(
  'channel data of a browser',
  {
    channel: t.literal('browser', 'browser'),
    accept_header: filled,
    java_enabled: yesOrNo,
    language,
    ...fields(digits, 'color_depth', 'screen_height', 'screen_width'),
    timezone: offsetMinutes,
    user_agent: filled,
    ip_address: ipAddress,
    '3ds_method_completion': MethodCompletion,
  },
  {},
  '3ds_method_completion',
  // so the provider's own libraries call it
  ['three_ds_method_completion'],
)

const SdkInterfaceType = t.keyof({ native: null, html: null, both: null }, 'native, html or both')

const SdkUiElement = t.keyof(
  { text: null, single_select: null, multi_select: null, oob: null, html_other: null },
  'text, single_select, multi_select, oob or html_other',
)

/** The data that an app's SDK creates for the issuer. @spec interface#channel-data-from-an-app */
const AppData = body('channel data of an app', {
  channel: t.literal('app', 'app'),
  sdk_app_id: filled,
  sdk_max_timeout: integer('minutes, at least 1', 1, Number.MAX_SAFE_INTEGER),
  sdk_ephem_pub_key: object,
  sdk_encrypted_data: filled,
  sdk_transaction_id: filled,
  sdk_interface_type: SdkInterfaceType,
  sdk_ui_elements: t.array(SdkUiElement, 'a list of UI elements'),
})

/** The body of PUT /sessions/{id}/channel-data; `channel` says which form it has. */
export const ChannelData = byTag('channel data', 'channel', {
  browser: BrowserData,
  app: AppData,
})

/** A payment from a SEPA source. @spec interface#payments; interface#limits */
const OnSource = body(
  'a payment on a source',
  {
    source: body('a source', { type: t.literal('id', 'id'), id: SourceId }),
    amount: positive,
    currency: t.literal('EUR', 'EUR'),
  },
  { reference: anyText },
)

const Payer = body('a payer', { name: filled, email, document: filled })

type Integration = 'direct' | 'redirect'

/** The method's name depends on the merchant's account. @spec interface#creating-a-ticket-payment */
const byTicket = (integrationType: t.Type<Integration, Integration, unknown>) =>
  body(
    'a payment by ticket',
    {
      source: body(
        'a source',
        {
          type: filled,
          integration_type: integrationType,
          country: t.literal('AR', 'AR'),
          payer: Payer,
        },
        { description: anyText },
      ),
      amount: positiveOrDigits,
      currency: t.literal('ARS', 'ARS'),
    },
    { reference: anyText },
  )

const ByTicket = byTicket(t.keyof({ direct: null, redirect: null }, 'direct or redirect'))
const ByTicketInSandbox = byTicket(
  check('direct, in the sandbox', (input): input is Integration => input === 'direct'),
)

type CreatePayment = t.TypeOf<typeof OnSource> | t.TypeOf<typeof ByTicket>

const Typed = t.type({ source: t.type({ type: t.string }) })
const InPesos = t.type({ currency: t.literal('ARS') })

const paymentRequest = (onTicket: typeof ByTicket) =>
  choosing<CreatePayment, CreatePayment>('a create-payment request', (input) =>
    (Typed.is(input) ? input.source.type !== 'id' : InPesos.is(input)) ? onTicket : OnSource,
  )

/** The body of POST /payments. */
export const CreatePaymentRequest = paymentRequest(ByTicket)

/** In the sandbox, only direct tickets can be tried. @spec interface#creating-a-ticket-payment */
export const SandboxPaymentRequest = paymentRequest(ByTicketInSandbox)

/** Nobody should request a refund of everything by leaving something out. */
const Missing = check(
  `${positive.name}: without it, everything that is left would be refunded`,
  (_: unknown): _ is never => false,
)

/** The fields that the provider's pages show for a refund; it must have no other. */
const Refund = closedRecord(
  'a refund request',
  { amount: positive },
  {
    reference: anyText,
    metadata: object,
    amount_allocations: list,
    capture_action_id: filled,
    destination: object,
    items: list,
  },
)

/**
 * The provider refunds everything that is left without an amount, so an amount is needed; no other field may
 * be there, because a misspelt amount is none. @spec decisions#12
 */
export const RefundRequest = new t.Type<t.TypeOf<typeof Refund>, unknown, unknown>(
  Refund.name,
  Refund.is,
  (input, context) => {
    const given: unknown = input === undefined ? {} : input
    const isWhole = t.UnknownRecord.is(given) && given['amount'] === undefined
    const key = { key: 'amount', type: Missing, actual: undefined }
    const checked = delegate(Refund, isWhole ? { ...given, amount: 1 } : given, context)
    return isWhole && checked._tag === 'Right' ? t.failure(undefined, [...context, key]) : checked
  },
  (output) => output,
)

const PLACE = { address_line1: filled, city: filled, zip: filled, country }
const MORE_OF_PLACE = { address_line2: anyText, state: anyText }

const BillingAddress = body('a billing address', PLACE, MORE_OF_PLACE)

const Phone = body('a phone', {}, { country_code: anyText, number: anyText })

/** Without id and e-mail, the provider creates one with this name. @spec interface#sepa-sources */
const Customer = body('a customer', {}, { id: filled, email, name: anyText })

const sourceRequest = <B extends t.Mixed>(acceptedBic: B) =>
  body(
    'a create-source request',
    {
      type: t.literal('sepa', 'sepa'),
      source_data: body(
        'source data',
        {
          first_name: filled,
          last_name: filled,
          account_iban: sepaIban,
          billing_descriptor: filled,
          mandate_type: MandateType,
        },
        { bic: acceptedBic },
      ),
      billing_address: BillingAddress,
    },
    { reference: anyText, phone: Phone, customer: Customer },
  )

/** The body of POST /sources. */
export const CreateSourceRequest = sourceRequest(bic)

/** The sandbox accepts only one BIC. @spec interface#sandbox-bic */
export const SandboxSourceRequest = sourceRequest(
  t.literal('PBNKDEFFXXX', 'PBNKDEFFXXX, in the sandbox'),
)

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

const SessionSource = byTag('a source', 'type', {
  card: member('card', ['number']),
  network_token: member('network_token', ['number', 'token']),
})

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

/** The interface spells the merchant's own flow in two ways. */
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

/** Recorded messages contain more values than the interface. @spec interface#sessions-on-the-wire */
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

const ShippingAddress = body('a shipping address', {}, { ...PLACE, ...MORE_OF_PLACE })

const MerchantInitiated = body('channel data without a cardholder', {
  channel: t.literal('merchant_initiated', 'merchant_initiated'),
})

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
