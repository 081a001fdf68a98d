/** What is known of a command that was recorded already, or whose step was reported already. */
import * as E from '#fp-ts/Either'
import { isFarAhead, isOpen, isOver } from '../commands/command-life.ts'
import { looksIn } from '../commands/command-look-ups.ts'
import { commandIn, kindOf, reportsIn } from '../commands/command-messages.ts'
import { commandFor } from '../contract/command.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { type DomainEvent, dataIn, isRequest, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { isSame } from '../words/data/plain-data.ts'
import type { Policy } from '../words/policy.ts'
import type { Instant } from '../words/time/instant.ts'
import { type CommandStatus, commandStatuses } from './command-status.ts'

/**
 * The step was commanded already, and it is unknown whether the provider carried it out. Its request is
 * never sent again: a look-up that is asked at `askFrom` or later, or a person, ends the doubt. `askFrom`
 * is null if no look-up can.
 */
export interface InDoubt {
  readonly error: 'InDoubt'
  readonly commandId: string | null
  readonly event: string
  readonly since: Instant
  readonly sendBy: Instant | null
  readonly askFrom: Instant | null
}

/** Says of a command that a person may end its doubt before a look-up can; an empty text where that is not so. */
export const soonerIn = (
  { sendBy, askFrom }: Pick<InDoubt, 'sendBy' | 'askFrom'>,
  now: Instant | null = null,
): string =>
  sendBy && ((askFrom && isFarAhead(askFrom, sendBy)) || (now && isFarAhead(sendBy, now)))
    ? ' A clock was far ahead: a person may give it up before a look-up can end the doubt.'
    : ''

/**
 * The id was used for a command with other content, or is the reference of a step that somebody else has
 * taken: use a new id. `differs` names the fields; it is empty if only a reference is the same.
 */
export interface KeyReused {
  readonly error: 'KeyReused'
  readonly commandId: string
  readonly event: string
  readonly differs: readonly string[]
}

/** The command was refused, not found, or given up. To command the step again, use a new id. */
export interface Ended {
  readonly error: 'Ended'
  readonly commandId: string
  readonly how: 'refused' | 'ended'
  readonly since: Instant
}

/** The occurrence of a step that was requested or reported: by its command id, or the only one. */
const existing = (
  { events: lifecycle }: AnyMachine,
  { occurrences }: State,
  event: DomainEvent,
): Occurrence | undefined =>
  occurrences.find(
    ({ type, disposition, events }) =>
      type === event.type &&
      disposition !== 'refused' &&
      (lifecycle[type]?.identity === 'once' ||
        events.some((each) => commandIn(each) === commandIn(event))),
  )

/** The fields that say which command it is, or how its amount was found. */
const BESIDE: ReadonlySet<string> = new Set(['commandId', 'all', 'amount'])

const differences = (content: DomainEvent, recorded: DomainEvent = content): readonly string[] => {
  if (recorded.type !== content.type) return ['type']
  const [before, now] = [dataIn(recorded), dataIn(content)]
  const wasAll = before['all'] === true || !('amount' in before)
  const isAll = now['all'] === true || !('amount' in now)
  const isSameAmount = wasAll === isAll && (isAll || before['amount'] === now['amount'])
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const others = [...names].filter((name) => !BESIDE.has(name) && !isSame(before[name], now[name]))
  return isSameAmount ? others.toSorted() : ['amount', ...others].toSorted()
}

const isOfAnotherKind = (machine: AnyMachine, state: State, event: DomainEvent): boolean =>
  eventsOf(state).some(
    (each) =>
      commandIn(each) === commandIn(event) &&
      Object.hasOwn(machine.events, each.type) &&
      kindOf(machine, each.type) !== kindOf(machine, event.type),
  )

/** Whether the id of a command is the reference of a step of its kind, which is none of its own. */
const isReference = (machine: AnyMachine, state: State, event: DomainEvent): boolean => {
  const [kind, own] = [commandFor(machine, event), commandIn(event)]
  if (kind === undefined || own === undefined) return false
  const reports = reportsIn(machine, kind, eventsOf(state))
  const isOwn = reports.some(({ commandId }) => commandId === own)
  return !isOwn && reports.some(({ reference }) => reference === own)
}

/** Why a command that is known already causes nothing. */
export type AlreadyKnown = InDoubt | KeyReused | Ended

/** A step that was reported, or requested without an id, by nobody's command. */
const byNobody = (
  { type: event }: DomainEvent,
  before: Occurrence | undefined,
): E.Either<AlreadyKnown, null> | null => {
  if (before === undefined) return null
  if (!before.events.every(isRequest)) return E.right(null)
  const unknown = { commandId: null, sendBy: null, askFrom: null }
  return E.left({ error: 'InDoubt', event, since: before.at, ...unknown })
}

/** Whether a look-up can still show what became of a command: a second look at an entity shows no more. */
export const mayBeShown = (
  machine: AnyMachine,
  type: string,
  events: readonly DomainEvent[],
  askFrom: Instant,
): boolean => {
  const { lists, isUndone } = commandFor(machine, { type }) ?? {}
  if (lists !== undefined || isUndone === undefined) return lists !== undefined
  return !looksIn(events, INFORMATIONAL.snapshot).some(({ askedAt }) => askedAt >= askFrom)
}

const unanswered = (
  { commandId, since, sendBy, askFrom: from }: CommandStatus,
  event: string,
  commanded: DomainEvent | undefined,
  isShown: boolean,
): E.Either<AlreadyKnown, never> => {
  const recorded = commanded === undefined ? since : timeOf(commanded)
  const askFrom = isShown ? from : null
  return E.left({ error: 'InDoubt', commandId, event, since: recorded, sendBy, askFrom })
}

const reusedIn = (
  machine: AnyMachine,
  own: State,
  event: DomainEvent,
  recorded: DomainEvent | undefined,
): KeyReused | null => {
  const isNew = recorded === undefined
  const isReused = isNew && isOfAnotherKind(machine, own, event)
  const differs = isReused ? ['type'] : differences(event, recorded)
  if (differs.length === 0 && !(isNew && isReference(machine, own, event))) return null
  return { error: 'KeyReused', commandId: String(commandIn(event)), event: event.type, differs }
}

/** Prepares a machine and a policy for commands that may be known already. */
export const knownCommand = (machine: AnyMachine, policy: Policy) => {
  const statuses = commandStatuses(machine, policy)
  /** What is known of a command's event: null if nothing is, so that it is a new one. */
  return (
    state: State,
    event: DomainEvent,
    now: Instant,
  ): E.Either<AlreadyKnown, CommandStatus | null> | null => {
    const own = withoutOthers(state)
    const requests = eventsOf(own).filter(isRequest)
    const recordedAs = (id: string) => requests.find((each) => commandIn(each) === id)
    const before = existing(machine, own, event)
    const all = statuses(state, now)
    const { type } = event
    const commandId = String(commandIn(event))
    const reused = reusedIn(machine, own, event, recordedAs(commandId))
    if (reused !== null) return E.left(reused)
    const same = all.find((each) => each.commandId === commandId)
    const status =
      same ?? all.find((each) => before?.events.some((one) => commandIn(one) === each.commandId))
    if (status === undefined) return byNobody(event, before)
    const { state: how, since, askFrom } = status
    if (isOpen(how)) {
      const isShown = mayBeShown(machine, type, eventsOf(own), askFrom)
      return unanswered(status, type, recordedAs(status.commandId), isShown)
    }
    if (!isOver(how)) return E.right(same ?? null)
    if (same === undefined) return byNobody(event, before)
    return E.left({ error: 'Ended', commandId, how, since })
  }
}
