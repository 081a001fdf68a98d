/** Whether a payment may be authorized after a session, and who bears the loss from fraud. */
import { isLeft } from '#fp-ts/Either'
import type { Descriptor } from '../../src/contract/descriptor.ts'
import type { FindingBase } from '../../src/contract/finding.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { eventsOf, type State } from '../../src/contract/state.ts'
import { dataIn, isInferred } from '../../src/event/envelope.ts'
import { subjectOf, withoutOthers } from '../../src/merge/stream-subject.ts'
import { tryOr } from '../../src/words/data/attempt.ts'
import { least } from '../../src/words/data/lists.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { Currency, Minor, money } from '../../src/words/money.ts'
import { isPolicyOf, policyHash } from '../../src/words/policy.ts'
import { readInstant, TIME, type Time } from '../../src/words/time/given-time.ts'
import { earlier, formatted, type Instant, isAfter, shift } from '../../src/words/time/instant.ts'
import { SessionId } from '../words/session-names.ts'
import { findings } from './findings.ts'
import { session } from './index.ts'
import type { Session, SessionStatus } from './memory.ts'
import { settledIn } from './settle.ts'
import { OUTCOMES } from './snapshot.ts'
import { policy as policyFields, type SessionPolicy } from './windows.ts'

type AuthorizationRequest = {
  readonly amount: number
  readonly currency: string
  readonly now: Time
}

/**
 * Whether a payment may be authorized. `yes`: the cardholder was authenticated for it. `choice`: they
 * were not, but the merchant may authorize the payment. `no`: it must not be authorized. `ask`: nobody
 * knows, and `question` is the request whose response may say so; null if none would. `liability` is who
 * bears the loss if the payment is authorized now and turns out to be fraud.
 */
export interface Authorization {
  readonly answer: 'yes' | 'choice' | 'no' | 'ask'
  readonly liability: 'issuer' | 'usuallyIssuer' | 'merchant' | 'unknown'
  readonly because: string
  readonly question: {
    readonly endpoint: 'getSession'
    readonly params: { readonly session_id: SessionId }
  } | null
}

type SessionFold = State<Session, SessionStatus>

const DAY = 86_400

const isFoldedUnder = (state: SessionFold, policy: SessionPolicy): boolean =>
  isPolicyOf(policyFields, policy) && state.policy === policyHash(policyFields, policy)

/** What an outcome allows, and who bears the loss. Every other outcome allows nothing. @spec sources#eci-values */
const ALLOWED = {
  approved: { answer: 'yes', liability: 'issuer' },
  attempted: { answer: 'choice', liability: 'usuallyIssuer' },
  unavailable: { answer: 'choice', liability: 'merchant' },
} as const

const isAllowed = (status: SessionStatus): status is keyof typeof ALLOWED =>
  Object.hasOwn(ALLOWED, status)

/** The latest time at which the cardholder can have been authenticated; null if nobody knows any. */
const authenticatedAt = ({ status, context, occurrences }: SessionFold): Instant | null => {
  const { created, outcome } = context
  const isReported = (type: string | undefined): boolean =>
    occurrences.some(
      (each) =>
        each.type === type && each.disposition === 'chart' && !each.events.every(isInferred),
    )
  // a failure without a known reason is that of the look-up that says how it failed
  const isFailure = ({ disposition, data }: Occurrence): boolean =>
    status === 'unavailable' &&
    disposition === 'informational' &&
    data['name'] === 'authentication_failed'
  const isSaid = isReported(OUTCOMES[status]) || occurrences.some(isFailure)
  // it was no later than the first message that says so; if only look-ups do, it may be much earlier
  if (outcome !== null && (outcome.timed || isSaid)) {
    return occurrences
      .filter((each) => {
        const { status: shown, outcome: stated } = each.data
        return OUTCOMES[status] === each.type || [shown, stated].includes(status) || isFailure(each)
      })
      .map((each) => (isFailure(each) ? earlier(each.at, each.reportedAt) : each.reportedAt))
      .reduce(earlier, outcome.at)
  }
  return isReported('session_created') ? (created?.at ?? null) : null
}

/** The time of the authentication in words: of its creation it is known only that it was no earlier. */
const whenIn = ({ created, outcome }: Session, at: Instant): string =>
  outcome?.at === at || created?.at !== at
    ? `at ${formatted(at)}`
    : `at the earliest at ${formatted(at)}`

const no = (because: string): Authorization => ({
  answer: 'no',
  liability: 'merchant',
  because,
  question: null,
})

