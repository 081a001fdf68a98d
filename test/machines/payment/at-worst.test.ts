/** What may be refunded at worst: no contradiction frees money that may be gone. */
import { describe, expect, test } from 'vitest'
import { back, most, on, paid, pf, review, stream, won } from './at-worst.ts'

describe('a review', () => {
  const declined = on(5, 'payment_declined')

  test('or a look-up of another payment lifts no hold', () => {
    expect(most(declined)).toBe(0)
    expect(most(declined, review('Superseded', 'captured', [declined]))).toBe(1000)
    const other = { paymentId: 'pay_2' }
    expect(most(declined, review('Superseded', 'captured', [declined], other))).toBe(0)
    expect(most(declined, on(6, 'state_observed', { ...other, status: 'captured' }))).toBe(0)
  })

  test('lifts a hold only with the reading that says that no money is gone', () => {
    const nameless = on(4, 'payment_refunded', { amount: 300 })
    expect(most(nameless)).toBe(700)
    for (const as of ['counts', 'one', 'captured']) {
      expect(most(nameless, review('Unbound', as, [nameless]))).toBe(700)
    }
    expect(most(nameless, review('Unbound', 'countsNot', [nameless]))).toBe(1000)
    expect(most(declined, review('Superseded', 'two', [declined]))).toBe(0)
  })

  test('by nobody, or by more than two persons, is void', () => {
    const by = (...names: readonly string[]) =>
      most(declined, review('Superseded', 'captured', [declined], { by: names }))
    expect([by(), by('p1'), by('p1', 'p2'), by('p1', 'p2', 'p3')]).toEqual([0, 1000, 1000, 0])
  })

  test('of the largest balance leaves the hold of the next', () => {
    const shown = (day: number, refunded: number) =>
      on(day, 'state_observed', { status: 'captured', balances: { refunded } })
    const two = [shown(6, 500), shown(7, 400)] as const
    expect(most(...two)).toBe(500)
    expect(most(...two, review('BalanceMismatch', 'countsNot', [two[0]]))).toBe(600)
    expect(most(...two, review('BalanceMismatch', 'countsNot', [two[1]]))).toBe(500)
  })
})

describe('a refund', () => {
  const asked = (day: number, amount: number) =>
    on(day, 'refund_requested', { amount, commandId: 'c-1' })

  test('is not declined or carried out by a report from before its request', () => {
    expect(most(on(5, 'payment_refund_declined'), asked(10, 1000))).toBe(0)
    const carriedOut = on(5, 'payment_refunded', { amount: 300 })
    expect(most(carriedOut)).toBe(700)
    expect(most(carriedOut, asked(10, 300))).toBe(400)
  })

  test('is no smaller because its request names another currency', () => {
    const pending = on(4, 'payment_refund_pending', { actionId: 'act_1' })
    const foreign = { actionId: 'act_1', amount: 500, currency: 'USD' }
    expect(most(pending)).toBe(0)
    expect(most(pending, on(3, 'refund_requested', foreign))).toBe(0)
  })

  test('without an amount counts at worst as the most that any of them can be', () => {
    const pending = on(3, 'payment_refund_pending', { actionId: 'act_1' })
    const returned = [
      back(5, { actionId: 'act_9', amount: 600 }),
      won(8, { actionId: 'act_9', amount: 600 }),
    ]
    expect(most(pending, ...returned)).toBe(0)
    expect(most(pending, ...returned, on(6, 'payment_refunded', { actionId: 'act_2' }))).toBe(0)
  })

  test('that is nameless and in another currency holds everything', () => {
    const nameless = on(4, 'payment_refunded', { amount: 100 })
    const foreign = on(4, 'payment_refunded', { amount: 100, currency: 'USD' })
    expect([most(nameless), most(foreign)]).toEqual([900, 0])
  })
})

describe('a chargeback that carries out a refund', () => {
  const carriesOut = (day: number, amount: number) =>
    back(day, { actionId: 'act_9', amount, reason: 'RFND' })
  const pending = (amount: number, day = 4) =>
    on(day, 'payment_refund_pending', { actionId: 'act_1', amount })

  test('counts once, unless it is earlier than the refund', () => {
    expect(most(pending(300), carriesOut(5, 300))).toBe(700)
    expect(most(pending(300), carriesOut(3, 300))).toBe(400)
  })

  test('carries out nothing once it is reversed', () => {
    const reversed = won(6, { actionId: 'act_9', amount: 1000 })
    expect(most(pending(1000), carriesOut(5, 1000), reversed)).toBe(0)
  })

  test('counts at worst for the largest amount of the refund', () => {
    const both = [pending(500), pending(700, 5)]
    expect(most(...both)).toBe(300)
    expect(most(...both, carriesOut(6, 500))).toBe(0)
  })
})

