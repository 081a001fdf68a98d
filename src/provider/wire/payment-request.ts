/** Requests for payments and refunds, as we must send them. */
import * as t from 'io-ts'
import { SourceId } from '../../../machines/payment/names.ts'
import { delegate } from '../../words/codec.ts'
import { anyText, body, email, filled, positive, positiveOrDigits } from './strict.ts'

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
const ByTicket = body(
  'a payment by ticket',
  {
    source: body(
      'a source',
      {
        type: filled,
        integration_type: t.keyof({ direct: null, redirect: null }, 'direct or redirect'),
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

type CreatePayment = t.TypeOf<typeof OnSource> | t.TypeOf<typeof ByTicket>

const Typed = t.type({ source: t.type({ type: t.string }) })
const InPesos = t.type({ currency: t.literal('ARS') })

/** Chooses one of the two forms by the source's type, or by the currency if there is no type. */
const formOf = (input: unknown) => {
  const isTicket = Typed.is(input) ? input.source.type !== 'id' : InPesos.is(input)
  return isTicket ? ByTicket : OnSource
}

/** The body of POST /payments. */
export const CreatePaymentRequest = new t.Type<CreatePayment, CreatePayment, unknown>(
  'a create-payment request',
  (input): input is CreatePayment => OnSource.is(input) || ByTicket.is(input),
  (input, context) => delegate<CreatePayment>(formOf(input), input, context),
  (output) => output,
)
export type CreatePaymentRequest = t.TypeOf<typeof CreatePaymentRequest>

/**
 * The body of POST /payments/{id}/refunds. Without an amount, it requests a refund of everything
 * that is left.
 */
export const RefundRequest = body('a refund request', {}, { amount: positive, reference: anyText })
export type RefundRequest = t.TypeOf<typeof RefundRequest>
