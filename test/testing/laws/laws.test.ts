/** The published laws: a machine of your own obeys them, and a broken law is reported by name. */
import fc from 'fast-check'
import type { Draft } from 'immer'
import * as t from 'io-ts'
import { CommandId, payfold } from 'payfold'
import {
  type AnyMachine,
  apply,
  type Correlation,
  eventCodec,
  fields,
  integer,
  kind,
  Minor,
  type PolicyField,
  policyField,
  shift,
  spanOfTime,
  strictly,
  type Terms,
} from 'payfold/machine'
import {
  type Payment,
  PaymentId,
  sepaMandate,
  sepaPayment,
  session,
  ticketPayment,
} from 'payfold/machines'
import { obeysTheLaws } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { check } from '../../../src/words/data/codec.ts'
import { type TimeText, toInstant } from '../../../src/words/time/instant.ts'
import { bomb } from '../../hostile/garbage.ts'
import { chart, definition as own, type Voucher, voucher } from '../voucher.ts'

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

/** A voucher with another definition, in its chart as well. */
const withDefinition = (other: typeof own): typeof voucher => ({
  ...voucher,
  definition: other,
  chart: chart.provide({
    guards: { rules: (scope, terms: Terms) => strictly(other)(scope, terms) },
    actions: { record: assign((scope) => apply(other, scope)) },
  }),
})

/** Machines of which one part throws. */
const THROWING: Readonly<Record<string, object>> = {
  status: { ...voucher, status: bomb },
  'a recipe': withDefinition({ ...own, recipes: { ...own.recipes, voucher_sold: bomb } }),
  'a condition': withDefinition({ ...own, conditions: { ...own.conditions, worthMuch: bomb } }),
  'the check of an id': { ...voucher, subject: { ...voucher.subject, id: { is: bomb } } },
  'what is made before any event': {
    ...sepaPayment,
    definition: { ...sepaPayment.definition, blank: bomb },
  },
  'a finding': {
    ...sepaPayment,
    findings: {
      ...sepaPayment.findings,
      NegativeNet: { ...sepaPayment.findings.NegativeNet, find: bomb },
    },
  },
  'what follows': { ...sepaPayment, consequences: { ...sepaPayment.consequences, of: bomb } },
}

/** A recipe that keeps state outside the context. */
const counting = () => {
  let count = 0
  return (known: Draft<Voucher>) => {
    count += 1
    known.amount = count
  }
}

/** A recipe in the manner of a reducer: what it returns is lost. */
const returning: (typeof own.recipes)[string] = (_, event) => ({
  amount: (event as { readonly data?: { readonly amount?: number } }).data?.amount ?? null,
})

/** A rule whose result varies. */
const fickle = () => {
  let mind = false
  return {
    breaks: () => {
      mind = !mind
      return mind ? [{ rule: 'notHosted' }] : []
    },
  }
}

/** Consequences that now and then are none. */
const varying = () => {
  let mind = false
  return (...args: Parameters<typeof sepaPayment.consequences.of>) => {
    mind = !mind
    return mind ? sepaPayment.consequences.of(...args) : []
  }
}

const declining = (context: Draft<Payment>) => {
  for (const refund of Object.values(context.refunds)) refund.declined = refund.asked
}

const changedPayment = (more: object) => ({ ...sepaPayment, ...more }) as unknown as AnyMachine

const twice =
  (correlate: Correlation[string]): Correlation[string] =>
  (...args) =>
    correlate(...args).flatMap((bound) => [
      bound,
      { ...bound, entityId: bound.entityId && `${bound.entityId}x` },
    ])

const Spent = eventCodec(
  'voucher_spent',
  fields({ paymentId: PaymentId }, { amount: Minor, commandId: CommandId }),
)

/** A voucher that a command spends, whatever else is the case. */
const spending = (more: object): AnyMachine =>
  ({
    ...voucher,
    events: { ...voucher.events, voucher_spent: kind(Spent, 'once', 1) },
    commands: {
      spend: {
        ...sepaPayment.commands.requestRefund,
        ...{ event: 'voucher_spent', done: 'voucher_spent', window: null, bound: null },
        ...more,
      },
    },
  }) as never

