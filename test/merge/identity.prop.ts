/** Identity, disagreement, strength: which message counts never depends on which came first. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import { ENGINE_FINDINGS } from '../../src/contract/finding.ts'
import { contentHash } from '../../src/event/content-hash.ts'
import type { DomainEvent, Source } from '../../src/event/envelope.ts'
import { forAll } from '../for-all.ts'
import { given, instantOf, reported } from '../given.ts'

const pay = { paymentId: 'pay_1', currency: 'EUR' }
const STRENGTH: readonly Source[] = ['report', 'response', 'request', 'inferred']

const source = fc.constantFrom(...STRENGTH)
const amount = fc.constantFrom(300, 400, 500)
const at = fc.constantFrom('2026-03-02T10:00:00Z', '2026-03-02T10:00:30Z', null)
const recordedAt = fc.constantFrom('2026-03-02T11:00:00Z', '2026-03-04T11:00:00Z')

/** Messages that report one capture, each with its own id. */
const captures = fc
  .array(fc.record({ source, amount, at, recordedAt, reference: fc.constantFrom('A', 'B') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) =>
    all.map(({ source, amount, at, recordedAt, reference }, index) =>
      reported(
        'payment_captured',
        { ...pay, amount, reference },
        { source, at, recordedAt, id: `evt_${index}` },
      ),
    ),
  )

const key = ({ metadata: { source, occurredAt } }: DomainEvent): readonly [number, string] => [
  STRENGTH.indexOf(source),
  occurredAt === null ? '~' : instantOf(occurredAt),
]

/**
 * The message that counts: the strongest, of those the earliest, of those the smallest by content.
 */
const winner = (all: readonly DomainEvent[]): DomainEvent | undefined =>
  all.toSorted((a, b) => {
    const [[strengthA, timeA], [strengthB, timeB]] = [key(a), key(b)]
    if (strengthA !== strengthB) return strengthA - strengthB
    if (timeA !== timeB) return timeA < timeB ? -1 : 1
    return contentHash(a) < contentHash(b) ? -1 : 1
  })[0]

const referencesOf = (all: readonly DomainEvent[]): ReadonlySet<unknown> =>
  new Set(all.map(({ data }) => (data as Record<string, unknown>)['reference']))

describe('of messages that report one occurrence', () => {
  test('the strongest counts, and a field in which others differ has one finding; what money differs in has a doubt', () => {
    forAll({}, [captures, fc.boolean()], (all, isReversed) => {
      const { occurrences, findings } = given(sepaPayment, ...(isReversed ? all.toReversed() : all))
      expect(occurrences).toHaveLength(1)
      const { reference } = Object(winner(all)?.data)
      expect(occurrences[0]?.data['reference']).toBe(reference)
      const weighed = all.filter(({ metadata }) => metadata.source !== 'inferred')
      const found = findings.flatMap((each) =>
        each.code === 'FieldDiffers' && 'field' in each ? [`${each.key} ${each.field}`] : [],
      )
      const differs = referencesOf(weighed).size > 1
      expect(found).toEqual(differs ? ['payment_captured reference'] : [])
    })
  })

  test('two with one id are one if they say the same, otherwise they conflict', () => {
    const twice = fc.tuple(amount, amount, at, at, recordedAt, recordedAt)
    forAll({}, [twice, fc.boolean()], ([one, other, atOne, atOther, first, second], isReversed) => {
      const both = [
        reported(
          'payment_captured',
          { ...pay, amount: one },
          { id: 'evt_1', at: atOne, recordedAt: first },
        ),
        reported(
          'payment_captured',
          { ...pay, amount: other },
          { id: 'evt_1', at: atOther, recordedAt: second },
        ),
      ]
      const { findings, occurrences } = given(
        sepaPayment,
        ...(isReversed ? both.toReversed() : both),
      )
      const timesDiffer = atOne !== null && atOther !== null && atOne !== atOther
      const codes = findings
        .map(({ code }) => code)
        .filter((code) => Object.hasOwn(ENGINE_FINDINGS, code))
      expect(codes).toEqual(one !== other || timesDiffer ? ['ConflictingDuplicate'] : [])
      expect(occurrences).toHaveLength(1)
      expect(occurrences[0]?.events).toHaveLength(one === other && atOne === atOther ? 1 : 2)
    })
  })
})

describe('what can happen more than once', () => {
  /** Refunds by action, each reported by one or more messages. */
  const refunds = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      amount,
      words: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  )

  test('is distinguished by its id, never by amount, time or type', () => {
    forAll({}, [refunds, fc.boolean()], (all, isReversed) => {
      const words = all.flatMap(({ id, amount, words }) =>
        Array.from({ length: words }, (_, index) =>
          reported(
            'payment_refunded',
            { ...pay, actionId: `act_${id}`, amount },
            { id: `evt_${id}${index}` },
          ),
        ),
      )
      const captured = reported('payment_captured', { ...pay, amount: 5000 })
      const state = given(sepaPayment, captured, ...(isReversed ? words.toReversed() : words))
      const refunded = all.reduce((sum, each) => sum + each.amount, 0)
      expect(paymentSums(state.context).refunded).toBe(refunded)
      expect(Object.keys(state.context.refunds)).toHaveLength(all.length)
    })
  })
})
