/** What counts if a refund, an end, a chargeback or a reversal is reported again. */
import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../machines/payment/memory.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { asked, back, codes, most, on, paid, pf, review, stream, won } from './at-worst.ts'

const refund = (type: string, day: number, data: object = { amount: 300 }) =>
  on(day, `payment_${type}`, { actionId: 'act_1', ...data })

describe('a refund', () => {
  test('that succeeds again after it failed is gone, also if that report has no time', () => {
    const failed = [refund('refunded', 5), refund('refund_declined', 6)]
    expect(most(...failed)).toBe(1000)
    expect(most(...failed, refund('refunded', 8))).toBe(700)
    const untimed = on(8, 'payment_refunded', { actionId: 'act_1', amount: 300 }, { at: null })
    expect(most(...failed, untimed)).toBe(700)
  })

  test('takes no amount from a message that may be about another refund', () => {
    const pending = refund('refund_pending', 4, {})
    for (const type of ['payment_refunded', 'payment_refund_pending', 'refund_requested']) {
      expect(most(pending, on(5, type, { amount: 300 }))).toBe(0)
    }
    expect(most(pending, on(5, 'payment_refund_declined', { amount: 300 }))).toBe(0)
    const two = [
      on(4, 'refund_requested', { commandId: 'c-1', amount: 300 }),
      on(4, 'refund_requested', { commandId: 'c-1', amount: 500 }),
    ]
    expect(most(...two)).toBe(500)
    expect(most(...two, on(5, 'payment_refund_declined', { amount: 300 }))).toBe(500)
    const more = [
      refund('refund_pending', 4, { amount: 500 }),
      refund('refunded', 4, { amount: 300 }),
    ]
    expect(most(...more, on(5, 'payment_refunded', { amount: 300 }))).toBe(400)
  })

  test('requested in another currency holds everything, until a person decides', () => {
    const foreign = on(4, 'refund_requested', { commandId: 'c-1', amount: 300, currency: 'USD' })
    expect(most(foreign)).toBe(0)
    expect(asked(foreign).map(({ reason }) => reason)).toContain('sameCurrency')
    expect(most(foreign, review('sameCurrency', 'countsNot', [foreign]))).toBe(1000)
  })
})

describe('an end after the capture', () => {
  const declined = (day: number, data: object = {}) => on(day, 'payment_declined', data)
  const shown = on(6, 'state_observed', { status: 'captured' })

  test('that is reported again after a look-up holds everything again', () => {
    expect(most(declined(5), shown)).toBe(1000)
    expect(most(declined(5), shown, declined(8, { responseCode: '20005' }))).toBe(0)
  })
})

