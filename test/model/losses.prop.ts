/**
 * Lost messages: another message about the same fact replaces them; without one, there is a gap and
 * a question.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { State } from '../../src/contract/state.ts'
import { histories } from '../../src/testing/generators/histories.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { questions } from '../root.ts'
import { deliveredOf, losing, stateOf, truthOf } from './folded.ts'
import { GAPS, gapsWithout, isUnboundWithout } from './gaps.ts'

const RUNS = Number(process.env['RUNS'] ?? 12)

/** What is known: each occurrence with its fields. */
const reportedIn = ({ occurrences }: State): readonly string[] =>
  occurrences
    .filter(({ disposition }) => disposition !== 'informational')
    .map(({ key, data }) => [key, ...Object.keys(data).toSorted()].join(' '))

/** The truth but for doubts that depend on what was received before what. */
const inAnyOrder = (state: State) => {
  const { findings, ...truth } = truthOf(state)
  const isOfOrder = (finding: string) => /^(Superseded|StatementDiffers) /.test(finding)
  return { ...truth, findings: findings.filter((each) => !isOfOrder(each)) }
}

const isGap = ({ code }: { readonly code: string }): boolean => GAPS.has(code)

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('is the same without a message whose fact another message reports', () => {
    forAll(RUNS, [deliveredOf(histories(machine)), fc.nat()], ({ history, delivered }, pick) => {
      const whole = stateOf({ history, delivered })
      const lost = pick % delivered.length
      const rest = delivered.filter((_message, index) => index !== lost)
      const left = stateOf({ history, delivered: rest })
      fc.pre(reportedIn(left).join() === reportedIn(whole).join())
      expect(inAnyOrder(left)).toEqual(inAnyOrder(whole))
    })
  })

  test('finds the gap without the only message about a fact, if there is one, and raises a question', () => {
    forAll(RUNS, [losing(machine)], ({ lost, history, delivered }) => {
      const state = stateOf({ history, delivered })
      const gaps = state.findings.filter(isGap)
      // a callback has no signature
      const parked = state.parked.filter(({ reason }) => reason !== 'Unsigned')
      const isUnbound = isUnboundWithout(history, lost)
      expect(new Set(parked.map(({ reason }) => reason))).toEqual(
        new Set(isUnbound ? ['NoEntity'] : []),
      )
      expect(gaps.map(({ code }) => code)).toEqual(gapsWithout(history, lost, delivered))
      const asked = questions(state).map(({ key }) => key)
      expect(asked).toEqual(expect.arrayContaining(gaps.map(({ key }) => key)))
    })
  })
})
