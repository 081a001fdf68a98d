/** The published laws: a machine of your own obeys them, and a broken law is reported by name. */
import type { Draft } from 'immer'
import {
  type AnyMachine,
  apply,
  integer,
  type PolicyField,
  policyField,
  strictly,
  type Terms,
} from 'payfold/machine'
import { type Payment, sepaPayment, session } from 'payfold/machines'
import { obeysTheLaws } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { chart, definition, type Voucher, voucher } from '../voucher.ts'

/** Those of the laws that a machine breaks, by name; all laws, unless some are named. */
const brokenBy = (machine: AnyMachine, laws?: readonly string[], numRuns = 25): readonly string[] =>
  obeysTheLaws(machine, { numRuns }).flatMap(({ name, check }) => {
    if (laws?.includes(name) === false) return []
    try {
      check()
      return []
    } catch {
      return [name]
    }
  })

/** Whether a machine breaks a law. */
const breaks = (machine: AnyMachine, law: string, numRuns?: number): boolean =>
  brokenBy(machine, [law], numRuns).includes(law)

/** A voucher with another definition, in its chart as well. */
const withDefinition = (other: typeof definition): typeof voucher => ({
  ...voucher,
  definition: other,
  chart: chart.provide({
    guards: { rules: (scope, terms: Terms) => strictly(other)(scope, terms) },
    actions: { record: assign((scope) => apply(other, scope)) },
  }),
})

/** A recipe that keeps state outside the context. */
const counting = () => {
  let count = 0
  return (known: Draft<Voucher>) => {
    count += 1
    known.amount = count
  }
}