describe('amounts of one occurrence that differ', () => {
  test.each([
    ['payment_captured', {}, 900],
    ['payment_refunded', { actionId: 'act_1' }, 300],
    ['refund_requested', { commandId: 'c-1' }, 300],
    ['payment_chargeback', { disputeId: 'dsp_1' }, 300],
  ])('of %s are settled by a person', (type, data, amount) => {
    const [one, other] = [
      on(4, type, { ...data, amount: 200 }, { id: 'evt_a' }),
      on(5, type, { ...data, amount }, { id: 'evt_b' }),
    ]
    const before = most(one, other)
    const [question] = asked(one, other).filter(({ reason }) => reason === 'Disagreement')
    const events = (question?.events ?? []).map((eventId) => ({ metadata: { eventId } }) as never)
    expect(most(one, other, review('Disagreement', 'counts', events))).toBe(before)
    expect(most(one, other, review('Disagreement', 'countsNot', events))).toBeGreaterThan(before)
  })

  describe('end at the amount that a person names', () => {
    const amounts = [200, 300, 250]
    const refunds = amounts.map((amount, index) =>
      on(4 + index, 'payment_refunded', { actionId: 'act_1', amount }),
    )
    const reviewed = (as: string, amount?: number) =>
      review('Disagreement', as, refunds, amount === undefined ? {} : { amount })

    test.each([
      [200, 800],
      [250, 750],
      [300, 700],
    ])('%d: %d is left, and no question', (amount, left) => {
      expect(most(...refunds, reviewed('counts', amount))).toBe(left)
      expect(asked(...refunds, reviewed('counts', amount))).toEqual([])
      const state = pf.fold(stream, [...paid, ...refunds, reviewed('counts', amount)])
      expect(pf.sums(state)).toMatchObject({ right: { net: left, netAtWorst: left } })
    })

    test('which is void if no report names it', () => {
      for (const amount of [199, 301, 0]) {
        expect(most(...refunds, reviewed('counts', amount))).toBe(700)
        expect(asked(...refunds, reviewed('counts', amount))).not.toEqual([])
      }
    })

    test('or at the one that leaves least, if the review names none', () => {
      const state = pf.fold(stream, [...paid, ...refunds, reviewed('counts')])
      expect(pf.sums(state)).toMatchObject({ right: { net: 700, netAtWorst: 700 } })
    })
  })

  test('are settled by no review that rests on a part of them, or contradicts another', () => {
    const twice = [1000, 2000].map((amount) =>
      on(4, 'payment_refunded', { actionId: 'act_1', amount: amount / 10 }, { id: 'evt_e1' }),
    )
    const more = on(6, 'payment_refunded', { actionId: 'act_1', amount: 900 }, { id: 'evt_e2' })
    const first = [{ metadata: { eventId: 'evt_e1' } }] as never
    const one = review('ConflictingDuplicate', 'counts', first, { amount: 100 })
    expect(most(...twice, one)).toBe(900)
    expect(most(...twice, more)).toBe(100)
    // what came later is still open
    expect(most(...twice, more, one)).toBe(100)
    const all = [{ metadata: { eventId: 'evt_e1' } }, { metadata: { eventId: 'evt_e2' } }] as never
    const both = review('Disagreement', 'counts', all, { amount: 200 })
    expect(most(...twice, more, both)).toBe(800)
    // where two reviews contradict each other, everything counts that either leaves
    expect(most(...twice, more, one, both)).toBe(100)
  })

  test('are settled by no review of which two versions have one id', () => {
    const refund = (amount: number, day: number) =>
      on(day, 'payment_refunded', { actionId: 'act_1', amount }, { id: `evt_${day}` })
    const reports = [refund(300, 4), refund(200, 5)]
    const reviews = [{ amount: 200 }, { amount: 300 }].map((more) => ({
      ...review('Disagreement', 'counts', reports, more),
    }))
    expect(most(...reports, ...reviews)).toBe(700)
    expect(asked(...reports, ...reviews)).not.toEqual([])
    const [one] = reviews
    expect(one === undefined ? null : most(...reports, one, one)).toBe(800)
  })

  test('are one question for all fields of the same messages', () => {
    const refund = (amount: number, reference: string, day: number) =>
      on(day, 'payment_refunded', { actionId: 'act_1', amount, reference }, { id: `evt_${day}` })
    const open = asked(refund(300, 'R-1', 4), refund(200, 'R-2', 5))
    expect(open.map(({ reason }) => reason)).toEqual(['Disagreement'])
    expect(open[0]?.because).toMatch(/amount.*reference|reference.*amount/)
  })

  test('of money in another currency count once a person says how much it is', () => {
    const foreign = on(4, 'payment_refunded', { actionId: 'act_1', amount: 300, currency: 'USD' })
    const counts = (more: object) => review('OtherCurrency', 'counts', [foreign], more)
    expect(most(foreign)).toBe(0)
    expect(most(foreign, counts({}))).toBe(0)
    expect(most(foreign, counts({ amount: 299 }))).toBe(0)
    expect(most(foreign, counts({ amount: 300 }))).toBe(700)
    expect(most(foreign, review('OtherCurrency', 'countsNot', [foreign]))).toBe(1000)
    // it never takes the place of a report in the payment's own currency
    const own = on(5, 'payment_refunded', { actionId: 'act_1', amount: 500 })
    expect(
      most(foreign, own, review('OtherCurrency', 'counts', [foreign, own], { amount: 300 })),
    ).toBe(500)
    const both = [foreign, own]
    const foreignOnly = review('Disagreement', 'counts', both, { amount: 300 })
    const notForeign = review('OtherCurrency', 'countsNot', both)
    expect(most(...both, foreignOnly, notForeign)).toBe(500)
    // one id for two refunds: an amount that only one of them names decides nothing
    const other = { ...foreign, data: { ...foreign.data, actionId: 'act_2', amount: 700 } }
    expect(most(foreign, other as DomainEvent, counts({ amount: 300 }))).toBe(0)
  })

  test('of a capture are found, whichever is believed', () => {
    expect(codes(on(2, 'payment_captured', { amount: 900 }))).toContain('CapturedDiffers')
  })
})

