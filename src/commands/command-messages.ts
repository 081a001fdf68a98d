/** What messages say of the commands of one kind, and of the actions that may be theirs. */
import type { CommandKind } from '../contract/command.ts'
import { type DomainEvent, dataIn, receivedAt, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { addTo, sortedBy } from '../words/data/lists.ts'
import { earlier, type Instant, isAfter } from '../words/time/instant.ts'

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
  /** With which reference a list shows it. */
  readonly reference?: unknown
  /** Whether it came to nothing. */
  readonly isOver: boolean
}

type ActionReport = Readonly<Record<'id' | 'reference' | 'amount' | 'approved', unknown>> & {
  readonly event: DomainEvent
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
      return rows.map(({ id, amount, approved, reference: own }): ActionReport => {
        return { event, id, commandId: undefined, reference: own ?? reference, amount, approved }
      })
    }
    const isOfKind = kindOf(machine, event.type) === kindOf(machine, type)
    if (event.metadata.source === 'request' || !isOfKind) return []
    const id = field === null ? undefined : data[field]
    return [{ event, id, commandId: commandIn(event), reference, amount, approved: undefined }]
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

/** What messages say of all commands of one kind, and the actions of that kind, by their ids. */
export type Messages = ReturnType<typeof messagesOf>

/**
 * Collects what messages say of the commands of one kind. An action belongs to the command that is named
 * with it, else to the one whose id is its reference; for kinds with `lookUp`, else to the only one that
 * was sent with that reference, unless the action was reported before.
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
  for (const { event, id, commandId, reference } of reports) {
    const sender = senders.get(reference)
    const isKeyed = keyed.has(id) && sender?.commandId !== reference
    const isSent = commandId === undefined && !isKeyed
    const owner = isSent ? sender : commands.get(commandId ?? '')
    if (!owner) continue
    const isByItsId = !isSent || reference === owner.commandId
    const reportedAt = actions.get(id)?.reportedAt ?? receivedAt(event)
    if (!isByItsId && isAfter(owner.begunAt, reportedAt, toleranceSeconds)) continue
    owner.bearing.push(event)
    if (typeof id !== 'string') continue
    owner.actions.set(id, isByItsId || owner.actions.get(id) === true)
  }
  // a step that can happen only once is reported, whoever asked for it
  const isOnce = machine.events[kind.event]?.identity === 'once'
  const reported = isOnce ? reports.map(({ event }) => event) : []
  return { kind, toleranceSeconds, said, actions, reported }
}
