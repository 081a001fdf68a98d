/** The messages about each command, and the state to which they lead. */
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { earlier, later, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { type Commanding, dataIn, kindOf, type Life, type LifeState, receivedAt } from './life.ts'
import { compare } from './occurrence.ts'

/** The id of the command that an event names; undefined if it names none. */
const commandIn = (event: DomainEvent): string | undefined => {
  const { commandId } = dataIn(event)
  return typeof commandId === 'string' ? commandId : undefined
}

/** HTTP statuses that say nothing about the request: it may be sent again. @spec decisions#13 */
const SAYS_NOTHING: ReadonlySet<unknown> = new Set([401, 408, 409, 425, 429])

/** The messages about one command, by what they say. */
interface Evidence {
  readonly commanded: DomainEvent[]
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
    return event.metadata.source === 'request' ? 'commanded' : 'named'
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
    const none = { commanded: [], named: [], sent: [], refusals: [], failures: [], givenUp: [] }
    const known = found.get(commandId) ?? none
    known[place].push(event)
    found.set(commandId, known)
  }
  return found
}

/** How many attempts were recorded: two workers may have given theirs one number. */
const attemptsIn = ({ sent }: Evidence): number => sent.length

/**
 * Whether a refusal says that the request did nothing: only that of the first attempt does, and only
 * if there was no other, because an earlier attempt may have been taken.
 */
const isProof = (refusal: DomainEvent, all: Evidence): boolean => {
  const attempts = attemptsIn(all)
  const [only] = all.sent
  const known = attempts === 1 && only !== undefined ? dataIn(only)['attempt'] : null
  const { httpStatus, attempt = known } = dataIn(refusal)
  const isLast = [...all.commanded, ...all.sent].every(
    (before) => receivedAt(before) <= receivedAt(refusal),
  )
  const isOurs = attempt === 1 && attempts <= 1 && isLast && (known ?? 1) === 1
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
  { state: 'open', by: ({ commanded }) => first(commanded) },
]

/** Whether the provider keeps the key of a command's request, so that it may be sent again. */
const isKeyed = ({ commands }: Pick<Commanding, 'commands'>, { type }: DomainEvent): boolean =>
  Object.values(commands).find(({ event }) => event === type)?.isKeyed !== false

/**
 * When the request of a command may leave, and when a look-up shows what became of it. A request
 * whose key the provider does not keep may leave once.
 */
const timesOf = (
  machine: Pick<Commanding, 'commands'>,
  commanded: DomainEvent,
  { sent }: Evidence,
  policy: Policy,
) => {
  const attempts = sent.map(receivedAt).toSorted()
  const [first, last] = [attempts[0], attempts.at(-1)]
  const underWayUntil = last === undefined ? null : shift(last, 2 * policy.attemptSeconds)
  const ofKey = shift(receivedAt(commanded), policy.keyLifeSeconds)
  const isOver = first !== undefined && !isKeyed(machine, commanded)
  const sendBy = isOver ? earlier(ofKey, shift(first, policy.attemptSeconds)) : ofKey
  const settledFrom = isOver && underWayUntil !== null ? later(sendBy, underWayUntil) : sendBy
  return { sendBy, askFrom: shift(settledFrom, policy.settleMinutes * 60), underWayUntil }
}

/** The first event of a command: what was recorded. */
const commandedIn = ({ commanded }: Evidence): DomainEvent | undefined =>
  commanded.toSorted((a, b) => compare(receivedAt(a), receivedAt(b)))[0]

/**
 * The messages that count for a command: those about its own kind of step, which for a step that can
 * happen only once are all reports of it. A person can give up only what is doubtful, and not while
 * an attempt is under way.
 */
export const counted = (
  machine: Pick<Commanding, 'events' | 'commands'>,
  all: Evidence,
  policy: Policy,
  reports: readonly DomainEvent[],
): Evidence => {
  const commanded = commandedIn(all)
  if (commanded === undefined) return all
  const isOnce = machine.events[commanded.type]?.identity === 'once'
  const own = all.named.filter((event) => kindOf(machine, event) === kindOf(machine, commanded))
  const { sendBy, underWayUntil } = timesOf(machine, commanded, all, policy)
  const doubtfulFrom = [sendBy, ...[...all.failures, ...all.refusals].map(receivedAt)].toSorted()[0]
  const isInTime = (event: DomainEvent): boolean =>
    receivedAt(event) >= (doubtfulFrom ?? sendBy) && receivedAt(event) >= (underWayUntil ?? '')
  const reported = isOnce ? reports.filter(({ type }) => type === commanded.type) : []
  return { ...all, named: [...own, ...reported], givenUp: all.givenUp.filter(isInTime) }
}

/** The life of a command, by the messages about it; null if it was never recorded. */
export const lifeOf = (
  machine: Pick<Commanding, 'commands'>,
  commandId: string,
  all: Evidence,
  policy: Policy,
): Life | null => {
  const commanded = commandedIn(all)
  if (commanded === undefined) return null
  const found = TABLE.map(({ state, by }) => ({ state, by: by(all) ?? null }))
  const { state, by } = found.find((each) => each.by !== null) ?? { state: 'open', by: commanded }
  const life = {
    commandId,
    commanded,
    state,
    by: by ?? commanded,
    ...timesOf(machine, commanded, all, policy),
  }
  return { ...life, attempts: attemptsIn(all), entityId: null, isOneOf: false }
}

/** Whether the provider had said, or a person, that a command that was taken was not. */
export const isAfterAll = (all: Evidence): boolean =>
  all.givenUp.length > 0 || all.refusals.some((refusal) => isProof(refusal, all))
