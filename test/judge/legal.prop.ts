/**
 * SEPA payments whose every step is in time, as the scheme and the interface have it: none is overdue
 * at any time, and no step is late. The days are Temporal's, and each bank day is the next one that
 * is open.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { overdue } from '../../src/judge/windows.ts'
import type { Stream } from '../../src/words/stream.ts'
import { isBankDay } from '../../src/words/time/bank-days.ts'
import type { CivilDate } from '../../src/words/time/calendar.ts'
import { shift } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { instantOf, pay, reported } from '../given.ts'
import { root } from '../root.ts'

type Day = Temporal.PlainDate

const ZONE = 'Europe/Brussels'
const STREAM = 'payment-pay_1' as Stream

const open = (day: Day): Day =>
  isBankDay(day.toString() as CivilDate) ? day : open(day.add({ days: 1 }))
const bankDays = (day: Day, count: number): Day =>
  count === 0 ? day : bankDays(open(day.add({ days: 1 })), count - 1)

/** A time of a day, in Brussels. */
const during = (day: Day, minute: number): string =>
  day
    .toZonedDateTime({ timeZone: ZONE, plainTime: { hour: 0 } })
    .add({ minutes: minute })
    .toInstant()
    .toString()

const minutes = fc.integer({ min: 0, max: 1319 })
/** The whole way to the last day, most often. */
const part = fc.oneof(fc.nat({ max: 1000 }), fc.constant(1000))

/** How the payer's bank takes money back: until when a claim is made, and how long it then takes. */
const TAKING = {
  return: { reasons: ['AM04', 'MS03', 'AC04'], claim: (from: Day) => bankDays(from, 5), asks: 0 },
  refund: { reasons: ['MD06'], claim: (from: Day) => open(from.add({ weeks: 8 })), asks: 0 },
  unauthorised: {
    reasons: ['MD01', undefined],
    claim: (from: Day) => open(from.add({ months: 13 })),
    asks: 30,
  },
} as const

const history = fc.record({
  submitted: fc.integer({ min: 0, max: 9000 }),
  at: minutes,
  debit: part,
  names: fc.boolean(),
  refund: fc.option(fc.record({ asked: part, done: part, at: minutes }), { nil: undefined }),
  back: fc.option(
    fc.record({
      by: fc.constantFrom('return', 'refund', 'unauthorised'),
      reason: part,
      claimed: part,
      asked: part,
      sent: fc.constantFrom(0, 1, 2, 2),
      at: minutes,
    }),
    { nil: undefined },
  ),
})

type History = typeof history extends fc.Arbitrary<infer A> ? A : never

/** A day of those from one to another, both included. */
const within = (from: Day, to: Day, share: number): Day =>
  from.add({ days: Math.floor((from.until(to, { largestUnit: 'days' }).days * share) / 1000) })

const eventsOf = ({ submitted, at, debit, names, refund, back }: History) => {
  const day = Temporal.PlainDate.from('2002-01-01').add({ days: submitted })
  const sent = reported(
    'payment_pending',
    { ...pay, amount: 1000, method: 'sepa', sourceId: 'src_1' },
    { at: during(day, at) },
  )
  // a bank debits on a day on which it is open, one or two days after the submission
  const debited = open(within(day.add({ days: 1 }), day.add({ days: 2 }), debit))
  const taken = reported(
    'payment_captured',
    { ...pay, amount: 1000, ...(names ? { debitDate: debited.toString() } : {}) },
    { at: during(debited, at) },
  )
  const steps: DomainEvent[] = [sent, taken]
  if (refund !== undefined) {
    const asked = within(debited.add({ days: 1 }), debited.add({ weeks: 8 }), refund.asked)
    const done = open(within(asked, asked.add({ days: 4 }), refund.done))
    const one = { ...pay, amount: 400, actionId: 'act_1' }
    steps.push(
      reported('refund_requested', one, { at: during(asked, refund.at), source: 'response' }),
      reported('payment_refunded', one, { at: during(done, Math.max(refund.at, 1) + 100) }),
    )
  }
  if (back !== undefined) {
    const { reasons, claim, asks } = TAKING[back.by]
    const claimed = open(within(debited, claim(debited), back.claimed))
    const decided = open(within(claimed, claimed.add({ days: asks }), back.asked))
    const arrived = bankDays(decided, back.sent)
    const reason = reasons[back.reason % reasons.length]
    steps.push(
      reported(
        'payment_chargeback',
        { ...pay, amount: 600, disputeId: 'dsp_1', ...(reason === undefined ? {} : { reason }) },
        { at: during(arrived, back.at + 100) },
      ),
    )
  }
  return steps.toSorted((a, b) =>
    Temporal.Instant.compare(String(a.metadata.occurredAt), String(b.metadata.occurredAt)),
  )
}

const LATE = ['withinRefundWindow', 'withinChargebackWindow']

test('no legal history is overdue or late', () => {
  forAll(Number(process.env['RUNS'] ?? 100), [history], (own) => {
    const events = eventsOf(own)
    for (const [index, next] of events.entries()) {
      // just before the next step, nothing that should have happened is missing
      const now = shift(instantOf(String(next.metadata.occurredAt)), -1)
      const known = root.fold(STREAM, events.slice(0, index))
      const windows = E.getOrElseW(() => [])(root.windows(known, now))
      expect(overdue(windows).map(({ name }) => name)).toEqual([])
    }
    const { findings } = root.fold(STREAM, events)
    expect(findings.filter(({ code }) => LATE.includes(code))).toEqual([])
  })
})