describe('one dispute', () => {
  test('may be reported with the action of the capture, and by several kinds of message', () => {
    const own = back(5, { disputeId: 'dsp_1', actionId: 'act_1', amount: 300 })
    const listed = back(5, { disputeId: 'dsp_1', amount: 300, reportedAs: 'return' })
    const disputed = { disputeId: 'dsp_1', actionId: 'act_c', amount: 300, reportedAs: 'dispute' }
    expect(codes(own, listed, back(5, disputed))).toEqual([])
    expect(most(own, listed, back(5, disputed))).toBe(700)
  })

  test('is gone for no more than its amount, however often it took the money', () => {
    const taken = (day: number) => back(day, { disputeId: 'dsp_1', amount: 500 })
    expect(most(taken(5), won(6, { disputeId: 'dsp_1', amount: 100 }))).toBe(600)
    expect(most(taken(5), won(6, { disputeId: 'dsp_1', amount: 100 }), taken(8))).toBe(500)
  })

  test('that a message only names was not taken when that message was sent', () => {
    const named = back(8, {
      disputeId: 'dsp_1',
      amount: 300,
      reportedAs: 'dispute',
      movesNothing: true,
    })
    expect(codes(won(6, { disputeId: 'dsp_1', amount: 300 }), named)).toEqual([])
    const other = back(5, { actionId: 'act_1', amount: 100 })
    expect(most(other, won(6, { amount: 300 }), named)).toBe(600)
  })
})

describe('a reversal', () => {
  const two = [
    back(5, { actionId: 'act_1', amount: 300 }),
    back(5, { actionId: 'act_2', amount: 300 }),
  ]

  test('by two kinds of message frees one chargeback', () => {
    const own = won(8, { actionId: 'act_1', amount: 300 })
    const disputed = won(8, { disputeId: 'dsp_1', actionId: 'act_c', amount: 300 })
    expect(most(...two, own, disputed)).toBe(700)
    expect(most(...two, own, won(9, { disputeId: 'dsp_1', actionId: 'act_c', amount: 300 }))).toBe(
      700,
    )
  })

  test('of a part leaves the rest standing, which the next may be of', () => {
    const [one, other] = [back(5, { disputeId: 'dsp_1', amount: 300 }), back(5, { amount: 500 })]
    const part = won(6, { disputeId: 'dsp_1', amount: 100 })
    expect(most(one, other, part)).toBe(300)
    expect(most(one, other, part, won(8, { amount: 300 }))).toBe(300)
  })

  test('with an action and no amount frees none of several amounts', () => {
    const shared = [
      back(5, { actionId: 'act_1', amount: 100 }),
      back(8, { actionId: 'act_1', amount: 500 }),
    ]
    expect(most(...shared, won(9, { actionId: 'act_1' }))).toBe(400)
  })

  test('that may repeat one without an amount frees no more than it names', () => {
    const taken = back(5, { amount: 500 })
    expect(most(taken, won(6, {}))).toBe(1000)
    expect(most(taken, won(6, {}), won(9, { amount: 300 }))).toBe(800)
  })
})

