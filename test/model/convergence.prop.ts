/** For any delivery of one history, status, sums and findings are the same. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveries } from '../../src/testing/deliveries.ts'
import { histories } from '../../src/testing/histories.ts'
import { machines } from '../given.ts'
import { statesOf, streamOf, streamsOf, truthOf } from './folded.ts'

const RUNS = Number(process.env['RUNS'] ?? 40)
const PATIENCE = 3 * 3_600_000
const runs = { numRuns: RUNS }

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test(
    'is the same whichever messages report it, when, how often and in what order',
    () => {
      const twice = histories(machine).chain((history) =>
        fc.record({
          stream: fc.constant(streamOf(history)),
          one: deliveries(history),
          other: deliveries(history),
        }),
      )
      fc.assert(
        fc.property(twice, ({ stream, one, other }) => {
          const truths = [one, other].map((delivered) => {
            const state = statesOf(streamsOf(delivered)).get(stream)
            return state === undefined ? null : truthOf(state)
          })
          expect(truths[0]).not.toBeNull()
          expect(truths[1]).toEqual(truths[0])
        }),
        runs,
      )
    },
    PATIENCE,
  )
})
