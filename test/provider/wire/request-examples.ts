/** A complete example of every request body: each field that the interface names. */
import { type RequestExample, request } from './example.ts'

const uploadOf = (kind: string, beginning: readonly number[]): RequestExample =>
  request('uploadFile', `the upload of a ${kind}`, {
    file: Uint8Array.of(...beginning, 0x10, 0x20, 0x30, 0x40),
    purpose: 'dispute_evidence',
  })

const browser = {
  channel: 'browser',
  accept_header: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  java_enabled: false,
  language: 'es-AR',
  color_depth: '24',
  screen_height: '1080',
  screen_width: '1920',
  timezone: '180',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip_address: '192.0.2.17',
  '3ds_method_completion': 'Y',
}

const app = {
  channel: 'app',
  sdk_app_id: '0b8f9c1e-7a52-4f0d-8c3b-2f64d7ae9b15',
  sdk_max_timeout: 5,
  sdk_ephem_pub_key: { kty: 'EC', crv: 'P-256', x: 'Zmlyc3QgaGFsZg', y: 'b3RoZXIgaGFsZg' },
  sdk_encrypted_data: 'eyJlbmMiOiJBMTI4Q0JDLUhTMjU2In0.c2VhbGVk',
  sdk_transaction_id: '6d2f4a90-51c7-4eb8-a3d0-9e8b7c605f42',
  sdk_interface_type: 'both',
  sdk_ui_elements: ['text', 'single_select', 'multi_select', 'oob', 'html_other'],
}

const shipping = {
  address_line1: 'Calle Florida 100',
  address_line2: 'Piso 3',
  city: 'Buenos Aires',
  state: 'C',
  zip: 'C1005',
  country: 'AR',
}

const cardSource = {
  type: 'card',
  card: '4242424242424242',
  expiry_month: 11,
  expiry_year: 2031,
  name: 'Grace Hopper',
  billing_address: { address_line1: 'Lavalle 12', city: 'Rosario', country: 'AR' },
  phone: { country_code: '54', number: '3415550101' },
}

const sessionCommon = {
  amount: 2599,
  currency: 'USD',
  authentication_type: 'regular',
  authentication_category: 'payment',
  challenge_indicator: 'no_preference',
  reference: 'ORDER-7001',
  transaction_type: 'goods_service',
  shipping_address: shipping,
}

const nonHosted = {
  callback_url: 'https://shop.example/3ds/callback',
  challenge_notification_url: 'https://shop.example/3ds/challenge',
}

const hosted = {
  type: 'hosted',
  success_url: 'https://shop.example/3ds/success',
  failure_url: 'https://shop.example/3ds/failure',
  callback_url: 'https://shop.example/3ds/told',
}

const withCard = {
  source: cardSource,
  ...sessionCommon,
  completion: { type: 'non_hosted', ...nonHosted },
}

const sepaSource = {
  type: 'sepa',
  reference: 'MEMBER-31',
  source_data: {
    first_name: 'Erika',
    last_name: 'Mustermann',
    account_iban: 'DE89370400440532013000',
    bic: 'PBNKDEFFXXX',
    billing_descriptor: 'Rowing Club',
    mandate_type: 'recurring',
  },
  billing_address: {
    address_line1: 'Uferweg 4',
    address_line2: 'Hinterhaus',
    city: 'Bonn',
    state: 'NW',
    zip: '53111',
    country: 'DE',
  },
  phone: { country_code: '49', number: '2285550102' },
  customer: { id: 'cus_rower31', email: 'erika@rowing.example', name: 'Erika Mustermann' },
}

const payer = { name: 'Lionel Quiroga', email: 'lionel@buyer.example', document: '30123456' }

const ticketSource = {
  type: 'rapipago',
  integration_type: 'direct',
  country: 'AR',
  payer,
  description: 'simulate a ticket',
}

/** Every form of every request body. */
export const REQUESTS: readonly RequestExample[] = [
  uploadOf('JPEG', [0xff, 0xd8, 0xff, 0xe0]),
  uploadOf('PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  uploadOf('PDF', [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37]),
  request('createSession', 'a non-hosted session with a card', withCard),
  request('createSession', 'a non-hosted session in the other spelling', {
    ...withCard,
    completion: { type: 'non-hosted', ...nonHosted },
  }),
  request('createSession', 'a hosted session with a network token', {
    ...withCard,
    source: { ...cardSource, type: 'network_token', card: '5555555555554444' },
    completion: hosted,
  }),
  request('createSession', 'a session with the channel data of a browser in it', {
    ...withCard,
    channel_data: browser,
  }),
  request('createSession', 'a session with the channel data of an app in it', {
    ...withCard,
    channel_data: app,
  }),
  request('createSession', 'a session without a cardholder', {
    ...withCard,
    channel_data: { channel: 'merchant_initiated' },
  }),
  request('submitChannelData', 'channel data of a browser', browser),
  request('submitChannelData', 'channel data of an app', app),
  request('createSource', 'a source with a BIC and a customer', sepaSource),
  request('createSource', 'a source for single use with a new customer', {
    type: 'sepa',
    source_data: {
      first_name: 'Max',
      last_name: 'Mustermann',
      account_iban: 'NL91ABNA0417164300',
      billing_descriptor: 'Rowing Club',
      mandate_type: 'single',
    },
    billing_address: { address_line1: 'Kade 9', city: 'Utrecht', zip: '3511', country: 'NL' },
  }),
  request('createPayment', 'a SEPA payment', {
    source: { type: 'id', id: 'src_rower31mandate' },
    amount: 4500,
    currency: 'EUR',
    reference: 'DUES-2026',
  }),
  request('createPayment', 'a payment by ticket, direct', {
    source: ticketSource,
    amount: '150000',
    currency: 'ARS',
    reference: 'ORDER-7002',
  }),
  request('createPayment', 'a payment by ticket, with redirect', {
    source: { type: 'rapipago', integration_type: 'redirect', country: 'AR', payer },
    amount: 150_000,
    currency: 'ARS',
    reference: 'ORDER-7003',
  }),
  request('requestRefund', 'a refund of a part', { amount: 1200, reference: 'REFUND-7001' }),
]
