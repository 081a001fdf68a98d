/** The status of each command of a stream: its state at a time, and what it became. */

import { type CommandState, isFarAhead, isOpen, type Life } from '../commands/command-life.ts'
import { livesIn } from '../commands/stream-commands.ts'
import { type CommandDescriptor, commandFor } from '../contract/command.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { ofEntity, withEvent } from '../contract/occurrence-index.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { type DomainEvent, receivedAt, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL, spokenFor } from '../event/informational-events.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { addTo } from '../words/data/lists.ts'
import { rememberingFrozen } from '../words/data/result-cache.ts'
import type { Policy } from '../words/policy.ts'
import type { Instant } from '../words/time/instant.ts'

/** The status of one command. @spec commands#the-life */
export interface CommandStatus {
  readonly commandId: string
  readonly state: CommandState
  /** Since when: the time of the message that says so, or `sendBy` if only time did. */
  readonly since: Instant
  /** The id of the event that says so; the command's own event while no other does. */
  readonly by: string
  /** The provider's id of what it became; null while no message names it. */
  readonly id: string | null
  /** Its request must not be sent from this time on. */
  readonly sendBy: Instant
  /** A look-up that is asked from this time on shows what became of it. */
  readonly askFrom: Instant
}

type Reached = Pick<CommandStatus, 'state' | 'since' | 'by'>

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId

const answersTo = ({ events }: Occurrence): readonly DomainEvent[] =>
  events.filter(({ metadata }) => metadata.source !== 'request')

/** A command, the occurrences of what it asked for, and what a later statement has overruled of it. */
interface CommandOccurrences {
  readonly life: Life
  /** What the machine says of commands of this kind; undefined if no command asks for the step. */
  readonly command: CommandDescriptor | undefined
  readonly own: readonly Occurrence[]
  readonly overruled: readonly Occurrence[]
  /** The last time that a person has spoken for. */
  readonly spoken: Instant | null
}

const occurrencesOf = (
  { occurrences }: Pick<State, 'occurrences'>,
  { commanded }: Life,
): readonly Occurrence[] => {
  const [own] = withEvent(occurrences, idOf(commanded))
  if (own === undefined) return []
  if (own.entityId === '' || own.disposition !== 'chart') return [own]
  const others = ofEntity(occurrences, own.entityId).filter(
    (each) => each !== own && each.disposition === 'chart',
  )
  return [own, ...others]
}

/** Finds what was overruled about the action that a command became. */
const overruledIn = ({ commands }: AnyMachine, { occurrences }: State) => {
  const fields = new Set(Object.values(commands).flatMap(({ actions }) => actions ?? []))
  const found = new Map<string, Occurrence[]>()
  for (const each of occurrences) {
    if (each.disposition !== 'overruled') continue
    for (const field of [...fields, 'commandId']) addTo(found, `${field} ${each.data[field]}`, each)
  }
  return (
    { command, life }: Pick<CommandOccurrences, 'command' | 'life'>,
    [own]: readonly Occurrence[],
  ): readonly Occurrence[] => {
    const field = command?.actions ?? null
    if (field === null || own === undefined) return []
    const ids = [own.entityId, life.entityId].map((id) => `${field} ${id}`)
    const names = [...ids, `commandId ${life.commandId}`]
    return [...new Set(names.flatMap((name) => found.get(name) ?? []))]
  }
}

/** The id of what a command became: that of its occurrences, unless they have only the command's. */
const becameId = ({ own: [own], life }: CommandOccurrences): string | null => {
  const entityId = own?.entityId ?? ''
  const isNamed = entityId !== '' && entityId !== `command:${life.commandId}`
  return isNamed && own?.disposition === 'chart' ? entityId : life.entityId
}

const reachedBy = (state: CommandState, { at, events }: Occurrence): Reached => ({
  state,
  since: at,
  by: events.map(idOf)[0] ?? '',
})

/** What a command had become when a person stated a sum, which replaced the message; null if none says so. */
const replaced = ({ command, overruled, spoken }: CommandOccurrences): Reached | null => {
  const told = overruled.filter(({ reportedAt }) => spoken !== null && reportedAt <= spoken)
  const end = (type: string | null | undefined) => told.find((each) => each.type === type)
  const [done, failed] = [end(command?.done), end(command?.failed)]
  if (done !== undefined) return reachedBy('done', done)
  return failed === undefined ? null : reachedBy('failed', failed)
}

const became = (course: CommandOccurrences): Reached | null => {
  const { command, own, overruled } = course
  const answered = own.filter((each) => answersTo(each).length > 0)
  const carriedOut = answered.find(({ type }) => type === command?.done)
  if (carriedOut !== undefined) return reachedBy('done', carriedOut)
  const declined = answered.find(({ type }) => type === command?.failed)
  if (declined === undefined) return replaced(course)
  const isReversed = overruled.some(({ type }) => type === command?.done)
  return reachedBy(isReversed ? 'reversed' : 'failed', declined)
}

const reached = (course: CommandOccurrences, now: Instant | null): Reached => {
  const { life, own } = course
  const { state, by } = life
  // a look-up may show a step that can happen only once
  const [shown] = isOpen(state) ? own.slice(0, 1).flatMap(answersTo) : []
  const said = shown ?? by
  const is: Reached = {
    state: shown === undefined ? state : 'taken',
    since: timeOf(said),
    by: idOf(said),
  }
  if (is.state === 'taken') {
    const isStated = said.type === INFORMATIONAL.review
    return became(course) ?? (isStated ? { ...is, state: 'done' } : is)
  }
  const isPast = now !== null && (now >= life.sendBy || isFarAhead(life.sendBy, now))
  const isLate = state === 'recorded' && isPast
  return isLate ? { ...is, state: 'unanswered', since: life.sendBy } : is
}

/** The last time for which a person has spoken; null if nobody has. */
export const lastSpokenFor = (events: readonly DomainEvent[]): Instant | null =>
  events
    .flatMap((event) => spokenFor(event) ?? [])
    .toSorted()
    .at(-1) ?? null

/** Lists the status of every command of a state, in the order in which they were recorded. */
export const commandStatuses = (machine: AnyMachine, policy: Policy) => {
  const followed = rememberingFrozen((state: State): readonly CommandOccurrences[] => {
    const whole = withoutOthers(state)
    const { lives } = livesIn(machine, policy, eventsOf(whole))
    const overruledOf = overruledIn(machine, whole)
    const spoken = lastSpokenFor(eventsOf(whole))
    return [...lives.values()]
      .toSorted((a, b) => (receivedAt(a.commanded) < receivedAt(b.commanded) ? -1 : 1))
      .map((life) => {
        const command = commandFor(machine, life.commanded)
        const own = occurrencesOf(whole, life)
        return { life, command, own, overruled: overruledOf({ command, life }, own), spoken }
      })
  })
  return (state: State, now: Instant | null): readonly CommandStatus[] =>
    followed(state).map((each) => {
      const { commandId, sendBy, askFrom } = each.life
      return { commandId, ...reached(each, now), id: becameId(each), sendBy, askFrom }
    })
}
