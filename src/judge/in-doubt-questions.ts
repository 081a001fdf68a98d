/** The questions about commands of which nobody knows whether the provider took them. */
import { type DomainEvent, dataIn } from '../event/envelope.ts'
import { evidenceOf } from '../fold/holds.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { Occurrence } from '../fold/occurrence.ts'
import type { State } from '../fold/state.ts'
import { formatted, type Instant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { type CommandStatus, commandStatuses } from './command-status.ts'
import type { OpenQuestion } from './open-questions.ts'
import { foldedBy, type QuestionRequest, requestFor } from './request.ts'

/** The look-up that ends a doubt about a command; null if only a person does. */
const lookUpFor = (
  machines: readonly AnyMachine[],
  machine: AnyMachine,
  state: State,
  commanded: DomainEvent,
  { commandId, askFrom }: CommandStatus,
): QuestionRequest | null => {
  const command = Object.values(machine.commands).find(({ event }) => event === commanded.type)
  if (command?.lists === undefined && command?.isUndone === undefined) return null
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
  const statuses = new Map<unknown, CommandStatus>(
    commandStatuses(own, policy)(state, now).map((each) => [each.commandId, each]),
  )
  const types = Object.values(own.commands).map(({ event }) => event)
  return state.occurrences.flatMap((occurrence): readonly OpenQuestion[] => {
    const { disposition, type, key, at } = occurrence
    if (disposition !== 'chart' || !types.includes(type)) return []
    const open = commandOf(occurrence, statuses).filter(
      ([, status]) =>
        status === null ||
        status.state === 'unanswered' ||
        (status.state === 'recorded' && now === null),
    )
    return open.slice(0, 1).map(([commanded, status]) => ({
      key,
      reason: 'InDoubt',
      code: 'InDoubt',
      because: `${type} was requested at ${formatted(at)}, and nobody knows whether the provider carried it out.`,
      lookUp: null,
      request: status === null ? null : lookUpFor(machines, own, state, commanded, status),
      events: evidenceOf(state.occurrences, { key }),
      ending: 'facts' as const,
    }))
  })
}
