/** Reads responses about payments, their refunds and their actions. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import type {
  ActionsListed,
  StateObserved,
  Unrecognised,
} from '../../../machines/observed/events.ts'
import type { RefundRequested } from '../../../machines/payment/events.ts'
import { PaymentId, paymentStream } from '../../../machines/payment/names.ts'
import { impliedByPayment } from '../../../machines/payment/snapshot.ts'
import { isPaymentStatus } from '../../../machines/payment/understood.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import type { PlainText } from '../../words/plain-text.ts'
import { KeptPayment, KeptRefund } from '../wire/kept.ts'
import type { PaymentActions, PaymentResponse, RefundResponse } from '../wire/payment.ts'
import { actionEvent } from './action.ts'
import { originOf, param, type Reader, requestOf, responded, unknownStatus } from './answer.ts'
import { balancesOf, methodOf, ticketOf } from './payment.ts'
import { present, type StreamEvent, streamEvent } from './stream-event.ts'

/**
 * The payment was accepted, or declined at once. Only the request may give its source and amount.
 */
export const createPayment: Reader<PaymentResponse> = (answer) => {
  const { body } = answer
  const asked = requestOf(answer, KeptPayment)
  const source = { ...ticketOf(asked?.source), ...present(ticketOf(body.source)) }
  const data = {
    paymentId: body.id,
    amount: body.amount ?? asked?.amount,
    currency: body.currency ?? asked?.currency,
    method: methodOf(body.source) ?? methodOf(asked?.source),
    sourceId: asked?.source?.id ?? body.source?.id,
    customerId: body.customer?.id,
    reference: body.reference ?? asked?.reference,
    responseCode: body.response_code,
  }
  const once = { ...source, riskFlagged: body.risk?.flagged, commandId: answer.commandId }
  const isPart = body.status === 'partially_captured'
  const later = isPart ? { ...data, amount: undefined, partlyCaptured: true } : data
  const events = impliedByPayment(body.status).map((type, index) =>
    streamEvent<DomainEvent>(
      originOf(answer, 'response', index === 0 ? body.requested_on : undefined),
      paymentStream(body.id),
      type,
      index === 0 ? { ...data, ...once } : later,
    ),
  )
  const isKnown = body.status === undefined || isPaymentStatus(body.status)
  const strange = unknownStatus(answer, paymentStream(body.id), 'payment_status', body.status)
  return E.right(isKnown ? events : [...events, strange])
}

/** A snapshot of a payment. */
export const getPayment: Reader<PaymentResponse> = (answer) => {
  const { body } = answer
  const events = streamEvent<StateObserved>(
    responded(answer),
    paymentStream(body.id),
    'state_observed',
    {
      paymentId: body.id,
      askedAt: answer.askedAt,
      status: body.status,
      requestedAt: body.requested_on,
      amount: body.amount,
      currency: body.currency,
      customerId: body.customer?.id,
      sourceId: body.source?.id,
      reference: body.reference,
      method: methodOf(body.source),
      balances: balancesOf(body.balances),
      ...ticketOf(body.source),
      riskFlagged: body.risk?.flagged,
    },
  )
  return E.right([events])
}

/** The refund was accepted: an action has begun. Only the request gives its amount. */
export const requestRefund: Reader<RefundResponse> = (answer) =>
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
          reference: answer.body.reference ?? asked?.reference,
          commandId: answer.commandId,
        },
      )
      return [events]
    }),
  )

/** The list itself, if the caller says when it was asked for: it proves what was not done. */
const listed = (
  answer: Parameters<typeof getPaymentActions>[0],
  paymentId: PaymentId,
): readonly StreamEvent[] => {
  const { askedAt, body } = answer
  if (askedAt === undefined) return []
  const actions = body.flatMap((action) =>
    action === null
      ? []
      : [
          {
            id: action.id,
            kind: action.type,
            ...present({ amount: action.amount, reference: action.reference }),
          },
        ],
  )
  const unread = body.length - actions.length
  const data = { paymentId, askedAt, actions, unread }
  const origin = originOf(answer, 'report', undefined)
  return [streamEvent<ActionsListed>(origin, paymentStream(paymentId), 'actions_listed', data)]
}

/**
 * The actions of a payment, each of which becomes an event with the source `report`. If some of
 * them cannot be read, one `unrecognised` event represents all of these, and the others still
 * count.
 */
export const getPaymentActions: Reader<t.TypeOf<typeof PaymentActions>> = (answer) =>
  pipe(
    param(answer, PaymentId, 'id', 'payment_id'),
    E.map((paymentId) => {
      const unread = streamEvent<Unrecognised>(
        originOf(answer, 'report', undefined),
        paymentStream(paymentId),
        'unrecognised',
        { name: 'payment_action' as PlainText },
      )
      const events = answer.body.flatMap((action) =>
        action === null
          ? []
          : [actionEvent(originOf(answer, 'report', action.processed_on), paymentId, action)],
      )
      const rest = answer.body.includes(null) ? [unread] : []
      return [...events, ...rest, ...listed(answer, paymentId)]
    }),
  )
