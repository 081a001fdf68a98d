/** What a message frees or takes that does not name the refund or chargeback it is about. */
import { describe, expect, test } from 'vitest'
import { asked, back, codes, most, on, review, won } from './at-worst.ts'

const pending = on(4, 'payment_refund_pending', { actionId: 'act_1', amount: 300 })

describe('a refund that a message does not name', () => {
  const done = on(5, 'payment_refunded', { amount: 300 })
  const failed = on(5, 'payment_refund_declined', { amount: 300 })

  test('is at worst another one', () => {
    expect(most(pending)).toBe(700)
    expect(most(pending, done)).toBe(400)
    expect(codes(pending, done)).toEqual(['BoundByGuess'])
    expect(most(pending, on(5, 'payment_refunded', { actionId: 'act_1', amount: 300 }))).toBe(700)
  })

  test('is one of unknown amount if it names none', () => {
    expect(most(pending, on(5, 'payment_refunded'))).toBe(0)
    expect(most(pending, on(5, 'payment_refunded', { amount: 300, currency: 'USD' }))).toBe(0)
  })

  test('did not fail, at worst', () => {
    expect(most(pending, failed)).toBe(700)
    expect(codes(pending, failed)).toEqual(['BoundByGuess'])
    const named = on(6, 'payment_refund_declined', { actionId: 'act_1', amount: 300 })
    expect(most(pending, failed, named)).toBe(1000)
  })

  test('is another one beside one that failed and succeeded at one time', () => {
    const both = ['payment_refunded', 'payment_refund_declined'].map((type) =>
      on(5, type, { actionId: 'act_1', amount: 300 }),
    )
    const later = on(5, 'payment_refunded', { amount: 300 }, { at: '2026-03-05T10:01:00Z' })
    expect(most(...both)).toBe(700)
    expect(most(...both, later)).toBe(400)
  })

  test('is the one that a person says it is', () => {
    const reviewed = (as: string, of: typeof done) => review('BoundByGuess', as, [of])
    expect(most(pending, done, reviewed('one', done))).toBe(700)
    expect(most(pending, done, reviewed('two', done))).toBe(400)
    expect(most(pending, failed, reviewed('one', failed))).toBe(1000)
    expect(most(pending, failed, reviewed('two', failed))).toBe(700)
  })

  test('counts for no more than it and the named one together', () => {
    const asked = on(3, 'refund_requested', { commandId: 'c-1', amount: 200 })
    const answered = on(5, 'payment_refunded', { commandId: 'c-1', amount: 100 })
    const other = on(5, 'payment_refunded', { amount: 200 })
    expect(most(asked, answered)).toBe(900)
    expect(most(asked, answered, other)).toBe(700)
    const named = on(5, 'payment_refund_declined', { actionId: 'act_1', amount: 300 })
    expect(most(named, on(5, 'payment_refunded', { amount: 300 }))).toBe(700)
  })
})

