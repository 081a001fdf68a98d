/** The one guard and the one action of every chart, on a definition of a page. */
import { describe, expect, test } from 'vitest'
import type { Definition, Terms } from '../../src/fold/definition.ts'
import type { Refusal } from '../../src/fold/refusal.ts'
import {
  apply,
  broken,
  lenientJudge,
  leniently,
  strictJudge,
  strictly,
} from '../../src/fold/rules.ts'
import { integer } from '../../src/words/codec.ts'
import { defaultPolicyOf, policyField } from '../../src/words/policy.ts'
import { defaultPolicy } from '../root.ts'

interface Count {
  readonly total: number
}

const refusal: Refusal = { rule: 'notHosted' }
const definition: Definition<Count> = {
  recipes: {
    added: (known) => {
      known.total += 1
    },
  },
  rules: {
    holds: { breaks: () => [] },
    isBroken: { breaks: () => [refusal] },
    isBrokenTwice: { breaks: () => [refusal, { rule: 'channelDataFirst' }] },
    isPatient: {
      breaks: (_known, _event, { toleranceSeconds }) => (toleranceSeconds > 0 ? [] : [refusal]),
    },
    isDefault: { breaks: (_known, _event, { policy }) => (policy === usual ? [] : [refusal]) },
  },
  conditions: {
    two: ({ total }) => total === 2,
    strict: (_known, { toleranceSeconds }) => toleranceSeconds === 0,
    usual: (_known, { policy }) => policy === usual,
  },
  policy: { days: policyField(integer('days', 0, 9), 3) },
}
const usual = defaultPolicyOf(definition.policy)
const scope = (total: number) => ({ context: { total }, event: { type: 'added' } })

describe('what is learnt', () => {
  test('is a copy: what was known stays as it was', () => {
    const before = scope(1)
    expect(apply(definition, before)).toEqual({ total: 2 })
    expect(before.context).toEqual({ total: 1 })
  })

  test('of an event without a recipe is nothing', () => {
    expect(apply(definition, { context: { total: 1 }, event: { type: 'toString' } })).toEqual({
      total: 1,
    })
    expect(apply(definition, { context: { total: 1 }, event: { type: 'taken' } })).toEqual({
      total: 1,
    })
  })
})

describe('what is broken', () => {
  test('is what the named rules say, in their order, and nothing of rules unheard of', () => {
    const names = ['holds', 'isBrokenTwice', 'nowhere', 'isBroken']
    expect(broken(definition, names, scope(1), strictJudge(defaultPolicy))).toEqual([
      refusal,
      { rule: 'channelDataFirst' },
      refusal,
    ])
  })
})

describe('a judge', () => {
  test('of wishes trusts clocks to the tick, of reports by the tolerance of its policy', () => {
    const policy = { ...defaultPolicy, clockToleranceSeconds: 5 }
    expect(strictJudge(defaultPolicy)).toEqual({
      policy: defaultPolicy,
      toleranceSeconds: 0,
      evidence: 'reported',
    })
    expect(strictJudge(policy, 'unbound')).toEqual({
      policy,
      toleranceSeconds: 0,
      evidence: 'unbound',
    })
    expect(lenientJudge(defaultPolicy)).toEqual({
      policy: defaultPolicy,
      toleranceSeconds: 60,
      evidence: 'reported',
    })
    expect(lenientJudge(policy)).toEqual({ policy, toleranceSeconds: 5, evidence: 'reported' })
  })

  const opens = (terms: Terms, total = 1) => [
    strictly(definition)(scope(total), terms),
    leniently(definition)(scope(total), terms),
  ]

  test('opens an arrow without terms to wishes and reports', () => {
    expect(opens({})).toEqual([true, true])
  })

  test('opens an arrow whose rules are broken to reports only', () => {
    expect(opens({ all: ['holds'], command: ['holds'] })).toEqual([true, true])
    expect(opens({ all: ['isBroken'] })).toEqual([false, true])
    expect(opens({ command: ['isBroken'] })).toEqual([false, true])
    expect(opens({ all: ['holds', 'isBroken'] })).toEqual([false, true])
    expect(opens({ all: ['isPatient'] })).toEqual([false, true])
  })

  test('opens an arrow only when its condition holds of what is learnt, for reports too', () => {
    expect(opens({ when: 'two' }, 1)).toEqual([true, true])
    expect(opens({ when: 'two' }, 2)).toEqual([false, false])
    expect(opens({ when: 'two', all: ['isBroken'] }, 1)).toEqual([false, true])
    expect(opens({ when: 'nowhere' })).toEqual([false, false])
    expect(opens({ when: 'strict' })).toEqual([true, false])
  })

  test('judges by the default values of the definition unless another is given', () => {
    expect(usual).toEqual({ clockToleranceSeconds: 60, days: 3 })
    expect(opens({ all: ['isDefault'], when: 'usual' })).toEqual([true, true])
    const other = strictJudge({ ...usual })
    expect(strictly(definition, other)(scope(1), { all: ['isDefault'] })).toBe(false)
    expect(leniently(definition, other)(scope(1), { when: 'usual' })).toBe(false)
    // the tolerance that reports are judged with is that of the default policy, too
    expect(strictly(definition)(scope(1), { all: ['isPatient'] })).toBe(false)
    expect(strictly(definition, lenientJudge(usual))(scope(1), { all: ['isPatient'] })).toBe(true)
  })

  test('is the one that is given', () => {
    const patient = strictly(definition, {
      policy: defaultPolicy,
      toleranceSeconds: 1,
      evidence: 'reported',
    })
    expect(patient(scope(1), { all: ['isPatient'] })).toBe(true)
    const strict = leniently(definition, strictJudge(defaultPolicy))
    expect(strict(scope(1), { when: 'strict' })).toBe(true)
  })
})
