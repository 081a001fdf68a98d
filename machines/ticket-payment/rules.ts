/** The rules of a ticket payment, and the conditions that choose between targets. */
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Definition, Judge, Rule } from '../../src/fold/definition.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { missingPredecessor } from '../../src/fold/reported.ts'
import { isAfter } from '../../src/words/instant.ts'
import type { PaymentCaptured, PaymentExpired } from '../payment/events.ts'
import {
  broughtAfter,
  byRefunds,
  explainLateCapture,
  type LateCapture,
  moneyAfterEnd,
  sameCurrency,
  withinCaptured,
  withinNet,
} from '../payment/rules.ts'
import { recipes, type TicketPayment, ticketPaymentSums } from './memory.ts'
import { policy } from './windows.ts'

/**
 * Whether the ticket expired before its capture began: it was paid late, but the money is taken.
 */
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
 * The capture of a ticket comes, or at least begins, before its expiry. The rule judges the
 * capture, or the expiry if it is reported while the capture is pending.
 */
const lateCapture: Rule<
  TicketPayment,
  Occurred<PaymentCaptured> | Occurred<PaymentExpired>,
  LateCapture
> = {
  breaks: (context, event, { toleranceSeconds }) => {
    if (event.type === 'payment_captured') {
      const broken = broughtAfter(context, event, toleranceSeconds)
      if (broken === null) return []
      if ('rule' in broken) return [broken]
      return [{ rule: 'lateCapture', at: broken.at, expiredAt: broken.endedAt }]
    }
    if (context.capturePending === null) return []
    const { at } = context.capturePending
    return [{ rule: 'lateCapture', at, expiredAt: timestampOf(event).at }]
  },
  explain: explainLateCapture,
  severity: 'notice',
  errorCode: 409,
  source: 'decisions#7; decisions#41',
  remedy: "Check the customer's order: the ticket was paid although it had expired.",
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  sameCurrency,
  withinCaptured: withinCaptured(ticketPaymentSums),
  withinNet: withinNet(ticketPaymentSums),
  moneyAfterEnd,
  lateCapture,
}

/** The conditions that the chart names. They see the context with the event applied. */
export const conditions = {
  ...byRefunds(ticketPaymentSums),
  expiredFirst,
  expiredLast: (context: TicketPayment, judge: Judge) => !expiredFirst(context, judge),
}

/** Everything that the chart refers to. */
export const definition = {
  recipes,
  rules,
  conditions,
  policy,
} as const satisfies Definition<TicketPayment>
