/** The questions that a state raises, one function for each kind, answered ones included. */

import { looksIn } from '../commands/command-look-ups.ts'
import { commandFor } from '../contract/command.ts'
import type { LookUp } from '../contract/descriptor.ts'
import { descriptorsOf } from '../contract/descriptors.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { evidenceOf, ofEntity } from '../contract/occurrence-index.ts'
import type { ParkedReason } from '../contract/parked-reasons.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { type DomainEvent, dataIn } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import type { Policy } from '../words/policy.ts'
import { formatted, type Instant } from '../words/time/instant.ts'
import { type CommandStatus, commandStatuses } from './command-status.ts'
import { foldedBy, type QuestionRequest, requestFor } from './provider-request.ts'
import { overdue, type WindowAt } from './windows.ts'

/** Whether a look-up of the subject was asked at a time or later. */
const isLookedUp = (state: State, from: Instant): boolean =>
  looksIn(eventsOf(withoutOthers(state)), INFORMATIONAL.snapshot).some(
    ({ askedAt }) => askedAt >= from,
  )

/** The look-up that ends a doubt about a command; null if only a person does. */
const lookUpFor = (
  machines: readonly AnyMachine[],
  state: State,
  commanded: DomainEvent,
  { commandId, askFrom }: CommandStatus,
): QuestionRequest | null => {
  const machine = foldedBy(machines, state)
  const command = machine === undefined ? undefined : commandFor(machine, commanded)
  if (command?.lists === undefined && command?.isUndone === undefined) return null
  // a later look-up shows no more than the first that was asked late enough
  if (command.lists === undefined && isLookedUp(state, askFrom)) return null
  const own = command.lookUp
  const lookUp =
    own === undefined
      ? requestFor(machines, state, command.lists === undefined ? 'entity' : 'actions')
      : { endpoint: own.endpoint, params: own.params(dataIn(commanded), commandId) }
  return lookUp === null ? null : { ...lookUp, from: askFrom }
}

/** The events of commands, each with the status of the command; null if it has no id. */
const commandOf = (
  { events }: Occurrence,
  statuses: ReadonlyMap<unknown, CommandStatus>,
): readonly (readonly [DomainEvent, CommandStatus | null])[] =>
  events.flatMap((event) => {
    if (event.metadata.source !== 'request') return []
    const { commandId } = dataIn(event)
    const status = statuses.get(commandId)
    const isKeyless =
      commandId === undefined && events.every((each) => each.metadata.source === 'request')
    return status === undefined && !isKeyless ? [] : [[event, status ?? null] as const]
  })

/**
 * One question for each command that is unanswered: only a look-up or a person ends the doubt. What may
 * still be sent is no question yet, if the time is known.
 */
export const inDoubtQuestions = (
  machines: readonly AnyMachine[],
  policy: Policy,
  state: State,
  now: Instant | null,
): readonly OpenQuestion[] => {
  const own = foldedBy(machines, state)
  if (own === undefined) return []
  const types = Object.values(own.commands).map(({ event }) => event)
  const commands = state.occurrences.filter(
    ({ disposition, type }) => disposition === 'chart' && types.includes(type),
  )
  if (commands.length === 0) return []
  const statuses = new Map<unknown, CommandStatus>(
    commandStatuses(own, policy)(state, now).map((each) => [each.commandId, each]),
  )
  return commands.flatMap((occurrence): readonly OpenQuestion[] => {
    const { type, key, at } = occurrence
    const open = commandOf(occurrence, statuses).filter(
      ([, status]) =>
        status === null ||
        status.state === 'unanswered' ||
        (status.state === 'recorded' && now === null),
    )
    return open.slice(0, 1).map(([commanded, status]) => ({
      key,
      reason: 'InDoubt',
      because: `${type} was requested at ${formatted(at)}, and nobody knows whether the provider carried it out.`,
      lookUp: null,
      request: status === null ? null : lookUpFor(machines, state, commanded, status),
      events: evidenceOf(state.occurrences, { key }),
      ending: 'facts' as const,
    }))
  })
}

