/** Responses about payments, their refunds and their actions. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { StateObserved } from '../event/beside.ts'
import type { Event } from '../event/envelope.ts'
import { impliedByPayment } from '../event/implied.ts'
import type { RefundRequested } from '../event/payment.ts'
import {
  CreatePaymentRequest,
  PaymentActions,
  PaymentResponse,
  RefundRequest,
  RefundResponse,
} from '../wire/payment.ts'
import { paymentStream } from '../words/stream.ts'
import { PaymentId } from '../words/text.ts'
import { actionTold } from './action.ts'
import { named, originOf, param, type Reader, requestOf, responded } from './answer.ts'
import { decode } from './body.ts'
import { balancesOf, methodOf, ticketOf } from './payment.ts'
import { present, tell } from './told.ts'

/** A payment was taken on, or declined at once. Source and amount may stand only in the request. */
export const createPayment: Reader = (answer) =>
  pipe(
    answer.body,
    decode(PaymentResponse),
    E.map((body) => {
      const asked = requestOf(answer, CreatePaymentRequest)
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
      return impliedByPayment(body.status).map((type, index) =>
        tell<Event>(
          originOf(answer, 'response', index === 0 ? body.requested_on : undefined),
          paymentStream(body.id),
          type,
          index === 0 ? { ...data, ...once } : data,
        ),
      )
    }),
  )

/** A snapshot of a payment. */
export const getPayment: Reader = (answer) =>
  pipe(
    named(answer, 'payment_id', 'id'),
    decode(PaymentResponse),
    E.map((body) => [
      tell<StateObserved>(responded(answer), paymentStream(body.id), 'state_observed', {
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
      }),
    ]),
  )

/** A refund was taken on: an action has begun. Its amount stands only in the request. */
export const requestRefund: Reader = (answer) =>
  pipe(
    E.Do,
    E.apS('paymentId', param(answer, PaymentId, 'payment_id', 'id')),
    E.apS('body', decode(RefundResponse)(answer.body)),
    E.map(({ paymentId, body }) => {
      const asked = requestOf(answer, RefundRequest)
      const told = tell<RefundRequested>(
        responded(answer),
        paymentStream(paymentId),
        'refund_requested',
        {
          paymentId,
          actionId: body.action_id,
          amount: asked?.amount,
          reference: body.reference ?? asked?.reference,
          commandId: answer.commandId,
        },
      )
      return [told]
    }),
  )

/** A payment's actions: one event each, reports all of them. */
export const getPaymentActions: Reader = (answer) =>
  pipe(
    E.Do,
    E.apS('paymentId', param(answer, PaymentId, 'id', 'payment_id')),
    E.apS('actions', decode(PaymentActions)(answer.body)),
    E.map(({ paymentId, actions }) =>
      actions.map((action) =>
        actionTold(originOf(answer, 'report', action.processed_on), paymentId, action),
      ),
    ),
  )
