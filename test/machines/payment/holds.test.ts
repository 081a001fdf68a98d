/** What a doubt about a payment holds back, and what lifts the hold. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { instantOf, machines, reported } from '../../given.ts'

const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const NOW = instantOf('2026-03-20T10:00:00Z')
const pay = { paymentId: 'pay_1' }
const on = (day: number, time = '10:00:00', id = `evt_${day}_${time.replaceAll(/\W/g, '')}`) => ({
  at: `2026-03-${String(day).padStart(2, '0')}T${time}Z`,
  id,
})
const paid = [
  reported(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'EUR', method: 'sepa', sourceId: 'src_1' },
    on(1),
  ),
  reported('payment_captured', { ...pay, amount: 1000 }, on(2)),
]
const shown = (status: string, day: number, time?: string, more: object = {}) =>
  reported('state_observed', { ...pay, status, ...more }, { ...on(day, time), source: 'response' })
const declined = reported('payment_declined', pay, on(5))

const right = <A>(read: E.Either<unknown, A>): A => {
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))
  return read.right
}

const refundOf = (...events: readonly DomainEvent[]) => {
  const [refund] = right(pf.allowed(pf.fold(stream, [...paid, ...events]), NOW)).filter(
    ({ command }) => command === 'requestRefund',
  )
  return refund
}
/** The greatest refund that is allowed; 0 if none is. */
const most = (...events: readonly DomainEvent[]): number => refundOf(...events)?.amount?.most ?? 0
/** Why no refund is allowed, in words. */
const because = (...events: readonly DomainEvent[]): readonly string[] =>
  refundOf(...events)?.refusals.map(pf.explain) ?? []

const questions = (...events: readonly DomainEvent[]) =>
  right(pf.questions(pf.fold(stream, [...paid, ...events]), NOW))

/** A person's decision on the open question of a reason. */
const review = (as: string, reason: string, ...events: readonly DomainEvent[]): DomainEvent => {
  const [question] = questions(...events).filter((each) => each.reason === reason)
  const by = ['person-1']
  return reported('reviewed', { reason, events: question?.events ?? [], as, by }, on(19))
}

describe('an end that is reported after the capture', () => {
  test('holds everything, and names its question', () => {
    expect(most()).toBe(1000)
    expect(most(declined)).toBe(0)
    expect(because(declined)).toEqual([
      'This step has to wait until the question Superseded is settled.',
    ])
    expect(questions(declined).map(({ reason }) => reason)).toEqual(['Superseded'])
  })

  test('holds nothing once a later look-up shows the capture', () => {
    expect(most(declined, shown('captured', 5, '10:06:00'))).toBe(0)
    expect(most(declined, shown('captured', 5, '10:06:00.0000001'))).toBe(1000)
  })

  test('holds nothing once a person says that the money was captured, for this evidence', () => {
    expect(most(declined, review('captured', 'Superseded', declined))).toBe(1000)
    expect(most(declined, review('ended', 'Superseded', declined))).toBe(0)
    const again = reported('payment_declined', { ...pay, responseCode: '20005' }, on(6))
    expect(most(declined, again, review('captured', 'Superseded', declined))).toBe(0)
  })

  test('has no open question once a person has decided', () => {
    for (const as of ['captured', 'ended']) {
      expect(questions(declined, review(as, 'Superseded', declined))).toEqual([])
    }
  })
})

describe('an end that is reported before the capture, and again after it', () => {
  const before = reported('payment_declined', pay, on(1, '12:00:00'))
  const again = (time: string) => reported('payment_declined', pay, on(2, time, `evt_${time}`))

  test('holds everything, from the tolerance on', () => {
    expect(most(before)).toBe(1000)
    expect(most(before, again('09:58:59.9999999'))).toBe(1000)
    expect(most(before, again('09:59:00'))).toBe(0)
    expect(most(before, again('11:00:00'))).toBe(0)
  })
})

describe('a look-up that shows an end', () => {
  test('holds nothing by itself: it may be stale', () => {
    expect(most(shown('declined', 6))).toBe(1000)
  })

  test('holds everything once a second one, more than the lag later, shows one', () => {
    const first = shown('declined', 6)
    expect(most(first, shown('declined', 6, '10:05:00'))).toBe(1000)
    expect(most(first, shown('declined', 6, '10:05:00.0000001'))).toBe(0)
  })

  test('holds nothing once a later look-up shows the capture', () => {
    const twice = [shown('declined', 6), shown('declined', 7)]
    expect(most(...twice, shown('captured', 8))).toBe(1000)
  })
})

describe('money whose amount is known', () => {
  test('is all that a refund without an entity holds', () => {
    const nameless = reported('payment_refunded', { ...pay, amount: 300 }, on(4))
    expect(most(nameless)).toBe(700)
    expect(questions(nameless).map(({ reason }) => reason)).toEqual(['Unbound'])
    expect(most(nameless, review('countsNot', 'Unbound', nameless))).toBe(1000)
  })

  test('is all that balances of the provider hold', () => {
    const counted = (refunded: number) =>
      shown('partially_refunded', 6, '10:00:00', { balances: { refunded } })
    const known = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 100 }, on(3))
    expect(most(known, counted(100))).toBe(900)
    expect(most(known, counted(150))).toBe(850)
    expect(
      most(
        known,
        counted(150),
        shown('partially_refunded', 7, '10:00:00', { balances: { refunded: 160 } }),
      ),
    ).toBe(840)
  })

  test('is all that a snapshot of a full refund holds', () => {
    expect(most(shown('refunded', 6))).toBe(0)
    expect(most(shown('partially_refunded', 6))).toBe(0)
    const known = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 100 }, on(3))
    expect(most(known, shown('partially_refunded', 6))).toBe(900)
  })
})

