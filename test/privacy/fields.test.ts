/** Which fields of a message change its events: only these are read for the log. */
import { expect, test } from 'vitest'
import { type Place, placesIn, valueAt, withAt } from '../provider/read/messages.ts'
import { readDelivery } from '../read-delivery.ts'
import { whole } from './whole.ts'

/** A word that any open field would accept: it would appear wherever it could. */
const MARK = 'Zq7Secret'

const nameOf = (place: Place): string =>
  place.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

/** Fields that say how, when and about what a message came, and what a backend adds itself. */
const isEnvelope = (name: string): boolean => /^(kind|receivedAt|endpoint|status|params)/.test(name)

const leavesIn = (delivery: object): readonly Place[] =>
  placesIn(delivery).filter((place) => {
    const value = valueAt(delivery, place)
    return typeof value !== 'object' && !isEnvelope(nameOf(place))
  })

/** Fields of one object, by their names. */
const within = (parent: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${parent}.${name}`)

const matters = new Set<string>()
const shows = new Set<string>()
for (const { delivery } of whole) {
  const before = JSON.stringify(readDelivery(delivery))
  for (const place of leavesIn(delivery)) {
    const readWith = (other: unknown): string =>
      JSON.stringify(readDelivery(withAt(delivery, place, other)))
    const after = readWith(MARK)
    if (after !== before || readWith(undefined) !== before) matters.add(nameOf(place))
    if (after.toLowerCase().includes(MARK.toLowerCase())) shows.add(nameOf(place))
  }
}

test('other fields of a message change nothing: no id, no hash, no state', () => {
  const fields = [
    ...['body', 'commandId', 'isVerified'],
    ...within('body.*', 'amount approved id processed_on reference response_code type'),
    ...within('body', 'action_id amount approved balances.total_captured'),
    ...within('body', 'balances.total_refunded completed completion.type created_on'),
    ...within('body', 'currency customer.id error_codes.* error_type id next_actions.*'),
    ...within('body', 'protocol_version reference requested_on response_code'),
    ...within('body', 'response_data.mandate_reference risk.flagged status transaction_id'),
    ...within('body', 'type'),
    ...within('body.data', 'action_id amount balances.total_captured'),
    ...within('body.data', 'balances.total_refunded challenged currency customer.id date'),
    ...within('body.data', 'dispute_id id instruction.value_date payment_action_id'),
    ...within('body.data', 'payment_id processed_on protocol_version reason reason_code'),
    ...within('body.data', 'reference response_code risk.flagged session_id'),
    ...within('body.data.source', 'id type'),
    ...within('body.source', 'dlocal_order_id dlocal_payment_id id integration_type'),
    ...within('body.source', 'provider_order_id provider_payment_id ticket.expiration_date'),
    ...within('body.source', 'ticket.provider_name'),
    ...within('request', 'amount channel currency customer.id reference'),
    ...within('request', 'source_data.mandate_type'),
    ...within('request.source', 'id integration_type provider_order_id provider_payment_id'),
    ...within('request.source', 'ticket.expiration_date ticket.provider_name type'),
  ]
  expect([...matters].toSorted()).toEqual(fields.toSorted())
})

test('a word that the sender chose appears only from these fields', () => {
  const fields = [
    ...['commandId'],
    ...within('body.*', 'reference response_code type'),
    ...within('body.data', 'protocol_version reason reference response_code'),
    ...within('body', 'error_codes.* error_type id protocol_version reference response_code'),
    ...within('body', 'response_data.mandate_reference status transaction_id type'),
    ...within('body.source', 'dlocal_order_id dlocal_payment_id integration_type'),
    ...within('body.source', 'provider_order_id provider_payment_id ticket.provider_name'),
    ...within('request', 'reference'),
    ...within('request.source', 'integration_type provider_order_id provider_payment_id'),
    ...within('request.source', 'ticket.provider_name'),
  ]
  expect([...shows].toSorted()).toEqual(fields.toSorted())
})
