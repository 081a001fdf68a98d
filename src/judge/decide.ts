/** Deciding: what a command would cause, or why it may not be; asked before the request is sent. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Event } from '../event/envelope.ts'
import type { Folding } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import type { Occurrence } from '../fold/occurrence.ts'
import type { State } from '../fold/state.ts'
import { type Instant, instant, later, shift } from '../words/instant.ts'
import { defaultPolicy, type Policy } from '../words/policy.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/unreadable.ts'
import { AnyCommand, COMMANDS, type Command, commandsOf } from './commands.ts'
import { type Refused, validate } from './validate.ts'
import { wish } from './wish.ts'

/**
 * The step was asked for already and nobody knows whether it was taken: send the same request again
 * under the same `commandId`; the provider takes it once.
 */
export interface InDoubt {
  readonly error: 'InDoubt'
  readonly commandId: string | null
  readonly event: string
  readonly since: Instant
}

/**
 * How the time of a command stands to what is known: as told; raised to the last event, which it
 * preceded by no more than clocks may differ; or behind it, and left there, with a clock to look at.
 */
export type Clock = 'asTold' | 'raised' | 'behind'

/** The events a command causes: one, or none where it is done already. */
export interface Decided {
  readonly events: readonly Event[]
  /** The time it was judged at. */
  readonly now: Instant
  readonly clock: Clock
}

/** Why nothing is caused: a broken rule, a doubt, or a command that says too little. */
export type Undecided = Refused | InDoubt | Unreadable

const isOnChart = ({ place }: Occurrence): boolean => place === 'chart'

/** The time to judge at, by the latest event on the chart. */
const timeFor = (
  { occurrences }: State,
  told: Instant,
  { clockToleranceSeconds }: Policy,
): Omit<Decided, 'events'> => {
  const last = occurrences.filter(isOnChart).reduce((at, each) => later(at, each.at), told)
  if (last === told) return { now: told, clock: 'asTold' }
  const isNear = shift(last, -clockToleranceSeconds) <= told
  return isNear ? { now: last, clock: 'raised' } : { now: told, clock: 'behind' }
}

const commandIn = ({ data }: Event): unknown => ('commandId' in data ? data.commandId : undefined)

/** What is known of a step already: of a once-only one whoever asked, else of this command's own. */
const known = <C extends object, S extends string, N extends string>(
  { events }: Machine<C, S, N>,
  { occurrences }: State<C, S, N>,
  { type, data }: Event,
): Occurrence | undefined =>
  occurrences
    .filter((told) => told.type === type && told.place !== 'refused')
    .find(
      ({ tells }) =>
        events[type]?.identity === 'once' ||
        tells.some((tell) => commandIn(tell) === commandIn({ type, data } as Event)),
    )

const isAnswered = ({ tells }: Occurrence): boolean =>
  tells.some(({ metadata }) => metadata.source !== 'request')

const inDoubt = ({ tells, type, at }: Occurrence): InDoubt => {
  const commandId = tells.map(commandIn).find((id): id is string => typeof id === 'string')
  return { error: 'InDoubt', commandId: commandId ?? null, event: type, since: at }
}

/**
 * Decides a command on a state as it is. Right: the event to record before the request is sent, or none
 * where it is done already. Left: every rule it breaks; a doubt; or what of it cannot be read. A
 * command that is refused leaves everything as it was. @spec design, 9 Judging
 */
export const decide = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
) => {
  const judge = validate(machine, { policy })
  const names: readonly string[] = commandsOf(machine.events)
  return (state: State<C, S, N>, command: Command<string>): E.Either<Undecided, Decided> => {
    const read = AnyCommand.decode(command)
    if (E.isLeft(read)) return E.left(firstProblem(read.left))
    const { type, data, metadata } = read.right
    const told = instant(metadata.now)
    if (told === null) return E.left(unreadable('metadata.now', 'time', metadata.now))
    if (!names.includes(type)) {
      const { status } = state
      return E.left({ error: 'Refused', refusals: [{ rule: 'noSuchStep', event: type, status }] })
    }
    const { event: name } = COMMANDS[type as Command['type']]
    const timed = timeFor(state, told, policy)
    return pipe(
      wish(name, data, { ...metadata, now: timed.now }),
      E.chainW((event): E.Either<Undecided, Decided> => {
        const before = known(machine, state, event)
        if (before !== undefined) {
          return isAnswered(before) ? E.right({ events: [], ...timed }) : E.left(inDoubt(before))
        }
        return pipe(
          judge(state, event),
          E.map((wished) => ({ events: [wished], ...timed })),
        )
      }),
    )
  }
}
