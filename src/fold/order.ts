/** The order in which occurrences are run: by cause, then by time, then by agreement. */
import type { Kind, Lifecycle } from '../event/lifecycle.ts'
import { type Instant, later, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { compare, type Occurrence } from './occurrence.ts'

const BESIDE = 9

/** The time an occurrence counts at among its phase, where clocks may differ by the tolerance. */
const countsAt = (
  kind: Kind | undefined,
  told: Occurrence,
  begun: ReadonlyMap<string, Instant>,
  policy: Policy,
): Instant => {
  const { at, about } = told
  if (kind?.slack === 'stop') return shift(at, policy.clockToleranceSeconds)
  if (kind?.slack !== 'end') return at
  const early = shift(at, -policy.clockToleranceSeconds)
  const beginning = begun.get(about)
  return beginning === undefined ? early : later(early, beginning)
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
export const order = (
  lifecycle: Lifecycle,
  policy: Policy,
  occurrences: readonly Occurrence[],
): readonly Ordered[] => {
  const declared = Object.keys(lifecycle)
  const begun = new Map<string, Instant>()
  for (const { type, about, at } of occurrences) {
    if (lifecycle[type]?.identity === 'collection' && lifecycle[type]?.slack === 'none') {
      begun.set(about, at)
    }
  }
  const ranked = occurrences.map((told) => {
    const kind = Object.hasOwn(lifecycle, told.type) ? lifecycle[told.type] : undefined
    return {
      told,
      phase: kind?.phase ?? BESIDE,
      at: countsAt(kind, told, begun, policy),
      rank: declared.indexOf(told.type),
    }
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
