/** The provider's actions on an entity, and the commands that messages name with them. */
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { earlier, type Instant, isAfter, toInstant } from '../words/instant.ts'
import type { CommandDescriptor } from './command.ts'
import { amountOf, type Commanding, dataIn, type Life, recordedAt, sentAs } from './life.ts'
import { compare } from './occurrence.ts'

/** An action of the provider, as its messages show it. */
export interface Action {
  readonly id: string
  readonly amounts: Set<unknown>
  readonly currencies: Set<unknown>
  readonly references: Set<unknown>
  /** When it began at the latest. */
  at: Instant
  /** When the first message about it reached us: what is commanded later did not cause it. */
  reportedAt: Instant
  by: DomainEvent
  isDeclined: boolean
  /** Whether it was carried out, whatever came later. */
  isDone: boolean
}

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId

const inTime = (a: Action, b: Action): number => compare(a.at, b.at) || compare(a.id, b.id)

/** Whether an action has the amount of a command, and no other currency. */
const fits = ({ amounts, currencies }: Action, life: Life, currency: unknown): boolean =>
  amounts.has(amountOf(life)) && [...currencies].every((each) => each === currency)

/** Whether an action came after a command: what was reported before, the command did not cause. */
const isAfterCommand = (life: Life, { at, reportedAt }: Action, toleranceSeconds: number) =>
  recordedAt(life) <= reportedAt && !isAfter(timeOf(life.commanded), at, toleranceSeconds)

/** Whether an action may have come after a command: the clocks of two workers differ as well. */
const mayBeAfter = (life: Life, { at, reportedAt }: Action, toleranceSeconds: number) =>
  !isAfter(recordedAt(life), reportedAt, toleranceSeconds) &&
  !isAfter(timeOf(life.commanded), at, toleranceSeconds)

/**
 * Whether an action may be of a command, though it is not counted as its own: one of them does not
 * say of how much it is, the action names the command as its reference, or it was reported so
 * shortly before the command that clocks may differ.
 */
export const isLikely = (life: Life, action: Action, toleranceSeconds: number): boolean =>
  mayBeAfter(life, action, toleranceSeconds) &&
  (amountOf(life) === undefined ||
    action.amounts.size === 0 ||
    action.references.has(life.commandId) ||
    (action.amounts.has(amountOf(life)) && action.reportedAt < recordedAt(life)))

/** The actions of one kind, by their ids. */
export const actionsIn = (
  { events: lifecycle }: Commanding,
  identity: string | undefined,
  { actions: field, done, failed }: Pick<CommandDescriptor, 'actions' | 'done' | 'failed'>,
  events: readonly DomainEvent[],
): ReadonlyMap<string, Action> => {
  if (field === null) return new Map()
  const found = new Map<string, Action>()
  for (const event of events) {
    const { [field]: id, amount, currency, reference } = dataIn(event)
    const isOurs = event.metadata.source === 'request'
    const isOfKind = lifecycle[event.type]?.identity === identity
    if (isOurs || !isOfKind || typeof id !== 'string') continue
    const [at, reportedAt] = [timeOf(event), toInstant(event.metadata.recordedAt)]
    const none = { amounts: new Set(), currencies: new Set(), references: new Set() }
    const ends = { isDeclined: false, isDone: false }
    const known = found.get(id) ?? { id, ...none, ...ends, at, reportedAt, by: event }
    if (amount !== undefined) known.amounts.add(amount)
    if (currency !== undefined) known.currencies.add(currency)
    if (reference !== undefined) known.references.add(reference)
    if (at < known.at || (at === known.at && idOf(event) < idOf(known.by))) known.by = event
    known.at = earlier(known.at, at)
    known.reportedAt = earlier(known.reportedAt, reportedAt)
    if (event.type === failed) known.isDeclined = true
    if (event.type === done) known.isDone = true
    found.set(id, known)
  }
  return found
}

/** The ids of actions by command, each with the event that names both. */
type Names = ReadonlyMap<string, ReadonlyMap<string, DomainEvent>>

/**
 * The command whose id is an action's reference, and was sent as it: of the action's amount and
 * currency, and recorded before the action was reported.
 */
const referredIn = (
  reference: unknown,
  action: Action | undefined,
  lives: ReadonlyMap<string, Life>,
  toleranceSeconds: number,
  currencyOf: (life: Life) => unknown,
): string | undefined => {
  const meant = typeof reference === 'string' ? lives.get(reference) : undefined
  if (meant === undefined || action === undefined) return undefined
  const isAlone = [...lives.values()].every((life) => life === meant || sentAs(life) !== reference)
  const { amounts, currencies } = action
  const isOfIt =
    (amounts.size === 0 || amounts.has(amountOf(meant))) &&
    [...currencies].every((each) => each === currencyOf(meant))
  const isLater = mayBeAfter(meant, action, toleranceSeconds)
  return isAlone && sentAs(meant) === reference && isOfIt && isLater ? meant.commandId : undefined
}

/** The actions that messages name together with a command: by its id, else by its reference. */
export const namesIn = (
  isOfKind: (event: DomainEvent) => boolean,
  field: string,
  events: readonly DomainEvent[],
  actions: ReadonlyMap<string, Action>,
  lives: ReadonlyMap<string, Life>,
  toleranceSeconds: number,
  currencyOf: (life: Life) => unknown,
): Names => {
  const found = new Map<string, Map<string, DomainEvent>>()
  const owned = new Set<string>()
  const add = (owner: unknown, id: string, event: DomainEvent): void => {
    if (typeof owner !== 'string') return
    const ids = found.get(owner) ?? new Map<string, DomainEvent>()
    const before = ids.get(id)
    if (before === undefined || idOf(event) < idOf(before)) ids.set(id, event)
    found.set(owner, ids)
    owned.add(id)
  }
  const naming = events.flatMap((event) => {
    const { [field]: id, commandId, reference } = dataIn(event)
    const isOurs = event.metadata.source === 'request'
    if (isOurs || !isOfKind(event) || typeof id !== 'string') return []
    return [{ event, id, commandId, reference }]
  })
  for (const { event, id, commandId } of naming) add(commandId, id, event)
  const byId = new Set(owned)
  for (const { event, id, reference } of naming) {
    if (byId.has(id)) continue
    add(referredIn(reference, actions.get(id), lives, toleranceSeconds, currencyOf), id, event)
  }
  return found
}

/** Gives each action, in the order of time, to the first command that may have caused it. */
export const paired = (
  commands: readonly Life[],
  actions: readonly Action[],
  toleranceSeconds: number,
  currencyOf: (life: Life) => unknown,
): ReadonlyMap<Life, Action> => {
  const found = new Map<Life, Action>()
  for (const action of actions.toSorted(inTime)) {
    const owner = commands.find(
      (life) =>
        !found.has(life) &&
        fits(action, life, currencyOf(life)) &&
        isAfterCommand(life, action, toleranceSeconds),
    )
    if (owner !== undefined) found.set(owner, action)
  }
  return found
}
