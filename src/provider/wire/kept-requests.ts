/** The fields of requests that readers of responses need: messages keep only these. */

import type * as t from 'io-ts'
import { MandateType } from '../../../machines/words/mandate-names.ts'
import { CustomerId } from '../../../machines/words/payment-names.ts'
import { record } from '../../words/data/codec.ts'
import { ORDER, ReadChannelData, ReadCompletion, ReadSource } from './bodies.ts'
import type { EndpointName } from './endpoints.ts'
import { amount, chosen, currency, oneOf, optional, tolerant, word } from './tolerant-values.ts'

/** The fields needed from the request POST /sessions. */
export const KeptSession = record(
  {
    amount: tolerant(amount),
    currency: tolerant(currency),
    reference: chosen,
    completion: tolerant(ReadCompletion),
    channel_data: tolerant(ReadChannelData),
  },
  'a create-session request',
)

/** The fields needed from the request POST /sources; no field describes the account holder. */
export const KeptSource = record(
  {
    type: tolerant(word),
    source_data: tolerant(record({ mandate_type: tolerant(oneOf(MandateType)) })),
    customer: tolerant(record({ id: tolerant(CustomerId) })),
  },
  'a create-source request',
)

/** The fields needed from the request POST /payments. */
export const KeptPayment = record(
  { source: tolerant(ReadSource), ...ORDER },
  'a create-payment request',
)

/** The fields needed from the request POST /payments/{id}/refunds. */
export const KeptRefund = record(
  { amount: optional(amount), reference: chosen },
  'a refund request',
)

const KEPT: Readonly<Partial<Record<EndpointName, t.Decoder<unknown, object>>>> = {
  createSession: KeptSession,
  submitChannelData: ReadChannelData,
  createSource: KeptSource,
  createPayment: KeptPayment,
  requestRefund: KeptRefund,
}

/** What its response is read with. A text that is withheld leaves one that is withheld again. */
export const keptOf = (endpoint: EndpointName, body: unknown): object | undefined => {
  const kept = KEPT[endpoint]?.decode(body)
  if (kept?._tag !== 'Right') return undefined
  return JSON.parse(JSON.stringify(kept.right, (_, value) => (value === null ? '?' : value)))
}
