/** What a step on a ticket payment must meet, and what chooses between its targets. */
import { momentOf } from '../../src/event/moment.ts'
import type { PaymentCaptured, PaymentExpired } from '../../src/event/payment.ts'
import type { Book, Judge, Rule } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import { recipes, type TicketPayment, ticketPaymentSums } from '../memory/ticket-payment.ts'
import { missingPredecessor } from './missing-predecessor.ts'
import {
  broughtAfter,
  byRefunds,
  moneyAfterEnd,
  sameCurrency,
  withinCaptured,
  withinNet,
} from './payment.ts'

/** The ticket had expired before its payment began to be taken: it was paid late, and yet is taken. */
const expiredFirst = (
  { ended, capturePending }: TicketPayment,
  { toleranceSeconds }: Judge,
): boolean =>
  ended?.how === 'expired' &&
  capturePending !== null &&
  ended.timed &&
  capturePending.timed &&
  isAfter(capturePending.at, ended.at, toleranceSeconds)

/**
 * Money that came, or began to come, after the ticket's expiry. Judged at the capture; or at the
 * expiry, where the payment was being taken when it was told. @spec domain, 4.2 and 4.3
 */
const lateCapture: Rule<TicketPayment, Occurred<PaymentCaptured> | Occurred<PaymentExpired>> = (
  known,
  event,
  judge,
) => {
  if (event.type === 'payment_captured') return broughtAfter('lateCapture')(known, event, judge)
  if (known.capturePending === null) return []
  const { at } = known.capturePending
  return [{ rule: 'lateCapture', at, expiredAt: momentOf(event).at }]
}

/** The rules that the chart names. */
export const rules = {
  lateCapture,
  missingPredecessor,
  moneyAfterEnd,
  sameCurrency,
  withinCaptured: withinCaptured(ticketPaymentSums),
  withinNet: withinNet(ticketPaymentSums),
}

/** The conditions that the chart names, of what is known once the event is learnt. */
export const conditions = {
  ...byRefunds(ticketPaymentSums),
  expiredFirst,
  expiredLast: (known: TicketPayment, judge: Judge) => !expiredFirst(known, judge),
}

/** All that the chart refers to. */
export const book: Book<TicketPayment> = { recipes, rules, conditions }
