/** The fields of the interface, table by table, and the code of each. */
import type { EndpointName } from '../../src/provider/wire/endpoints.ts'

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

const READS = 'test/provider/wire/responses.test.ts'

const received = (
  title: string,
  endpoint: EndpointName,
  [home, codec]: readonly [string, string],
  fields: string,
  more: Partial<Fields> = {},
): Fields => ({
  kind: 'received',
  title,
  isTable: true,
  endpoint,
  home,
  codec,
  proof: READS,
  fields: fields.split(' '),
  ...more,
})

const sent = (
  title: string,
  endpoint: EndpointName,
  [home, codec]: readonly [string, string],
  proof: string,
  fields: string,
  more: Partial<Fields> = {},
): Fields => ({
  kind: 'sent',
  title,
  isTable: true,
  endpoint,
  home,
  codec,
  proof,
  fields: fields.split(' '),
  ...more,
})

const prose = { isTable: false } as const

/** Every field that the interface names, in its order. */
export const fieldTables: readonly Fields[] = [
  sent(
    'File upload (POST /files)',
    'uploadFile',
    ['src/provider/wire/file.ts', 'FileUploadRequest'],
    'test/provider/wire/file.test.ts',
    'file purpose',
    prose,
  ),
  received(
    'File upload response',
    'uploadFile',
    ['src/provider/wire/file.ts', 'FileUploadResponse'],
    'id _links.self.href',
  ),
  received(
    'File record (get file information)',
    'getFile',
    ['src/provider/wire/file.ts', 'FileRecord'],
    'id filename purpose size uploaded_on _links.self.href _links.download.href',
  ),
  received(
    'Payment action (element of the actions list)',
    'getPaymentActions',
    ['src/provider/wire/bodies.ts', 'PaymentAction'],
    'id type processed_on amount approved auth_code response_code response_summary reference metadata _links',
  ),
  sent(
    'Create-session request body (JSON)',
    'createSession',
    ['src/provider/wire/requests.ts', 'CreateSessionRequest'],
    'test/provider/wire/session-request.test.ts',
    'source source.type source.card source.expiry_month source.expiry_year source.name ' +
      'source.billing_address source.phone amount currency authentication_type ' +
      'authentication_category challenge_indicator reference transaction_type shipping_address ' +
      'completion completion.type completion.callback_url completion.success_url ' +
      'completion.failure_url',
  ),
  received(
    'Session response fields',
    'createSession',
    ['src/provider/wire/bodies.ts', 'SessionResponse'],
    'id transaction_id amount currency authentication_type authentication_category ' +
      'transaction_type status completed approved next_actions protocol_version reference ' +
      '_links.self _links.issuer_fingerprint _links.redirect',
  ),
  received(
    'Get session details',
    'getSession',
    ['src/provider/wire/bodies.ts', 'SessionResponse'],
    'id next_actions status',
    prose,
  ),
  received(
    'Submit channel data, response',
    'submitChannelData',
    ['src/provider/wire/bodies.ts', 'SessionResponse'],
    'id next_actions status',
    prose,
  ),
  sent(
    'Channel data, browser (all required)',
    'submitChannelData',
    ['src/provider/wire/requests.ts', 'BrowserData'],
    'test/provider/wire/channel-data.test.ts',
    'channel accept_header java_enabled language color_depth screen_height screen_width timezone ' +
      'user_agent ip_address 3ds_method_completion',
    { named: /browser/ },
  ),
  sent(
    'Channel data, app (all required)',
    'submitChannelData',
    ['src/provider/wire/requests.ts', 'AppData'],
    'test/provider/wire/channel-data.test.ts',
    'channel sdk_app_id sdk_max_timeout sdk_ephem_pub_key sdk_encrypted_data sdk_transaction_id ' +
      'sdk_interface_type sdk_ui_elements',
    { named: /app/ },
  ),
  sent(
    'Create-source request body (JSON)',
    'createSource',
    ['src/provider/wire/requests.ts', 'CreateSourceRequest'],
    'test/provider/wire/source-request.test.ts',
    'type reference source_data source_data.first_name source_data.last_name ' +
      'source_data.account_iban source_data.bic source_data.billing_descriptor ' +
      'source_data.mandate_type billing_address billing_address.address_line1 ' +
      'billing_address.address_line2 billing_address.city billing_address.state ' +
      'billing_address.zip billing_address.country phone phone.country_code phone.number customer ' +
      'customer.id customer.email customer.name',
  ),
  received(
    'Create-source response',
    'createSource',
    ['src/provider/wire/bodies.ts', 'SourceResponse'],
    'id type response_code response_data.mandate_reference customer.id _links.self ' +
      '_links.sepa:mandate-cancel _links.sepa:mandate-get',
    prose,
  ),
  received(
    'Retrieve-source response',
    'getSource',
    ['src/provider/wire/bodies.ts', 'SourceResponse'],
    'id type _links.self _links.sepa:mandate',
    prose,
  ),
  received(
    'Payment create response',
    'createPayment',
    ['src/provider/wire/bodies.ts', 'PaymentResponse'],
    'id status customer.id _links.self reference customer.email _links.redirect ' +
      '_links.simulator:payment-succeed _links.simulator:payment-expire ' +
      '_links.simulator:refund-succeed _links.simulator:refund-fail',
    prose,
  ),
  received(
    'Refund response',
    'requestRefund',
    ['src/provider/wire/bodies.ts', 'RefundResponse'],
    'action_id reference _links.payment',
    prose,
  ),
  received(
    'Payment details response',
    'getPayment',
    ['src/provider/wire/bodies.ts', 'PaymentResponse'],
    'id requested_on source amount currency payment_type status risk.flagged customer.id ' +
      '_links.self _links.redirect _links.simulator:payment-succeed',
    prose,
  ),
  received(
    'Payment details response, source',
    'getPayment',
    ['src/provider/wire/bodies.ts', 'PaymentSource'],
    'type provider_order_id provider_payment_id integration_type description ticket',
    { prefix: 'source.' },
  ),
  received(
    'Payment details response, ticket',
    'getPayment',
    ['src/provider/wire/bodies.ts', 'Ticket'],
    'type number barcode id expiration_date provider_name provider_logo_url ticket_url',
    { prefix: 'source.ticket.' },
  ),
  sent(
    'SEPA payment (POST /payments)',
    'createPayment',
    ['src/provider/wire/requests.ts', 'CreatePaymentRequest'],
    'test/provider/wire/payment-request.test.ts',
    'source.type source.id amount currency reference',
    { ...prose, named: /SEPA/i },
  ),
  sent(
    'Ticket payment create body',
    'createPayment',
    ['src/provider/wire/requests.ts', 'CreatePaymentRequest'],
    'test/provider/wire/payment-request.test.ts',
    'source source.type source.integration_type source.country source.payer source.payer.name ' +
      'source.payer.email source.payer.document source.description amount currency',
    { named: /ticket/i },
  ),
  sent(
    'Refund (POST /payments/{payment_id}/refunds)',
    'requestRefund',
    ['src/provider/wire/requests.ts', 'RefundRequest'],
    'test/provider/wire/payment-request.test.ts',
    'amount reference',
    prose,
  ),
]
