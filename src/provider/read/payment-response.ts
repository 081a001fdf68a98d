/** Reads responses about a payment, its refunds and its actions, and about the payments with one reference. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type {
  ActionObserved,
  ActionsListed,
  StateObserved,
  Unrecognised,
} from '../../../machines/observed/events.ts'
import type { RefundRequested } from '../../../machines/payment/events.ts'
import { ENDS, impliedByPayment, known } from '../../../machines/payment/snapshot.ts'
import { isPaymentStatus } from '../../../machines/payment/understood.ts'
import type { CollectionPresented } from '../../../machines/sepa-mandate/events.ts'
import { reasonOf } from '../../../machines/words/bank-reasons.ts'
import { mandateStream } from '../../../machines/words/mandate-names.ts'
import { PaymentId, paymentStream, SourceId } from '../../../machines/words/payment-names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { listOf, record } from '../../words/data/codec.ts'
import { ownAt, present } from '../../words/data/plain-data.ts'
import type { Stream } from '../../words/stream.ts'
import { type PlainText, Reference } from '../../words/text/plain-text.ts'
import type { TimeText } from '../../words/time/instant.ts'
import {
  type PaymentAction,
  type PaymentActions,
  type PaymentList,
  PaymentResponse,
  type RefundResponse,
} from '../wire/bodies.ts'
import { KeptPayment, KeptRefund } from '../wire/kept-requests.ts'
import { firstKept } from '../wire/tolerant-values.ts'
import { decode, decodeOr } from './body.ts'
import { streamShown, unreadResponse } from './message-subject.ts'
import { balancesOf, methodOf, ticketOf } from './payment-fields.ts'
import {
  isDecline,
  originOf,
  param,
  type ReadExchange,
  type ResponseReader,
  requestOf,
  said,
  unknownStatus,
} from './response-reader.ts'
import { type Loose, type Origin, type StreamEvent, streamEvent } from './stream-event.ts'

/** Statuses of cards and payouts: of another method they are no step of any lifecycle here. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['authorized', 'paid', 'card_verified'])

/** A declined payment may have its code in its actions only; a reason of the payer's bank comes first. */
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

/** The code of a payment that was declined, or the reason of the payer's bank for which it ended. */
const endCodeOf = (body: PaymentResponse) => {
  const [status, code] = [statusOf(body), codeOf(body)]
  const isEnd = impliedByPayment(status).some((type) => ENDS.has(type))
  return status === 'declined' || (isEnd && reasonOf(code) !== null) ? code : undefined
}

const shown = (
  answer: ReadExchange,
  body: PaymentResponse,
  method = methodOf(body),
): StreamEvent => {
  const { occurredAt: requestedAt, ...rest } = originOf(answer, 'response', body.requested_on)
  const origin = { ...rest, occurredAt: null }
  return streamEvent<StateObserved>(origin, paymentStream(body.id), 'state_observed', {
    paymentId: body.id,
    askedAt: answer.askedAt,
    status: statusOf(body),
    responseCode: endCodeOf(body),
    requestedAt: requestedAt ?? undefined,
    amount: body.amount,
    currency: body.currency,
    customerId: body.customer?.id,
    sourceId: body.source?.id,
    reference: body.reference,
    method,
    balances: balancesOf(body.balances),
    ...ticketOf(body.source),
    riskFlagged: body.risk?.flagged,
  })
}

/** What a response says of a new payment, or else its request: only that may give its source and amount. */
const createdIn = (body: PaymentResponse, asked: Partial<t.TypeOf<typeof KeptPayment>>) => {
  const currency = body.currency ?? asked.currency
  const [named, shownSource] = [asked.source, body.source]
  const data = {
    paymentId: body.id,
    amount: body.amount ?? asked.amount,
    currency,
    method: methodOf({ source: shownSource, currency }) ?? methodOf({ source: named, currency }),
    sourceId: named?.id ?? shownSource?.id,
    customerId: body.customer?.id,
    reference: firstKept(body.reference, asked.reference),
    responseCode: codeOf(body),
  }
  return { data, ticket: { ...ticketOf(named), ...present(ticketOf(shownSource)) } }
}