describe('a reversal, of several chargebacks that stand', () => {
  const two = (a: number, b: number) => [
    back(5, { actionId: 'act_1', amount: a }),
    back(6, { actionId: 'act_2', amount: b }),
  ]

  test('frees nothing at worst if it names neither by action and amount', () => {
    expect(most(...two(50, 900), won(8, { actionId: 'act_9', amount: 900 }))).toBe(50)
    expect(most(...two(500, 300), won(8, { amount: 500 }))).toBe(200)
    expect(most(...two(500, 300), won(8, { actionId: 'act_1', amount: 300 }))).toBe(200)
    expect(codes(...two(500, 300), won(8, { amount: 500 }))).toEqual(['BoundByGuess'])
  })

  test('frees its own if it names it by dispute, or by action and amount', () => {
    expect(most(...two(500, 300), won(8, { actionId: 'act_1', amount: 500 }))).toBe(700)
    expect(most(...two(500, 300), won(8, { actionId: 'act_1' }))).toBe(700)
    const disputes = [
      back(5, { disputeId: 'dsp_1', amount: 500 }),
      back(6, { disputeId: 'dsp_2', amount: 300 }),
    ]
    expect(most(...disputes, won(8, { disputeId: 'dsp_2', amount: 300 }))).toBe(500)
  })

  test('frees any of them if all have one amount, or only one stands', () => {
    expect(most(...two(300, 300), won(8, { amount: 300 }))).toBe(700)
    expect(codes(...two(300, 300), won(8, { amount: 300 }))).toEqual([])
    expect(most(back(5, { actionId: 'act_1', amount: 300 }), won(8, { amount: 200 }))).toBe(900)
  })

  test('of which each has the action of the capture, frees the one with its amount', () => {
    const ofCapture = [
      back(5, { actionId: 'act_c', amount: 500 }),
      back(6, { actionId: 'act_c', amount: 300 }),
    ]
    const first = won(8, { actionId: 'act_c', amount: 500 })
    expect(most(...ofCapture, first)).toBe(700)
    expect(most(...ofCapture, first, won(9, { actionId: 'act_c', amount: 300 }))).toBe(1000)
    expect(most(...ofCapture, first, won(9, { actionId: 'act_c', amount: 500 }))).toBe(700)
  })

  test('that may repeat another frees nothing more', () => {
    const named = won(8, { actionId: 'act_1', amount: 300 })
    expect(most(...two(300, 300), named, won(9, { amount: 300 }))).toBe(700)
    expect(most(...two(300, 300), named, won(9, { actionId: 'act_2', amount: 300 }))).toBe(1000)
    expect(most(...two(300, 300), won(8, { amount: 300 }), won(9, { amount: 300 }))).toBe(700)
  })

  test('is not taken from the one that a later reversal names', () => {
    const unnamed = won(7, { actionId: 'act_9', amount: 900 })
    const named = won(8, { actionId: 'act_2', amount: 900 })
    expect(most(...two(50, 900), named)).toBe(950)
    expect(most(...two(50, 900), unnamed, named)).toBe(950)
  })

  test('in another currency is found', () => {
    const foreign = won(8, { amount: 500, currency: 'USD' })
    expect(most(...two(500, 300), foreign)).toBe(0)
    expect(codes(...two(500, 300), foreign)).toContain('OtherCurrency')
  })
})

describe('a chargeback without an id', () => {
  test('is not one of a dispute in the same kind of message', () => {
    const disputed = back(5, { disputeId: 'dsp_1', amount: 300 })
    expect(most(disputed, back(5, { amount: 300 }, 'evt_other'))).toBe(400)
    expect(codes(disputed, back(5, { amount: 300 }, 'evt_other'))).toEqual(['OneOrTwo'])
  })
})

describe('a refund that failed and succeeded', () => {
  const done = (at: string | null) =>
    on(6, 'payment_refunded', { actionId: 'act_1', amount: 300 }, { at })
  const failed = (at: string | null) =>
    on(6, 'payment_refund_declined', { actionId: 'act_1', amount: 300 }, { at })

  test.each([
    ['2026-03-06T10:00:00Z', '2026-03-06T10:00:00Z', 700],
    ['2026-03-06T10:00:00Z', '2026-03-06T10:01:00Z', 700],
    ['2026-03-06T10:00:00Z', '2026-03-06T10:01:00.0000001Z', 1000],
    ['2026-03-06T10:00:00.0000001Z', '2026-03-06T10:00:00Z', 700],
    [null, '2026-03-06T10:05:00Z', 1000],
    ['2026-03-06T10:00:00Z', null, 700],
  ])('at %s and %s leaves %d', (succeededAt, failedAt, left) => {
    expect(most(pending, done(succeededAt), failed(failedAt))).toBe(left)
  })

  test('may have succeeded again, by another report of it', () => {
    const again = on(8, 'payment_refunded', { actionId: 'act_1', amount: 300 })
    expect(most(pending, done('2026-03-06T10:00:00Z'), failed('2026-03-07T10:00:00Z'))).toBe(1000)
    expect(most(pending, done('2026-03-06T10:00:00Z'), failed('2026-03-07T10:00:00Z'), again)).toBe(
      700,
    )
  })

  test('is settled by a person', () => {
    const both = [done('2026-03-06T10:00:00Z'), failed('2026-03-06T10:00:00Z')] as const
    expect(most(pending, ...both, review('RefundReversed', 'counts', both))).toBe(1000)
    expect(most(pending, ...both, review('RefundReversed', 'countsNot', both))).toBe(700)
  })
})

