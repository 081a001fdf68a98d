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
import { PaymentId, paymentStream, SourceId } from '../../../machines/payment/names.ts'
import { impliedByPayment } from '../../../machines/payment/snapshot.ts'
import { isPaymentStatus } from '../../../machines/payment/understood.ts'
import { mandateStream } from '../../../machines/sepa-mandate/names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { PlainText } from '../../words/plain-text.ts'
import type { Stream } from '../../words/stream.ts'
import { KeptPayment, KeptRefund } from '../wire/kept.ts'
import type {
  PaymentActions,
  PaymentList,
  PaymentResponse,
  RefundResponse,
} from '../wire/payment.ts'
import { actionEvent } from './action.ts'
import {
  type Answer,
  originOf,
  param,
  type Reader,
  requestOf,
  responded,
  unknownStatus,
} from './answer.ts'
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

/** What a look-up shows of a payment. */
const shown = (answer: Answer, body: PaymentResponse): StreamEvent =>
  streamEvent<StateObserved>(responded(answer), paymentStream(body.id), 'state_observed', {
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
  })

/** A snapshot of a payment. */
export const getPayment: Reader<PaymentResponse> = (answer) => E.right([shown(answer, answer.body)])

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

/** An element of a list, as the event of the list keeps it. */
type Listed = ActionsListed['data']['actions'][number]

/** The list itself, if the caller says when it was asked for: it proves what was not done. */
const listed = (
  answer: Answer,
  stream: Stream,
  about: Pick<ActionsListed['data'], 'paymentId' | 'sourceId' | 'reference'>,
  elements: readonly (Listed | null)[],
  total = elements.length,
): readonly StreamEvent[] => {
  const { askedAt } = answer
  if (askedAt === undefined) return []
  const actions = elements.flatMap((each) => (each === null ? [] : [each]))
  const unread = Math.max(total, elements.length) - actions.length
  const origin = originOf(answer, 'report', undefined)
  const data = { ...about, askedAt, actions, unread }
  return [streamEvent<ActionsListed>(origin, stream, 'actions_listed', data)]
}

/**
 * The payments with one reference: a snapshot of each, and the list itself for the mandate that
 * `source_id` names, which is not sent. A list without the reference proves nothing.
 */
export const getPayments: Reader<PaymentList> = (answer) => {
  const { params, body } = answer
  const events = body.data.flatMap((payment) => (payment === null ? [] : [shown(answer, payment)]))
  const { reference, source_id: sourceId } = params
  if (!PlainText.is(reference) || !SourceId.is(sourceId)) return E.right(events)
  const elements = body.data.map((payment): Listed | null => {
    if (payment === null) return null
    const { id, amount, reference: own } = payment
    return { id, ...present({ amount, reference: own }) }
  })
  const about = { sourceId, reference }
  const list = listed(answer, mandateStream(sourceId), about, elements, body.total_count)
  return E.right([...events, ...list])
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
      const elements = answer.body.map((action): Listed | null => {
        if (action === null) return null
        const { id, type, amount, reference } = action
        return { id, kind: type, ...present({ amount, reference }) }
      })
      const list = listed(answer, paymentStream(paymentId), { paymentId }, elements)
      return [...events, ...rest, ...list]
    }),
  )
