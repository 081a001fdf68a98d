/** Whether a payment may be authorized after a session, and who bears the loss from fraud. */
import type { State } from '../../src/fold/state.ts'
import { withoutOthers } from '../../src/fold/subject.ts'
import { attempt } from '../../src/words/attempt.ts'
import {
  earlier,
  formatted,
  type Instant,
  instant,
  isAfter,
  shift,
} from '../../src/words/instant.ts'
import { Currency, Minor, money } from '../../src/words/money.ts'
import { defaultPolicyOf } from '../../src/words/policy.ts'
import { lastSpoken } from '../observed/spoken.ts'
import { isContradicted } from './contradicted.ts'
import type { Session, SessionStatus } from './memory.ts'
import type { SessionId } from './names.ts'
import { policy as fields, type SessionPolicy } from './windows.ts'

/** The payment that is about to be authorized: its amount in minor units, and the present time. */
export interface AuthorizationRequest {
  readonly amount: number
  readonly currency: string
  readonly now: string
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

/** The state of a session, as `fold` returns it. */
type Folded = State<Session, SessionStatus>

const DAY = 86_400

/** What an outcome allows. Every other outcome allows nothing. @spec sources#eci-values */
const ALLOWED: Readonly<
  Partial<Record<SessionStatus, Pick<Authorization, 'answer' | 'liability'>>>
> = {
  approved: { answer: 'yes', liability: 'issuer' },
  attempted: { answer: 'choice', liability: 'usuallyIssuer' },
  unavailable: { answer: 'choice', liability: 'merchant' },
}

const no = (because: string): Authorization => ({
  answer: 'no',
  liability: 'merchant',
  because,
  question: null,
})

const ask = (because: string, sessionId: SessionId | null): Authorization => ({
  answer: 'ask',
  liability: 'unknown',
  because,
  question:
    sessionId === null ? null : { endpoint: 'getSession', params: { session_id: sessionId } },
})

/** When look-ups were received that show a status: it was reached before. */
const shownBy = (status: SessionStatus, occurrences: Folded['occurrences']): readonly Instant[] =>
  occurrences
    .filter(({ type, data }) => type === 'state_observed' && data['status'] === status)
    .map(({ reportedAt }) => reportedAt)

/**
 * The latest time at which the cardholder can have been authenticated; null if only snapshots show it,
 * which may be much later.
 */
const authenticatedAt = ({ status, context, occurrences }: Folded): Instant | null => {
  const isReported = (type: string): boolean =>
    occurrences.some(
      (each) =>
        each.type === type &&
        each.disposition === 'chart' &&
        each.events.some(({ metadata }) => metadata.source !== 'inferred'),
    )
  const { created, outcome } = context
  if (outcome !== null && (outcome.timed || isReported(`session_${status}`))) {
    return shownBy(status, occurrences).reduce(earlier, outcome.at)
  }
  return isReported('session_created') ? (created?.at ?? null) : null
}

/** What the outcome allows for this amount at this time. */
const judged = (
  state: Folded,
  { amount, currency }: AuthorizationRequest,
  now: Instant,
  { authenticationDays, clockToleranceSeconds }: SessionPolicy,
): Authorization => {
  const { context } = state
  const { sessionId } = context
  const word = lastSpoken(state.occurrences, 'outcome')?.data['outcome']
  const status = (typeof word === 'string' ? word : state.status) as SessionStatus
  const allowed = Object.hasOwn(ALLOWED, status) ? ALLOWED[status] : undefined
  if (allowed === undefined) return no(`The session ended as ${status}.`)
  const at = authenticatedAt(state)
  if (context.amount === null || context.amount === 0 || context.currency === null) {
    return ask(
      'The session verified the card, or no message names what it authenticated.',
      sessionId,
    )
  }
  const authenticated = money(context.amount, context.currency)
  if (currency !== context.currency || amount > context.amount) {
    const asked = money(amount, currency as Currency)
    return no(`The cardholder was asked about ${authenticated}, and this is ${asked}.`)
  }
  if (at === null) return ask('No message says when the cardholder was authenticated.', null)
  if (isAfter(at, now, clockToleranceSeconds)) {
    return ask(`The session was decided at ${formatted(at)}, which is later than now.`, sessionId)
  }
  if (now > shift(at, authenticationDays * DAY)) {
    return no(`The authentication of ${formatted(at)} is older than ${authenticationDays} days.`)
  }
  const because = `The session was ${status} for ${authenticated} at ${formatted(at)}.`
  return { ...allowed, because, question: null }
}

const LENGTHS = ['authenticationDays', 'clockToleranceSeconds'] as const

const unknown = (because: string): Authorization => ask(because, null)

/**
 * Whether a payment may be authorized, by the state of its session. An unsigned message, such as a
 * callback, changes no answer; neither does what messages contradict each other about: the answer is
 * then `ask`, until a later look-up confirms the outcome. `amount` is in minor units of `currency`; more
 * than was authenticated, or another currency, is `no`. Never throws: for a value that is not the state
 * of a session, or a wrong amount, currency or time, the answer is `ask`.
 * @spec decisions#42; decisions#54; sources#emv-3ds; sources#eci-values
 */
export const mayAuthorize = (
  state: Folded,
  request: AuthorizationRequest,
  policy: SessionPolicy = defaultPolicyOf(fields),
): Authorization =>
  attempt(
    () => {
      if (state.machine !== 'session@1') return unknown('This is not the state of a session.')
      const now = instant(request.now)
      if (!Minor.is(request.amount))
        return unknown('The amount is not a whole number of minor units.')
      if (!Currency.is(request.currency)) return unknown('The currency is not a currency code.')
      if (now === null) return unknown('The time is not a time.')
      if (!LENGTHS.every((name) => Number.isSafeInteger(policy[name])))
        return unknown('The policy lacks a length or has a wrong one.')
      const own = withoutOthers(state)
      const { outcome, sessionId } = own.context
      const isSpoken = lastSpoken(own.occurrences, 'outcome') !== undefined
      if (outcome === null && !isSpoken)
        return ask('No confirmed message reports an outcome yet.', sessionId)
      return isContradicted(own)
        ? ask('Messages contradict each other about this session.', sessionId)
        : judged(own, request, now, policy)
    },
    () => unknown('This is not the state of a session.'),
  )
