/** Why a step may not be taken: one union, in order of precedence, and the sentence for each. */
import type { CivilDate } from './calendar.ts'
import { type Instant, spoken, spokenBetween } from './instant.ts'
import { type Currency, money } from './money.ts'

/** What a rule needs to know and nobody has told. */
export type Unknown = 'captured amount' | 'refunds' | 'completion type' | 'mandate type' | 'times'

/**
 * One broken rule and what it compared. The members stand in order of precedence: where several
 * rules are broken, they are listed in this order.
 */
export type Refusal =
  | { readonly rule: 'noSuchStep'; readonly event: string; readonly status: string }
  | { readonly rule: 'notKnown'; readonly what: Unknown }
  | { readonly rule: 'missingPredecessor'; readonly event: string }
  | { readonly rule: 'notHosted' }
  | { readonly rule: 'channelDataFirst' }
  | { readonly rule: 'outcomeKnown'; readonly at: Instant; readonly outcomeAt: Instant | null }
  | { readonly rule: 'mandateUsable'; readonly because: string; readonly since: Instant | null }
  | { readonly rule: 'sameCustomer'; readonly expected: string; readonly actual: string }
  | { readonly rule: 'sameCurrency'; readonly expected: Currency; readonly actual: Currency }
  | (Closed & { readonly rule: 'withinRefundWindow' })
  | (Closed & { readonly rule: 'withinChargebackWindow' })
  | (Short & { readonly rule: 'withinCaptured' })
  | (Short & { readonly rule: 'withinNet' })
  | { readonly rule: 'moneyAfterEnd'; readonly at: Instant; readonly endedAt: Instant }
  | { readonly rule: 'lateCapture'; readonly at: Instant; readonly expiredAt: Instant }

/**
 * A window that had closed: the day it was counted from, its last day, how many days were allowed on top
 * because only a later sign was seen, and the moment it closed, those days included.
 */
interface Closed {
  readonly from: CivilDate
  readonly lastDay: CivilDate
  readonly allowedDays: number
  readonly closedAt: Instant
  readonly at: Instant
}

/** An amount that is more than there is, or none at all. Minor units. */
interface Short {
  readonly wanted: number
  readonly available: number
  readonly currency: Currency | null
}

/** The name of a rule that can be broken. */
export type RuleName = Refusal['rule']

/** What goes with every rule: the code a web framework maps, where it comes from, what to do. */
export interface RuleCard {
  readonly errorCode: 404 | 409 | 410 | 422
  readonly source: string
  readonly remedy: string
}

/** Every rule's card, in order of precedence. */
export const RULES: Readonly<Record<RuleName, RuleCard>> = {
  noSuchStep: {
    errorCode: 409,
    source: 'interface, States and transitions',
    remedy: 'Look at the status first: this step is not one that can follow it.',
  },
  notKnown: {
    errorCode: 409,
    source: 'design, 9 Judging',
    remedy: 'Ask the provider for what is missing, record the answer, and ask again.',
  },
  missingPredecessor: {
    errorCode: 409,
    source: 'interface, States and transitions',
    remedy: 'Ask the provider for the history; a message before this one is missing.',
  },
  notHosted: {
    errorCode: 409,
    source: 'interface, What the service does',
    remedy: 'Redirect the cardholder: in the hosted mode the service collects channel data itself.',
  },
  channelDataFirst: {
    errorCode: 409,
    source: 'interface, States and transitions',
    remedy: 'Submit channel data first.',
  },
  outcomeKnown: {
    errorCode: 409,
    source: 'interface, States and transitions',
    remedy: 'Wait for the outcome, or get the session, before completing it.',
  },
  mandateUsable: {
    errorCode: 409,
    source: 'interface, SEPA mandate; domain, 1.5',
    remedy: 'Create a new source, and with it a new mandate.',
  },
  sameCustomer: {
    errorCode: 422,
    source: 'interface, SEPA source',
    remedy: 'Use a source that belongs to this customer.',
  },
  sameCurrency: {
    errorCode: 422,
    source: 'interface, Limits',
    remedy: "Use the payment's own currency.",
  },
  withinRefundWindow: {
    errorCode: 410,
    source: 'interface, Limits (refund claim window)',
    remedy: 'Pay the customer back by another way: the provider no longer takes this refund.',
  },
  withinChargebackWindow: {
    errorCode: 410,
    source: 'interface, Limits (chargeback window)',
    remedy: 'Ask the provider on what ground the bank took the money back.',
  },
  withinCaptured: {
    errorCode: 422,
    source: 'interface, Limits',
    remedy: 'Ask the provider for the actions: more was refunded than was captured.',
  },
  withinNet: {
    errorCode: 422,
    source: 'domain, 2.4 (money identity)',
    remedy: 'Ask for no more than is left.',
  },
  moneyAfterEnd: {
    errorCode: 409,
    source: 'domain, 2.4',
    remedy: 'Check the order: the money came after the payment was given up.',
  },
  lateCapture: {
    errorCode: 409,
    source: 'domain, 4.2',
    remedy: 'Check the order: the ticket was paid although it had expired.',
  },
}

