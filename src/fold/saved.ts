/** States that were kept: taken up again where they fit, refused where anything has changed since. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { eventDecoder } from '../event/stored.ts'
import { asStored } from '../event/upcast.ts'
import { defaultPolicy, policyHash } from '../words/policy.ts'
import { firstProblem, type Unreadable } from '../words/unreadable.ts'
import { fingerprint } from './fingerprint.ts'
import type { Folding } from './fold.ts'
import type { AnyMachine, Machine } from './machine.ts'
import type { State } from './state.ts'

/** The state was folded by something else: fold the stream anew. */
export interface Stale {
  readonly error: 'Stale'
  readonly differs: 'machine' | 'fingerprint' | 'policy'
  readonly expected: string
  readonly actual: string
}

const Told = t.type({ place: t.string, key: t.string, tells: t.readonlyArray(t.unknown) })

const Kept = t.type(
  {
    machine: t.string,
    fingerprint: t.string,
    policy: t.string,
    status: t.string,
    value: t.union([t.string, t.UnknownRecord]),
    context: t.UnknownRecord,
    occurrences: t.readonlyArray(Told),
    findings: t.readonlyArray(t.UnknownRecord),
    parked: t.readonlyArray(t.UnknownRecord),
    asks: t.readonlyArray(t.UnknownRecord),
    now: t.null,
  },
  'state',
)

const decode = eventDecoder(asStored)

/** The first event in a kept state that is none. */
const badEvent = (kept: t.TypeOf<typeof Kept>): Unreadable | undefined => {
  for (const tell of kept.occurrences.flatMap(({ tells }) => tells)) {
    const event = decode(tell)
    if (E.isLeft(event)) return event.left
  }
  return undefined
}

/**
 * Takes up a state that was kept as JSON. It names what folded it: a machine, its chart by fingerprint, a
 * policy by hash. Where one of them is another today the state is `Stale`, and what is no state is
 * `Unreadable`; a view of a moment (`at`) is none. @spec design, 6 and 7
 */
export const resume = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
) => {
  const expected = {
    machine: machine.id,
    fingerprint: fingerprint(machine as unknown as AnyMachine),
    policy: policyHash(policy),
  }
  return (kept: unknown): E.Either<Stale | Unreadable, State<C, S, N>> => {
    const read = Kept.decode(kept)
    if (E.isLeft(read)) return E.left(firstProblem(read.left))
    for (const differs of ['machine', 'fingerprint', 'policy'] as const) {
      const actual = read.right[differs]
      if (actual !== expected[differs]) {
        return E.left({ error: 'Stale', differs, expected: expected[differs], actual })
      }
    }
    const bad = badEvent(read.right)
    return bad === undefined ? E.right(kept as State<C, S, N>) : E.left(bad)
  }
}
