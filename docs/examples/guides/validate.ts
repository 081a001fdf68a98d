import { isLeft } from 'fp-ts/lib/Either.js'
import { payfold } from 'payfold'
import { sepaMandate } from 'payfold/machines'
import { checkRequest, endpoints } from 'payfold/provider'

const pf = payfold([sepaMandate])

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
if (isLeft(checked)) console.log(pf.explain(checked.left))
