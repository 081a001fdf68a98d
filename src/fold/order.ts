/** The order in which occurrences are run: by cause, then by time, then by agreement. */
import type { Identity, Kind, Lifecycle } from '../event/lifecycle.ts'
import { type Instant, later, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { compare, type Occurrence } from './occurrence.ts'

const BESIDE = 9

/** A time, and the rank among those of the same time. */
interface Turn {
  readonly at: Instant
  readonly rank: number
}

/** An end counts before all that clocks might have put before it, but never before its own beginning. */
const turnOfEnd = (early: Instant, beginning: Instant | undefined, rank: number): Turn =>
  beginning === undefined || early > beginning ? { at: early, rank: -1 } : { at: beginning, rank }

const BEGINNINGS: ReadonlySet<Identity> = new Set(['collection', 'chargeback'])

/** When an occurrence counts among its phase, where clocks may differ by the tolerance. */
const turnOf = (
  kind: Kind | undefined,
  { at, about }: Occurrence,
  begun: ReadonlyMap<string, Instant>,
  { clockToleranceSeconds }: Policy,
  rank: number,
): Turn => {
  if (kind?.slack === 'stop') return { at: shift(at, clockToleranceSeconds), rank }
  const beginning = begun.get(about)
  if (kind?.slack === 'undoing') return { at: later(at, beginning ?? at), rank }
  if (kind?.slack !== 'end') return { at, rank }
  return turnOfEnd(shift(at, -clockToleranceSeconds), beginning, rank)
}

/** An occurrence in its place, with the time it counts at there. */
export interface Ordered {
  readonly told: Occurrence
  readonly countsAt: Instant
}

/**
 * Orders occurrences by phase, then time, then declared order, then key. Phases are causal, so clocks
 * that disagree cannot turn a good history into a bad one. @spec design, 6
 */
export const order = (lifecycle: Lifecycle, policy: Policy) => {
  const declared = Object.keys(lifecycle)
  return (occurrences: readonly Occurrence[]): readonly Ordered[] => {
    const begun = new Map<string, Instant>()
    for (const { type, about, at } of occurrences) {
      const { identity = 'self', slack } = lifecycle[type] ?? {}
      if (BEGINNINGS.has(identity) && slack === 'none') begun.set(about, at)
    }
    const ranked = occurrences.map((told) => {
      const kind = Object.hasOwn(lifecycle, told.type) ? lifecycle[told.type] : undefined
      const rank = declared.indexOf(told.type)
      const turn = turnOf(kind, told, begun, policy, rank)
      return { told, phase: kind?.phase ?? BESIDE, at: turn.at, rank: turn.rank }
    })
    return ranked
      .sort(
        (a, b) =>
          a.phase - b.phase ||
          compare(a.at, b.at) ||
          a.rank - b.rank ||
          compare(a.told.key, b.told.key),
      )
      .map(({ told, at }) => ({ told, countsAt: at }))
  }
}
