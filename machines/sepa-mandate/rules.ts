/** The rules of a SEPA mandate, and the conditions that choose between targets. */
import type { Definition, Judge, Requirement, Rule } from '../../src/contract/definition.ts'
import { notInDoubt } from '../../src/contract/engine-requirements.ts'
import type { MissingPredecessor } from '../../src/contract/refusal.ts'
import { timestampOf } from '../../src/event/envelope.ts'
import { formatted, type Instant, isOver } from '../../src/words/time/instant.ts'
import { type SepaMandateEvent, sepaMandateEvents } from './events.ts'
import {
  blank,
  type Collection,
  isOpen,
  type MandateChartEvent,
  recipes,
  type SepaMandate,
} from './memory.ts'
import { type MandatePolicy, policy } from './policy.ts'
import { expiresAt, mayExpireAt, usesOf } from './uses.ts'

type MandateUsable = {
  readonly rule: 'mandateUsable'
  readonly because: string
  readonly since: Instant | null
}

/** Nobody knows whether the payment exists: whoever makes another one may collect twice. */
const UNANSWERED = 'reserved by a command that nobody has answered'

/** While no message names the payment of a command, it is open by the name of the command. */
const isUnanswered = ([id, collection]: readonly [string, Collection]): boolean =>
  id.startsWith('command:') && isOpen(collection)

const NOT_USABLE = 'not usable, as the provider or a person says'

const isNotUsable = ({ doubts }: Judge<MandatePolicy>): boolean =>
  doubts.some(({ code }) => code === 'NotUsable')

const whyUnusable = (
  context: SepaMandate,
  judge: Judge<MandatePolicy>,
): readonly [string, Instant | null] => {
  const { cancelledAt, isCancellationUnsure } = context
  if (cancelledAt !== null && isCancellationUnsure === true) {
    // a person's word ends the doubt whether it was cancelled
    if (isNotUsable(judge)) return [NOT_USABLE, null]
    return [`perhaps cancelled (requested at ${formatted(cancelledAt)}, not confirmed)`, null]
  }
  if (cancelledAt !== null) return ['cancelled', cancelledAt]
  const collections = Object.values(context.collections)
  if (context.mandateType === 'single') {
    const captured = collections.find(({ capturedAt }) => capturedAt !== null)
    if (captured !== undefined) return ['consumed', captured.capturedAt]
    const unanswered = Object.entries(context.collections).find(isUnanswered)
    if (unanswered !== undefined) return [UNANSWERED, unanswered[1].presentedAt]
    const open = collections.find(isOpen)
    if (open !== undefined) return ['reserved', open.presentedAt]
  }
  return ['expired', expiresAt(context, judge.policy)]
}

/** A mandate that is reserved, consumed, cancelled or expired accepts no payments. */
const mandateUsable: Rule<SepaMandate, MandateChartEvent, MandateUsable, MandatePolicy> = {
  breaks: (context, _event, judge) => {
    const [because, since] = whyUnusable(context, judge)
    return [{ rule: 'mandateUsable', because, since }]
  },
  title: 'Payment on a mandate that accepts none',
  explain: ({ because, since }) => {
    if (since === null) return `The mandate accepts no payments: it is ${because}.`
    return because === UNANSWERED
      ? `The mandate accepts no payments until a look-up or a person has ended the command of ${formatted(since)}, which nobody has answered.`
      : `The mandate accepts no payments: it has been ${because} since ${formatted(since)}.`
  },
  severity: 'error',
  errorCode: 409,
  source: 'interface#sepa-mandates; decisions#43',
  remedy: {
    asked:
      'Wait while a command is unanswered. Otherwise, create a new source, and with it a new mandate.',
    reported:
      'Ask the provider why it accepted the payment. Only an active mandate accepts another one.',
  },
}

type SameCustomer = {
  readonly rule: 'sameCustomer'
  readonly expected: string
  readonly actual: string
}

/** A source belongs to one customer and cannot be shared. */
const sameCustomer: Rule<
  SepaMandate,
  Extract<MandateChartEvent, { type: 'collection_presented' }>,
  SameCustomer
> = {
  breaks: ({ customerId: expected }, { data: { customerId: actual } }) =>
    expected === null || actual === undefined || actual === expected
      ? []
      : [{ rule: 'sameCustomer', expected, actual }],
  title: 'Payment on a mandate of another customer',
  explain: ({ expected, actual }) => `The mandate belongs to ${expected}, not to ${actual}.`,
  severity: 'error',
  errorCode: 422,
  source: 'interface#sepa-sources',
  remedy: {
    asked: 'Use a source that belongs to this customer.',
    reported:
      'Find out whose account was debited. If it is not that of the customer who owes it, and nothing has gone back since, refund the payment.',
  },
}

/** Of a mandate without a known type, nobody knows whether it may be used again. */
const typeKnown: Requirement<SepaMandate, MandateChartEvent> = {
  breaks: ({ mandateType }) =>
    mandateType === null ? [{ rule: 'notKnown', what: 'mandate type' } as const] : [],
}

/** A payment is made within the life of a usable mandate, however wrong the clock of the caller is. */
const mandateValid: Requirement<
  SepaMandate,
  Extract<MandateChartEvent, { type: 'collection_presented' }>,
  MandatePolicy
> = {
  breaks: (context, event, judge) => {
    const { createdAt } = context
    const { at } = timestampOf(event)
    const end = mayExpireAt(context, judge.policy)
    const why = (because: string) => [{ rule: 'mandateUsable', because, since: null } as const]
    if (isNotUsable(judge)) return why(NOT_USABLE)
    if (createdAt !== null && at < createdAt) return why(`not valid before ${formatted(createdAt)}`)
    return end !== null && at >= end ? why(`perhaps expired since ${formatted(end)}`) : []
  },
}

const isReserved = (context: SepaMandate): boolean =>
  context.mandateType === 'single' && usesOf(context).open > 0

const isConsumed = (context: SepaMandate): boolean =>
  context.mandateType === 'single' && usesOf(context).captured > 0

/** Nothing happens on a mandate before its creation; what payfold derives from payments shows that, too. */
const missingPredecessor: Requirement<SepaMandate, SepaMandateEvent> = {
  breaks: (_context, { type: event, data: { sourceId } }): readonly MissingPredecessor[] => [
    { rule: 'missingPredecessor', event, missing: `mandate ${sourceId}` },
  ],
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  notInDoubt,
  typeKnown,
  mandateValid,
  mandateUsable,
  sameCustomer,
}

/** The conditions that the chart names. */
export const conditions = {
  reserved: (context: SepaMandate) => isReserved(context),
  free: (context: SepaMandate) => !isReserved(context),
  consumed: (context: SepaMandate) => isConsumed(context),
  reusable: (context: SepaMandate) => !isConsumed(context),
  dormant: (context: SepaMandate, { policy, toleranceSeconds }: Judge<MandatePolicy>) => {
    const end = expiresAt(context, policy)
    return end !== null && context.now !== null && isOver(end, context.now, toleranceSeconds)
  },
}

/** Everything that the chart refers to. */
export const definition = {
  recipes,
  blank,
  rules,
  conditions,
  policy,
  events: sepaMandateEvents,
} satisfies Definition<SepaMandate>
