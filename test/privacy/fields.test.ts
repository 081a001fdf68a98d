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
  expect([...matters].toSorted()).toMatchInlineSnapshot(`
    [
      "body",
      "body.*.amount",
      "body.*.approved",
      "body.*.id",
      "body.*.processed_on",
      "body.*.reference",
      "body.*.response_code",
      "body.*.type",
      "body.action_id",
      "body.amount",
      "body.approved",
      "body.balances.total_captured",
      "body.balances.total_refunded",
      "body.completed",
      "body.completion.type",
      "body.created_on",
      "body.currency",
      "body.customer.id",
      "body.data.action_id",
      "body.data.amount",
      "body.data.balances.total_captured",
      "body.data.balances.total_refunded",
      "body.data.challenged",
      "body.data.currency",
      "body.data.customer.id",
      "body.data.date",
      "body.data.dispute_id",
      "body.data.id",
      "body.data.instruction.value_date",
      "body.data.payment_action_id",
      "body.data.payment_id",
      "body.data.processed_on",
      "body.data.protocol_version",
      "body.data.reason",
      "body.data.reason_code",
      "body.data.reference",
      "body.data.response_code",
      "body.data.risk.flagged",
      "body.data.session_id",
      "body.data.source.id",
      "body.data.source.type",
      "body.error_codes.*",
      "body.error_type",
      "body.id",
      "body.next_actions.*",
      "body.protocol_version",
      "body.reference",
      "body.requested_on",
      "body.response_code",
      "body.response_data.mandate_reference",
      "body.risk.flagged",
      "body.source.dlocal_order_id",
      "body.source.dlocal_payment_id",
      "body.source.id",
      "body.source.integration_type",
      "body.source.provider_order_id",
      "body.source.provider_payment_id",
      "body.source.ticket.expiration_date",
      "body.source.ticket.provider_name",
      "body.status",
      "body.transaction_id",
      "body.type",
      "commandId",
      "isVerified",
      "request.amount",
      "request.channel",
      "request.currency",
      "request.customer.id",
      "request.reference",
      "request.source.id",
      "request.source.integration_type",
      "request.source.provider_order_id",
      "request.source.provider_payment_id",
      "request.source.ticket.expiration_date",
      "request.source.ticket.provider_name",
      "request.source.type",
      "request.source_data.mandate_type",
    ]
  `)
})

test('a word that the sender chose appears only from these fields', () => {
  expect([...shows].toSorted()).toMatchInlineSnapshot(`
    [
      "body.*.reference",
      "body.*.response_code",
      "body.*.type",
      "body.data.protocol_version",
      "body.data.reason",
      "body.data.reference",
      "body.data.response_code",
      "body.error_codes.*",
      "body.error_type",
      "body.id",
      "body.protocol_version",
      "body.reference",
      "body.response_code",
      "body.response_data.mandate_reference",
      "body.source.dlocal_order_id",
      "body.source.dlocal_payment_id",
      "body.source.integration_type",
      "body.source.provider_order_id",
      "body.source.provider_payment_id",
      "body.source.ticket.provider_name",
      "body.status",
      "body.transaction_id",
      "body.type",
      "commandId",
      "request.reference",
      "request.source.integration_type",
      "request.source.provider_order_id",
      "request.source.provider_payment_id",
      "request.source.ticket.provider_name",
    ]
  `)
})
