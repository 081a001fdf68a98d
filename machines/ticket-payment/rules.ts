/** The rules of a ticket payment, and the conditions that choose between targets. */
import type { Definition, Judge, Rule } from '../../src/contract/definition.ts'
import { missingPredecessor, notInDoubt } from '../../src/contract/engine-requirements.ts'
import type { Occurred } from '../../src/contract/occurrence.ts'
import type { NotKnown } from '../../src/contract/refusal.ts'
import { timestampOf } from '../../src/event/envelope.ts'
import { deadline } from '../../src/words/time/calendar.ts'
import { type Instant, isAfter, isOver } from '../../src/words/time/instant.ts'
import type { PaymentCaptured, PaymentChargeback, PaymentExpired } from '../payment/events.ts'
import {
  after,
  broughtAfter,
  chargebackFirst,
  moneyAfterEnd,
  notKnown,
  sameCurrency,
  type UnknownFact,
  withinCaptured,
  withinNet,
} from '../payment/rules.ts'
import { byRefunds } from '../payment/sums.ts'
import { ticketPaymentEvents } from './events.ts'
import { blank, recipes, type TicketPayment } from './memory.ts'
import { payableUntil, policy, type TicketPolicy } from './windows.ts'

type LateCapture = {
  readonly rule: 'lateCapture'
  readonly at: Instant
  readonly expiredAt: Instant
}

/** The ticket was paid late, but the money is taken. */
const expiredFirst = (
  { ended, capturePending }: TicketPayment,
  { toleranceSeconds }: Judge,
): boolean =>
  ended?.how === 'expired' &&
  capturePending !== null &&
  ended.timed &&
  capturePending.timed &&
  isAfter(capturePending.at, ended.at, toleranceSeconds)

/** Whether a capture comes, and began, after the expiry that the ticket shows. */
const afterDeadline = (
  { ticketExpiresAt, capturePending }: TicketPayment,
  event: Occurred<PaymentCaptured>,
  { policy, toleranceSeconds }: Judge<TicketPolicy>,
): readonly (LateCapture | NotKnown<UnknownFact>)[] => {
  if (ticketExpiresAt === null) return []
  const { at, timed } = capturePending ?? timestampOf(event)
  if (!isOver(payableUntil(ticketExpiresAt, policy), at, toleranceSeconds)) return []
  const expiredAt = deadline(ticketExpiresAt, policy.ticketZone)
  return [timed ? { rule: 'lateCapture', at, expiredAt } : notKnown('times')]
}

/**
 * The capture of a ticket comes, or at least begins, before its expiry: the one that was reported, else the
 * one that the ticket shows. An expiry that is reported while the capture is pending is judged, too.
 */
const lateCapture: Rule<
  TicketPayment,
  Occurred<PaymentCaptured> | Occurred<PaymentExpired>,
  LateCapture,
  TicketPolicy
> = {
  breaks: (context, event, judge) => {
    if (event.type === 'payment_captured') {
      if (context.ended === null) return afterDeadline(context, event, judge)
      // the expiry itself is the finding then
      if (expiredFirst(context, judge)) return []
      const broken = broughtAfter(context, event, judge.toleranceSeconds)
      if (broken === null) return []
      if ('rule' in broken) return [broken]
      return [{ rule: 'lateCapture', at: broken.at, expiredAt: broken.endedAt }]
    }
    if (context.capturePending === null) return []
    const { at } = context.capturePending
    return [{ rule: 'lateCapture', at, expiredAt: timestampOf(event).at }]
  },
  title: 'Ticket paid after it had expired',
  explain: ({ at, expiredAt }) => after('The ticket was paid', at, 'it had expired', expiredAt),
  severity: 'notice',
  errorCode: 409,
  source: 'decisions#7; decisions#41',
  remedy: { reported: "Check the customer's order: the ticket was paid although it had expired." },
}

type NotOfTickets = {
  readonly rule: 'notOfTickets'
}

/** Cash cannot be charged back. Where the provider reports it all the same, the money is gone. */
const notOfTickets: Rule<TicketPayment, Occurred<PaymentChargeback>, NotOfTickets> = {
  breaks: () => [{ rule: 'notOfTickets' }],
  title: 'Ticket charged back',
  explain: () => 'A ticket is paid in cash, which no bank can take back.',
  severity: 'warning',
  errorCode: 409,
  source: 'interface#states-of-a-ticket-payment',
  remedy: { reported: 'Ask the provider, and state what is true as of now (`reviewed`).' },
  lookUp: null,
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  notInDoubt,
  chargebackFirst,
  notOfTickets,
  sameCurrency,
  withinCaptured,
  withinNet,
  moneyAfterEnd,
  lateCapture,
}

/** The conditions that the chart names. They see the context with the event applied. */
export const conditions = {
  ...byRefunds,
  expiredFirst,
  expiredLast: (context: TicketPayment, judge: Judge) => !expiredFirst(context, judge),
}

/** Everything that the chart refers to. */
export const definition = {
  recipes,
  blank,
  rules,
  conditions,
  policy,
  events: ticketPaymentEvents,
} as const satisfies Definition<TicketPayment>
