/** A golden is read in today's words, and differences are named by their path. */
import { expect, test } from 'vitest'
import { difference, inTodaysWords, normal, type Table } from './normal.ts'

const table: Table = {
  leftOut: ['because'],
  kept: ['refusal.because'],
  keys: { 'found.place': 'disposition', asks: 'open' },
  values: { place: { beside: 'informational' }, reason: { NoArrow: 'NoTransition' } },
  dropped: ['found.about'],
  added: ['entityId'],
  unordered: ['open'],
}

test('keys and values are renamed, fields left out, dropped and added, lists compared in any order', () => {
  const golden = {
    found: [{ place: 'beside', about: 'act_1', because: 'A sentence.', reason: 'NoArrow' }],
    place: { about: 1 },
    refusal: { because: 'expired' },
    asks: [{ of: 'thing' }, { of: 'actions' }],
  }
  const today = {
    found: [{ disposition: 'informational', entityId: 'act_1', reason: 'NoTransition' }],
    place: { about: 1 },
    refusal: { because: 'expired' },
    open: [{ of: 'actions' }, { of: 'thing' }],
  }
  expect(difference(inTodaysWords(golden, table), normal(today, table))).toBe(null)
})

test('the first difference is reported with its path and both values', () => {
  const path = (golden: object, today: object) =>
    difference({ a: [golden as never] }, { a: [today as never] })
  expect(path({ b: 1 }, { b: 2 })).toBe('a.0.b: 1 is now 2')
  expect(path({ b: 1 }, {})).toBe('a.0.b: 1 is now nothing')
  expect(path({}, { b: null })).toBe('a.0.b: nothing is now null')
  expect(path({ b: [] }, { b: {} })).toBe('a.0.b: [] is now {}')
})