const ask = (because: string, asked: SessionFold | null): Authorization => {
  const id = asked === null ? null : subjectOf(session.subject, asked)
  const question = SessionId.is(id)
    ? ({ endpoint: 'getSession', params: { session_id: id } } as const)
    : null
  return { answer: 'ask', liability: 'unknown', because, question }
}

const doubtIn = (finding: FindingBase): string | null => {
  const descriptor = ownAt<Descriptor>(findings, finding.code)
  return descriptor?.holds === undefined ? null : descriptor.explain(finding)
}

const priceIn = (state: SessionFold, lagSeconds: number) => {
  const { amount, currency } = settledIn(eventsOf(state), lagSeconds)
  const lowest = least(amount.values.map(Number)) as Minor | null
  const [first, second] = currency.values as readonly Currency[]
  return first === undefined || lowest === null
    ? null
    : { lowest, first, isOnly: second === undefined }
}

const otherPrice = (
  { lowest, first, isOnly }: NonNullable<ReturnType<typeof priceIn>>,
  { amount, currency }: Pick<AuthorizationRequest, 'amount' | 'currency'>,
): string | null => {
  const asked = `The cardholder was asked about ${money(lowest, first)}`
  if (lowest === 0) return `${asked}: the session verified the card.`
  if (!isOnly) return 'Messages name several currencies that the cardholder was asked about.'
  return currency !== first || amount > lowest
    ? `${asked}, and this is ${money(amount as Minor, currency as Currency)}.`
    : null
}

const judged = (
  state: SessionFold,
  { amount, currency }: AuthorizationRequest,
  now: Instant,
  { authenticationDays, clockToleranceSeconds, readLagSeconds }: SessionPolicy,
): Authorization => {
  const { status, context } = state
  if (!isAllowed(status)) return no(`The session ended as ${status}.`)
  const payments = new Set(eventsOf(state).flatMap((event) => dataIn(event)['paymentId'] ?? []))
  if (payments.size > 1) return no('Messages name several payments, and a session is for one.')
  const price = priceIn(state, readLagSeconds)
  if (price === null) return no('No message names both an amount and a currency to pay.')
  const why = otherPrice(price, { amount, currency })
  if (why !== null) return no(why)
  const at = authenticatedAt(state)
  if (at === null) return no('No message says when the cardholder was authenticated.')
  if (isAfter(at, now, clockToleranceSeconds)) {
    return ask(`The session was decided at ${formatted(at)}, which is later than now.`, state)
  }
  if (now > shift(at, authenticationDays * DAY)) {
    return no(`The authentication of ${formatted(at)} is older than ${authenticationDays} days.`)
  }
  const because = `The session was ${status} for ${money(price.lowest, price.first)} ${whenIn(context, at)}.`
  return { ...ALLOWED[status], because, question: null }
}

const unknown = (because: string): Authorization => ask(because, null)

const wrongIn = (request: unknown): string | null => {
  if (typeof request !== 'object' || request === null) return 'The request is no object.'
  const { amount, currency } = request as Partial<AuthorizationRequest>
  if (!Minor.is(amount)) return 'The amount is not a whole number of minor units.'
  return Currency.is(currency) ? null : 'The currency is not a currency code.'
}

/**
 * Whether a payment may be authorized, by the state of its session. An unsigned message, such as a
 * callback, changes no answer. While anything is in doubt the answer is `ask`, until look-ups or a person
 * settle it: `questions` says who is asked for what. `amount` is in minor units of `currency`; more
 * than was authenticated, or another currency, is `no`. `policy` is that of the root, which folded the
 * state. Never throws: for a value that is not the state of a session under that policy, or a wrong
 * amount, currency or time, the answer is `ask`.
 * @spec decisions#42; decisions#54; sources#emv-3ds; sources#eci-values
 */
export const mayAuthorize = (
  state: SessionFold,
  request: AuthorizationRequest,
  policy: SessionPolicy,
): Authorization =>
  tryOr(unknown('This is not the state of a session.'), () => {
    if (state.machine !== 'session@1') return unknown('This is not the state of a session.')
    if (!isFoldedUnder(state, policy))
      return unknown('The state was folded under another policy: fold its stream again.')
    const wrong = wrongIn(request)
    if (wrong !== null) return unknown(wrong)
    const now = readInstant('now', request.now)
    if (isLeft(now)) return unknown(`The time is not ${TIME}.`)
    const own = withoutOthers(state)
    for (const finding of own.findings) {
      const because = doubtIn(finding)
      if (because !== null) return ask(because, finding.asks === null ? null : own)
    }
    return own.context.outcome === null
      ? ask('No confirmed message reports an outcome yet.', own)
      : judged(own, request, now.right, policy)
  })
