/** From events to a state: folded at once, one at a time, or continued from a stored state. */
import { describe, expect, test } from 'vitest'
import { assign } from 'xstate'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import { sepaMandateChart } from '../../machines/sepa-mandate/chart.ts'
import { sepaPaymentChart } from '../../machines/sepa-payment/chart.ts'
import type { Definition } from '../../src/contract/definition.ts'
import { apply } from '../../src/contract/guards.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { fingerprint } from '../../src/fold/fingerprint.ts'
import { at, evolve, fold, folder } from '../../src/fold/fold.ts'
import { policyHash } from '../../src/words/policy.ts'
import type { CivilDate, Zone } from '../../src/words/time/calendar.ts'
import { instantOf, pay, reported, src, summary } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
  { id: 'evt_p', at: '2024-01-01T10:00:00Z' },
)
const captured = reported(
  'payment_captured',
  { ...pay, amount: 1000 },
  { id: 'evt_c', at: '2024-01-02T10:00:00Z' },
)
const refund = (id: string, amount: number, on: string, type = 'payment_refunded') =>
  reported(type, { ...pay, actionId: `act_${id}`, amount }, { id: `evt_${id}`, at: on })
const paid = [pending, captured]
const created = reported('mandate_created', src, { id: 'evt_m', at: '2024-02-29T10:00:00Z' })

/** The same machine, which notes the type of every event whose recipe runs. */
const spied = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
): readonly [Machine<C, S, N>, string[]] => {
  const followed: string[] = []
  const recipes: Record<string, Definition<C>['recipes'][string]> = {}
  for (const [type, recipe] of Object.entries(machine.definition.recipes)) {
    recipes[type] = (known, event) => {
      followed.push(event.type)
      recipe(known, event)
    }
  }
  const definition = { ...machine.definition, recipes }
  const record = assign(({ context, event }) => ({
    ...apply(definition, { context: context as C, event }),
  }))
  return [
    { ...machine, definition, chart: machine.chart.provide({ actions: { record } }) },
    followed,
  ]
}

const isFrozenThroughout = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout))

const saved = <S>(state: S): S => JSON.parse(JSON.stringify(state))

describe('a state', () => {
  test('contains everything that is known, in plain JSON', () => {
    const state = fold(sepaPayment)([captured])
    const instantAt = '2024-01-02T10:00:00.0000000Z'
    const missing = { rule: 'missingPredecessor', event: 'payment_captured' }
    expect(state).toEqual({
      machine: 'sepa-payment@1',
      revision: null,
      fingerprint: fingerprint(sepaPayment),
      policy: policyHash(sepaPayment.definition.policy, defaultPolicy),
      stream: null,
      status: 'captured',
      value: { captured: { refund: 'none', dispute: 'none' } },
      context: {
        paymentId: 'pay_1',
        customerId: null,
        sourceId: null,
        amount: null,
        currency: 'EUR',
        presented: null,
        captured: {
          amount: 1000,
          reports: [{ at: instantAt, timed: true }],
          at: instantAt,
          timed: true,
        },
        ended: null,
        endedLast: null,
        refunds: {},
        commandId: null,
        furtherCaptures: {},
        takings: {},
      },
      occurrences: [
        {
          key: 'payment_captured',
          type: 'payment_captured',
          entityId: '',
          disposition: 'chart',
          at: instantAt,
          timed: true,
          reportedAt: instantAt,
          data: { ...pay, amount: 1000 },
          events: [captured],
        },
      ],
      findings: [
        { code: 'MandateUnknown', key: 'payment_captured', at: instantAt, events: ['evt_c'] },
        { code: 'missingPredecessor', key: 'payment_captured', at: instantAt, refusal: missing },
      ],
      parked: [],
      now: null,
    })
    expect(saved(state)).toEqual(state)
  })

  test('is frozen deeply, folded, evolved or evaluated at a time', () => {
    const all = [
      ...paid,
      refund('1', 400, '2024-01-10T10:00:00Z'),
      reported('payment_expired', pay),
    ]
    const state = fold(sepaPayment)(all)
    expect(isFrozenThroughout(state)).toBe(true)
    const next = evolve(sepaPayment)(state, refund('2', 100, '2024-01-11T10:00:00Z'))
    expect(isFrozenThroughout(next)).toBe(true)
    expect(isFrozenThroughout(at(sepaPayment)(state, instantOf('2024-01-12T10:00:00Z')))).toBe(true)
    const mandate = at(sepaMandate)(fold(sepaMandate)([created]), instantOf('2030-01-01T00:00:00Z'))
    expect(mandate.status).toBe('expired')
    expect(isFrozenThroughout(mandate)).toBe(true)
  })

  test('lists findings and parked items in the order of their occurrences', () => {
    const first = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 900 },
      {
        id: 'evt_1',
        at: '2024-01-10T10:00:00Z',
        claimed: '2024-01-10T12:00:00Z',
      },
    )
    const second = refund('2', 200, '2024-01-11T10:00:00Z')
    const stray = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' })
    const strange = reported('payment_capture_pending', pay, { id: 'evt_x' })
    const twins = [reported('question_answered', { question: 'made_0' }, { id: 'evt_0', at: null })]
    const conflicting = [
      reported(
        'payment_canceled',
        { ...pay, amount: 1 },
        { id: 'evt_k', at: '2024-01-03T10:00:00Z' },
      ),
      reported(
        'payment_canceled',
        { ...pay, amount: 2 },
        { id: 'evt_k', at: '2024-01-03T10:00:00Z' },
      ),
    ]
    const all = [strange, second, stray, ...conflicting, first, ...twins, ...paid]
    const { findings, parked } = fold(sepaPayment)(all)
    expect(findings.map(({ code, key }) => `${code} ${key}`)).toEqual([
      'Superseded payment_canceled',
      'ClockSkew payment_refunded:act_1',
      'NegativeNet payment_refunded:act_2',
      'withinCaptured payment_refunded:act_2',
      'MoreThanCaptured payment_refunded',
      'Unbound payment_refunded:event:evt_u',
      'ConflictingDuplicate evt_k',
    ])
    expect(parked).toEqual([
      { key: 'payment_refunded:evt_u', reason: 'NoEntity' },
      { key: 'payment_capture_pending:evt_x', reason: 'NotOfThisLifecycle' },
    ])
  })
})

