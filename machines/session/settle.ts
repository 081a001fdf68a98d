/** Settles the messages of a session: its outcome, and the price that the cardholder was asked about. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition, Settle } from '../../src/contract/machine-record.ts'
import { type DomainEvent, dataIn, timeOf } from '../../src/event/envelope.ts'
import { INFORMATIONAL } from '../../src/event/informational-events.ts'
import { impliedEvent } from '../../src/merge/inferred-events.ts'
import { joined, NONE, sortedBy } from '../../src/words/data/lists.ts'
import type { Policy } from '../../src/words/policy.ts'
import {
  asOfWord,
  type LeftValues,
  lastSpoken,
  type Said,
  said,
  settledBy,
  settledUntil,
  type ValueWord,
} from '../observed/value-statements.ts'
import { SESSION_STATUSES } from '../words/session-names.ts'
import { sessionEvents } from './events.ts'
import { infer, isOutcome, OUTCOMES } from './snapshot.ts'
import type { SessionPolicy } from './windows.ts'

/** What a doubt about a session holds. */
export const HELD: readonly string[] = ['session_approved']

const ASK_AGAIN =
  'Get the session: one look-up settles it, or a second one; or state its outcome (`reviewed`).'

type Contradiction = FindingBase & {
  readonly code: 'Contradiction'
  readonly outcomes: readonly string[]
}

type FailureUnknown = FindingBase & {
  readonly code: 'FailureUnknown'
}

type PriceDiffers = FindingBase & {
  readonly code: 'PriceDiffers'
  readonly field: 'amount' | 'currency'
}

const doubtful = <F extends FindingBase>(
  title: string,
  explain: (finding: F) => string,
): FindingDefinition<object, string, F> => ({
  find: () => [],
  causes: [],
  title,
  explain,
  severity: 'warning',
  source: 'decisions#42',
  remedy: { reported: ASK_AGAIN },
  holds: HELD,
})

/** The doubts that settling finds. */
export const doubts = {
  Contradiction: doubtful<Contradiction>('Outcomes disagree', ({ outcomes }) =>
    outcomes.length === 1
      ? `Messages report that the session is ${outcomes[0]}, and a look-up shows no outcome.`
      : `Messages report different outcomes: ${outcomes.join(', ')}.`,
  ),
  FailureUnknown: doubtful<FailureUnknown>(
    'Failed in an unknown way',
    () => 'The authentication failed, but no message says how.',
  ),
  PriceDiffers: doubtful<PriceDiffers>(
    'Price disagrees',
    ({ field }) => `Messages do not agree on the ${field} that the cardholder was asked about.`,
  ),
}

/** How long a look-up may show an older state, in seconds. */
export const lagIn = (policy: Policy): number => (policy as SessionPolicy).readLagSeconds

const FAILED = 'failed'

const FAILURES: ReadonlySet<string> = new Set(['declined', 'rejected', 'unavailable'])

/** Whether a message's value is that of a look-up or word, which always say how it failed. */
const agrees = (a: string, b: string): boolean => a === b || (a === FAILED && FAILURES.has(b))

const isEnd = (status: unknown): status is string =>
  typeof status === 'string' && Object.hasOwn(OUTCOMES, status)

/** The outcome of a status; empty if it has none. Two names for the end of one challenge are one outcome. */
const outcomeOf = (status: string): string =>
  status === 'expired' ? 'challenge_abandoned' : isEnd(status) ? status : ''

/** Whether the provider's own approval does not match the status in the same message. */
export const isApprovalOutOfPlace = (status: string, approved: unknown): boolean =>
  typeof approved === 'boolean' && isEnd(status) && approved !== (status === 'approved')

/** What a message says of the outcome; null if it is about something else, or cannot be understood. */
const outcomeIn = (event: DomainEvent): string | null => {
  const { type } = event
  const { status, name, approved } = dataIn(event)
  if (type === INFORMATIONAL.unrecognised) return name === 'authentication_failed' ? FAILED : null
  if (type !== INFORMATIONAL.snapshot) {
    return isOutcome(type) ? outcomeOf(type.replace(/^session_/, '')) : null
  }
  if (typeof status !== 'string' || !SESSION_STATUSES.includes(status)) return null
  return isApprovalOutOfPlace(status, approved) ? null : outcomeOf(status)
}

const sayingOf = (
  events: readonly DomainEvent[],
  valueIn: (event: DomainEvent) => string | null,
): readonly Said[] => {
  const all: Said[] = []
  for (const event of events) {
    const value = event.type === INFORMATIONAL.review ? null : valueIn(event)
    if (value !== null) all.push(said(event, value))
  }
  return all
}

/** A look-up that has no status and is not approved shows no outcome, where another message has an approval. */
const outcomesIn = (events: readonly DomainEvent[]): readonly Said[] => {
  const isApproved = events.some((event) => outcomeIn(event) === 'approved')
  const isNotApproved = (event: DomainEvent): boolean => {
    const { status, approved } = dataIn(event)
    return event.type === INFORMATIONAL.snapshot && status === undefined && approved === false
  }
  return sayingOf(events, (event) => (isApproved && isNotApproved(event) ? '' : outcomeIn(event)))
}

/** A word that names no outcome says nothing. */
const wordIn = (events: readonly DomainEvent[]) => {
  const word = lastSpoken(events, ({ outcome }) => isEnd(outcome))
  return word === undefined
    ? undefined
    : { ...word, value: outcomeOf(String(word.data['outcome'])) }
}

/** Whether a look-up that can be understood, or a person, has settled what was received by a time. */
export const settledBefore = (events: readonly DomainEvent[], lagSeconds: number) =>
  settledUntil(outcomesIn(events), wordIn(events), lagSeconds)

