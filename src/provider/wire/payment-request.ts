/** Requests for payments and refunds, as we must send them. */
import * as t from 'io-ts'
import { SourceId } from '../../../machines/words/payment-names.ts'
import { check, closedRecord, delegate } from '../../words/data/codec.ts'
import {
  anyText,
  body,
  email,
  filled,
  list,
  object,
  positive,
  positiveOrDigits,
} from './strict-values.ts'

/** A payment from a SEPA source. @spec interface#payments; interface#limits */
const OnSource = body(
  'a payment on a source',
  {
    source: body('a source', { type: t.literal('id', 'id'), id: SourceId }, {}),
    amount: positive,
    currency: t.literal('EUR', 'EUR'),
  },
  { reference: anyText },
)

const Payer = body('a payer', { name: filled, email, document: filled }, {})

/**
 * A payment by ticket. The name of the method depends on the merchant's account.
 * @spec interface#creating-a-ticket-payment
 */
type Integration = 'direct' | 'redirect'

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

/** Chooses one of the two forms by the source's type, or by the currency if there is no type. */
const request = (onTicket: typeof ByTicket) => {
  const formOf = (input: unknown) => {
    const isTicket = Typed.is(input) ? input.source.type !== 'id' : InPesos.is(input)
    return isTicket ? onTicket : OnSource
  }
  return new t.Type<CreatePayment, CreatePayment, unknown>(
    'a create-payment request',
    (input): input is CreatePayment => OnSource.is(input) || onTicket.is(input),
    (input, context) => delegate<CreatePayment>(formOf(input), input, context),
    (output) => output,
  )
}

/** The body of POST /payments. */
export const CreatePaymentRequest = request(ByTicket)
export type CreatePaymentRequest = t.TypeOf<typeof CreatePaymentRequest>

/**
 * The body of POST /payments in the sandbox, where only direct tickets can be tried.
 * @spec interface#creating-a-ticket-payment
 */
export const SandboxPaymentRequest = request(ByTicketInSandbox)

/** What is missing in a refund of everything: nobody should request that by leaving something out. */
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
 * The body of POST /payments/{id}/refunds. The provider takes none as well, or one without an amount,
 * and refunds everything that is left: name the amount instead. Any other field is refused, because a
 * misspelt amount is none. @spec decisions#12
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
export type RefundRequest = t.TypeOf<typeof RefundRequest>
