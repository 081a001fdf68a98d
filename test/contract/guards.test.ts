/** The one guard and the one action of every chart, on a small definition. */
import { describe, expect, test } from 'vitest'
import type { Definition, Terms } from '../../src/contract/definition.ts'
import {
  apply,
  broken,
  lenientJudge,
  leniently,
  strictJudge,
  strictly,
} from '../../src/contract/guards.ts'
import type { Refusal } from '../../src/contract/refusal.ts'
import { integer } from '../../src/words/data/codec.ts'
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

describe('the context with an event applied', () => {
  test('is a copy: the previous context is unchanged', () => {
    const before = scope(1)
    expect(apply(definition, before)).toEqual({ total: 2 })
    expect(before.context).toEqual({ total: 1 })
  })

  test('is unchanged if the event has no recipe', () => {
    expect(apply(definition, { context: { total: 1 }, event: { type: 'toString' } })).toEqual({
      total: 1,
    })
    expect(apply(definition, { context: { total: 1 }, event: { type: 'taken' } })).toEqual({
      total: 1,
    })
  })
})

test('the broken rules are those that the named rules find, in their order; unknown rules find nothing', () => {
  const names = ['holds', 'isBrokenTwice', 'nowhere', 'isBroken']
  expect(broken(definition, names, scope(1), strictJudge(defaultPolicy))).toEqual([
    refusal,
    { rule: 'channelDataFirst' },
    refusal,
  ])
})

describe('a judge', () => {
  const noDoubts = { doubts: [] }

  test('trusts clocks to the tick for commands, and by its policy’s tolerance for reports', () => {
    const policy = { ...defaultPolicy, clockToleranceSeconds: 5 }
    expect(strictJudge(defaultPolicy)).toEqual({
      policy: defaultPolicy,
      toleranceSeconds: 0,
      ...noDoubts,
    })
    const doubts = [{ code: 'Unbound', asks: null, events: ['evt_1'], holds: ['wait'] }]
    expect(strictJudge(policy, doubts)).toEqual({ policy, toleranceSeconds: 0, doubts })
    expect(lenientJudge(defaultPolicy)).toEqual({
      policy: defaultPolicy,
      toleranceSeconds: 60,
      ...noDoubts,
    })
    expect(lenientJudge(policy)).toEqual({ policy, toleranceSeconds: 5, ...noDoubts })
  })

  const opens = (terms: Terms, total = 1) => [
    strictly(definition)(scope(total), terms),
    leniently(definition)(scope(total), terms),
  ]

  test('allows a transition without terms for commands and reports', () => {
    expect(opens({})).toEqual([true, true])
  })

  test('allows a transition whose rules are broken for reports only', () => {
    expect(opens({ all: ['holds'], command: ['holds'] })).toEqual([true, true])
    expect(opens({ all: ['isBroken'] })).toEqual([false, true])
    expect(opens({ command: ['isBroken'] })).toEqual([false, true])
    expect(opens({ all: ['holds', 'isBroken'] })).toEqual([false, true])
    expect(opens({ all: ['isPatient'] })).toEqual([false, true])
  })

  test('allows a transition only if its condition holds for the applied context, for reports too', () => {
    expect(opens({ when: 'two' }, 1)).toEqual([true, true])
    expect(opens({ when: 'two' }, 2)).toEqual([false, false])
    expect(opens({ when: 'two', all: ['isBroken'] }, 1)).toEqual([false, true])
    expect(opens({ when: 'nowhere' })).toEqual([false, false])
    expect(opens({ when: 'strict' })).toEqual([true, false])
  })

  test('judges by the default values of the definition unless others are given', () => {
    expect(usual).toMatchObject({ clockToleranceSeconds: 60, days: 3 })
    expect(opens({ all: ['isDefault'], when: 'usual' })).toEqual([true, true])
    const other = strictJudge({ ...usual })
    expect(strictly(definition, other)(scope(1), { all: ['isDefault'] })).toBe(false)
    expect(leniently(definition, other)(scope(1), { when: 'usual' })).toBe(false)
    // the tolerance for reports is that of the default policy, too
    expect(strictly(definition)(scope(1), { all: ['isPatient'] })).toBe(false)
    expect(strictly(definition, lenientJudge(usual))(scope(1), { all: ['isPatient'] })).toBe(true)
  })

  test('is the given one', () => {
    const patient = strictly(definition, {
      policy: defaultPolicy,
      toleranceSeconds: 1,
      ...noDoubts,
    })
    expect(patient(scope(1), { all: ['isPatient'] })).toBe(true)
    const strict = leniently(definition, strictJudge(defaultPolicy))
    expect(strict(scope(1), { when: 'strict' })).toBe(true)
  })
})
