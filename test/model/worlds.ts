/** Random histories with faults planted into their messages. */
import fc from 'fast-check'
import type { Fault } from '../../src/testing/faults/faults.ts'
import { faults, type Planted, planted } from '../../src/testing/faults/faults.ts'
import { deliveries } from '../../src/testing/generators/deliveries.ts'
import { type HistorySubject, histories } from '../../src/testing/generators/histories.ts'
import type { Fact, TrueHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'

/** How many worlds a law tries; with `CASES`, the same ones each time, as by default. */
export const RUNS = Number(process.env['RUNS'] ?? process.env['CASES'] ?? 8)

/** The default run tries the same cases each time. */
export const runs =
  process.env['RUNS'] === undefined ? { numRuns: RUNS, seed: 3 } : { numRuns: RUNS }

/** A history, the right messages about it, and those with faults planted into them. */
export interface World extends Planted {
  readonly history: TrueHistory
  readonly messages: readonly Delivery[]
}

/** Worlds with up to `count` faults, in which one of the sets of facts is reported by no message. */
export const worlds = (
  machine: HistorySubject,
  count: number,
  which: readonly Fault[] = faults,
  lost: (history: TrueHistory) => readonly (readonly Fact[])[] = () => [[]],
): fc.Arbitrary<World> =>
  histories(machine)
    .chain((history) =>
      fc.constantFrom(...lost(history)).chain((unreported) =>
        fc.record({
          history: fc.constant(history),
          messages: deliveries(history, { unreported }),
        }),
      ),
    )
    .chain(({ history, messages }) =>
      planted(messages, which, count).map((all): World => ({ history, messages, ...all })),
    )