const alwaysADay = () => {
  const opensAt = toInstant('2026-03-01T00:00:00Z' as TimeText)
  return [spanOfTime(opensAt, shift(opensAt, 86_400))]
}

const failing = () => {
  throw new Error('It has no such field.')
}

const sold = voucher.events['voucher_sold'] ?? (undefined as never)

const entered = setup({ actions: { record: () => {} } }).createMachine({
  ...chart.config,
  entry: 'record',
} as never)

const NAMES = 'names only rules and conditions that exist, and uses each of them'

describe('the laws', () => {
  test('hold for a machine of your own', () => {
    expect(brokenBy(voucher)).toEqual([])
  })

  test('hold for a window that a longer length keeps open', () => {
    const { refund } = sepaPayment.windows
    const of = (...given: Parameters<typeof refund.of>) =>
      refund.of(...given).map((span) => ({
        ...span,
        closesAt: shift(span.closesAt, -86_400),
        later: [{ ...span, since: span.opensAt }],
      }))
    const longer = changedPayment({ windows: { refund: { ...refund, of } } })
    expect(brokenBy(longer, ['refuses each command once its window has closed'], 500)).toEqual([])
  })

  test('are the same twenty-nine for every machine, each a sentence', () => {
    const names = obeysTheLaws(voucher).map(({ name }) => name)
    expect(names).toHaveLength(29)
    expect(names).toEqual([...new Set(names)])
  })

  test('hold for names that codecs do not show', () => {
    const events = Object.fromEntries(
      Object.entries(voucher.events).map(([type, { codec, ...rest }]) => {
        const { name, is, validate, encode } = codec as unknown as t.Mixed
        return [type, { ...rest, codec: new t.Type(name, is, validate, encode) }]
      }),
    )
    const hidden = { ...voucher, events } as unknown as AnyMachine
    const names = obeysTheLaws(hidden, { events: fc.constant([]) }).find(({ name }) =>
      name.startsWith('names only what exists'),
    )
    expect(names?.check).not.toThrow()
    expect(names).toBeDefined()
  })

  test('say which field of an event they have no value for', () => {
    const country = check<string>(
      'a two-letter country',
      (input): input is string => input === 'XK',
    )
    const codec = eventCodec('voucher_sold', fields({ country }, {}))
    const events = { ...voucher.events, voucher_sold: kind(codec, 'once', 0) }
    expect(() => obeysTheLaws({ ...voucher, events })).toThrow(
      'No value is known for country (a two-letter country): pass events.',
    )
  })

  test.each(Object.entries(THROWING))('are broken, and returned, if %s throws', (_, machine) => {
    expect(brokenBy(machine as AnyMachine, undefined, 5)).not.toEqual([])
  })

  test('are broken by a recipe that keeps its own state', () => {
    const recipes = { ...own.recipes, voucher_sold: counting() }
    const laws = [
      'folds to the same state in any order of its events',
      'is not changed by a repeated event',
      'can be saved as JSON and continued with the same result',
    ]
    expect(brokenBy(withDefinition({ ...own, recipes }), laws)).toHaveLength(laws.length)
  })

  test.each<[string, AnyMachine, string, number?]>([
    [
      'an event without a transition',
      { ...voucher, events: { ...voucher.events, voucher_lost: sold } },
      'handles and applies exactly its events',
    ],
    [
      'an id without a version',
      { ...voucher, id: 'voucher' },
      'has its chart’s id, with a version',
    ],
    [
      'a rule that no transition names',
      withDefinition({ ...own, rules: { ...own.rules, neverAsked: { breaks: () => [] } } }),
      NAMES,
    ],
    ['a rule that does not exist', withDefinition({ ...own, rules: {} }), NAMES],
    ['a condition that does not exist', withDefinition({ ...own, conditions: {} }), NAMES],
    [
      'a command in a window that does not exist',
      changedPayment({
        commands: { requestRefund: { ...sepaPayment.commands.requestRefund, window: 'refnd' } },
      }),
      'names only what exists',
    ],
    [
      'a prefix with a dash',
      { ...voucher, subject: { ...voucher.subject, prefix: 'gift-voucher' } },
      'names only what exists',
    ],
    [
      'a prefix of streams that nobody knows yet',
      { ...voucher, subject: { ...voucher.subject, prefix: 'unknown' } },
      'names only what exists',
    ],
    [
      'a command that needs more than its subject and an amount',
      changedPayment({
        commands: {
          requestRefund: {
            ...sepaPayment.commands.requestRefund,
            data: t.type({ paymentId: t.string, note: t.string }),
          },
        },
      }),
      'can try each of its commands',
    ],
    [
      'a rule that refuses by a name without a sentence',
      withDefinition({
        ...own,
        rules: { soldFirst: { breaks: () => [{ rule: 'soldBefore' }] } } as never,
      }),
      'describes all that it refuses, finds and parks',
      100,
    ],
    [
      'a finding by another name than its own',
      changedPayment({
        findings: {
          Odd: {
            ...sepaPayment.findings.EndsContradict,
            causes: [],
            find: () => [{ code: 'Strange', key: '', at: null }],
          },
        },
      }),
      'describes all that it refuses, finds and parks',
    ],
    [
      'another context than its chart’s',
      { ...voucher, context: { amount: 7 } },
      'names only what exists',
    ],
    [
      'a misspelt identity',
      { ...sepaMandate, correlation: { colection: sepaMandate.correlation.collection } } as never,
      'correlates exactly the identities of its events',
    ],
    [
      'a state without a status',
      { ...voucher, status: () => undefined as never },
      'gives every state a status',
    ],
    [
      'consequences that vary',
      { ...sepaPayment, consequences: { ...sepaPayment.consequences, of: varying() } } as never,
      'implies the same on other streams in any order of its events',
    ],
    [
      'a chart with more than a table can represent',
      { ...voucher, chart: entered as never },
      'compiles to a table',
    ],
    [
      'a chart whose action is not the one that applies recipes',
      { ...voucher, chart: chart.provide({ actions: { record: assign(() => ({ amount: 7 })) } }) },
      'runs from its table exactly as XState runs it',
    ],
    [
      'transitions that are enabled together',
      withDefinition({ ...own, conditions: { worthMuch: () => true, worthLittle: () => true } }),
      'enables at most one transition per event',
    ],
    [
      'a finding that something else causes as well',
      changedPayment({
        findings: {
          EndsContradict: { ...sepaPayment.findings.EndsContradict, causes: ['payment_captured'] },
        },
      }),
      'finds nothing without what can cause it',
      100,
    ],
    [
      'a recipe that changes a thing in place, or one that it is not about',
      changedPayment({
        definition: {
          ...sepaPayment.definition,
          recipes: { ...sepaPayment.definition.recipes, payment_refunded: declining },
        },
      }),
      'replaces things in its context, and changes none in place',
      100,
    ],
    [
      'a recipe that returns the next context',
      withDefinition({ ...own, recipes: { ...own.recipes, voucher_sold: returning } }),
      'has recipes that return nothing',
    ],
    [
      'a recipe for the time that returns the next context',
      withDefinition({ ...own, recipes: { ...own.recipes, time_passed: () => ({ amount: 7 }) } }),
      'has recipes that return nothing',
    ],
    [
      'a context before any event that is made otherwise',
      withDefinition({ ...own, blank: () => ({ amount: 7 }) }),
      'makes its context before any event always the same',
    ],
    [
      'a command whose request cannot be made',
      spending({ body: null }),
      'can try each of its commands',
      500,
    ],
    [
      'a doubt that holds no event',
      changedPayment({
        findings: {
          EndsContradict: { ...sepaPayment.findings.EndsContradict, holds: ['refunded'] },
        },
      }),
      'names only what exists',
    ],
    [
      'a constant that no event has',
      changedPayment({ constant: ['sourceID'] }),
      'names only what exists',
    ],
    [
      'commands without the words that end them',
      changedPayment({ informational: {} }),
      'names only what exists',
    ],
    [
      'a doubt that no transition asks for',
      {
        ...spending({}),
        findings: { Odd: { ...sepaPayment.findings.EndsContradict, holds: ['voucher_spent'] } },
      } as never,
      'asks notInDoubt before what a doubt holds',
      500,
    ],
    [
      'a window that no rule of its command judges',
      {
        ...spending({ window: 'spending' }),
        windows: { spending: { ...sepaPayment.windows.refund, of: alwaysADay } },
      },
      'refuses each command once its window has closed',
      500,
    ],
    [
      'an event that counts for two things',
      {
        ...sepaMandate,
        correlation: { collection: twice(sepaMandate.correlation.collection) },
      } as never,
      'keeps every event once, and gives a reason for each parked one',
      500,
    ],
    [
      'sums that are no numbers',
      changedPayment({
        sums: { ...sepaPayment.sums, of: () => ({ currency: null, net: Number.NaN }) },
      }),
      'has sums, windows and sentences in any state',
    ],
    [
      'a window that fails',
      changedPayment({ windows: { failing: { ...sepaPayment.windows.refund, of: failing } } }),
      'has sums, windows and sentences in any state',
    ],
    [
      // few cases reach it: a voucher that was spent before it was sold
      'a rule whose result varies',
      withDefinition({ ...own, rules: { soldFirst: fickle() } }),
      'has rules that allow exactly what its strict chart allows',
      500,
    ],
  ])('are broken by %s', (_, machine, law, numRuns) => {
    expect(brokenBy(machine, [law], numRuns)).toEqual([law])
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
    const mineBy = { ...own, policy: { days: policyField(integer('days', 0, 9), 3) } }
    const subject = { ...voucher.subject, prefix: 'voucher' }
    const mine: typeof voucher = { ...voucher, subject, definition: mineBy }
    /** Another machine, for streams of its own. */
    const coupon = {
      ...mine,
      id: 'coupon@1',
      subject: { ...voucher.subject, prefix: 'coupon' },
    } as const
    const of = (method: string): AnyMachine => ({ ...coupon, subject, method })
    const events = (change: Partial<typeof sold>) => ({
      ...voucher.events,
      voucher_sold: { ...sold, ...change },
    })
    const policy = (days: PolicyField) => ({ ...mineBy, policy: { days } })

    test('that is none', () => {
      expect(clashOf(mine, mine, sepaPayment, session)).toBe('')
      expect(clashOf(mine, coupon)).toBe('')
      expect(clashOf({ ...mine, method: 'paper' }, of('plastic'))).toBe('')
      // both have the command `requestRefund`
      expect(clashOf(sepaPayment as never, ticketPayment)).toBe('')
    })

    test('of a value of the policy with one of the engine', () => {
      const settleMinutes = policyField(integer('minutes', 0, 9), 0)
      const definition = { ...own, policy: { settleMinutes } }
      const sentence = 'settleMinutes is a policy value of the engine.'
      expect(clashOf({ ...voucher, definition })).toContain(sentence)
      const { settleMinutes: minutes } = payfold([{ ...voucher, definition }]).policy
      expect(minutes).toBe(60)
    })

    const { requestRefund } = sepaPayment.commands
    const commanding = (change: Partial<typeof requestRefund>): AnyMachine => ({
      ...mine,
      commands: { requestRefund: { ...requestRefund, ...change } },
    })

    test.each<[string, AnyMachine, AnyMachine, string]>([
      [
        'the data of a command',
        { ...commanding({ data: t.type({}) as never }), subject: sepaPayment.subject },
        sepaPayment,
        'voucher@1 and sepa-payment@1 define the command requestRefund differently, in its data.',
      ],
      [
        'the streams of a command',
        commanding({}),
        sepaPayment,
        'voucher@1 and sepa-payment@1 define the command requestRefund differently, in its prefix.',
      ],
      [
        'the event of a command',
        { ...commanding({ event: 'voucher_spent' as never }), method: 'paper' },
        { ...commanding({}), id: 'coupon@1', method: 'plastic' },
        'voucher@1 and coupon@1 define the command requestRefund differently, in its event.',
      ],
    ])('of %s', (_, machine, other, sentence) => {
      expect(clashOf(machine as typeof voucher, other)).toContain(sentence)
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
        { ...coupon, definition: policy({ ...mineBy.policy.days, default: 4 }) },
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
          definition: { ...mineBy, rules: { ...mineBy.rules, late } },
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
})