/** The payment was accepted, or declined at once. */
export const createPayment: ResponseReader<PaymentResponse> = (answer) => {
  const { body, commandId } = answer
  const status = statusOf(body)
  const asked: Partial<t.TypeOf<typeof KeptPayment>> = requestOf(answer, KeptPayment) ?? {}
  const { data, ticket } = createdIn(body, asked)
  const isOther = data.method === 'other' || body.destination !== undefined
  if (isOther && OTHER_KINDS.has(status ?? '')) return E.right([shown(answer, body)])
  const once = { ...ticket, riskFlagged: body.risk?.flagged, commandId }
  const isPart = status === 'partially_captured'
  const later = isPart ? { ...data, amount: undefined, partlyCaptured: true } : data
  const { requested_on: requested, processed_on: processed } = body
  const events = impliedByPayment(status).map((type, index) =>
    streamEvent<DomainEvent>(
      originOf(answer, 'response', index === 0 ? requested : undefined, processed),
      paymentStream(body.id),
      type,
      index === 0 ? { ...data, ...once } : later,
    ),
  )
  const shownBy = { stream: paymentStream(body.id), name: 'payment_status' } as const
  // the mandate of the request learns of its command, and that of the response of its payment
  const [own, shownSource] = [asked.source?.id, body.source?.id]
  const isOfAnother = own !== undefined && shownSource !== undefined && own !== shownSource
  const others = isOfAnother ? [shown({ ...answer, askedAt: undefined }, body)] : []
  return E.right([...events, ...others, ...unknownStatus(answer, shownBy, status, isPaymentStatus)])
}

/**
 * What a payment that was created, but cannot be read, says to the mandate of its request: that it is
 * there, whatever else the response says.
 */
export const createdUnread = (answer: ReadExchange): readonly StreamEvent[] => {
  const { body, commandId } = answer
  const sourceId = requestOf(answer, KeptPayment)?.source?.id
  const paymentId = ownAt(Object(body), 'id')
  if (commandId === undefined || !SourceId.is(sourceId) || !PaymentId.is(paymentId)) return []
  const data = { sourceId, paymentId, commandId }
  return [said<CollectionPresented>(answer, mandateStream(sourceId), 'collection_presented', data)]
}

/** A snapshot of a payment. */
export const getPayment: ResponseReader<PaymentResponse> = (answer) =>
  E.right([shown(answer, answer.body)])

/** The refund was accepted: an action has begun. Only the request gives its amount. */
export const requestRefund: ResponseReader<RefundResponse> = (answer) =>
  E.map((paymentId: PaymentId) => {
    const asked = requestOf(answer, KeptRefund)
    const data = {
      paymentId,
      actionId: answer.body.action_id,
      amount: asked?.amount,
      reference: firstKept(answer.body.reference, asked?.reference),
      commandId: answer.commandId,
    }
    return [said<RefundRequested>(answer, paymentStream(paymentId), 'refund_requested', data)]
  })(param(answer, PaymentId, 'payment_id', 'id'))

/** Whether an action is approved; undefined if undecided. Some have only a response code. */
const approvalOf = ({ approved, response_code: code }: PaymentAction): boolean | undefined =>
  approved ?? (code === '10000' ? true : undefined)

/** The event of each type of action that moves money or ends the payment, by whether it is approved. */
const MONEY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  capture: { true: 'payment_captured' },
  refund: {
    true: 'payment_refunded',
    false: 'payment_refund_declined',
    undefined: 'payment_refund_pending',
  },
  return: { true: 'payment_chargeback', undefined: 'payment_chargeback' },
  void: { true: 'payment_canceled' },
}

/**
 * What an action that is no step is observed as: an unknown one, a capture or void without approval, a
 * return that failed. @spec interface#payment-actions; interface#action-types
 */
const actionEvent = (origin: Origin, paymentId: PaymentId, action: PaymentAction): StreamEvent => {
  const type = ownAt(MONEY, action.type)?.[`${approvalOf(action)}`]
  const stream = paymentStream(paymentId)
  const { id: actionId, amount, response_code: responseCode, reference } = action
  const about = { paymentId, actionId, amount, responseCode }
  return type === undefined
    ? streamEvent<ActionObserved>(origin, stream, 'action_observed', {
        ...about,
        action: action.type,
        approved: approvalOf(action),
      })
    : streamEvent<DomainEvent>(origin, stream, type, {
        ...about,
        // a void may be of what was not captured, which is not the payment's amount
        amount: action.type === 'void' ? undefined : amount,
        reportedAs: action.type === 'return' ? 'return' : undefined,
        reference,
      })
}

type Listed = ActionsListed['data']['actions'][number]

const elementsOf = (elements: readonly (Listed | null)[], total = elements.length) => {
  const actions = elements.flatMap((each) => (each === null ? [] : [each]))
  return { actions, unread: Math.max(total, elements.length) - actions.length }
}

