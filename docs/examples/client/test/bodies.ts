/** Complete bodies of requests: messages keep only the fields from which payfold reads facts. */
import type { EndpointName } from 'payfold/provider'

type Body = Readonly<Record<string, unknown>>

const holder = {
  first_name: 'Test',
  last_name: 'Holder',
  // the example in the registry of account numbers
  account_iban: 'DE89370400440532013000',
  billing_descriptor: 'Example shop',
  mandate_type: 'recurring',
}
const address = { address_line1: '1 Example Street', city: 'Berlin', zip: '10115', country: 'DE' }
const payer = { name: 'Test Payer', email: 'payer@example.com', document: '00000000' }

const pages = {
  callback_url: 'https://shop.example/callback',
  success_url: 'https://shop.example/success',
  failure_url: 'https://shop.example/failure',
}
const card = { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2030 }

export const browser = {
  channel: 'browser',
  accept_header: '*/*',
  java_enabled: false,
  language: 'en',
  color_depth: '24',
  screen_height: '1080',
  screen_width: '1920',
  timezone: '-60',
  user_agent: 'Mozilla/5.0',
  three_ds_method_completion: 'U',
  ip_address: '192.0.2.1',
}

export const app = {
  channel: 'app',
  sdk_app_id: 'dbd64fcb-c19a-4728-8849-e3d50bfdde39',
  sdk_max_timeout: 5,
  sdk_encrypted_data: '{}',
  sdk_ephem_pub_key: { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF4', y: 'x_FEzRu9m36H' },
  sdk_reference_number: '3DS_LOA_SDK_PPFU_020100_00007',
  sdk_transaction_id: 'b2385523-a66c-4907-ac3c-91848e8c0067',
  sdk_interface_type: 'both',
  sdk_ui_elements: ['text'],
}

const of = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {}

const COMPLETE: Readonly<Partial<Record<EndpointName, (kept: Body) => Body>>> = {
  createSource: ({ source_data, customer, ...kept }) => ({
    ...kept,
    type: 'sepa',
    source_data: { ...holder, ...of(source_data) },
    billing_address: address,
    ...(customer === undefined ? {} : { customer }),
  }),
  createPayment: ({ source, ...kept }) =>
    of(source)['type'] === 'id'
      ? { source, ...kept }
      : { ...kept, source: { ...of(source), payer } },
  createSession: ({ completion, ...kept }) => {
    const { type = 'non_hosted' } = of(completion) as { type?: string }
    const { success_url, failure_url, callback_url } = pages
    const own = type === 'hosted' ? { success_url, failure_url } : {}
    return { currency: 'EUR', ...kept, source: card, completion: { type, callback_url, ...own } }
  },
  submitChannelData: ({ channel }) => (channel === 'app' ? app : browser),
}

/** The body of a request, completed from what a message kept of it. */
export const complete = (endpoint: EndpointName, kept: unknown): unknown =>
  COMPLETE[endpoint]?.(of(kept)) ?? kept ?? undefined