describe('the laws', () => {
  test('hold for a machine of your own', () => {
    expect(brokenBy(voucher)).toEqual([])
  })

  test('are the same nineteen for every machine, each a sentence', () => {
    const names = obeysTheLaws(voucher).map(({ name }) => name)
    expect(names).toHaveLength(19)
    expect(names).toEqual([...new Set(names)])
  })

  test('are broken by an event without a transition', () => {
    const { voucher_sold: sold } = voucher.events
    expect(sold).toBeDefined()
    const more = { ...voucher.events, voucher_lost: sold ?? (undefined as never) }
    expect(breaks({ ...voucher, events: more }, 'handles and applies exactly its events')).toBe(
      true,
    )
  })

  test('are broken by an id without a version', () => {
    expect(
      breaks({ ...voucher, id: 'voucher' as 'voucher@1' }, 'has its chart’s id, with a version'),
    ).toBe(true)
  })

  test('are broken by a rule that no transition names, and by one that does not exist', () => {
    const law = 'names only rules and conditions that exist, and uses each of them'
    const dead = { ...definition, rules: { ...definition.rules, neverAsked: { breaks: () => [] } } }
    expect(breaks(withDefinition(dead), law)).toBe(true)
    expect(breaks(withDefinition({ ...definition, rules: {} }), law)).toBe(true)
    expect(breaks(withDefinition({ ...definition, conditions: {} }), law)).toBe(true)
  })

  test('are broken by a recipe that keeps its own state', () => {
    const recipes = { ...definition.recipes, voucher_sold: counting() }
    const laws = [
      'folds to the same state in any order of its events',
      'is not changed by a repeated event',
      'can be saved as JSON and continued with the same result',
    ]
    expect(brokenBy(withDefinition({ ...definition, recipes }), laws)).toHaveLength(laws.length)
  })

  test('are broken by a chart with more than a table can represent', () => {
    const entered = setup({ actions: { record: () => {} } }).createMachine({
      ...chart.config,
      entry: 'record',
    } as never)
    expect(breaks({ ...voucher, chart: entered as never }, 'compiles to a table')).toBe(true)
  })

  test('are broken by a chart whose action is not the one that applies recipes', () => {
    const forgetful = chart.provide({ actions: { record: assign(() => ({ amount: 7 })) } })
    expect(
      breaks({ ...voucher, chart: forgetful }, 'runs from its table exactly as XState runs it'),
    ).toBe(true)
  })

  test('are broken by transitions that are enabled together', () => {
    const conditions = { worthMuch: () => true, worthLittle: () => true }
    expect(
      breaks(
        withDefinition({ ...definition, conditions }),
        'enables at most one transition per event',
      ),
    ).toBe(true)
  })

  test('are broken by a finding that something else causes as well', () => {
    const { EndsContradict: own } = sepaPayment.findings
    const findings = { EndsContradict: { ...own, causes: ['payment_captured'] } }
    expect(
      breaks(
        { ...sepaPayment, findings } as unknown as AnyMachine,
        'finds nothing without what can cause it',
        100,
      ),
    ).toBe(true)
  })

  test('are broken by a recipe that changes a thing in place, or one that it is not about', () => {
    const law = 'replaces things in its context, and changes none in place'
    const { definition: own } = sepaPayment
    const recipes = {
      ...own.recipes,
      payment_refunded: (context: Draft<Payment>) => {
        for (const refund of Object.values(context.refunds)) refund.declined = refund.asked
      },
    }
    const machine = { ...sepaPayment, definition: { ...own, recipes } }
    expect(breaks(machine as unknown as AnyMachine, law, 100)).toBe(true)
  })

  test('are broken by a context before any event that is made otherwise', () => {
    expect(
      breaks(
        withDefinition({ ...definition, blank: () => ({ amount: 7 }) }),
        'makes its context before any event always the same',
      ),
    ).toBe(true)
  })

  describe('find a clash with another machine of the list, and say which', () => {
    const law = 'defines no name differently from another machine'
    const clashOf = (machine: typeof voucher, ...others: readonly AnyMachine[]): string => {
      const clash = obeysTheLaws(machine, { others }).find(({ name }) => name === law)
      try {
        clash?.check()
        return clash === undefined ? 'no such law' : ''
      } catch (error) {
        return String(error)
      }
    }
    const own = { ...definition, policy: { days: policyField(integer('days', 0, 9), 3) } }
    const subject = { ...voucher.subject, prefix: 'voucher' }
    const mine: typeof voucher = { ...voucher, subject, definition: own }
    /** Another machine, for streams of its own. */
    const coupon = {
      ...mine,
      id: 'coupon@1',
      subject: { ...voucher.subject, prefix: 'coupon' },
    } as const
    const of = (method: string): AnyMachine => ({ ...coupon, subject, method })
    const sold = voucher.events['voucher_sold'] ?? (undefined as never)
    const events = (change: Partial<typeof sold>) => ({
      ...voucher.events,
      voucher_sold: { ...sold, ...change },
    })
    const policy = (days: PolicyField) => ({ ...own, policy: { days } })

    test('that is none', () => {
      expect(clashOf(mine, mine, sepaPayment, session)).toBe('')
      expect(clashOf(mine, coupon)).toBe('')
      expect(clashOf({ ...mine, method: 'paper' }, of('plastic'))).toBe('')
    })

    test.each<[string, AnyMachine, string]>([
      ['an id', { ...coupon, id: 'voucher@1' }, 'Two machines have the id voucher@1.'],
      [
        'streams',
        { ...coupon, subject },
        'voucher@1 and coupon@1 both take the streams voucher-….',
      ],
      [
        'ids of streams',
        {
          ...of('plastic'),
          subject: { ...subject, id: { is: () => true } },
        },
        'voucher@1 and coupon@1 define the stream prefix voucher differently, in its id.',
      ],
      [
        'the codec of an event',
        { ...coupon, events: events({ codec: session.events.session_created.codec }) },
        'voucher@1 and coupon@1 define the event type voucher_sold differently, in its codec.',
      ],
      [
        'the phase and the tolerance of an event',
        { ...coupon, events: events({ phase: 7, clockTolerance: 'stop' }) },
        'voucher@1 and coupon@1 define the event type voucher_sold differently, in its phase and clockTolerance.',
      ],
      [
        'the type of a value of the policy',
        { ...coupon, definition: policy(policyField(integer('days', 0, 90), 3)) },
        'voucher@1 and coupon@1 define the policy value days differently, in its codec.',
      ],
      [
        'the default of a value of the policy',
        { ...coupon, definition: policy({ ...own.policy.days, default: 4 }) },
        'voucher@1 and coupon@1 define the policy value days differently, in its default.',
      ],
    ])('of %s', (_, other, sentence) => {
      const isOfMethods = other.method !== null
      expect(clashOf(isOfMethods ? { ...mine, method: 'paper' } : mine, other)).toContain(sentence)
    })

    test('of the title or the remedy of a rule or a finding, but of no equal ones', () => {
      const described = (title: string, reported: string) => {
        const record = {
          title,
          explain: () => 'It is late.',
          severity: 'notice',
          source: 'decisions#1',
          remedy: { reported },
        } as const
        const late = { ...record, errorCode: 409, breaks: () => [] }
        return {
          definition: { ...own, rules: { ...own.rules, late } },
          findings: { Late: { ...record, find: () => [] } },
        }
      }
      const clash = (title: string, reported: string): string =>
        clashOf(
          { ...mine, ...described('Late', 'Wait.') } as typeof voucher,
          {
            ...coupon,
            ...described(title, reported),
          } as AnyMachine,
        )
      const what = (kind: string, name: string): string =>
        `voucher@1 and coupon@1 define the ${kind} ${name} differently`
      expect(clash('Late', 'Wait.')).toBe('')
      expect(clash('Too late', 'Wait.')).toContain(`${what('rule', 'late')}, in its title.`)
      expect(clash('Late', 'Ask.')).toContain(`${what('finding', 'Late')}, in its remedy.`)
    })

    test('with itself, listed twice, or for one method', () => {
      expect(clashOf(mine, mine, mine)).toContain('voucher@1 is in the list twice.')
      expect(clashOf({ ...mine, method: 'paper' }, of('paper'))).toContain(
        'voucher@1 and coupon@1 both take the streams voucher-… of the method paper.',
      )
    })
  })

  test('are broken by a rule whose result varies', () => {
    let mind = false
    const fickle = {
      breaks: () => {
        mind = !mind
        return mind ? [{ rule: 'notHosted' }] : []
      },
    }
    // few cases reach it: a voucher that was spent before it was sold
    expect(
      breaks(
        withDefinition({ ...definition, rules: { soldFirst: fickle } }),
        'has rules that allow exactly what its strict chart allows',
        500,
      ),
    ).toBe(true)
  })
})
