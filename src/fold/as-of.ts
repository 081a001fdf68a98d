/** As of, twice: what had happened by a moment, as far as was known at a place in the log. */
import type { Event } from '../event/envelope.ts'
import { type Instant, later, toInstant } from '../words/instant.ts'
import { type Folding, folder } from './fold.ts'
import type { Machine } from './machine.ts'
import type { State } from './state.ts'

/**
 * `occurred`: what happened later is left out. `known`: how many entries of the stream count, the first
 * ones; whatever was recorded after them is not known.
 */
export interface AsOf {
  readonly occurred?: Instant
  readonly known?: number
}

/**
 * How many entries had been recorded by a moment. Receipt is in the order of the log: where a recorded
 * time steps back, the latest before it counts.
 */
export const recordedBy = (events: readonly Event[], moment: Instant): number => {
  let latest: Instant | null = null
  for (const [index, { metadata }] of events.entries()) {
    const recordedAt = toInstant(metadata.recordedAt)
    latest = later(recordedAt, latest ?? recordedAt)
    if (latest > moment) return index
  }
  return events.length
}

/**
 * A stream as it was: the state that its first entries give, of what had happened by a moment, at that
 * moment. A view, to be shown: what was left out is not in it. @spec design, 1 and 10
 */
export const asOf = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
) => {
  const { fold, foldBy, at } = folder(machine, folding)
  return (events: readonly Event[], { occurred, known = events.length }: AsOf): State<C, S, N> => {
    const heard = events.slice(0, Math.max(0, known))
    return occurred === undefined ? fold(heard) : at(foldBy(heard, occurred), occurred)
  }
}