const shortage = ({ wanted, available, currency }: Short): string =>
  wanted < 1
    ? `An amount of ${money(wanted, currency)} is nothing to refund.`
    : `${money(wanted, currency)} is ${money(wanted - available, currency)} more than the ` +
      `${money(available, currency)} there is.`

const closure = (what: string, { from, lastDay, allowedDays, closedAt, at }: Closed): string => {
  const allowed = allowedDays === 0 ? '' : `, ${allowedDays} days of processing allowed for`
  const late = at === closedAt ? 'just' : spokenBetween(closedAt, at)
  return (
    `${what}, counted from ${from}, had ${lastDay} as its last day and closed at ${spoken(closedAt)}` +
    `${allowed}; this was at ${spoken(at)}, ${late} too late.`
  )
}

const after = (what: string, at: Instant, end: string, endedAt: Instant): string =>
  `${what} at ${spoken(at)}, ${spokenBetween(endedAt, at)} after ${end} at ${spoken(endedAt)}.`

/** The sentence a support agent could read out. */
export const explain = (refusal: Refusal): string => {
  switch (refusal.rule) {
    case 'noSuchStep':
      return `${refusal.event} cannot follow while the status is ${refusal.status}.`
    case 'notKnown':
      return `Whether this may be done hangs on the ${refusal.what}, which nobody has told.`
    case 'missingPredecessor':
      return `${refusal.event} was reported, but what must come before it was not.`
    case 'notHosted':
      return 'The session is hosted: the service collects channel data itself.'
    case 'channelDataFirst':
      return 'The session has an outcome although no channel data were submitted.'
    case 'outcomeKnown':
      return refusal.outcomeAt === null
        ? `The session was completed at ${spoken(refusal.at)}, before any outcome was known.`
        : after('The outcome came', refusal.outcomeAt, 'the session was completed', refusal.at)
    case 'mandateUsable':
      return `The mandate takes no payment: it is ${refusal.because}${since(refusal.since)}.`
    case 'sameCustomer':
      return `The mandate belongs to ${refusal.expected}, not to ${refusal.actual}.`
    case 'sameCurrency':
      return `The payment is in ${refusal.expected}, not in ${refusal.actual}.`
    case 'withinRefundWindow':
      return closure('The refund window', refusal)
    case 'withinChargebackWindow':
      return closure('The chargeback window', refusal)
    case 'withinCaptured':
    case 'withinNet':
      return shortage(refusal)
    case 'moneyAfterEnd':
      return after('The money came', refusal.at, 'the payment had ended', refusal.endedAt)
    case 'lateCapture':
      return after('The ticket was paid', refusal.at, 'it had expired', refusal.expiredAt)
  }
}

const since = (at: Instant | null): string => (at === null ? '' : `, since ${spoken(at)}`)

const PRECEDENCE = Object.keys(RULES)

/** Puts refusals in order of precedence. */
export const inPrecedence = (refusals: readonly Refusal[]): readonly Refusal[] =>
  [...refusals].sort((a, b) => PRECEDENCE.indexOf(a.rule) - PRECEDENCE.indexOf(b.rule))
