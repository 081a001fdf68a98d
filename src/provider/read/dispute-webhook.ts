/** Turns webhooks about disputes into chargebacks, and into their reversals. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ChargebackReversed, PaymentChargeback } from '../../../machines/payment/events.ts'
import { paymentStream, type Voice } from '../../../machines/payment/names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import type { Unreadable } from '../../words/unreadable.ts'
import { DisputeWebhook } from '../wire/payment.ts'
import { decode } from './body.ts'
import { type Reading, streamEvent } from './stream-event.ts'
import { originOf, type WebhookToRead } from './webhook-origin.ts'

/** Reads a `dispute_*` webhook. */
const onDispute =
  (type: string, disputeStatus: string, more: (message: DisputeWebhook) => object) =>
  (webhook: WebhookToRead): Reading<Unreadable> =>
    pipe(
      webhook.envelope.data,
      decode(DisputeWebhook, 'data'),
      E.map((message) => [
        streamEvent<DomainEvent>(
          originOf(webhook, message.date),
          paymentStream(message.payment_id),
          type,
          {
            paymentId: message.payment_id,
            actionId: message.payment_action_id,
            disputeId: message.id,
            disputeStatus,
            amount: message.amount,
            currency: message.currency,
            ...more(message),
          },
        ),
      ]),
    )

/** A dispute that ended in our favour: won, or withdrawn by the bank. */
const onReversal = (status: string) =>
  onDispute('chargeback_reversed' satisfies ChargebackReversed['type'], status, () => ({}))

/**
 * A dispute by which the account was debited; `movesNothing` if the message only names it. Its
 * action is the one that is disputed, so the dispute's own id identifies it where there is one.
 */
const onTaken = (status: string, movesNothing?: true) =>
  onDispute('payment_chargeback' satisfies PaymentChargeback['type'], status, (message) => ({
    actionId: message.id === undefined ? message.payment_action_id : undefined,
    reason: message.reason_code,
    reportedAs: 'dispute' satisfies Voice,
    movesNothing,
  }))

/** The readers of the types that say what a dispute means for the money. @spec interface#disputes */
export const disputeWebhooks: Readonly<
  Record<string, (webhook: WebhookToRead) => Reading<Unreadable>>
> = {
  dispute_received: onTaken('received'),
  dispute_arbitration_lost: onTaken('arbitration_lost'),
  dispute_evidence_required: onTaken('evidence_required', true),
  dispute_evidence_submitted: onTaken('evidence_submitted', true),
  dispute_lost: onTaken('lost', true),
  dispute_accepted: onTaken('accepted', true),
  dispute_expired: onTaken('expired', true),
  dispute_resolved: onTaken('resolved', true),
  dispute_won: onReversal('won'),
  dispute_arbitration_won: onReversal('arbitration_won'),
  dispute_canceled: onReversal('canceled'),
  dispute_cancelled: onReversal('canceled'),
}
