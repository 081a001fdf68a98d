/** The fields of the interface, table by table, and the code of each. */
import type { EndpointName } from '../../src/provider/wire/endpoints.ts'
import { wordsOf } from '../given.ts'

/** A table of fields of one body. `prefix` is what the interface omits from their names. */
export interface Fields {
  readonly kind: 'sent' | 'received'
  /** The interface's name of the table, or the sentence that lists the fields. */
  readonly title: string
  /** Whether it is a table in the interface, which must then have these rows. */
  readonly isTable: boolean
  readonly endpoint: EndpointName
  readonly named?: RegExp
  readonly prefix?: string
  readonly home: string
  readonly codec: string
  readonly proof: string
  readonly fields: readonly string[]
}

/**
 * Each table: its title, whether it is sent or received, the endpoint, the codec in its file, and of what is sent
 * the test; `prose` if it is no table in the interface, what `named` requests have it, and what its fields are
 * `in`. Then its fields. All are in the folder `provider/wire`.
 */
const TEXT = `
File upload (POST /files) | sent | uploadFile | file.ts#FileUploadRequest | file.test.ts | prose
  file purpose
File upload response | received | uploadFile | file.ts#FileUploadResponse
  id _links.self.href
File record (get file information) | received | getFile | file.ts#FileRecord
  id filename purpose size uploaded_on _links.self.href _links.download.href
Payment action (element of the actions list) | received | getPaymentActions | bodies.ts#PaymentAction
  id type processed_on amount approved auth_code response_code response_summary reference metadata
  _links
Create-session request body (JSON) | sent | createSession | requests.ts#CreateSessionRequest | session-request.test.ts
  source source.type source.card source.expiry_month source.expiry_year source.name
  source.billing_address source.phone amount currency authentication_type authentication_category
  challenge_indicator reference transaction_type shipping_address completion completion.type
  completion.callback_url completion.success_url completion.failure_url
Session response fields | received | createSession | bodies.ts#SessionResponse
  id transaction_id amount currency authentication_type authentication_category transaction_type
  status completed approved next_actions protocol_version reference _links.self
  _links.issuer_fingerprint _links.redirect
Get session details | received | getSession | bodies.ts#SessionResponse | prose
  id next_actions status
Submit channel data, response | received | submitChannelData | bodies.ts#SessionResponse | prose
  id next_actions status
Channel data, browser (all required) | sent | submitChannelData | requests.ts#BrowserData | channel-data.test.ts | named browser
  channel accept_header java_enabled language color_depth screen_height screen_width timezone
  user_agent ip_address 3ds_method_completion
Channel data, app (all required) | sent | submitChannelData | requests.ts#AppData | channel-data.test.ts | named app
  channel sdk_app_id sdk_max_timeout sdk_ephem_pub_key sdk_encrypted_data sdk_transaction_id
  sdk_interface_type sdk_ui_elements
Create-source request body (JSON) | sent | createSource | requests.ts#CreateSourceRequest | source-request.test.ts
  type reference source_data source_data.first_name source_data.last_name source_data.account_iban
  source_data.bic source_data.billing_descriptor source_data.mandate_type billing_address
  billing_address.address_line1 billing_address.address_line2 billing_address.city
  billing_address.state billing_address.zip billing_address.country phone phone.country_code
  phone.number customer customer.id customer.email customer.name
Create-source response | received | createSource | bodies.ts#SourceResponse | prose
  id type response_code response_data.mandate_reference customer.id _links.self
  _links.sepa:mandate-cancel _links.sepa:mandate-get
Retrieve-source response | received | getSource | bodies.ts#SourceResponse | prose
  id type _links.self _links.sepa:mandate
Payment create response | received | createPayment | bodies.ts#PaymentResponse | prose
  id status customer.id _links.self reference customer.email _links.redirect
  _links.simulator:payment-succeed _links.simulator:payment-expire _links.simulator:refund-succeed
  _links.simulator:refund-fail
Refund response | received | requestRefund | bodies.ts#RefundResponse | prose
  action_id reference _links.payment
Payment details response | received | getPayment | bodies.ts#PaymentResponse | prose
  id requested_on source amount currency payment_type status risk.flagged customer.id _links.self
  _links.redirect _links.simulator:payment-succeed
Payment details response, source | received | getPayment | bodies.ts#PaymentSource | in source.
  type provider_order_id provider_payment_id integration_type description ticket
Payment details response, ticket | received | getPayment | bodies.ts#Ticket | in source.ticket.
  type number barcode id expiration_date provider_name provider_logo_url ticket_url
SEPA payment (POST /payments) | sent | createPayment | requests.ts#CreatePaymentRequest | payment-request.test.ts | prose | named SEPA
  source.type source.id amount currency reference
Ticket payment create body | sent | createPayment | requests.ts#CreatePaymentRequest | payment-request.test.ts | named ticket
  source source.type source.integration_type source.country source.payer source.payer.name
  source.payer.email source.payer.document source.description amount currency
Refund (POST /payments/{payment_id}/refunds) | sent | requestRefund | requests.ts#RefundRequest | payment-request.test.ts | prose
  amount reference
`

const tableIn = (text: string): Fields => {
  const [head = '', ...fields] = text.split('\n')
  const [title = '', kind, endpoint, codecOf = '', ...more] = head.split(' | ')
  const [file, codec = ''] = codecOf.split('#')
  const said = (word: string): string | undefined =>
    more.find((each) => each.startsWith(word))?.slice(word.length)
  const [named, prefix] = [said('named '), said('in ')]
  return {
    kind: kind as Fields['kind'],
    title,
    isTable: !more.includes('prose'),
    endpoint: endpoint as EndpointName,
    ...(named === undefined ? {} : { named: new RegExp(named, 'i') }),
    ...(prefix === undefined ? {} : { prefix }),
    home: `src/provider/wire/${file}`,
    codec,
    proof: `test/provider/wire/${kind === 'sent' ? more[0] : 'responses.test.ts'}`,
    fields: wordsOf(fields.join(' ')),
  }
}

/** Every field that the interface names, in its order. */
export const fieldTables: readonly Fields[] = TEXT.trim()
  .split(/\n(?! )/)
  .map(tableIn)