/** The list itself, if the caller says when it was asked for: it proves what was not done. */
const listed = (
  answer: ReadExchange,
  stream: Stream,
  shown: Loose<Omit<ActionsListed['data'], 'askedAt'>>,
  times: readonly (TimeText | undefined)[] = [],
): readonly StreamEvent[] => {
  const { askedAt } = answer
  const origin = { ...originOf(answer, 'report', ...times), occurredAt: null }
  return askedAt === undefined
    ? []
    : [streamEvent<ActionsListed>(origin, stream, 'actions_listed', { ...shown, askedAt })]
}

const RawList = record({ data: listOf(t.unknown) })

const unreadPayment = (answer: ReadExchange, body: unknown): readonly StreamEvent[] => {
  const read = decode(PaymentResponse)(body)
  if (E.isRight(read)) return []
  const events = unreadResponse({ ...answer, body }, streamShown(body))(read.left)
  return E.getOrElse((): readonly StreamEvent[] => [])(events)
}

/** Whether a payment in a list shows that it is not of a source: it names another one, or none and is no debit. */
const isOfAnother = (payment: PaymentResponse, sourceId: SourceId): boolean =>
  payment.source?.id === undefined
    ? (methodOf(payment) ?? 'sepa') !== 'sepa'
    : payment.source.id !== sourceId

/** How many payments a list has in all; at least one more if it has others than were asked for, and says no number. */
const totalOf = ({ data, total_count: total }: PaymentList, isStrange: boolean) =>
  total ?? (isStrange ? data.length + 1 : data.length)

/**
 * A snapshot of each payment, and the list for the mandate of `source_id`, which is not sent. A reference may
 * be that of an order, so payments on other sources, and with other references, are not in that list.
 */
export const getPayments: ResponseReader<PaymentList> = (answer, raw) => {
  const { params, body } = answer
  const { reference, source_id: sourceId } = params
  const given = decodeOr(RawList, { data: [] })(raw).data
  const events = body.data.flatMap((payment, index) => {
    if (payment === null) return unreadPayment(answer, given[index])
    // the source that was asked for is a mandate
    const isOwn = SourceId.is(sourceId) && payment.source?.id === sourceId
    return [shown(answer, payment, methodOf(payment) ?? (isOwn ? 'sepa' : undefined))]
  })
  if (!Reference.is(reference) || !SourceId.is(sourceId)) return E.right(events)
  const isReferring = (payment: PaymentResponse | null): boolean =>
    (payment?.reference ?? reference) === reference
  const own = body.data.filter(
    (payment) => payment === null || (isReferring(payment) && !isOfAnother(payment, sourceId)),
  )
  const all = totalOf(body, !body.data.every(isReferring)) - (body.data.length - own.length)
  const elements = own.map((payment): Listed | null => {
    if (payment === null) return null
    const { id, amount, reference: own, requested_on: requestedOn } = payment
    const { occurredAt } = originOf(answer, 'report', requestedOn)
    return { id, ...known({ amount, reference: own ?? undefined, occurredAt }) }
  })
  const shownOf = { sourceId, reference, ...elementsOf(elements, all) }
  const list = listed(answer, mandateStream(sourceId), shownOf)
  return E.right([...events, ...list])
}

/**
 * A list that says when it was asked for is one event; otherwise each action that moves money is a report.
 * What cannot be read is one `unrecognised` event, and the others still count.
 */
export const getPaymentActions: ResponseReader<t.TypeOf<typeof PaymentActions>> = (answer) =>
  pipe(
    param(answer, PaymentId, 'id', 'payment_id'),
    E.map((paymentId) => {
      const unread = streamEvent<Unrecognised>(
        originOf(answer, 'report'),
        paymentStream(paymentId),
        'unrecognised',
        { name: 'payment_action' as PlainText },
      )
      // a list that says when it was asked for is kept whole: its rows are no messages of their own
      const isWhole = answer.askedAt !== undefined
      const events = answer.body.flatMap((action) =>
        action === null || (isWhole && Object.hasOwn(MONEY, action.type))
          ? []
          : [actionEvent(originOf(answer, 'report', action.processed_on), paymentId, action)],
      )
      const rest = answer.body.includes(null) ? [unread] : []
      const elements = answer.body.map((action): Listed | null => {
        if (action === null) return null
        const { id, type: kind, amount, response_code: responseCode } = action
        const { occurredAt } = originOf(answer, 'report', action.processed_on)
        const own = { reference: action.reference, approved: approvalOf(action), occurredAt }
        return { id, kind, ...known({ amount, ...own, responseCode }) }
      })
      const isWithheld = answer.body.some((action) => action?.reference === null)
      const all = { paymentId, ...elementsOf(elements), reference: isWithheld ? null : undefined }
      const times = answer.body.map((action) => action?.processed_on)
      const list = listed(answer, paymentStream(paymentId), all, times)
      return [...events, ...rest, ...list]
    }),
  )
