/** What messages say of the commands of one kind, and of the actions that may be theirs. */
import type { CommandKind } from '../contract/command.ts'
import { type DomainEvent, dataIn, receivedAt, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL, spokenFor } from '../event/informational-events.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { addTo, NONE, sortedBy } from '../words/data/lists.ts'
import { earlier, type Instant, isAfter, type TimeText, toInstant } from '../words/time/instant.ts'

/** What the lives of commands depend on of a machine. */
export type Commanding = {
  readonly events: Lifecycle
  readonly commands: Readonly<Record<string, CommandKind>>
}

/** What an event is about: its type if that can happen only once, else the kind of its entity. */
export const kindOf = ({ events }: Pick<Commanding, 'events'>, type: string): string => {
  const identity = Object.hasOwn(events, type) ? events[type]?.identity : undefined
  return identity === undefined || identity === 'once' || identity === 'self' ? type : identity
}

/** The id of the command that an event names. */
export const commandIn = (event: DomainEvent): string | undefined => {
  const { commandId } = dataIn(event)
  return typeof commandId === 'string' ? commandId : undefined
}

/** The first of some events, by a time of theirs. */
export const first = (events: readonly DomainEvent[], time = timeOf): DomainEvent | undefined =>
  sortedBy(events, (event) => `${time(event)} ${event.metadata.eventId}`)[0]

/** An action of the provider that may be of a command. */
export interface Action {
  readonly id: string
  readonly amounts: ReadonlySet<unknown>
  /** When the first message about it reached us. */
  readonly reportedAt: Instant
  /** The latest time that the provider gives for it: one that is wrong proves nothing. */
  readonly happenedAt: Instant | null
  /** With which reference a list shows it. */
  readonly reference?: unknown
  /** Whether it came to nothing. */
  readonly isOver: boolean
}

type ActionReport = Readonly<Record<'id' | 'reference' | 'amount' | 'approved', unknown>> & {
  readonly event: DomainEvent
  readonly happenedAt: Instant | null
  readonly commandId: string | undefined
}

/** What messages say of one command. */
export interface CommandMessages {
  readonly commandId: string
  /** What was recorded for it; null if only messages name it. */
  readonly commanded: DomainEvent | null
  /** The messages that bear its id: as the command, or as the reference. */
  readonly bearing: DomainEvent[]
  /** The actions that are its own, and whether they bear its id, and not only its reference. */
  readonly actions: Map<string, boolean>
  /** Refusals, and the words of persons who gave it up. */
  readonly ends: readonly DomainEvent[]
  /** When it was recorded, else when the first message about it came. */
  readonly begunAt: Instant
}

/** The reference that was sent with a command: the caller's, or its id. */
export const sentAs = ({ commanded, commandId }: CommandMessages): unknown =>
  (commanded === null ? undefined : dataIn(commanded)['reference']) ?? commandId

const happened = (time: TimeText | null): Instant | null => (time === null ? null : toInstant(time))

/** The messages and rows of lists that tell of steps of one kind, which our own requests do not. */
export const reportsIn = (
  machine: Commanding,
  { event: type, actions: field, lists }: CommandKind,
  events: readonly DomainEvent[],
): readonly ActionReport[] =>
  events.flatMap((event): readonly ActionReport[] => {
    const data = dataIn(event)
    const { reference, amount, actions } = data
    if (event.type === INFORMATIONAL.actions && lists !== undefined && Array.isArray(actions)) {
      const rows = actions.map(Object).filter(({ kind }) => lists(kind))
      return rows.map(
        ({ id, amount, approved, reference: own, occurredAt = null }): ActionReport => {
          const named = { commandId: undefined, reference: own ?? reference }
          return { event, id, ...named, amount, approved, happenedAt: happened(occurredAt) }
        },
      )
    }
    const isOfKind = kindOf(machine, event.type) === kindOf(machine, type)
    if (event.metadata.source === 'request' || !isOfKind) return []
    const id = field === null ? undefined : data[field]
    const happenedAt = happened(event.metadata.occurredAt)
    const named = { commandId: commandIn(event), reference }
    return [{ event, id, ...named, amount, approved: undefined, happenedAt }]
  })

/** The messages of a stream, and those that name each command. */
interface StreamMessages {
  readonly events: readonly DomainEvent[]
  readonly named: ReadonlyMap<string, readonly DomainEvent[]>
}

const actionsIn = (
  { done, failed }: CommandKind,
  reports: readonly ActionReport[],
): ReadonlyMap<unknown, Action> => {
  const found = new Map<string, ActionReport[]>()
  for (const report of reports) if (typeof report.id === 'string') addTo(found, report.id, report)
  const isAny = (own: readonly ActionReport[], type: string | null, isApproved: boolean): boolean =>
    own.some(({ event, approved }) => event.type === type || approved === isApproved)
  const actions = Array.from(found, ([id, own]) => ({
    id,
    amounts: new Set(own.flatMap(({ amount }) => amount ?? [])),
    reportedAt: own.map(({ event }) => receivedAt(event)).reduce(earlier),
    happenedAt:
      own
        .flatMap((each) => each.happenedAt ?? [])
        .sort()
        .at(-1) ?? null,
    isOver: isAny(own, failed, false) && !isAny(own, done, true),
  }))
  return new Map(actions.map((each) => [each.id, each]))
}

/** Whether a message ends a command: a 4xx response but 408, or the word of somebody who is named. */
const isEnd = (event: DomainEvent): boolean => {
  const { httpStatus, by } = dataIn(event)
  if (event.type === INFORMATIONAL.givenUp) return Array.isArray(by) && by.length > 0
  const isSurelyOpen = typeof httpStatus === 'number' && (httpStatus === 408 || httpStatus >= 500)
  return event.type === INFORMATIONAL.refusal && !isSurelyOpen
}

