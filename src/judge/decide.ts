/** Decides a command before its request is sent: returns the event to record, or why there is none. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { CommandMetadata } from '../contract/command.ts'
import type { AnyMachine, Machine } from '../contract/machine-record.ts'
import type { Refusal } from '../contract/refusal.ts'
import { eventsOf, type State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { decoding } from '../event/event-decoder.ts'
import { recordedAfter } from '../event/informational-events.ts'
import type { Folding } from '../fold/fold.ts'
import { attempt } from '../words/data/attempt.ts'
import { check, reader } from '../words/data/codec.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { amountIn, type Currency } from '../words/money.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { CommandId } from '../words/text/plain-text.ts'
import { readInstant } from '../words/time/given-time.ts'
import { type Instant, later, shift } from '../words/time/instant.ts'
import type { CommandStatus } from './command-status.ts'
import { type AlreadyKnown, knownCommand } from './known-command.ts'
import { type CommandRequest, commandRequest } from './provider-request.ts'
import { tentative } from './tentative-event.ts'
import { anotherSubject, type Refused, validate } from './validate.ts'

/** A step that a backend intends to take. */
export interface Command<T extends string = string> {
  readonly type: T
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: CommandMetadata
}

const readCommand = reader(
  t.type(
    {
      type: check('the name of a command', t.string.is),
      data: check('an object', t.UnknownRecord.is),
      metadata: t.type(
        { commandId: check(CommandId.name, t.string.is), now: t.unknown },
        'an object',
      ),
    },
    'a command',
  ) as t.Decoder<unknown, Command>,
)

/** An amount so large that the rule refuses it. */
export const MOST = Number.MAX_SAFE_INTEGER

/** The amount that is available, by the rule of this name; undefined if no refusal states it. */
export const availableIn = (bound: string, refusals: readonly Refusal[]): number | undefined =>
  refusals.flatMap((refusal) =>
    refusal.rule === bound && 'available' in refusal && typeof refusal.available === 'number'
      ? refusal.available
      : [],
  )[0]

/** What a command causes, or what it became. */
export interface Decided {
  /**
   * The event to record before the request is sent; none if the command was taken already. None says
   * nothing else: `done` says what the command became.
   */
  readonly events: readonly DomainEvent[]
  /** When the command was judged: a clock that is behind the last event by at most the tolerance is put right. */
  readonly now: Instant
  /** The revision to append at; null if the state was not folded from the entries of a log. */
  readonly expected: number | null
  /** The request to send once, after the event is appended; null if the command was taken already. */
  readonly request: CommandRequest | null
  /**
   * What the command became, if it was taken already; null if it is new, or if another command or
   * nobody asked for the step that can happen only once.
   */
  readonly done: CommandStatus | null
}

/** Why a command causes no event. */
export type Undecided = Refused | AlreadyKnown | Unreadable

const timeFor = (
  { occurrences }: State,
  given: Instant,
  { clockToleranceSeconds }: Policy,
): Instant => {
  let last = given
  for (const { disposition, at } of occurrences) if (disposition === 'chart') last = later(last, at)
  return shift(last, -clockToleranceSeconds) <= given ? last : given
}

type Content = Command['data']

/** What is left at worst, from the answer to a command that asks for more than there is. */
const leftIn = (
  bound: string | null,
  most: E.Either<Refused | Unreadable, DomainEvent>,
): E.Either<Refused | Unreadable, number> => {
  if (E.isRight(most) || most.left.error !== 'Refused') return E.map(() => MOST)(most)
  const available = availableIn(bound ?? '', most.left.refusals)
  return available === undefined ? most : E.right(Math.max(0, available))
}

/** Reads what is commanded; what cannot be looked into is `Unreadable` as a whole. */
const readData = (
  codec: t.Decoder<unknown, object>,
  data: Content,
): E.Either<Unreadable, unknown> =>
  attempt(
    () => reader(t.type({ data: codec as t.Mixed }))({ data: { ...data } }),
    () => E.left(unreadable('data', 'plain data', data)),
  )