describe('an event that comes last', () => {
  test('runs alone: no other recipe runs again', () => {
    const [machine, followed] = spied(sepaPayment)
    const evolving = evolve(machine)
    const known = fold(machine)([...paid, refund('1', 400, '2024-01-10T10:00:00Z')])
    expect(new Set(followed)).toEqual(
      new Set(['payment_pending', 'payment_captured', 'payment_refunded']),
    )
    followed.length = 0
    const last = refund('2', 400, '2024-01-11T10:00:00Z', 'payment_refund_declined')
    const next = evolving(known, last)
    expect(new Set(followed)).toEqual(new Set(['payment_refund_declined']))
    expect(next.status).toBe('partially_refunded')
    followed.length = 0
    evolving(known, refund('1', 400, '2024-01-09T10:00:00Z', 'payment_refund_pending'))
    expect(new Set(followed)).toEqual(
      new Set([
        'payment_pending',
        'payment_captured',
        'payment_refund_pending',
        'payment_refunded',
      ]),
    )
  })

  test('runs alone on a stored state', () => {
    const [machine, followed] = spied(sepaPayment)
    const known = saved(fold(machine)(paid))
    followed.length = 0
    evolve(machine)(known, refund('1', 400, '2024-01-10T10:00:00Z'))
    expect(new Set(followed)).toEqual(new Set(['payment_refunded']))
  })

  test('runs alone even if something before it is not on the chart', () => {
    const outcome = (type: string, on: string) =>
      reported(type, { sessionId: 'sid_1' }, { id: type, at: on })
    const all = [
      outcome('session_created', '2026-03-02T10:00:00Z'),
      outcome('session_approved', '2026-03-02T10:05:00Z'),
      outcome('session_declined', '2026-03-02T10:07:00Z'),
    ]
    const [machine, followed] = spied(session)
    const known = fold(machine)(all)
    followed.length = 0
    const completed = outcome('session_completed', '2026-03-02T10:08:00Z')
    const next = evolve(machine)(known, completed)
    expect(followed).toEqual(['session_completed'])
    expect(next).toEqual(fold(session)([...all, completed]))
    expect(next.parked).toEqual([{ key: 'session_declined', reason: 'NoTransition' }])
  })

  test('that reports another time, amount or id for an earlier occurrence makes all run again', () => {
    const [machine, followed] = spied(sepaPayment)
    const known = fold(machine)(paid)
    for (const data of [{ ...pay, amount: 1000, reference: 'order-1' }, pay]) {
      followed.length = 0
      const fuller = reported('payment_captured', data, { id: 'evt_f', at: '2024-01-01T23:00:00Z' })
      expect(evolve(machine)(known, fuller)).toEqual(fold(sepaPayment)([...paid, fuller]))
      expect(new Set(followed)).toEqual(new Set(['payment_pending', 'payment_captured']))
    }
  })

  test('that comes before another stage with the same report makes all run again', () => {
    const known = [...paid, refund('1', 400, '2024-01-10T10:00:00Z')]
    const begun = reported(
      'payment_refund_pending',
      { ...pay, actionId: 'act_1', amount: 400 },
      { id: 'evt_b', at: '2024-01-10T10:00:00Z' },
    )
    const next = evolve(sepaPayment)(fold(sepaPayment)(known), begun)
    expect(next).toEqual(fold(sepaPayment)([...known, begun]))
    expect(next.context.refunds['act_1']?.pending).not.toBe(null)
  })

  test('makes all run again on a state of another machine', () => {
    const known = fold(sepaPayment)(paid)
    const older = { ...known, machine: 'sepa-payment@0', status: 'pending', context: {} }
    const last = refund('1', 400, '2024-01-10T10:00:00Z')
    expect(evolve(sepaPayment)(older as unknown as typeof known, last)).toEqual(
      fold(sepaPayment)([...paid, last]),
    )
  })

  test('that only repeats what is known runs no recipe', () => {
    const [machine, followed] = spied(sepaPayment)
    const known = fold(machine)(paid)
    followed.length = 0
    const again = evolve(machine)(known, captured)
    expect(followed).toEqual([])
    expect(again).toEqual(known)
  })
})