describe('a snapshot of refunds', () => {
  const shown = (status: string) => on(6, 'state_observed', { status })
  const refunded = (day: number, amount: number) =>
    on(day, 'payment_refunded', { actionId: 'act_1', amount })

  test('is not explained by a refund that is later', () => {
    expect(most(shown('partially_refunded'), refunded(5, 100))).toBe(900)
    expect(most(shown('partially_refunded'), refunded(7, 100))).toBe(0)
    expect(most(shown('refunded'), refunded(7, 100))).toBe(0)
  })
})

describe('a question that a look-up answered', () => {
  const done = on(5, 'payment_refunded', { amount: 300 })

  test('is for a person as long as its doubt holds money', () => {
    const [open] = asked(done)
    expect(open).toMatchObject({ reason: 'Unbound', request: { endpoint: 'getPaymentActions' } })
    const answer = on(6, 'question_answered', { question: open?.id })
    expect(asked(done, answer)).toEqual([{ ...open, id: expect.any(String), request: null }])
    expect(asked(done, answer)[0]?.id).not.toBe(open?.id)
    expect(asked(done, answer, review('Unbound', 'countsNot', [done]))).toEqual([])
  })
})

describe('amounts near the largest', () => {
  const huge = Number.MAX_SAFE_INTEGER

  test('are gone although others were given back', () => {
    const three = [1, 2, 3].map((each) => back(5, { disputeId: `dsp_${each}`, amount: huge }))
    const reversals = [1, 2].map((each) => won(8, { disputeId: `dsp_${each}`, amount: huge }))
    expect(most(...three, ...reversals)).toBe(0)
    const small = back(5, { disputeId: 'dsp_4', amount: 400 })
    expect(most(...three.slice(0, 2), ...reversals, small)).toBe(600)
  })
})

describe('a review of how many chargebacks there are', () => {
  test('leaves the doubt about the amount of one', () => {
    const one = back(5, { disputeId: 'dsp_1', amount: 300 })
    const more = back(6, { disputeId: 'dsp_1', amount: 400 })
    expect(most(one, more)).toBe(600)
    expect(most(one, more, review('OneOrTwo', 'one', [one, more]))).toBe(600)
  })
})

describe('a refused request', () => {
  const request = on(
    4,
    'refund_requested',
    { commandId: 'c-1', amount: 300 },
    { source: 'request' },
  )
  const refusedWith = (httpStatus: number) =>
    on(5, 'request_refused', {
      endpoint: 'refundPayment',
      commandId: 'c-1',
      attempt: 1,
      httpStatus,
    })

  test.each([
    [400, 1000],
    [422, 1000],
    [499, 1000],
    [401, 700],
    [408, 700],
    [409, 700],
    [425, 700],
    [429, 700],
    [500, 700],
    [503, 700],
  ])('with %d leaves %d', (status, left) => {
    expect(most(request, refusedWith(status))).toBe(left)
  })
})

test('a guess lends no amount to a refund that failed, and may have succeeded', () => {
  const done = on(3, 'payment_refunded', { actionId: 'act_9' })
  const failed = on(
    3,
    'payment_refund_declined',
    { actionId: 'act_9' },
    { at: '2026-03-03T10:00:30Z' },
  )
  const guess = on(4, 'payment_refund_pending', { amount: 300 })
  expect(most(done, failed)).toBe(0)
  expect(most(done, failed, guess)).toBe(0)
})