describe('chargebacks without a time', () => {
  test('are not at one time because they were received at one', () => {
    const untimed = (id: string) => on(5, 'payment_chargeback', { amount: 300 }, { id, at: null })
    expect(most(untimed('evt_a'), untimed('evt_b'))).toBe(400)
    expect(codes(untimed('evt_a'), untimed('evt_b'))).toEqual(['OneOrTwo'])
  })
})

describe('a look-up', () => {
  const shown = (data: object) => on(8, 'state_observed', data)

  test('whose balance nobody can explain adds to what may not be in it', () => {
    const pending = refund('refund_pending', 5)
    const balance = shown({ status: 'partially_refunded', balances: { refunded: 500 } })
    expect(most(pending, balance)).toBe(200)
    expect(most(refund('refunded', 5), balance)).toBe(500)
  })

  test('may count a chargeback as refunded', () => {
    expect(most(back(5, { amount: 300 }), shown({ status: 'partially_refunded' }))).toBe(700)
    expect(most(back(9, { amount: 300 }), shown({ status: 'partially_refunded' }))).toBe(0)
  })
})

describe('a refund whose failure is booked back', () => {
  test('has failed, as the last report of its failure says', () => {
    const ends = [refund('refunded', 5), refund('refund_declined', 6)]
    const listed = on(3, 'payment_refund_declined', { actionId: 'act_1', amount: 300 })
    expect(most(...ends, listed)).toBe(1000)
    expect(codes(...ends, listed)).toEqual(['RefundReversed'])
    const late = [
      refund('refund_declined', 4),
      refund('refund_declined', 15),
      refund('refunded', 7),
    ]
    expect(most(...late)).toBe(1000)
    expect(most(...late, refund('refunded', 4))).toBe(1000)
  })
})

describe('a chargeback of two amounts', () => {
  const two = [
    back(5, { disputeId: 'dsp_2', amount: 300 }),
    back(5, { disputeId: 'dsp_2', amount: 500 }),
  ]
  const other = back(5, { actionId: 'act_1', amount: 100 })

  test('is freed by a guess of no more than any of them', () => {
    expect(most(...two, other, won(6, { amount: 500 }))).toBe(400)
    const small = [
      back(5, { disputeId: 'dsp_2', amount: 100 }),
      back(5, { disputeId: 'dsp_2', amount: 300 }),
    ]
    expect(most(...small, other, won(6, { amount: 300 }))).toBe(600)
  })

  test('carries out no refund at worst', () => {
    const pending = refund('refund_pending', 4, { amount: 100 })
    const carriesOut = (amount: number) => back(5, { disputeId: 'dsp_1', amount, reason: 'RFND' })
    expect(most(pending, carriesOut(100))).toBe(900)
    expect(most(pending, carriesOut(100), carriesOut(300))).toBe(600)
  })
})

describe('a look-up that shows all refunded', () => {
  const all = on(8, 'state_observed', { status: 'refunded' })

  test('holds all that still counts as left', () => {
    expect(most(refund('refunded', 5), refund('refund_declined', 6), all)).toBe(0)
    expect(
      most(back(5, { disputeId: 'dsp_1', amount: 300 }), won(6, { disputeId: 'dsp_1' }), all),
    ).toBe(0)
  })

  test('holds nothing once a later one shows nothing refunded', () => {
    expect(most(all, on(9, 'state_observed', { status: 'captured' }))).toBe(1000)
  })
})

describe('a balance', () => {
  const counted = (day: number, refunded: number) =>
    on(day, 'state_observed', { status: 'captured', balances: { refunded } })

  test('holds nothing once a later one is what the messages say', () => {
    const done = refund('refunded', 5)
    expect(most(done, counted(7, 500))).toBe(500)
    expect(most(done, counted(7, 500), counted(8, 300))).toBe(700)
    expect(most(done, counted(7, 500), counted(8, 400))).toBe(500)
  })

  test('that counts a chargeback as refunded asks nothing', () => {
    expect(asked(back(5, { amount: 300 }), counted(7, 300))).toEqual([])
  })
})