/** What is commanded, with `'all'` replaced by what is left at worst. */
const resolved = <A>(data: Content, left: () => E.Either<A, number>): E.Either<A, Content> =>
  data['amount'] === 'all'
    ? E.map((amount: number) => ({ ...data, amount, all: true }))(left())
    : E.right(data)

/** Refuses an amount that the provider would refuse, though the rules allow it. */
const acceptable = (state: State, event: DomainEvent): E.Either<Unreadable, DomainEvent> => {
  const { amount } = event.data as Content
  const { currency = null } = state.context as { readonly currency?: Currency | null }
  const codec = amountIn(currency)
  return amount === undefined || codec.is(amount)
    ? E.right(event)
    : E.left(unreadable('data.amount', codec.name, amount))
}

const noSuchCommand = ({ id, commands }: AnyMachine, type: string): Unreadable => {
  const names = Object.keys(commands)
  const expected = names.length === 0 ? 'nothing' : `one of ${names.join(', ')}`
  const found = `a text that names no command of ${id}`
  return { ...unreadable('type', expected, type), found }
}

/**
 * Decides a command on a state. Right: the event to record before the request is sent, or what the
 * command became. Left: every rule it breaks, or why it causes nothing. A refused command changes
 * nothing. @spec decisions#45; sources#amount-values
 */
export const decide = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const judge = validate(machine, { policy })
  const { commands } = machine
  const { decode } = decoding(machine.events)
  const own = machine as unknown as AnyMachine
  const known = knownCommand(own, policy)
  const decideOn = (state: State<C, S, N>, command: Command): E.Either<Undecided, Decided> => {
    const read = readCommand(command)
    if (E.isLeft(read)) return read
    const { type, data, metadata } = read.right
    const time = readInstant('metadata.now', metadata.now)
    if (E.isLeft(time)) return time
    const [given, { commandId }] = [time.right, metadata]
    const descriptor = Object.hasOwn(commands, type) ? commands[type] : undefined
    if (descriptor === undefined) return E.left(noSuchCommand(own, type))
    const checked = readData(descriptor.data, data)
    if (E.isLeft(checked)) return checked
    const now = timeFor(state, given, policy)
    const expected = state.revision
    const times = { commandId, now, recordedAt: given }
    const make = (content: Content) =>
      E.map((event: DomainEvent) => recordedAfter(event, eventsOf(state)))(
        tentative(decode, descriptor.event, content, times),
      )
    const judged = (content: Content) =>
      E.chainW((event: DomainEvent) => judge(state, event))(make(content))
    const nothing = { events: [], now, expected, request: null }
    const decideNew = (): E.Either<Undecided, Decided> =>
      pipe(
        resolved(data, () => leftIn(descriptor.bound, judged({ ...data, amount: MOST }))),
        E.chainW(judged),
        E.chainW((event) => acceptable(state, event)),
        E.map((event) => {
          const about = { subject: own.subject, policy }
          const request = commandRequest(about, descriptor, state, event)
          return { ...nothing, events: [event], request, done: null }
        }),
      )
    return pipe(
      resolved(data, () => E.right(0)),
      E.chainW(make),
      E.chainW((event): E.Either<Undecided, Decided> => {
        const another = anotherSubject(machine.subject, state, event)
        if (another !== null) return E.left({ error: 'Refused', refusals: [another] })
        const before = known(state, event, now)
        if (before === null) return decideNew()
        return E.map((done: CommandStatus | null) => ({ ...nothing, done }))(before)
      }),
    )
  }
  return (state: State<C, S, N>, command: Command): E.Either<Undecided, Decided> =>
    attempt(
      () => decideOn(state, command),
      () => E.left(unreadable('state', 'a state', state)),
    )
}
