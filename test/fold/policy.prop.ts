/**
 * Under another policy, lengths of time differ; what happened, and what is known of it, is the
 * same.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { State } from '../../src/contract/state.ts'
import { fold } from '../../src/fold/fold.ts'
import { windows } from '../../src/judge/windows.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { policyHash } from '../../src/words/policy.ts'
import { forAll } from '../for-all.ts'
import { byId, instantOf } from '../given.ts'
import { defaultPolicy, type Policy, readPolicy } from '../root.ts'

/** One of these lengths. */
const few = (unit: string, ...counts: readonly number[]) =>
  fc.constantFrom(...counts.map((count) => ({ [unit]: count })))

/** Every length and zone, default or another; the clock tolerance stays the same. */
const policies: fc.Arbitrary<Policy> = fc
  .record(
    {
      refundWindow: few('weeks', 1, 9, 520),
      refundProcessing: few('days', 0, 30),
      chargebackWindow: few('months', 1, 120),
      debitFrom: few('days', 0, 9),
      debitWithin: few('days', 10, 60),
      overdueAfter: few('days', 1, 365),
      sessionWindow: few('minutes', 1, 1440),
      mandateDormancy: few('months', 1, 120),
      sepaZone: fc.constantFrom('Pacific/Apia', 'America/St_Johns'),
      ticketZone: fc.constantFrom('Asia/Kathmandu', 'Europe/Brussels'),
    },
    { requiredKeys: [] },
  )
  .map((changes) => {
    const read = readPolicy(changes)
    if (E.isLeft(read)) throw new Error(read.left.path)
    return read.right
  })

/** The rules that depend on a length of time. */
const TIMED: ReadonlySet<string> = new Set([
  'withinRefundWindow',
  'withinChargebackWindow',
  'mandateUsable',
])

/** What no length of time affects: everything except whether and when a mandate expires. */
const lastingOf = ({ machine, occurrences, parked, ...known }: State) => {
  const isMandate = machine === 'sepa-mandate@1'
  const findings = known.findings.filter(({ code }) => !TIMED.has(code))
  const lasting = { machine, occurrences, parked, findings }
  const { status, value, context } = known
  return isMandate
    ? { ...lasting, context: { ...context, now: null } }
    : { ...lasting, context, status, value }
}

const RUNS = { numRuns: 15 }

describe.each(byId)('%s', (_, machine) => {
  const streams = eventsOf(machine)

  test('under another policy differs only in windows, rules and the hash', () => {
    forAll(RUNS, [streams, policies], (events, policy) => {
      const [usual, other] = [fold(machine)(events), fold(machine, { policy })(events)]
      expect(lastingOf(other)).toEqual(lastingOf(usual))
      expect([usual.policy, other.policy]).toEqual([
        policyHash(machine.definition.policy, defaultPolicy),
        policyHash(machine.definition.policy, policy),
      ])
    })
  })

  test('has windows with the same names and starts, whatever their length', () => {
    const now = instantOf('2026-03-02T10:00:00Z')
    forAll(RUNS, [streams, policies], (events, policy) => {
      const state = fold(machine)(events)
      const namesOf = (under: Policy) =>
        windows(machine, { policy: under })(state, now)
          .map(({ name, entityId, opensAt }) =>
            [name, entityId, name === 'debit' || opensAt].join(' '),
          )
          .toSorted()
      expect(namesOf(policy)).toEqual(namesOf(defaultPolicy))
    })
  })
})
