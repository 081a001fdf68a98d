import { isLeft } from 'fp-ts/lib/Either.js'
import { checkRequest, endpoints, explainUnsendable } from 'payfold/provider'

const source = {
  type: 'sepa',
  source_data: {
    first_name: 'Max',
    last_name: 'Mustermann',
    account_iban: 'DE89370400440532013001',
    mandate_type: 'recurring',
  },
  billing_address: { address_line1: 'Am Kai 1', city: 'Hamburg', zip: '20457', country: 'DE' },
}

const checked = checkRequest(endpoints.createSource)(source)
if (isLeft(checked)) console.log(explainUnsendable(checked.left).join('\n'))
