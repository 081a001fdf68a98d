/**
 * For any delivery of one history, status, sums and findings are the same; those of a payment once two
 * lists have settled what the messages left in doubt.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveries } from '../../src/testing/generators/deliveries.ts'
import { histories } from '../../src/testing/generators/histories.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { listsAfter } from './answering.ts'
import { statesOf, streamOf, streamsOf, truthOf } from './folded.ts'

const RUNS = Number(process.env['RUNS'] ?? 15)
const runs = { numRuns: RUNS }

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('is the same whichever messages report it, when, how often and in what order', () => {
    const twice = histories(machine).chain((history) =>
      fc.record({
        history: fc.constant(history),
        one: deliveries(history),
        other: deliveries(history),
      }),
    )
    forAll(runs, [twice], ({ history, one, other }) => {
      const stream = streamOf(history)
      const truths = [one, other].map((delivered) => {
        const lists = history.kind === 'payment' ? listsAfter(history, delivered, 2) : []
        const state = statesOf(streamsOf([...delivered, ...lists])).get(stream)
        return state === undefined ? null : truthOf(state)
      })
      expect(truths[0]).not.toBeNull()
      expect(truths[1]).toEqual(truths[0])
    })
  })
})
