/**
 * The fold and the model of money, which was written apart from it, have the same sums and the same
 * doubts, with the same evidence, for any set of messages.
 */
import { describe, expect, test } from 'vitest'
import { forAll, runsOf } from '../../for-all.ts'
import { folded, modelled, ofMethod, policyOf } from './compare.ts'
import { asCommanded, chaos, methods, reported, reviewed, taken } from './sets.ts'

const runs = runsOf(100, 41)

describe('the money of a payment is that of the model', () => {
  test.each([
    ['for any messages', chaos],
    ['before and after a person’s word', reviewed],
    ['for any chargebacks, and what gives them back', taken],
  ])('%s', (_, sets) => {
    forAll(runs, [sets, methods], (any, method) => {
      const messages = ofMethod(asCommanded(any), method)
      expect(folded(messages, policyOf(method))).toEqual(modelled(messages, policyOf(method)))
    })
  })

  test('for lives with errors', () => {
    forAll(runs, [reported], ({ messages: all, method }) => {
      const messages = ofMethod(asCommanded(all), method)
      expect(folded(messages, policyOf(method))).toEqual(modelled(messages, policyOf(method)))
    })
  })
})
