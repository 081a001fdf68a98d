/**
 * One occurrence on the chart: it receives the time, is taken or not, and its broken rules become
 * findings.
 */
import { describe, expect, test } from 'vitest'
import {
  type SepaMandate,
  type SepaPayment,
  sepaMandate,
  sepaPayment,
  session,
} from '../../machines/index.ts'
import { lenientJudge, termsOf } from '../../src/contract/guards.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import { occurrence } from '../../src/contract/occurrence.ts'
import { type Position, type Runner, runOn, tellTime } from '../../src/run/chart-run.ts'
import { runner } from '../../src/run/runner.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { given, instantOf, reported, src } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const on = '2026-03-02T10:00:00Z'
const countsAt = instantOf('2026-03-02T10:00:00.0000000Z')
const happened = (key: string, data: object, at: string | null = on) => {
  const [type = '', entityId = ''] = key.split(':')
  return {
    occurrence: occurrence(key, entityId, 'chart', [
      reported(type, data, { id: 'evt_1', at, recordedAt: on }),
    ]),
    countsAt,
  }
}
const judge = lenientJudge(defaultPolicy)

/** Runs one occurrence from a position: where it leads, what it finds, and why it is parked. */
const step = <C extends object>(
  runs: Runner<C>,
  rules: object,
  position: Position<C>,
  ordered: ReturnType<typeof happened>,
) => runOn(runs, rules as never, { position, findings: [], parked: [] }, [ordered])

describe('a runner', () => {
  test('starts where its chart starts', () => {
    const { start } = runner(sepaMandate, judge)
    expect(start).toEqual({ value: 'none', context: given(sepaMandate).context })
  })

  test('shows the terms of the transitions that an event would take', () => {
    const lenient = runner(sepaMandate, judge)
    const presented = {
      type: 'collection_presented',
      entityId: 'pay_1',
      data: src,
      metadata: {},
    }
    expect(lenient.transitions(lenient.start, presented)).toEqual([
      {
        from: 'sepa-mandate@1.none',
        to: ['sepa-mandate@1.active'],
        terms: { all: ['missingPredecessor'] },
      },
    ])
    expect(
      lenient.transitions(lenient.start, { ...presented, type: 'mandate_created' }),
    ).toMatchObject([{ terms: {} }])
    expect(lenient.transitions(lenient.start, { type: 'mandate_created' })).toEqual([])
    expect(lenient.transitions(lenient.start, { type: 'session_created' })).toEqual([])
  })

  test('reads the terms of any guard, and none if it has none', () => {
    expect(termsOf({ type: 'rules', params: { all: ['sameCustomer'] } })).toEqual({
      all: ['sameCustomer'],
    })
    for (const guard of [undefined, null, 'rules', { type: 'rules' }, { params: null }]) {
      expect(termsOf(guard)).toEqual({})
    }
  })

  test('stays where it is if no transition takes the event', () => {
    const runs = runner(session, judge)
    const run = runs.begin(runs.start)
    expect(run.take({ type: 'payment_captured' })).toBe(null)
    expect(run.position()).toBe(runs.start)
  })
})

describe('the time', () => {
  const created = reported('mandate_created', src, { id: 'evt_m', at: '2024-02-29T10:00:00Z' })

  const atTime = <C extends object>(
    machine: Machine<C, string, string>,
    position: Position<C>,
    now: Instant,
  ) => {
    const run = runner(machine, judge).begin(position)
    tellTime(run, now)
    return run.position()
  }

  test('moves a chart that reacts to it and has waited for it', () => {
    const { value, context } = given(sepaMandate, created)
    const late = instantOf('2030-01-01T00:00:00Z')
    expect(atTime(sepaMandate, { value, context }, late)).toEqual({
      value: 'expired',
      context: { ...context, now: late },
    })
    const early = instantOf('2025-01-01T00:00:00Z')
    expect(atTime(sepaMandate, { value, context }, early)).toEqual({ value, context })
  })

  test('leaves a chart unchanged that does not react to it', () => {
    const { start } = runner(sepaPayment, judge)
    expect(atTime(sepaPayment, start, countsAt)).toBe(start)
  })
})

describe('a step', () => {
  const runs = runner<SepaPayment>(sepaPayment, judge)
  const { rules } = sepaPayment.definition
  const pay = { paymentId: 'pay_1' }
  const from = (...events: Parameters<typeof given>[1][]) => {
    const { value, context } = given(sepaPayment, ...events)
    return { value, context }
  }
  const captured = reported('payment_captured', { ...pay, amount: 10, currency: 'EUR' }, { at: on })

  test('that a transition takes moves the chart, without a finding', () => {
    const { findings, parked, position } = step(
      runs,
      rules,
      runs.start,
      happened('payment_pending', pay),
    )
    expect([findings, parked]).toEqual([[], []])
    const { value, context } = position
    expect(value).toEqual({ uncaptured: 'pending' })
    expect(context.presented).toMatchObject({ at: countsAt, timed: true })
  })

  test('that no transition takes leaves the chart unchanged, without a finding', () => {
    const position = from(captured)
    const parked = [{ key: 'payment_pending', reason: 'NoTransition' }]
    const ran = step(runs, rules, position, happened('payment_pending', pay))
    expect(ran).toEqual({ position, findings: [], parked })
  })

  test('that breaks rules moves the chart anyway, with a finding each, in order of precedence', () => {
    const late = {
      ...happened('refund_requested:act_1', { ...pay, amount: 5, currency: 'USD' }),
      occurrence: occurrence('refund_requested:act_1', 'act_1', 'chart', [
        reported('refund_requested', { ...pay, amount: 5, currency: 'USD' }, { at: '2027-01-01' }),
      ]),
    }
    const where = { key: 'refund_requested:act_1', at: '2027-01-01T00:00:00.0000000Z' }
    expect(step(runs, rules, from(captured), late).findings).toEqual([
      {
        ...where,
        code: 'sameCurrency',
        refusal: { rule: 'sameCurrency', expected: 'EUR', actual: 'USD' },
      },
      {
        ...where,
        code: 'withinRefundWindow',
        refusal: {
          rule: 'withinRefundWindow',
          from: '2026-03-02',
          lastDay: '2026-04-27',
          closedOn: '2026-04-27',
          length: '8 weeks',
          zone: 'Europe/Brussels',
          opensAt: '2026-03-02T10:00:00.0000000Z',
          closedAt: '2026-04-27T22:00:00.0000000Z',
          at: '2027-01-01T00:00:00.0000000Z',
        },
      },
    ])
  })

  test('has no finding if a value that a rule needs is unknown', () => {
    const untimed = happened('payment_captured', pay, null)
    const before = from(reported('payment_declined', pay, { at: '2026-03-01T10:00:00Z' }))
    expect(step(runs, rules, before, untimed)).toMatchObject({ findings: [], parked: [] })
  })

  test('receives the time at which it counts first', () => {
    const mandate = runner<SepaMandate>(sepaMandate, judge)
    const { value, context } = given(
      sepaMandate,
      reported(
        'mandate_created',
        { ...src, mandateType: 'recurring' },
        { at: '2020-02-29T10:00:00Z' },
      ),
    )
    const presented = happened('collection_presented:pay_1', { ...src, paymentId: 'pay_1' })
    const own = sepaMandate.definition.rules
    const { findings, position: after } = step(mandate, own, { value, context }, presented)
    expect(findings.map(({ code }) => code)).toEqual(['mandateUsable'])
    expect(after.value).toBe('active')
    expect(after.context.now).toBe(countsAt)
  })
})
