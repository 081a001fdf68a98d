/** The request for a SEPA source and its mandate, as we must send it. */
import * as t from 'io-ts'
import { MandateType } from '../../../machines/words/mandate-names.ts'
import { anyText, bic, body, country, email, filled, sepaIban } from './strict-values.ts'

const BillingAddress = body(
  'a billing address',
  { address_line1: filled, city: filled, zip: filled, country },
  { address_line2: anyText, state: anyText },
)

const Phone = body('a phone', {}, { country_code: anyText, number: anyText })

/**
 * A customer. If it has neither id nor e-mail, the provider creates one with this name.
 * @spec interface#sepa-sources
 */
const Customer = body('a customer', {}, { id: filled, email, name: anyText })

const request = <B extends t.Mixed>(acceptedBic: B) =>
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
export const CreateSourceRequest = request(bic)
export type CreateSourceRequest = t.TypeOf<typeof CreateSourceRequest>

/**
 * The body of POST /sources in the sandbox, which accepts only one BIC.
 * @spec interface#sandbox-bic
 */
export const SandboxSourceRequest = request(t.literal('PBNKDEFFXXX', 'PBNKDEFFXXX, in the sandbox'))
