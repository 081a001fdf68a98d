/** Responses about payments, their refunds and their actions. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import type { StateObserved, Unrecognised } from '../event/beside.ts'
import type { Event } from '../event/envelope.ts'
import { impliedByPayment } from '../event/implied.ts'
import type { RefundRequested } from '../event/payment.ts'
import { KeptPayment, KeptRefund } from '../wire/kept.ts'
import type { PaymentActions, PaymentResponse, RefundResponse } from '../wire/payment.ts'
import { paymentStream } from '../words/stream.ts'
import { PaymentId, type Text } from '../words/text.ts'
import { actionTold } from './action.ts'
import { originOf, param, type Reader, requestOf, responded } from './answer.ts'
import { balancesOf, methodOf, ticketOf } from './payment.ts'
import { present, tell } from './told.ts'

/** A payment was taken on, or declined at once. Source and amount may stand only in the request. */
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
  const told = impliedByPayment(body.status).map((type, index) =>
    tell<Event>(
      originOf(answer, 'response', index === 0 ? body.requested_on : undefined),
      paymentStream(body.id),
      type,
      index === 0 ? { ...data, ...once } : data,
    ),
  )
  return E.right(told)
}

/** A snapshot of a payment. */
export const getPayment: Reader<PaymentResponse> = (answer) => {
  const { body } = answer
  const told = tell<StateObserved>(responded(answer), paymentStream(body.id), 'state_observed', {
    paymentId: body.id,
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
  })
  return E.right([told])
}

/** A refund was taken on: an action has begun. Its amount stands only in the request. */
export const requestRefund: Reader<RefundResponse> = (answer) =>
  pipe(
    param(answer, PaymentId, 'payment_id', 'id'),
    E.map((paymentId) => {
      const asked = requestOf(answer, KeptRefund)
      const told = tell<RefundRequested>(
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
      return [told]
    }),
  )

/**
 * A payment's actions: one event each, reports all of them. What cannot be read among them is one
 * `unrecognised`, so that the others count.
 */
export const getPaymentActions: Reader<t.TypeOf<typeof PaymentActions>> = (answer) =>
  pipe(
    param(answer, PaymentId, 'id', 'payment_id'),
    E.map((paymentId) => {
      const unread = tell<Unrecognised>(
        originOf(answer, 'report', undefined),
        paymentStream(paymentId),
        'unrecognised',
        { name: 'payment_action' as Text },
      )
      const told = answer.body.flatMap((action) =>
        action === null
          ? []
          : [actionTold(originOf(answer, 'report', action.processed_on), paymentId, action)],
      )
      return answer.body.includes(null) ? [...told, unread] : told
    }),
  )
