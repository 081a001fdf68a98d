/** The attempt to record before each sending of a command's request. */
import * as E from 'fp-ts/lib/Either.js'
import { madeId } from '../event/content.ts'
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { subjectOf } from '../fold/subject.ts'
import { earlier, type Instant, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import { commandStatuses } from './command-status.ts'
import { commandedBy, type Ended, type InDoubt } from './known-command.ts'
import { type CommandRequest, commandRequest } from './request.ts'

/**
 * One attempt: append `events` at `expected` first, then send `request`. It must leave before `sendBy`
 * and not be on its way for longer than `attemptSeconds` of the policy: the next attempt begins only
 * after that. If the append is a `RevisionConflict`, another worker may be sending it: read the
 * stream again.
 */
export interface Attempt {
  /** The number of this attempt, from 1: pass it to the reading of its response. */
  readonly attempt: number
  readonly events: readonly DomainEvent[]
  readonly expected: number | null
  readonly request: CommandRequest
  readonly sendBy: Instant
}

/**
 * Returns the next attempt of a command: what to record before its request is sent again. Or why it
 * must not be sent: `InDoubt` once its key may be forgotten or the provider has failed at it, or while
 * another attempt is under way (then `request.from` says until when); `Ended` once it is known what became of it, and `Unreadable` if no such command was recorded.
 */
export const sending =
  (machine: AnyMachine, policy: Policy) =>
  (
    state: State,
    commandId: string,
    now: Instant,
  ): E.Either<InDoubt | Ended | Unreadable, Attempt> => {
    const status = commandStatuses(machine, policy)(state, now).find(
      (each) => each.commandId === commandId,
    )
    const commanded = commandedBy(state, commandId)
    const request =
      status === undefined || commanded === undefined
        ? null
        : commandRequest(machine, state, commanded, status)
    if (status === undefined || commanded === undefined || request === null) {
      return E.left(unreadable('commandId', 'the id of a recorded command', commandId))
    }
    const { state: how, since, sendBy, attempts, underWayUntil } = status
    const isUnderWay = underWayUntil !== null && now < underWayUntil
    if (how === 'doubtful' || (how === 'open' && isUnderWay)) {
      const again = how === 'open' ? request : null
      const doubt = {
        commandId,
        event: commanded.type,
        since: timeOf(commanded),
        sendBy,
        request: again,
      }
      return E.left({ error: 'InDoubt', ...doubt })
    }
    if (how !== 'open') return E.left({ error: 'Ended', commandId, how, since })
    const { field } = machine.subject
    const subject = subjectOf(machine.subject, state)
    const attempt = attempts + 1
    const named = subject === null ? {} : { [field]: subject }
    const data = { ...named, commandId, attempt }
    const eventId = madeId('attempt', commandId, { attempt, now })
    const metadata = {
      eventId,
      occurredAt: now,
      recordedAt: now,
      source: 'request' as const,
      schema: 1 as const,
    } as unknown as DomainEvent['metadata']
    const sent: DomainEvent = { type: INFORMATIONAL.sent, data, metadata }
    const leaveBy = earlier(sendBy, shift(now, policy.attemptSeconds))
    const expected = state.revision
    return E.right({ attempt, events: [sent], expected, request, sendBy: leaveBy })
  }