describe('a state at a time', () => {
  const unused = fold(sepaMandate)([created])
  const ask = at(sepaMandate)
  const presented = reported(
    'collection_presented',
    { ...src, ...pay },
    { id: 'evt_u', at: '2024-03-01T10:00:00Z' },
  )

  test('receives the time, and stores it', () => {
    const now = instantOf('2027-03-01T00:00:00Z')
    expect(ask(unused, now)).toEqual({
      ...unused,
      status: 'expired',
      value: 'expired',
      context: { ...unused.context, now },
      now,
    })
    const early = instantOf('2027-02-27T00:00:00Z')
    expect(ask(unused, early)).toEqual({ ...unused, now: early })
  })

  test('is unchanged if its chart does not react to time', () => {
    const state = fold(sepaPayment)(paid)
    const now = instantOf('2030-01-01T00:00:00Z')
    expect(at(sepaPayment)(state, now)).toEqual({ ...state, now })
  })

  test('is folded again, without that time, when it evolves', () => {
    const expired = ask(unused, instantOf('2030-01-01T00:00:00Z'))
    expect(evolve(sepaMandate)(expired, presented)).toEqual(fold(sepaMandate)([created, presented]))
    expect(evolve(sepaMandate)(expired, created)).toEqual(unused)
    expect(evolve(sepaMandate)(saved(expired), created)).toEqual(unused)
  })
})

describe('a policy', () => {
  const late = reported(
    'refund_requested',
    { ...pay, actionId: 'act_1', amount: 1 },
    { id: 'evt_l', at: '2024-02-27T23:01:00.0000001Z' },
  )
  const codes = (changes: Partial<typeof defaultPolicy>, ...events: readonly DomainEvent[]) =>
    summary(fold(sepaPayment, { policy: { ...defaultPolicy, ...changes } })(events)).findings

  test('says by how much clocks may differ', () => {
    expect(codes({}, ...paid, late)).toEqual(['withinRefundWindow'])
    expect(codes({ clockToleranceSeconds: 61 }, ...paid, late)).toEqual([])
  })

  test('says in which zone days are counted', () => {
    expect(codes({ sepaZone: 'Europe/Lisbon' as Zone }, ...paid, late)).toEqual([])
    expect(codes({ sepaZone: 'Europe/Helsinki' as Zone }, ...paid, late)).toEqual([
      'withinRefundWindow',
    ])
  })

  test('says how long the provider may take, and how long a chargeback may come', () => {
    const done = refund('1', 1, '2024-03-04T23:01:00.0000001Z')
    expect(codes({}, ...paid, done)).toEqual(['withinRefundWindow'])
    expect(codes({ refundProcessing: { days: 7 } }, ...paid, done)).toEqual([])
    const lost = refund('1', 1, '2025-03-07T23:01:00.0000001Z', 'payment_chargeback')
    expect(codes({}, ...paid, lost)).toEqual(['withinChargebackWindow'])
    const exact = { months: 13, enquiry: { days: 31 }, processing: { bankDays: 2 } }
    expect(codes({ chargebackWindow: exact }, ...paid, lost)).toEqual([])
    expect(codes({ chargebackWindow: { months: 14 } }, ...paid, lost)).toEqual([
      'withinChargebackWindow',
    ])
  })

  test('says in which zone a day begins on which another length comes into force', () => {
    // noon in Brussels is one o'clock on the next day in Auckland
    const lost = refund('1', 1, '2025-03-08T12:00:00Z', 'payment_chargeback')
    const longerFrom = (day: string) => ({
      sepaZone: 'Pacific/Auckland' as Zone,
      chargebackWindow: [
        { validFrom: '2020-01-01' as CivilDate, months: 13 },
        { validFrom: day as CivilDate, months: 40 },
      ] as const,
    })
    expect(codes(longerFrom('2025-03-09'), ...paid, lost)).toEqual([])
    expect(codes(longerFrom('2025-03-10'), ...paid, lost)).toEqual(['withinChargebackWindow'])
  })

  test('says how long a mandate is valid', () => {
    const policy = { ...defaultPolicy, mandateDormancy: { months: 37 } }
    const now = instantOf('2027-03-01T00:00:00Z')
    expect(at(sepaMandate)(fold(sepaMandate)([created]), now).status).toBe('expired')
    const folding = folder(sepaMandate, { policy })
    expect(folding.at(folding.fold([created]), now).status).toBe('active')
  })
})

test('the chart of a machine is the one by which its machine folds', () => {
  expect(sepaPayment.chart).toBe(sepaPaymentChart)
  expect(sepaMandate.chart).toBe(sepaMandateChart)
  const state: State = fold(sepaMandate)([])
  expect(state.machine).toBe(sepaMandateChart.id)
})
