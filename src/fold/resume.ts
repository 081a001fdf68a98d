/** Reads a stored state: it is used only if it is what its events fold to today. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { AnyMachine, Machine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import { type DomainEvent, isInferred } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/event-decoder.ts'
import { asStored } from '../event/upcast.ts'
import type { Tip as StreamTip } from '../log/tip.ts'
import { attempt } from '../words/data/attempt.ts'
import { check, integer } from '../words/data/codec.ts'
import { textSchema, withSchema } from '../words/data/json-schema.ts'
import { isShallow, LIMITS, SHALLOW } from '../words/data/limits.ts'
import { isSame, plainly } from '../words/data/plain-data.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { defaultPolicyOf } from '../words/policy.ts'
import { Stream } from '../words/stream.ts'
import { identity } from './fingerprint.ts'
import { type Folding, fold } from './fold.ts'
import { isKnownTo, logDecoder } from './root.ts'

/**
 * The state cannot be continued: fold its stream again. Its machine, chart or policy is another one
 * today; it is not what its events fold to (`content`); or its stream is at another tip.
 */
export interface Stale {
  readonly error: 'Stale'
  readonly differs: 'machine' | 'fingerprint' | 'policy' | 'content' | 'tip'
  readonly expected: string
  readonly actual: string
}

const Revision = integer('a revision', 0, Number.MAX_SAFE_INTEGER)

const HASH = /^[0-9a-f]{64}$/

const Hash = withSchema(
  check(
    'a hash',
    (input: unknown): input is string => typeof input === 'string' && HASH.test(input),
  ),
  textSchema(HASH),
)

const StoredOccurrence = t.type({
  disposition: t.string,
  key: t.string,
  events: t.readonlyArray(t.unknown),
})

/** A state as it is kept; that it is what its events fold to, only `resume` says. */
export const StoredState = t.type(
  {
    stream: t.union([Stream, t.null], 'a stream name or null'),
    revision: t.union([Revision, t.null], 'a revision or null'),
    hash: t.union([Hash, t.undefined], 'a hash'),
    machine: t.string,
    fingerprint: t.string,
    policy: t.string,
    status: t.string,
    value: t.union([t.string, t.UnknownRecord]),
    context: t.UnknownRecord,
    occurrences: t.readonlyArray(StoredOccurrence),
    findings: t.readonlyArray(t.UnknownRecord),
    parked: t.readonlyArray(t.UnknownRecord),
    now: t.null,
  },
  'a state',
)

type StoredState = t.TypeOf<typeof StoredState>

type StreamEndOfState = Pick<StreamTip, 'stream' | 'revision' | 'hash'>

/** How a stored state is checked: who must have folded it, and how its events are folded again. */
interface Checking<A> {
  readonly expected: ReturnType<typeof identity>
  readonly decode: DecodeEvent
  readonly isKnown: (type: string) => boolean
  readonly fold: (stream: Stream | null, events: readonly DomainEvent[]) => A
}

const stale = (differs: Stale['differs'], expected: string, actual: string): Stale => ({
  error: 'Stale',
  differs,
  expected,
  actual,
})

const OtherEvent = t.type({ data: t.UnknownRecord }, 'an event')

/** An event of a stored state. An event of another machine keeps its data, which nobody reads. */
const eventIn = (
  { decode, isKnown }: Pick<Checking<unknown>, 'decode' | 'isKnown'>,
  stored: unknown,
): E.Either<Unreadable, DomainEvent> => {
  const event = decode(stored)
  if (E.isLeft(event) || isKnown(event.right.type)) return event
  return OtherEvent.is(stored)
    ? E.right(stored as unknown as DomainEvent)
    : E.left(unreadable('event.data', 'an object', stored))
}

const reportsIn = (
  checking: Pick<Checking<unknown>, 'decode' | 'isKnown'>,
  { occurrences }: StoredState,
): E.Either<Unreadable, readonly DomainEvent[]> => {
  const stored = occurrences.flatMap(({ events }) => events)
  const read = E.traverseArray((each: unknown) => eventIn(checking, each))(stored)
  return E.map((events: readonly DomainEvent[]) => events.filter((event) => !isInferred(event)))(
    read,
  )
}

const tipText = ({ revision, hash }: Pick<StreamEndOfState, 'revision' | 'hash'>): string =>
  revision < 0 ? 'no entry' : `revision ${revision}, hash ${hash}`

/** Why a state does not stand at a tip; null if it does. A state folded from events has no tip. */
const offTip = (kept: StoredState, tip: StreamEndOfState): Stale | null => {
  const { stream, occurrences, revision, hash = null } = kept
  if (stream !== tip.stream) return stale('tip', String(tip.stream), String(stream))
  const isEmpty = occurrences.length === 0
  const own = revision === null && !isEmpty ? null : { revision: revision ?? -1, hash }
  if (own !== null && own.revision === tip.revision && own.hash === tip.hash) return null
  return stale('tip', tipText(tip), own === null ? 'events without entries' : tipText(own))
}

/** Whether a state is what its events fold to, but for the place in the log that it names. */
const isFolded = (
  folded: object,
  { revision: _, hash: __, ...kept }: object & Partial<StoredState>,
) => {
  const { revision: ___, ...whole } = folded as Partial<StoredState>
  return isSame(whole, kept)
}

/** Prepares to read the stored states of one machine. */
export const resuming = <A extends object>(checking: Checking<A>) => {
  const { expected } = checking
  const read = (
    input: unknown,
    tip: StreamEndOfState | undefined,
  ): E.Either<Stale | Unreadable, A> => {
    if (!isShallow(input)) return E.left(unreadable('', SHALLOW, input))
    const plain = plainly(input, LIMITS.nesting)
    const named = StoredState.decode(plain)
    if (E.isLeft(named)) return E.left(firstProblem(named.left))
    const kept = named.right
    const other = (['machine', 'fingerprint', 'policy'] as const).find(
      (name) => kept[name] !== expected[name],
    )
    if (other !== undefined) return E.left(stale(other, expected[other], kept[other]))
    if ((kept.revision === null) !== (kept.hash === undefined)) {
      return E.left(unreadable('hash', 'the hash of the entry of the revision', kept.hash))
    }
    const events = reportsIn(checking, kept)
    if (E.isLeft(events)) return events
    const off = tip === undefined ? null : offTip(kept, tip)
    if (off !== null) return E.left(off)
    const folded = checking.fold(kept.stream, events.right)
    if (!isFolded(folded, plain as object)) {
      return E.left(stale('content', 'what its events fold to', 'another state'))
    }
    const { revision, hash } = kept
    return E.right(revision === null ? folded : Object.freeze({ ...folded, revision, hash }))
  }
  return (kept: unknown, tip?: StreamEndOfState): E.Either<Stale | Unreadable, A> =>
    attempt(
      () => read(kept, tip),
      () => E.left(unreadable('', StoredState.name, kept)),
    )
}

/**
 * Reads a state that was stored as JSON. A state names the machine, the fingerprint of its chart
 * and the hash of the policy that folded it. If one of them is different today, or if its events
 * fold to another state, it is `Stale`. Given the tip of its stream, it is `Stale` at any other
 * tip. Anything that is not a state is `Unreadable`; a result of `at` is `Unreadable` too.
 * @spec decisions#64
 */
export const resume = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const own = [machine as unknown as AnyMachine]
  return resuming<State<C, S, N>>({
    expected: identity(machine, policy),
    decode: logDecoder(own, asStored),
    isKnown: isKnownTo(own),
    fold: (stream, events) => fold(machine, { policy })(events, stream),
  })
}
