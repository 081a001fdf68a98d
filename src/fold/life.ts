/** The life of each command of a stream: whether the provider took it, as far as messages say. */
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { type Instant, shift, toInstant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import type { AnyMachine } from './machine.ts'
import { compare } from './occurrence.ts'

/**
 * How a command stands, apart from the time. `open`: no message says anything; its request may be
 * sent until `sendBy`. `doubtful`: it may have been taken, and its key must never be sent again.
 * `taken`: a message names it, or an action is counted as its own. `refused`, `notTaken`: the
 * provider, or a look-up, says so. `givenUp`: a person says so.
 */
export type LifeState = 'open' | 'doubtful' | 'taken' | 'refused' | 'notTaken' | 'givenUp'

/** The life of one command, up to the last message about it. */
export interface Life {
  readonly commandId: string
  /** The event that was recorded before the first request: what was commanded. */
  readonly wish: DomainEvent
  readonly state: LifeState
  /** The event that says so; the wish itself while no other does. */
  readonly by: DomainEvent
  /** Its request must not leave from this time on: the provider may have forgotten its key. */
  readonly sendBy: Instant
  /** A look-up that is asked from this time on shows whether it was taken. */
  readonly askFrom: Instant
  /** How many times its request was sent, as recorded. */
  readonly attempts: number
  /** Until then, the last attempt may still reach the provider; null if there was none. */
  readonly underWayUntil: Instant | null
  /** The action that is counted as its own, though no message says so; null if none is. */
  readonly entityId: string | null
  /** Whether it is one of several alike, of which nobody knows which one was taken. */
  readonly isOneOf: boolean
}

/** What the fold needs to know of a machine to follow its commands. */
export type Commanding = Pick<AnyMachine, 'events' | 'commands' | 'context'>

/** The fields of an event's data. */
export const dataIn = ({ data }: DomainEvent): Readonly<Record<string, unknown>> =>
  data as Readonly<Record<string, unknown>>

/** The id of the command that an event names; undefined if it names none. */
const commandIn = (event: DomainEvent): string | undefined => {
  const { commandId } = dataIn(event)
  return typeof commandId === 'string' ? commandId : undefined
}

/** HTTP statuses that say nothing about the request: it may be sent again. @spec decisions#13 */
const SAYS_NOTHING: ReadonlySet<unknown> = new Set([401, 408, 409, 425, 429])

/** The messages about one command, by what they say. */
interface Evidence {
  readonly wishes: DomainEvent[]
  readonly named: DomainEvent[]
  readonly sent: DomainEvent[]
  readonly refusals: DomainEvent[]
  readonly failures: DomainEvent[]
  readonly givenUp: DomainEvent[]
}

/** The place of an event among the messages about its command; null if it says nothing. */
const placeOf = (event: DomainEvent): keyof Evidence | null => {
  if (event.type === INFORMATIONAL.sent) return 'sent'
  if (event.type === INFORMATIONAL.failure) return 'failures'
  if (event.type === INFORMATIONAL.givenUp) {
    const { by } = dataIn(event)
    return Array.isArray(by) && by.length > 0 ? 'givenUp' : null
  }
  if (event.type !== INFORMATIONAL.refusal) {
    return event.metadata.source === 'request' ? 'wishes' : 'named'
  }
  return SAYS_NOTHING.has(dataIn(event)['httpStatus']) ? null : 'refusals'
}

/** The messages about each command. */
export const evidenceIn = (events: readonly DomainEvent[]): ReadonlyMap<string, Evidence> => {
  const found = new Map<string, Evidence>()
  for (const event of events) {
    const commandId = commandIn(event)
    const place = commandId === undefined ? null : placeOf(event)
    if (commandId === undefined || place === null) continue
    const none = { wishes: [], named: [], sent: [], refusals: [], failures: [], givenUp: [] }
    const known = found.get(commandId) ?? none
    known[place].push(event)
    found.set(commandId, known)
  }
  return found
}

const receivedAt = ({ metadata }: DomainEvent): Instant => toInstant(metadata.recordedAt)

const attemptsIn = ({ sent }: Evidence): number =>
  new Set(sent.map((event) => dataIn(event)['attempt'])).size

/**
 * Whether a refusal says that the request did nothing: only that of the first attempt does, and only
 * if there was no other, because an earlier attempt may have been taken.
 */
const isProof = (refusal: DomainEvent, all: Evidence): boolean => {
  const attempts = attemptsIn(all)
  const { httpStatus, attempt = attempts === 1 ? 1 : null } = dataIn(refusal)
  const isLast = all.wishes.every((wish) => receivedAt(wish) <= receivedAt(refusal))
  const isOurs = attempt === 1 && attempts <= 1 && isLast
  return isOurs && !(typeof httpStatus === 'number' && httpStatus >= 500)
}

const first = (events: readonly DomainEvent[]): DomainEvent | undefined =>
  events.toSorted(
    (a, b) => compare(timeOf(a), timeOf(b)) || compare(a.metadata.eventId, b.metadata.eventId),
  )[0]

/** The states that messages lead to, the one that counts first. @spec commands#the-life */
const TABLE: readonly {
  readonly state: LifeState
  readonly by: (all: Evidence) => DomainEvent | undefined
}[] = [
  { state: 'taken', by: ({ named }) => first(named) },
  { state: 'givenUp', by: ({ givenUp }) => first(givenUp) },
  {
    state: 'refused',
    by: (all) =>
      all.failures.length > 0
        ? undefined
        : first(all.refusals.filter((refusal) => isProof(refusal, all))),
  },
  { state: 'doubtful', by: ({ failures, refusals }) => first([...failures, ...refusals]) },
  { state: 'open', by: ({ wishes }) => first(wishes) },
]

/** The life of a command, by the messages that name it; null if it was never recorded. */
export const lifeOf = (commandId: string, all: Evidence, policy: Policy): Life | null => {
  const wish = first(all.wishes)
  if (wish === undefined) return null
  const found = TABLE.map(({ state, by }) => ({ state, by: by(all) ?? null }))
  const { state, by } = found.find((each) => each.by !== null) ?? { state: 'open', by: wish }
  const last = all.sent.map(receivedAt).toSorted().at(-1)
  const sendBy = shift(receivedAt(wish), policy.keyLifeSeconds)
  return {
    commandId,
    wish,
    state,
    by: by ?? wish,
    sendBy,
    askFrom: shift(sendBy, policy.settleMinutes * 60),
    attempts: attemptsIn(all),
    underWayUntil: last === undefined ? null : shift(last, 2 * policy.attemptSeconds),
    entityId: null,
    isOneOf: false,
  }
}

/** Whether the provider had said, or a person, that a command that was taken was not. */
export const isAfterAll = (all: Evidence): boolean =>
  all.givenUp.length > 0 || all.refusals.some((refusal) => isProof(refusal, all))

/** Whether a command holds what it asks for: it was taken, or may have been. */
export const mayBeTaken = ({ state }: Life): boolean =>
  state === 'open' || state === 'doubtful' || state === 'taken'

/** Whether nobody knows whether a command was taken. */
export const isInDoubt = ({ state }: Life): boolean => state === 'open' || state === 'doubtful'

/** The amount that a command asks for; undefined if it asks for all, or has none. */
export const amountOf = ({ wish }: Life): unknown => dataIn(wish)['amount']

/** When a command was recorded. */
export const recordedAt = ({ wish }: Life): Instant => receivedAt(wish)