const valuesOf = (all: readonly Said[]): readonly string[] => {
  const values: string[] = []
  for (const { value } of all) if (value !== '' && !values.includes(value)) values.push(value)
  return values.sort()
}

const priceOf = (
  field: PriceDiffers['field'],
  events: readonly DomainEvent[],
  word: ValueWord | undefined,
  lagSeconds: number,
) => {
  const valueIn = (event: DomainEvent): string | null => {
    const { [field]: value } = dataIn(event)
    return value === undefined || event.type === INFORMATIONAL.review ? null : String(value)
  }
  const different: string[] = []
  for (const event of events) {
    const value = valueIn(event)
    if (value !== null && !different.includes(value)) different.push(value)
  }
  // where all say the same, there is nothing to settle
  if (different.length < 2) {
    return { field, values: different.filter((value) => value !== ''), doubted: NONE }
  }
  const all = sayingOf(events, valueIn)
  // a person's word settles which price it was, but does not name it
  const isKnown = word !== undefined && all.some(({ received }) => received <= word.asOf)
  const left = settledBy(all, isKnown ? { ...word, value: null } : undefined, lagSeconds)
  const values = valuesOf(left.counts)
  const isInDoubt = isKnown ? left.isContradicted : values.length > 1
  return { field, values, doubted: isInDoubt ? all : NONE }
}

/** What the messages of a session come to. `events` are all that count for it. */
export const settledIn = (events: readonly DomainEvent[], lagSeconds: number) => {
  const word = wordIn(events)
  const outcome: LeftValues = settledBy(outcomesIn(events), word, lagSeconds, agrees)
  const overruled = outcome.overruled.map(({ event }) => event)
  const left =
    overruled.length === 0 ? events : events.filter((event) => !overruled.includes(event))
  // whatever replaced its outcome, a message has named the price
  const amount = priceOf('amount', events, word, lagSeconds)
  const currency = priceOf('currency', events, word, lagSeconds)
  return { outcome, overruled, left, word, amount, currency }
}

type SettledSession = ReturnType<typeof settledIn>

const about = (all: readonly Said[], word: ValueWord | undefined) => {
  const events = all.map(({ event }) => event)
  const inTime = sortedBy(events, (each) => `${timeOf(each)} ${each.metadata.eventId}`)
  const { type = '', metadata } = inTime.at(-1) ?? {}
  return {
    key: Object.hasOwn(sessionEvents, type) ? type : `${type}:${metadata?.eventId}`,
    at: inTime.map(timeOf).at(-1) ?? null,
    events: [...new Set(events.map((each) => each.metadata.eventId as string))].sort(),
    asks: word === undefined ? ('getSession' as const) : null,
  }
}

const nameOf = ({ event, value }: Said): string => {
  const { status, outcome } = dataIn(event)
  const isExpired = event.type === OUTCOMES['expired'] || [status, outcome].includes('expired')
  return isExpired && value === outcomeOf('expired') ? 'expired' : value
}

const doubtsOf = ({
  outcome: { counts, isContradicted },
  amount,
  currency,
  word,
}: SettledSession) => {
  const values = valuesOf(counts)
  const outcomes = values.filter((value) => value !== FAILED)
  const isFailure = values.includes(FAILED) && !outcomes.some((value) => FAILURES.has(value))
  const doubts: (Contradiction | FailureUnknown | PriceDiffers)[] = []
  if (outcomes.length > 1 || (isContradicted && !isFailure)) {
    const more = outcomes.length > 1 ? {} : { compared: { lookUp: 'no outcome' } }
    const named = counts.filter(({ value }) => outcomes.includes(value)).map(nameOf)
    const names = [...new Set(named)].sort()
    doubts.push({ code: 'Contradiction', ...about(counts, word), outcomes: names, ...more })
  }
  if (isFailure) doubts.push({ code: 'FailureUnknown', ...about(counts, word) })
  for (const { field, doubted } of [amount, currency]) {
    if (doubted.length === 0) continue
    const [one = '', ...others] = valuesOf(doubted)
    const compared = { one, other: others.join(', ') }
    doubts.push({ code: 'PriceDiffers', ...about(doubted, word), field, compared })
  }
  return doubts
}

const stated = ({ left, word }: SettledSession) => {
  if (word === undefined) return NONE
  const { event, data } = word
  const type = OUTCOMES[String(data['outcome'])] ?? ''
  const [sessionId] = [event, ...left].flatMap((each) => dataIn(each)['sessionId'] ?? [])
  // an event of nobody's session could not be stored
  if (sessionId === undefined || left.some((each) => each.type === type)) return []
  // the word says no more than that it was so by then
  const snapshot = asOfWord(word)
  return [impliedEvent({ snapshot, type, data: { sessionId }, occurredAt: null })]
}

const shownIn = (events: readonly DomainEvent[], { outcome, left }: SettledSession) => {
  const snapshots = events.filter(({ type }) => type === INFORMATIONAL.snapshot)
  if (snapshots.length === 0) return NONE
  const counting = new Set(outcome.counts.map(({ event }) => event))
  return infer(snapshots, left)
    .filter(({ type, snapshot }) => !isOutcome(type) || counting.has(snapshot))
    .map(impliedEvent)
}

const isOurs = ({ type }: DomainEvent): boolean => Object.hasOwn(sessionEvents, type)

/** Settles a session: what was overruled leaves the chart, and the last look-up or word replaces it. */
export const settleSession: Settle = (events, _commands, policy) => {
  const settled = settledIn(events, lagIn(policy))
  const ours = joined(settled.left.filter(isOurs), shownIn(events, settled), stated(settled))
  return {
    bounds: ours.map((event) => ({ event, entityId: '' })),
    overruled: settled.overruled.filter(isOurs),
    findings: doubtsOf(settled),
  }
}