describe('everything', () => {
  test('is held by an action that could not be read, until a person decides', () => {
    const unread = reported('unrecognised', { name: 'payment_action' }, on(4))
    expect(most(unread)).toBe(0)
    expect(most(unread, review('countsNot', 'UnreadAction', unread))).toBe(1000)
    expect(most(reported('unrecognised', { name: 'payment_void' }, on(4)))).toBe(1000)
  })

  test('is held by money in another currency, until a person decides', () => {
    const other = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 100, currency: 'USD' },
      on(3),
    )
    expect(most(other)).toBe(0)
    expect(most(other, review('countsNot', 'OtherCurrency', other))).toBe(1000)
  })
})

describe('a review', () => {
  const back = (id: string) =>
    reported('payment_chargeback', { ...pay, actionId: 'act_1', amount: 300 }, on(Number(id)))
  const both = [back('6'), back('7')]

  test('decides whether reports are of one chargeback or of two', () => {
    expect(most(...both)).toBe(400)
    expect(most(...both, review('one', 'OneOrTwo', ...both))).toBe(700)
    expect(most(...both, review('two', 'OneOrTwo', ...both))).toBe(400)
    const sums = (as: string) =>
      right(pf.sums(pf.fold(stream, [...paid, ...both, review(as, 'OneOrTwo', ...both)])))
    expect(sums('one')).toMatchObject({ chargedBack: 300, net: 700, netAtWorst: 700 })
    expect(sums('two')).toMatchObject({ chargedBack: 600, net: 400, netAtWorst: 400 })
  })

  test('is void once other evidence joins', () => {
    const decided = review('one', 'OneOrTwo', ...both)
    expect(most(...both, decided, back('8'))).toBe(100)
    expect(questions(...both, decided, back('8')).map(({ reason }) => reason)).toEqual(['OneOrTwo'])
  })

  test('that was made last counts', () => {
    const one = review('one', 'OneOrTwo', ...both)
    const two = { ...review('two', 'OneOrTwo', ...both) }
    const later = {
      ...two,
      metadata: { ...two.metadata, eventId: 'evt_later', occurredAt: '2026-03-19T11:00:00Z' },
    } as DomainEvent
    expect(most(...both, one, later)).toBe(400)
    expect(most(...both, later, one)).toBe(400)
  })

  test('allows nothing in another currency, and nothing outside its window', () => {
    const other = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 100, currency: 'USD' },
      on(3),
    )
    const state = pf.fold(stream, [...paid, other, review('countsNot', 'OtherCurrency', other)])
    const refund = (data: { readonly amount: number; readonly currency?: string }, now: string) =>
      pf.decide(state, {
        type: 'requestRefund',
        data: { ...pay, ...data },
        metadata: { commandId: 'c-1', now },
      })
    const at = '2026-03-20T10:00:00Z'
    expect(E.isRight(refund({ amount: 1 }, at))).toBe(true)
    expect(E.isLeft(refund({ amount: 1, currency: 'USD' }, at))).toBe(true)
    expect(E.isLeft(refund({ amount: 1 }, '2026-05-20T10:00:00Z'))).toBe(true)
  })
})

describe('a payment of which no message reports the capture', () => {
  const ticket = reported(
    'payment_declined',
    { ...pay, amount: 1000, currency: 'ARS', method: 'ticket' },
    on(1),
  )
  const refunded = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 7 }, on(3))
  const refusals = (...events: readonly DomainEvent[]) => {
    const allowed = right(pf.allowed(pf.fold(stream, events), NOW))
    return allowed.find(({ command }) => command === 'requestRefund')?.refusals.map(pf.explain)
  }

  test('holds everything, even if money went back: how much came in is not known', () => {
    expect(refusals(ticket, refunded)).toEqual([
      'This step depends on the captured amount, which no message has reported.',
    ])
    const captured = reported('payment_captured', { ...pay, amount: 1000 }, on(2))
    expect(refusals({ ...ticket, type: 'payment_pending' }, captured, refunded)).toEqual([])
  })
})

describe('balances that a webhook shows when it comes', () => {
  const late = {
    ...reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 100, balances: { refunded: 300 } },
      on(4),
    ),
  }
  const refunded = {
    ...late,
    metadata: { ...late.metadata, recordedAt: on(12).at } as DomainEvent['metadata'],
  }
  const balances = { balances: { refunded: 100 } }

  test('hold until a look-up that is later than the webhook came', () => {
    expect(most(refunded)).toBe(600)
    expect(most(refunded, shown('partially_refunded', 6, '10:00:00', balances))).toBe(600)
    expect(most(refunded, shown('partially_refunded', 12, '10:05:00', balances))).toBe(600)
    expect(most(refunded, shown('partially_refunded', 12, '10:05:00.0000001', balances))).toBe(900)
  })
})

describe('an amount on which reports disagree', () => {
  const refund = (amount: number, time: string) =>
    reported('payment_refunded', { ...pay, actionId: 'act_1', amount }, on(4, time))
  const both = [refund(100, '10:00:00'), refund(400, '10:00:30')]

  test('is a question for a person once the provider has answered, until it is decided', () => {
    const [question] = questions(...both)
    expect(question).toMatchObject({ reason: 'Disagreement', request: { endpoint: 'getPayment' } })
    const answer = reported('question_answered', { question: question?.id }, on(5))
    const [left, ...more] = questions(...both, answer)
    expect(left).toMatchObject({ reason: 'Disagreement', request: null })
    expect(more).toEqual([])
    expect(most(...both, answer)).toBe(600)
    const decided = review('countsNot', 'Disagreement', ...both)
    expect(questions(...both, answer, decided)).toEqual([])
    expect(most(...both, answer, decided)).toBe(900)
  })
})
