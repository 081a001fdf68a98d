/**
 * Decides a command before its request is sent: returns the event to record, or why there is none.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DomainEvent } from '../event/envelope.ts'
import { decoding } from '../event/stored.ts'
import type { Folding } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import type { Occurrence } from '../fold/occurrence.ts'
import type { State } from '../fold/state.ts'
import { withoutOthers } from '../fold/subject.ts'
import { type Instant, instant, later, shift } from '../words/instant.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import { type Command, readCommand } from './commands.ts'
import { tentative } from './tentative.ts'
import { anotherSubject, noSuchStep, type Refused, validate } from './validate.ts'

/**
 * The step was requested already, and it is unknown whether the provider carried it out. Send the
 * same request again with the same `commandId`: the provider carries the request out only once.
 */
export interface InDoubt {
  readonly error: 'InDoubt'
  readonly commandId: string | null
  readonly event: string
  readonly since: Instant
}

/**
 * How the time of a command compares with the latest event on the chart. `asGiven`: it is not
 * earlier. `raised`: it is earlier by at most the clock tolerance, so the event's time is used.
 * `behind`: it is earlier by more than that, and is used as given; check the clock that it comes
 * from.
 */
export type Clock = 'asGiven' | 'raised' | 'behind'

/** The events that a command causes: one, or none if the step is done already. */
export interface Decided {
  readonly events: readonly DomainEvent[]
  /** The time at which the command was judged. */
  readonly now: Instant
  readonly clock: Clock
}

/** Why a command causes no event: it breaks a rule, is in doubt, or cannot be read. */
export type Undecided = Refused | InDoubt | Unreadable

const isOnChart = ({ disposition }: Occurrence): boolean => disposition === 'chart'

/** The time to judge at, given the latest event on the chart. */
const timeFor = (
  { occurrences }: State,
  given: Instant,
  { clockToleranceSeconds }: Policy,
): Omit<Decided, 'events'> => {
  const last = occurrences.filter(isOnChart).reduce((at, each) => later(at, each.at), given)
  if (last === given) return { now: given, clock: 'asGiven' }
  const isNear = shift(last, -clockToleranceSeconds) <= given
  return isNear ? { now: last, clock: 'raised' } : { now: given, clock: 'behind' }
}

const commandIn = ({ data }: DomainEvent): unknown =>
  'commandId' in data ? data.commandId : undefined

/**
 * The occurrence of a step that has been requested or reported already. A step that can happen only
 * once matches, no matter who requested it. Any other step matches by its command id.
 */
const existing = <C extends object, S extends string, N extends string>(
  { events: lifecycle }: Machine<C, S, N>,
  state: State<C, S, N>,
  { type, data }: DomainEvent,
): Occurrence | undefined =>
  withoutOthers(state)
    .occurrences.filter((given) => given.type === type && given.disposition !== 'refused')
    .find(
      ({ events }) =>
        lifecycle[type]?.identity === 'once' ||
        events.some((each) => commandIn(each) === commandIn({ type, data } as DomainEvent)),
    )

const isAnswered = ({ events }: Occurrence): boolean =>
  events.some(({ metadata }) => metadata.source !== 'request')

const inDoubt = ({ events, type, at }: Occurrence): InDoubt => {
  const commandId = events.map(commandIn).find((id): id is string => typeof id === 'string')
  return { error: 'InDoubt', commandId: commandId ?? null, event: type, since: at }
}

/**
 * Decides a command on a state. Right: the event to record before the request is sent, or none if
 * the step is done already. Left: every rule it breaks, `InDoubt`, or the part that cannot be read.
 * A refused command changes nothing. @spec decisions#45
 */
export const decide = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const judge = validate(machine, { policy })
  const { commands } = machine
  const { decode } = decoding(machine.events)
  return (state: State<C, S, N>, command: Command): E.Either<Undecided, Decided> => {
    const read = readCommand(command)
    if (E.isLeft(read)) return read
    const { type, data, metadata } = read.right
    const given = instant(metadata.now)
    if (given === null) return E.left(unreadable('metadata.now', 'a time', metadata.now))
    const descriptor = Object.hasOwn(commands, type) ? commands[type] : undefined
    if (descriptor === undefined) {
      const { status } = state
      return E.left({ error: 'Refused', refusals: [noSuchStep(type, status)] })
    }
    const timed = timeFor(state, given, policy)
    return pipe(
      tentative(decode, descriptor.event, data, { ...metadata, now: timed.now }),
      E.chainW((event): E.Either<Undecided, Decided> => {
        const another = anotherSubject(machine.subject, state, event)
        if (another !== null) return E.left({ error: 'Refused', refusals: [another] })
        const before = existing(machine, state, event)
        if (before !== undefined) {
          return isAnswered(before) ? E.right({ events: [], ...timed }) : E.left(inDoubt(before))
        }
        return pipe(
          judge(state, event),
          E.map((accepted) => ({ events: [accepted], ...timed })),
        )
      }),
    )
  }
}
