/** What answers need of the requests they answer: a backend may have kept no more of them. */
import { Channel, MandateType, Mode } from '../words/names.ts'
import { shape } from '../words/own.ts'
import { CustomerId } from '../words/text.ts'
import { PaymentSource } from './payment.ts'
import { amount, currency, lax, maybe, oneOf, text, word } from './tolerant.ts'

const KeptChannel = shape({ channel: lax(oneOf(Channel)) }, 'channel data')

/** Of POST /sessions. */
export const KeptSession = shape(
  {
    amount: lax(amount),
    currency: lax(currency),
    reference: lax(text),
    completion: lax(shape({ type: lax(oneOf(Mode)) })),
    channel_data: lax(KeptChannel),
  },
  'a create-session request',
)

/** Of PUT /sessions/{id}/channel-data. */
export const KeptChannelData = KeptChannel

/** Of POST /sources: nothing of the account holder. */
export const KeptSource = shape(
  {
    type: lax(word),
    source_data: lax(shape({ mandate_type: lax(oneOf(MandateType)) })),
    customer: lax(shape({ id: lax(CustomerId) })),
  },
  'a create-source request',
)

/** Of POST /payments. */
export const KeptPayment = shape(
  {
    source: lax(PaymentSource),
    amount: maybe(amount),
    currency: maybe(currency),
    reference: lax(text),
  },
  'a create-payment request',
)

/** Of POST /payments/{id}/refunds. */
export const KeptRefund = shape({ amount: maybe(amount), reference: lax(text) }, 'a refund request')
