/** Reads a stored state, or refuses it if its machine or policy has changed since it was stored. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { DecodeEvent } from '../event/stored.ts'
import { asStored } from '../event/upcast.ts'
import { attempt } from '../words/attempt.ts'
import { defaultPolicyOf } from '../words/policy.ts'
import { Stream } from '../words/stream.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/unreadable.ts'
import { identity } from './fingerprint.ts'
import type { Folding } from './fold.ts'
import type { AnyMachine, Machine } from './machine.ts'
import { logDecoder } from './root.ts'
import type { State } from './state.ts'

/** The state was folded by another machine, chart or policy: fold its stream again. */
export interface Stale {
  readonly error: 'Stale'
  readonly differs: 'machine' | 'fingerprint' | 'policy'
  readonly expected: string
  readonly actual: string
}

const StoredOccurrence = t.type({
  disposition: t.string,
  key: t.string,
  events: t.readonlyArray(t.unknown),
})

const Kept = t.type(
  {
    stream: t.union([Stream, t.null]),
    revision: t.union([t.number, t.null]),
    machine: t.string,
    fingerprint: t.string,
    policy: t.string,
    status: t.string,
    value: t.union([t.string, t.UnknownRecord]),
    context: t.UnknownRecord,
    occurrences: t.readonlyArray(StoredOccurrence),
    findings: t.readonlyArray(t.UnknownRecord),
    parked: t.readonlyArray(t.UnknownRecord),
    openItems: t.readonlyArray(t.UnknownRecord),
    now: t.null,
  },
  'state',
)

/** The first event in a stored state that cannot be read. */
const badEvent = (kept: t.TypeOf<typeof Kept>, decode: DecodeEvent): Unreadable | undefined => {
  for (const stored of kept.occurrences.flatMap(({ events }) => events)) {
    const event = decode(stored)
    if (E.isLeft(event)) return event.left
  }
  return undefined
}

/**
 * Reads a state that was stored as JSON. A state names the machine, the fingerprint of its chart
 * and the hash of the policy that folded it. If one of them is different today, the state is
 * `Stale`. Anything that is not a state is `Unreadable`; a result of `at` is `Unreadable` too.
 * `among` are the machines whose events are checked in full. Of any other event, only the type and
 * the metadata are checked.
 * @spec decisions#19
 */
export const resume = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
  among: readonly AnyMachine[] = [machine as unknown as AnyMachine],
) => {
  const expected = identity(machine, policy)
  const decode = logDecoder(among, asStored)
  const read = (kept: unknown): E.Either<Stale | Unreadable, State<C, S, N>> => {
    const named = Kept.decode(kept)
    if (E.isLeft(named)) return E.left(firstProblem(named.left))
    for (const differs of ['machine', 'fingerprint', 'policy'] as const) {
      const actual = named.right[differs]
      if (actual !== expected[differs]) {
        return E.left({ error: 'Stale', differs, expected: expected[differs], actual })
      }
    }
    const bad = badEvent(named.right, decode)
    return bad === undefined ? E.right(kept as State<C, S, N>) : E.left(bad)
  }
  return (kept: unknown): E.Either<Stale | Unreadable, State<C, S, N>> =>
    attempt(
      () => read(kept),
      () => E.left(unreadable('', Kept.name, kept)),
    )
}
