/**
 * Nothing is stuck: whichever fault a provider's messages have, once or everywhere, some decisions of
 * a person who knows the provider's ledger end at that ledger, wherever it is one of the readings.
 * (With two faults, a reading may have the ledger's sums although its refunds are others.)
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Question } from '../../src/judge/questions.ts'
import { payfold } from '../../src/payfold.ts'
import type { PaymentHistory } from '../../src/testing/history.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import { machines, reported } from '../given.ts'
import { answersTo } from './answering.ts'
import { streamOf, streamsOf } from './folded.ts'
import { paymentEnd, refundableAt } from './payment.ts'
import { isSmall, readingsOf } from './readings.ts'
import { RUNS, runs, type World, worlds } from './worlds.ts'

const PATIENCE = 3 * 3_600_000
const pf = payfold(machines)
const METHODS = [
  ['sepa', sepaPayment, 'EUR'],
  ['ticket', ticketPayment, 'ARS'],
] as const

type Folded = ReturnType<typeof pf.fold>

const questionsOf = (state: Folded, now: Instant): readonly Question[] => {
  const asked = pf.questions(state, now)
  return E.isRight(asked) ? asked.right.filter(({ readings }) => readings.length > 0) : []
}

/** What happened in the end, as far as messages and truthful look-ups say. */
const answered = (
  { delivered }: World,
  history: PaymentHistory,
  now: Instant,
): readonly DomainEvent[] => {
  const stream = streamOf(history)
  let all = delivered
  for (const days of [1, 2, 3]) {
    const state = pf.fold(stream, streamsOf(all).get(stream) ?? [])
    all = [...all, ...answersTo(history, all, questionsOf(state, now), days * 86_400)]
  }
  return streamsOf(all).get(stream) ?? []
}

/** Whether the ledger has the sums of a reading: what no other message reports is no lie. */
const isReading = (
  history: PaymentHistory,
  events: readonly DomainEvent[],
  currency: string,
): boolean => {
  const { captured, refunded, refunding, chargedBack } = paymentEnd(history)
  const { captures, refunds, chargebacks } = readingsOf(events, currency)
  return (
    captures.includes(captured) &&
    refunds.includes(refunded + refunding) &&
    chargebacks.includes(chargedBack)
  )
}

/** What a person may decide about a question: one of its readings, or which amount counts. */
const decisions = (
  { reason, events, readings }: Question,
  all: readonly DomainEvent[],
): readonly object[] => {
  if (!/^(Disagreement|ConflictingDuplicate|OtherCurrency)$/.test(reason))
    return readings.map((as) => ({ as }))
  const amounts = all.flatMap(({ metadata, data }) =>
    events.includes(metadata.eventId) && 'amount' in data ? [data.amount] : [],
  )
  const named = [...new Set(amounts)].map((amount) => ({ as: 'counts', amount }))
  return named.length === 0 ? readings.map((as) => ({ as })) : named
}

/** Searches for decisions after which exactly so much may be refunded, and no question is open. */
const canEndAt = (
  history: PaymentHistory,
  events: readonly DomainEvent[],
  now: Instant,
): boolean => {
  const ledger = refundableAt(history, now)
  let tries = 0
  const search = (reviews: readonly DomainEvent[]): boolean => {
    tries += 1
    const state = pf.fold(streamOf(history), [...events, ...reviews])
    const [question] = questionsOf(state, now)
    if (question === undefined) return mostOf(state, now) === ledger
    if (tries > 3000) return false
    return decisions(question, events).some((decision) => {
      const { reason, events: evidence } = question
      const paymentId = `pay_${history.setting.name}`
      const data = { paymentId, reason, events: evidence, ...decision, by: ['person-1'] }
      const id = `review_${reviews.length}`
      return search([...reviews, reported('reviewed', data, { id, at: now })])
    })
  }
  return search([])
}

/** The greatest refund that is allowed. */
const mostOf = (state: Folded, now: Instant): number => {
  const allowed = pf.allowed(state, now)
  const all = E.isRight(allowed) ? allowed.right : []
  return all.find(({ command }) => command === 'requestRefund')?.amount?.most ?? 0
}

describe.each(METHODS)('of a %s payment', (_, machine, currency) => {
  test(
    'every doubt can end at the ledger, wherever it is a reading',
    () => {
      fc.assert(
        fc.property(worlds(machine, 1), (world) => {
          const { history } = world
          fc.pre(history.kind === 'payment')
          const captured = history.facts.find(({ type }) => type === 'payment_captured')
          const now = shift(captured?.at ?? history.setting.startsAt, 86_400)
          const events = answered(world, history, now)
          fc.pre(isSmall(events) && isReading(history, events, currency))
          expect(canEndAt(history, events, now)).toBe(true)
        }),
        { ...runs, numRuns: RUNS },
      )
    },
    PATIENCE,
  )
})
