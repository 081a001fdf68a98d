/** The request for a SEPA source, and with it a mandate, as we have to send it. */
import * as t from 'io-ts'
import { MandateType } from '../words/names.ts'
import { anyText, bic, body, country, email, filled, iban } from './strict.ts'

const BillingAddress = body(
  'a billing address',
  { address_line1: filled, city: filled, zip: filled, country },
  { address_line2: anyText, state: anyText },
)

const Phone = body('a phone', {}, { country_code: anyText, number: anyText })

/** Neither id nor e-mail: a new customer is made, and named. @spec interface, SEPA source */
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
          account_iban: iban,
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

/** The same in the sandbox, which takes one BIC only. @spec interface, Limits (sandbox BIC) */
export const SandboxSourceRequest = request(t.literal('PBNKDEFFXXX', 'PBNKDEFFXXX, in the sandbox'))
