/** Where each command of a stream stands: what was done about it, and what it became. */
import type { DomainEvent } from '../event/envelope.ts'
import { timeOf } from '../event/envelope.ts'
import type { CommandDescriptor } from '../fold/command.ts'
import { ofEntity, withEvent } from '../fold/indexed.ts'
import { isInDoubt, type Life, type LifeState, recordedAt } from '../fold/life.ts'
import { livesIn } from '../fold/lives.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { Occurrence } from '../fold/occurrence.ts'
import { eventsOf, type State } from '../fold/state.ts'
import { withoutOthers } from '../fold/subject.ts'
import type { Instant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'

/**
 * How a command stands at a time. `open`: its request may be sent until `sendBy`. `doubtful`: it may
 * have been taken, and its key must never be sent again. `taken`: the provider has accepted it.
 * `refused`, `notTaken`, `givenUp`: it is over, and holds nothing. `done`, `failed`, `reversed`: it
 * was carried out, was not, or was and then failed.
 */
export type CommandState = LifeState | 'done' | 'failed' | 'reversed'

/** Where one command stands. */
export interface CommandStatus {
  readonly commandId: string
  readonly state: CommandState
  /** When it came there: the time of the message that says so, or `sendBy` if only time did. */
  readonly since: Instant
  /** The id of the event that says so; the command's own event while no other does. */
  readonly by: string
  /** The provider's id of what it became; null while no message names it. */
  readonly id: string | null
  readonly sendBy: Instant
  /** A look-up that is asked from this time on shows whether it was taken. */
  readonly askFrom: Instant
  /** How many times its request was sent, as recorded. */
  readonly attempts: number
  /** Until then, the last attempt may still reach the provider; null if there was none. */
  readonly underWayUntil: Instant | null
  /** Whether it is one of several alike, of which nobody knows which one was taken. */
  readonly isOneOf: boolean
}

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId

/**
 * The messages of an occurrence that say what became of a command. A report of a failure that does
 * not name its action may be of another one: it ends no doubt.
 */
const answersTo = (
  { type, events, guessed = [] }: Occurrence,
  failed: string | null,
): readonly DomainEvent[] =>
  events.filter(
    (event) =>
      event.metadata.source !== 'request' && !(type === failed && guessed.includes(idOf(event))),
  )

/** The occurrences of what a command asked for, its own first. */
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

/** The id of what a command became: that of its occurrences, unless they have only the command's. */
const becameId = ([own]: readonly Occurrence[], life: Life): string | null => {
  const entityId = own?.entityId ?? ''
  const isNamed = entityId !== '' && entityId !== `command:${life.commandId}`
  return isNamed && own?.disposition === 'chart' ? entityId : life.entityId
}

interface Reached {
  readonly state: CommandState
  readonly since: Instant
  readonly by: string
}

const reachedBy = (state: CommandState, occurrence: Occurrence): Reached => ({
  state,
  since: occurrence.at,
  by: occurrence.events.map(idOf)[0] ?? '',
})

/** What a command that was taken has become. */
const ended = (
  { done, failed }: Pick<CommandDescriptor, 'done' | 'failed'>,
  own: readonly Occurrence[],
): Reached | null => {
  const isAnswered = (each: Occurrence): boolean => answersTo(each, failed).length > 0
  const carriedOut = own.find((each) => each.type === done && isAnswered(each))
  const declined = own.find((each) => each.type === failed && isAnswered(each))
  if (declined !== undefined && (carriedOut === undefined || carriedOut.at <= declined.at)) {
    return reachedBy(carriedOut === undefined ? 'failed' : 'reversed', declined)
  }
  return carriedOut === undefined ? null : reachedBy('done', carriedOut)
}

const NO_COMMAND = { done: '', failed: null }

const reached = (
  { commands }: Pick<AnyMachine, 'commands'>,
  life: Life,
  own: readonly Occurrence[],
  now: Instant | null,
): Reached => {
  const command = Object.values(commands).find(({ event }) => event === life.commanded.type)
  const ends = command ?? NO_COMMAND
  const [answer] = own.flatMap((each) => answersTo(each, ends.failed))
  const said = { state: life.state, since: timeOf(life.by), by: idOf(life.by) }
  const taken: Reached =
    isInDoubt(life) && answer !== undefined
      ? { state: 'taken', since: timeOf(answer), by: idOf(answer) }
      : said
  if (taken.state === 'taken') return ended(ends, own) ?? taken
  const isLate = life.state === 'open' && now !== null && now >= life.sendBy
  return isLate ? { ...taken, state: 'doubtful', since: life.sendBy } : taken
}

/** Lists where every command of a state stands, in the order in which they were recorded. */
export const commandStatuses = (machine: AnyMachine, policy: Policy) => {
  /** The commands of states that cannot change, for speed only. */
  const known = new WeakMap<State, readonly Followed[]>()
  const followed = (state: State): readonly Followed[] => {
    const whole = withoutOthers(state)
    const { lives } = livesIn(machine, policy, eventsOf(whole))
    return [...lives.values()]
      .toSorted((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
      .map((life) => ({ life, own: occurrencesOf(whole, life) }))
  }
  return (state: State, now: Instant | null): readonly CommandStatus[] => {
    const all = known.get(state) ?? followed(state)
    if (Object.isFrozen(state)) known.set(state, all)
    return all.map(({ life, own }) => {
      const { commanded: _, entityId: __, ...rest } = life
      return { ...rest, ...reached(machine, life, own, now), id: becameId(own, life) }
    })
  }
}

/** A command, and the occurrences of what it asked for. */
interface Followed {
  readonly life: Life
  readonly own: readonly Occurrence[]
}
