/** Stored states: used if they match, refused if anything has changed. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { at, evolve, fold } from '../../src/fold/fold.ts'
import { resume } from '../../src/fold/resume.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import { forAll } from '../for-all.ts'
import { byId, given, instantOf, pay, reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const state = given(
  sepaPayment,
  reported('payment_pending', { ...pay, amount: 5, currency: 'EUR' }),
)
const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const refusedBy = (value: unknown, machine = sepaPayment, policy = defaultPolicy): unknown => {
  const taken = resume(machine, { policy })(value)
  if (E.isRight(taken)) return 'taken'
  return taken.left.error === 'Stale' ? taken.left.differs : taken.left.path
}

describe('a stored state', () => {
  test('is read unchanged', () => {
    expect(resume(sepaPayment)(kept(state))).toEqual(E.right(state))
  })

  test('may be nested as deeply as the limit, and no deeper', () => {
    const nested = (depth: number) => {
      const deep: unknown = JSON.parse('['.repeat(depth - 2) + ']'.repeat(depth - 2))
      return resume(sepaPayment)({ ...state, context: { ...state.context, deep } })
    }
    // what is read is compared with the fold, which has no such field
    expect(nested(LIMITS.nesting)).toMatchObject({ left: { error: 'Stale', differs: 'content' } })
    const expected = `JSON that is nested at most ${LIMITS.nesting} deep`
    const left = E.left({ error: 'Unreadable', path: '', expected, found: 'an object' })
    expect([LIMITS.nesting + 1, 3000, 100_000].map(nested)).toEqual([left, left, left])
  })

  test('is refused if it is not a state, or contains an invalid event', () => {
    expect(refusedBy(null)).toBe('')
    expect(refusedBy({ ...state, context: 1 })).toBe('context')
    const { stream: _, ...unnamed } = state
    expect(refusedBy(unnamed)).toBe('stream')
    expect(refusedBy({ ...state, stream: 1 })).toBe('stream')
    expect(refusedBy({ ...state, occurrences: [{}] })).toBe('occurrences.0.disposition')
    const [first] = state.occurrences
    const strange = { ...state, occurrences: [{ ...first, events: [{ type: 'payment_pending' }] }] }
    expect(refusedBy(strange)).toBe('event')
  })

  test('is read if a person states an amount, and no message names the payment', () => {
    const data = { by: ['word-1'], asOf: '2026-01-05T10:00:00Z', chargedBack: 100 }
    const stated = given(sepaPayment, reported('reviewed', data))
    expect(resume(sepaPayment)(kept(stated))).toEqual(E.right(stated))
  })

  test('is refused if it was evaluated at a time', () => {
    expect(refusedBy(kept(at(sepaPayment)(state, instantOf('2030-01-01T00:00:00Z'))))).toBe('now')
  })
})

const RUNS = { numRuns: 15 }

describe.each(byId)('%s', (_, machine) => {
  test('continues as if it had never been stored', () => {
    const streams = eventsOf(machine)
    forAll(RUNS, [streams, streams], (events, more) => {
      const taken = resume(machine)(kept(fold(machine)(events)))
      if (E.isLeft(taken)) throw new Error(JSON.stringify(taken.left))
      const whole = more.reduce(evolve(machine), taken.right)
      expect(whole).toEqual(fold(machine)([...events, ...more]))
    })
  })
})