/** The commands of a kind that were recorded, or that messages of the kind name. */
const commandsIn = (
  machine: Commanding,
  { event: type }: CommandKind,
  named: ReadonlyMap<string, readonly DomainEvent[]>,
): readonly CommandMessages[] =>
  [...named].flatMap(([commandId, all]): readonly CommandMessages[] => {
    const own = all.filter((each) => kindOf(machine, each.type) === kindOf(machine, type))
    const ends = all.filter(isEnd)
    const earliest = first([...own, ...ends], receivedAt)
    if (earliest === undefined) return []
    const asked = own.filter((each) => each.metadata.source === 'request' && each.type === type)
    const commanded = first(asked, receivedAt) ?? null
    const begunAt = receivedAt(commanded ?? earliest)
    return [{ commandId, commanded, bearing: [], actions: new Map(), ends, begunAt }]
  })

/** The command that each reference names; null where it names several, or only the order that one was for. */
const sendersOf = ({ lookUp }: CommandKind, commands: readonly CommandMessages[]) => {
  const senders = new Map<unknown, CommandMessages | null>()
  for (const each of commands) {
    const own = lookUp === undefined ? each.commandId : sentAs(each)
    for (const name of new Set([own, sentAs(each)])) {
      senders.set(name, senders.has(name) || name !== own ? null : each)
    }
  }
  return senders
}

/** How the actions of a kind are compared with its commands. */
interface Comparing {
  readonly kind: CommandKind
  readonly toleranceSeconds: number
}

const DAY_SECONDS = 86_400

/**
 * Whether an action was there before a command: it was reported then, or, if it is found by a reference
 * that may be of an order, the provider dates it a day before. No clock is so wrong.
 */
export const isBefore = (
  { reportedAt, happenedAt }: Pick<Action, 'reportedAt' | 'happenedAt'>,
  begunAt: Instant,
  { kind, toleranceSeconds }: Comparing,
): boolean => {
  if (isAfter(begunAt, reportedAt, toleranceSeconds)) return true
  return (
    kind.lookUp !== undefined && happenedAt !== null && isAfter(begunAt, happenedAt, DAY_SECONDS)
  )
}

/** Whether what bears only the reference of a command can be its own: new, of its amount, and its only action. */
const mayBeOf = (
  { commanded, begunAt, actions }: CommandMessages,
  { id, amounts, ...times }: Omit<Action, 'id' | 'isOver'> & { readonly id: unknown },
  comparing: Comparing,
): boolean => {
  if (isBefore(times, begunAt, comparing)) return false
  if (amounts.size > 0 && commanded !== null && !amounts.has(dataIn(commanded)['amount']))
    return false
  return ![...actions].some(([own, isByItsId]) => isByItsId && own !== id)
}

/** The words of persons that say whether commands of a kind were carried out, and for what time each is. */
const wordsIn = ({ stated }: CommandKind, events: readonly DomainEvent[]) => {
  if (stated === undefined) return NONE
  return events.flatMap((event) => {
    const asOf = spokenFor(event)
    return asOf === null ? [] : [{ event, asOf, isDone: stated(dataIn(event)) }]
  })
}

/** What messages say of all commands of one kind, and the actions of that kind, by their ids. */
export type Messages = ReturnType<typeof messagesOf>

/**
 * Collects what messages say of the commands of one kind. An action belongs to the command that is named
 * with it, else to the one whose id is its reference; for kinds with `lookUp`, else to the only one that
 * was sent with that reference, if it can be its own.
 */
export const messagesOf = (
  machine: Commanding,
  kind: CommandKind,
  { events, named }: StreamMessages,
  toleranceSeconds: number,
) => {
  const said = commandsIn(machine, kind, named)
  const commands = new Map(said.map((each) => [each.commandId, each]))
  const reports = reportsIn(machine, kind, events)
  const actions = actionsIn(kind, reports)
  const senders = sendersOf(kind, said)
  const keyed = new Set(reports.flatMap(({ id, commandId }) => (commandId === undefined ? [] : id)))
  const give = ({ event, id }: ActionReport, owner: CommandMessages, isByItsId: boolean): void => {
    owner.bearing.push(event)
    if (typeof id !== 'string') return
    owner.actions.set(id, isByItsId || owner.actions.get(id) === true)
  }
  const referring: (readonly [ActionReport, CommandMessages])[] = []
  for (const report of reports) {
    const { id, commandId, reference } = report
    const sender = senders.get(reference)
    const isKeyed = keyed.has(id) && sender?.commandId !== reference
    const isSent = commandId === undefined && !isKeyed
    const owner = isSent ? sender : commands.get(commandId ?? '')
    if (!owner) continue
    if (!isSent || reference === owner.commandId) give(report, owner, true)
    else referring.push([report, owner])
  }
  for (const [report, owner] of referring) {
    const { id, event, happenedAt, amount } = report
    const amounts = new Set(amount === undefined ? [] : [amount])
    const alone = { amounts, reportedAt: receivedAt(event), happenedAt }
    const action = { ...(actions.get(id) ?? alone), id }
    if (mayBeOf(owner, action, { kind, toleranceSeconds })) give(report, owner, false)
  }
  // a step that can happen only once is reported, whoever asked for it
  const isOnce = machine.events[kind.event]?.identity === 'once'
  const reported = isOnce ? reports.map(({ event }) => event) : []
  return { kind, toleranceSeconds, said, actions, reported, words: wordsIn(kind, events) }
}
