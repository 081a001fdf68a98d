/** Checks laws as properties of random streams. */
import fc from 'fast-check'
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import type { Law } from './law.ts'

/** The options for checking a machine's laws. */
export interface Trial {
  /** The number of random streams for each law, by default 100. */
  readonly numRuns?: number
  /** The streams; by default generated from the machine's codecs. */
  readonly events?: fc.Arbitrary<readonly DomainEvent[]>
  /** The other machines that the machine is used with. */
  readonly others?: readonly AnyMachine[]
}

/**
 * Whether a law holds for a stream. A law may also use `more` events, and a number to `pick` an
 * item.
 */
type IsKept = (all: readonly DomainEvent[], pick: number, more: readonly DomainEvent[]) => boolean

/** Prepares to create laws that are checked on random streams. */
export const trying =
  (events: fc.Arbitrary<readonly DomainEvent[]>, numRuns: number) =>
  (name: string, isKept: IsKept): Law => ({
    name,
    check: () => fc.assert(fc.property(events, fc.nat(), events, isKept), { numRuns }),
  })