/** Why a question is open: why an occurrence is parked, a finding's code, or one of these. */
export type Reason = ParkedReason | 'InDoubt' | 'Overdue' | (string & {})

/** How a question ends: by any later look-up, only once the facts are known, or as a doubt does. */
type QuestionEnd = 'look-up' | 'facts' | 'doubt'

/** A question, with the events that raise it. `code` is in its id, if that is not the reason. */
export interface OpenQuestion {
  readonly key: string
  readonly reason: Reason
  readonly because: string
  readonly request: QuestionRequest | null
  readonly code?: string
  readonly events: readonly string[]
  readonly lookUp: LookUp | null
  readonly ending: QuestionEnd
}

/** One question for each parked occurrence that a look-up may explain; none if it is unsigned, and confirmed. */
export const parkedQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  if (state.parked.length === 0) return []
  const types = new Map(state.occurrences.map(({ key, type }) => [key, type]))
  const onChart = state.occurrences.filter(({ disposition }) => disposition === 'chart')
  const confirmed = new Set<unknown>(onChart.map(({ type }) => type))
  const { of, explain, evidence } = descriptorsOf(machines)
  return state.parked.flatMap((parked): readonly OpenQuestion[] => {
    const { key, reason } = parked
    const { lookUp } = of(parked)
    if (lookUp === undefined) return []
    if (reason === 'Unsigned' && confirmed.has(types.get(key))) return []
    return [
      {
        key,
        reason,
        because: explain(parked),
        lookUp,
        request: requestFor(machines, state, lookUp),
        events: evidence(parked, state),
        ending: reason === 'Unassigned' ? 'facts' : 'look-up',
      },
    ]
  })
}

/** One question for each window that closed before the expected event happened. */
export const overdueQuestions = (
  machines: readonly AnyMachine[],
  state: State,
  windows: readonly WindowAt[],
): readonly OpenQuestion[] =>
  overdue(windows).map(({ name, entityId, closesAt, allows }) => {
    const { lookUp = 'entity' } = foldedBy(machines, state)?.windows[name] ?? {}
    const on = ofEntity(state.occurrences, entityId).filter(
      ({ disposition }) => disposition === 'chart',
    )
    return {
      key: entityId === '' ? name : `${name}:${entityId}`,
      reason: 'Overdue',
      code: `Overdue ${name}`,
      because: `This was expected by ${formatted(closesAt)}: ${allows}`,
      lookUp,
      request: requestFor(machines, state, lookUp),
      events: on.flatMap(({ key }) => evidenceOf(state.occurrences, { key })),
      ending: 'facts',
    }
  })

/** The look-up that an endpoint is of a machine's subject; null for a person. */
const lookUpOf = (own: AnyMachine | undefined, asks: string | null): LookUp | null =>
  asks === null || own === undefined
    ? null
    : own.subject.lookUp.actions.endpoint === asks
      ? 'actions'
      : 'entity'

/** One question for each finding that asks. */
export const findingQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  const own = foldedBy(machines, state)
  // what one machine holds, another one may only ask
  const { of, explain, evidence } = descriptorsOf(own === undefined ? machines : [own])
  return state.findings.flatMap((finding): readonly OpenQuestion[] => {
    const { code, key, asks } = finding
    const { holds = [], lookUp: shown, request } = of(finding)
    const lookUp = asks === undefined ? shown : lookUpOf(own, asks)
    if (lookUp === undefined) return []
    const isDoubt = own !== undefined && holds.length > 0
    const other = asks == null ? undefined : request?.(finding)
    return [
      {
        key,
        reason: code,
        because: explain(finding),
        lookUp,
        request: other ?? requestFor(machines, state, lookUp),
        events: evidence(finding, state),
        ending: other !== undefined ? 'facts' : isDoubt ? 'doubt' : 'look-up',
      },
    ]
  })
}
