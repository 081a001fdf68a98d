/** The one guard and the one action of every chart, on a book of a page. */
import { describe, expect, test } from 'vitest'
import type { Book, Terms } from '../../src/fold/machine.ts'
import {
  broken,
  learn,
  lenientJudge,
  leniently,
  strictJudge,
  strictly,
} from '../../src/fold/rules.ts'
import { defaultPolicy } from '../../src/words/policy.ts'
import type { Refusal } from '../../src/words/refusal.ts'

interface Count {
  readonly total: number
}

const refusal: Refusal = { rule: 'notHosted' }
const book: Book<Count> = {
  recipes: {
    added: (known) => {
      known.total += 1
    },
  },
  rules: {
    holds: () => [],
    isBroken: () => [refusal],
    isBrokenTwice: () => [refusal, { rule: 'channelDataFirst' }],
    isPatient: (_known, _event, { toleranceSeconds }) => (toleranceSeconds > 0 ? [] : [refusal]),
  },
  conditions: {
    two: ({ total }) => total === 2,
    strict: (_known, { toleranceSeconds }) => toleranceSeconds === 0,
  },
}
const scope = (total: number) => ({ context: { total }, event: { type: 'added' } })

describe('what is learnt', () => {
  test('is a copy: what was known stays as it was', () => {
    const before = scope(1)
    expect(learn(book, before)).toEqual({ total: 2 })
    expect(before.context).toEqual({ total: 1 })
  })

  test('of an event without a recipe is nothing', () => {
    expect(learn(book, { context: { total: 1 }, event: { type: 'toString' } })).toEqual({
      total: 1,
    })
    expect(learn(book, { context: { total: 1 }, event: { type: 'taken' } })).toEqual({ total: 1 })
  })
})

describe('what is broken', () => {
  test('is what the named rules say, in their order, and nothing of rules unheard of', () => {
    const names = ['holds', 'isBrokenTwice', 'nowhere', 'isBroken']
    expect(broken(book, names, scope(1), strictJudge())).toEqual([
      refusal,
      { rule: 'channelDataFirst' },
      refusal,
    ])
  })
})

describe('a judge', () => {
  test('of wishes trusts clocks to the tick, of reports by the tolerance of its policy', () => {
    const policy = { ...defaultPolicy, clockToleranceSeconds: 5 }
    expect(strictJudge()).toEqual({
      policy: defaultPolicy,
      toleranceSeconds: 0,
      moneyBack: 'told',
    })
    expect(strictJudge(policy, 'unbound')).toEqual({
      policy,
      toleranceSeconds: 0,
      moneyBack: 'unbound',
    })
    expect(lenientJudge()).toEqual({
      policy: defaultPolicy,
      toleranceSeconds: 60,
      moneyBack: 'told',
    })
    expect(lenientJudge(policy)).toEqual({ policy, toleranceSeconds: 5, moneyBack: 'told' })
  })

  const opens = (terms: Terms, total = 1) => [
    strictly(book)(scope(total), terms),
    leniently(book)(scope(total), terms),
  ]

  test('opens an arrow without terms to wishes and reports', () => {
    expect(opens({})).toEqual([true, true])
  })

  test('opens an arrow whose rules are broken to reports only', () => {
    expect(opens({ all: ['holds'], wish: ['holds'] })).toEqual([true, true])
    expect(opens({ all: ['isBroken'] })).toEqual([false, true])
    expect(opens({ wish: ['isBroken'] })).toEqual([false, true])
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

  test('is the one that is given', () => {
    const patient = strictly(book, {
      policy: defaultPolicy,
      toleranceSeconds: 1,
      moneyBack: 'told',
    })
    expect(patient(scope(1), { all: ['isPatient'] })).toBe(true)
    const strict = leniently(book, strictJudge())
    expect(strict(scope(1), { when: 'strict' })).toBe(true)
  })
})