describe('chargebacks without ids', () => {
  test('count whatever the ids of their events are', () => {
    for (const id of ['constructor', 'toString', '__proto__', 'act_1', 'dsp_1:2']) {
      const events = [...paid, back(5, { amount: 200 }, id)]
      expect(most(...events)).toBe(800)
      const stepwise = events.reduce((state, event) => pf.evolve(state, event), pf.fold(stream, []))
      expect(stepwise).toEqual(pf.fold(stream, events))
    }
    const named = back(7, { actionId: 'act_1', amount: 300 })
    expect(most(back(5, { amount: 200 }, 'act_1'), named)).toBe(500)
  })

  test('count each, if their events share an id', () => {
    const shared = (day: number, amount: number) => back(day, { amount }, 'evt_1')
    expect(most(shared(5, 300), shared(7, 400))).toBe(300)
    expect(most(shared(5, 300), shared(7, 300))).toBe(400)
  })
})

describe('a balance', () => {
  test('is compared however many amounts are doubtful', () => {
    const shown = on(6, 'state_observed', { status: 'captured', balances: { refunded: 900 } })
    const small = (count: number) =>
      Array.from({ length: count }, (_, index) => back(5, { disputeId: `dsp_${index}`, amount: 1 }))
    expect(most(shown, ...small(12))).toBe(88)
    expect(most(shown, ...small(13))).toBe(87)
  })
})

describe('a payment that is folded event by event', () => {
  test('is the one folded at once, also if a report is repeated at another time', () => {
    const events = [
      ...paid,
      back(5, { disputeId: 'dsp_1', amount: 300 }),
      back(6, { actionId: 'act_2', amount: 300, reportedAs: 'dispute' }),
      back(17, { disputeId: 'dsp_1', amount: 300 }),
    ]
    const stepwise = events.reduce((state, event) => pf.evolve(state, event), pf.fold(stream, []))
    expect(stepwise).toEqual(pf.fold(stream, events))
  })
})

describe('a refund without an amount', () => {
  const taken = on(4, 'payment_chargeback', { amount: 1000, disputeId: 'dsp_1' })
  const refund = (at: string | null) =>
    on(5, 'payment_refunded', { actionId: 'act_8' }, { at, id: 'evt_refund' })
  const back = (at: string | null) =>
    on(9, 'chargeback_reversed', { amount: 1000, disputeId: 'dsp_1' }, { at, id: 'evt_back' })
  const TEN = '2026-03-05T10:00:00Z'

  test('took nothing while a chargeback had surely taken everything', () => {
    expect(most(taken, refund(TEN), back('2026-03-05T10:01:00.0000001Z'))).toBe(1000)
  })

  test('took everything at worst if the reversal may have come before it', () => {
    expect(most(taken, refund(TEN), back('2026-03-05T10:01:00Z'))).toBe(0)
    expect(most(taken, refund(TEN), back(null))).toBe(0)
    expect(most(taken, refund(null), back('2026-03-09T10:00:00Z'))).toBe(0)
  })

  test('took everything at worst if the chargeback may have come after it', () => {
    const at = (time: string | null) =>
      on(5, 'payment_chargeback', { amount: 1000, disputeId: 'dsp_1' }, { at: time, id: 'evt_c' })
    const later = back('2026-03-09T10:00:00Z')
    expect(most(at('2026-03-05T09:59:00Z'), refund(TEN), later)).toBe(1000)
    expect(most(at('2026-03-05T09:59:00.0000001Z'), refund(TEN), later)).toBe(0)
    expect(most(at(null), refund(TEN), later)).toBe(0)
  })
})

describe('reports of one action, each within the tolerance of the one before', () => {
  const at = (time: string) =>
    on(4, 'payment_chargeback', { amount: 100, actionId: 'act_8' }, { at: time, id: `evt_${time}` })
  const first = at('2026-03-04T10:00:00Z')

  test('are one only within the tolerance of the earliest', () => {
    expect(most(first, at('2026-03-04T10:00:30Z'), at('2026-03-04T10:01:00Z'))).toBe(900)
    expect(most(first, at('2026-03-04T10:00:30Z'), at('2026-03-04T10:01:00.0000001Z'))).toBe(800)
  })
})