describe('an action that a list shows', () => {
  const row = (at: string) =>
    on(5, 'payment_chargeback', { actionId: 'act_1', amount: 300, reportedAs: 'return' }, { at })
  const own = back(5, { actionId: 'act_1', amount: 300 })

  test.each([
    ['2026-03-05T10:01:00Z', 700],
    ['2026-03-05T10:01:00.0000001Z', 400],
    ['2026-03-02T09:59:00Z', 700],
    ['2026-03-02T09:58:59.9999999Z', 400],
  ])('at %s leaves %d beside its webhook of the fifth', (at, left) => {
    expect(most(own, row(at))).toBe(left)
  })

  test('does not part two webhooks of one time', () => {
    const at = (time: string) =>
      on(5, 'payment_chargeback', { actionId: 'act_1', amount: 300 }, { at: `2026-03-05T${time}Z` })
    // the row is within the tolerance of the first webhook alone
    const both = [at('10:01:00'), at('10:02:00')]
    expect(most(...both)).toBe(700)
    expect(most(...both, row('2026-03-05T10:00:00Z'))).toBe(700)
    expect(most(...both, at('10:02:00.0000001'))).toBe(400)
  })

  test('is one of several webhooks with its id, not all of them', () => {
    const again = back(6, { actionId: 'act_1', amount: 300 })
    expect(most(own, again)).toBe(400)
    expect(most(own, again, row('2026-03-05T08:00:00Z'))).toBe(400)
  })
})

describe('a question', () => {
  test('stays open after a review that decides none of its readings', () => {
    const declined = on(5, 'payment_declined')
    for (const as of ['captred', 'countsNot', '']) {
      const wrong = review('Superseded', as, [declined])
      expect(asked(declined, wrong)).toEqual(asked(declined))
      expect(most(declined, wrong)).toBe(0)
    }
    expect(asked(declined, review('Superseded', 'ended', [declined]))).toEqual([])
  })

  test('lists what a review of it may decide', () => {
    const readingsOf = (...events: readonly DomainEvent[]) =>
      asked(...events).map(({ reason, readings }) => [reason, readings])
    const declined = on(5, 'payment_declined')
    expect(readingsOf(declined)).toEqual([['Superseded', ['captured', 'ended']]])
    const nameless = on(5, 'payment_refunded', { amount: 300 })
    expect(readingsOf(nameless)).toEqual([['Unbound', ['counts', 'countsNot']]])
    expect(readingsOf(refund('refund_pending', 4), nameless)).toEqual([
      ['BoundByGuess', ['one', 'two']],
    ])
    const overdue = readingsOf(refund('refund_pending', 4)).filter(
      ([reason]) => reason === 'Overdue',
    )
    expect(overdue).toEqual([['Overdue', []]])
  })
})

describe('several chargebacks under one event id', () => {
  const under = (day: number, amount: number) =>
    on(day, 'payment_chargeback', { amount }, { id: 'evt_1' })
  const keysOf = (...events: readonly DomainEvent[]) =>
    Object.entries((pf.fold(stream, [...paid, ...events]).context as Payment).chargebacks).map(
      ([id, { chargedBack }]) => [id, chargedBack?.amounts[0]],
    )

  test('have an id each, numbered by time', () => {
    const keys = [
      ['event:evt_1', 300],
      ['event:evt_1#2', 100],
      ['event:evt_1#3', 200],
    ]
    const all = [under(5, 100), under(6, 200), under(4, 300)]
    expect(keysOf(...all)).toEqual(keys)
    expect(keysOf(...all.toReversed())).toEqual(keys)
  })

  test('have an id each, numbered by their content at the same time', () => {
    const keys = [
      ['event:evt_1', 100],
      ['event:evt_1#2', 200],
    ]
    expect(keysOf(under(4, 200), under(4, 100))).toEqual(keys)
    expect(keysOf(under(4, 100), under(4, 200))).toEqual(keys)
  })
})
