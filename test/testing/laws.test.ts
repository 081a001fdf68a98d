/** The published laws: a machine of one's own obeys them, and one that breaks a law is told which. */
import type { Draft } from 'immer'
import { learn, strictly, type Terms } from 'payfold'
import { obeysTheLaws } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { book, chart, type Voucher, voucher } from './voucher.ts'

/** The laws that a machine breaks, by name. */
const brokenBy = (machine: typeof voucher, numRuns = 25): readonly string[] =>
  obeysTheLaws(machine, { numRuns }).flatMap(({ name, check }) => {
    try {
      check()
      return []
    } catch {
      return [name]
    }
  })

/** A voucher whose book is another, in its chart as well. */
const withBook = (other: typeof book): typeof voucher => ({
  ...voucher,
  book: other,
  chart: chart.provide({
    guards: { rules: (scope, terms: Terms) => strictly(other)(scope, terms) },
    actions: { record: assign((scope) => learn(other, scope)) },
  }),
})

/** A recipe that remembers more than its context. */
const counting = () => {
  let count = 0
  return (known: Draft<Voucher>) => {
    count += 1
    known.amount = count
  }
}

describe('the laws', () => {
  test('hold for a machine of one’s own', () => {
    expect(brokenBy(voucher)).toEqual([])
  })

  test('are the same fourteen for every machine, each a sentence', () => {
    const names = obeysTheLaws(voucher).map(({ name }) => name)
    expect(names).toHaveLength(14)
    expect(names).toEqual([...new Set(names)])
  })

  test('are broken by an event that no arrow hears', () => {
    const { voucher_sold: sold } = voucher.events
    expect(sold).toBeDefined()
    const more = { ...voucher.events, voucher_lost: sold ?? (undefined as never) }
    expect(brokenBy({ ...voucher, events: more })).toContain('hears and learns exactly its events')
  })

  test('are broken by an id without a version', () => {
    expect(brokenBy({ ...voucher, id: 'voucher' as 'voucher@1' })).toContain(
      'has its chart’s id, with a version',
    )
  })

  test('are broken by a rule that no arrow names, and by one that none wrote', () => {
    const law = 'names only rules and conditions that exist, and uses each of them'
    const dead = { ...book, rules: { ...book.rules, neverAsked: () => [] } }
    expect(brokenBy(withBook(dead))).toContain(law)
    expect(brokenBy(withBook({ ...book, rules: {} }))).toContain(law)
    expect(brokenBy(withBook({ ...book, conditions: {} }))).toContain(law)
  })

  test('are broken by a recipe that remembers on its own', () => {
    const recipes = { ...book.recipes, voucher_sold: counting() }
    const broken = brokenBy(withBook({ ...book, recipes }))
    expect(broken).toContain('comes to the same state in any order of its events')
    expect(broken).toContain('is not changed by an event it knows')
    expect(broken).toContain('can be saved as JSON and continued, to what the whole fold gives')
  })

  test('are broken by a chart that does more than a table holds', () => {
    const entered = setup({ actions: { record: () => {} } }).createMachine({
      ...chart.config,
      entry: 'record',
    } as never)
    expect(brokenBy({ ...voucher, chart: entered as never })).toContain(
      'is of the shape that a table holds',
    )
  })

  test('are broken by a chart whose action is not the one that learns', () => {
    const forgetful = chart.provide({ actions: { record: assign(() => ({ amount: 7 })) } })
    expect(brokenBy({ ...voucher, chart: forgetful })).toContain(
      'runs from its table as XState runs it',
    )
  })

  test('are broken by arrows that open together', () => {
    const conditions = { worthMuch: () => true, worthLittle: () => true }
    expect(brokenBy(withBook({ ...book, conditions }))).toContain(
      'leaves no choice between two arrows',
    )
  })

  test('are broken by a rule that changes its mind', () => {
    let mind = false
    const fickle = () => {
      mind = !mind
      return mind ? [{ rule: 'notHosted' } as const] : []
    }
    // few cases ask it: a voucher that was spent before it was sold
    expect(brokenBy(withBook({ ...book, rules: { soldFirst: fickle } }), 500)).toContain(
      'allows by its rules, one by one, what its strict chart lets through',
    )
  })
})
