/** Reads responses about a payment and its refunds. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { StateObserved } from '../../../machines/observed/events.ts'
import type { RefundRequested } from '../../../machines/payment/events.ts'
import { impliedByPayment } from '../../../machines/payment/snapshot.ts'
import { isPaymentStatus } from '../../../machines/payment/understood.ts'
import { reasonOf } from '../../../machines/words/bank-reasons.ts'
import { PaymentId, paymentStream } from '../../../machines/words/payment-names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import type { PlainText } from '../../words/text/plain-text.ts'
import { KeptPayment, KeptRefund } from '../wire/kept-requests.ts'
import type { PaymentResponse, RefundResponse } from '../wire/payment.ts'
import { firstKept } from '../wire/tolerant-values.ts'
import { balancesOf, methodOf, ticketOf } from './payment-fields.ts'
import {
  isDecline,
  originOf,
  param,
  type ReadExchange,
  type ResponseReader,
  requestOf,
  responded,
  unknownStatus,
} from './response-reader.ts'
import { present, type StreamEvent, streamEvent } from './stream-event.ts'

/** Statuses of cards and payouts: of another method they are no step of any lifecycle here. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['authorized', 'paid', 'card_verified'])

/**
 * The code of a payment: of one that was declined, it may stand in the list of its actions only. The
 * reason of the payer's bank comes before a code of the provider.
 */
const codeOf = ({ response_code: own, actions = [] }: PaymentResponse) => {
  const codes = [own, ...actions.map(({ response_code: code }) => code)].filter(
    (code) => code !== undefined,
  )
  return (
    codes.find((code) => reasonOf(code) !== null) ?? own ?? codes.find((code) => code !== '10000')
  )
}

/** The status of a payment: a declined one may have none, but its code or `approved` says so. */
const statusOf = (body: PaymentResponse): PlainText | undefined => {
  const { status, approved } = body
  if (status !== undefined) return status
  return approved !== true && (approved === false || isDecline(codeOf(body)))
    ? ('declined' as PlainText)
    : undefined
}

/** What a look-up shows of a payment. */
export const shown = (answer: ReadExchange, body: PaymentResponse): StreamEvent =>
  streamEvent<StateObserved>(responded(answer), paymentStream(body.id), 'state_observed', {
    paymentId: body.id,
    askedAt: answer.askedAt,
    status: statusOf(body),
    responseCode: statusOf(body) === 'declined' ? codeOf(body) : undefined,
    requestedAt: body.requested_on,
    amount: body.amount,
    currency: body.currency,
    customerId: body.customer?.id,
    sourceId: body.source?.id,
    reference: body.reference,
    method: methodOf(body),
    balances: balancesOf(body.balances),
    ...ticketOf(body.source),
    riskFlagged: body.risk?.flagged,
  })

/**
 * The payment was accepted, or declined at once. Only the request may give its source and amount.
 */
export const createPayment: ResponseReader<PaymentResponse> = (answer) => {
  const { body } = answer
  const status = statusOf(body)
  const asked = requestOf(answer, KeptPayment)
  const currency = body.currency ?? asked?.currency
  const method =
    methodOf({ source: body.source, currency }) ?? methodOf({ source: asked?.source, currency })
  const sourceId = asked?.source?.id ?? body.source?.id
  const isOther = method === 'other' || body.destination !== undefined
  if (isOther && OTHER_KINDS.has(status ?? '')) return E.right([shown(answer, body)])
  const source = { ...ticketOf(asked?.source), ...present(ticketOf(body.source)) }
  const data = {
    paymentId: body.id,
    amount: body.amount ?? asked?.amount,
    currency,
    method,
    sourceId,
    customerId: body.customer?.id,
    reference: firstKept(body.reference, asked?.reference),
    responseCode: codeOf(body),
  }
  const once = { ...source, riskFlagged: body.risk?.flagged, commandId: answer.commandId }
  const isPart = status === 'partially_captured'
  const later = isPart ? { ...data, amount: undefined, partlyCaptured: true } : data
  const { requested_on: requested, processed_on: processed } = body
  const events = impliedByPayment(status).map((type, index) =>
    streamEvent<DomainEvent>(
      originOf(answer, 'response', index === 0 ? (requested ?? processed) : processed),
      paymentStream(body.id),
      type,
      index === 0 ? { ...data, ...once } : later,
    ),
  )
  const isKnown = status === undefined || isPaymentStatus(status)
  const strange = unknownStatus(answer, paymentStream(body.id), 'payment_status', body.status)
  return E.right(isKnown ? events : [...events, strange])
}

/** A snapshot of a payment. */
export const getPayment: ResponseReader<PaymentResponse> = (answer) =>
  E.right([shown(answer, answer.body)])

/** The refund was accepted: an action has begun. Only the request gives its amount. */
export const requestRefund: ResponseReader<RefundResponse> = (answer) =>
  pipe(
    param(answer, PaymentId, 'payment_id', 'id'),
    E.map((paymentId) => {
      const asked = requestOf(answer, KeptRefund)
      const events = streamEvent<RefundRequested>(
        responded(answer),
        paymentStream(paymentId),
        'refund_requested',
        {
          paymentId,
          actionId: answer.body.action_id,
          amount: asked?.amount,
          reference: firstKept(answer.body.reference, asked?.reference),
          commandId: answer.commandId,
        },
      )
      return [events]
    }),
  )
