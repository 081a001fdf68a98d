/** The interface's own page: every table and every row of it is covered. */
import { describe, expect, test } from 'vitest'
import { covered, tablesIn } from '../interface/covered.ts'
import { interfacePage } from './recorded.ts'

describe('the interface itself', () => {
  const theirs = tablesIn(interfacePage())

  test('has as many tables as are covered', () => {
    expect(theirs.length).toBe(covered.length)
    expect(theirs.length).toBeGreaterThan(20)
  })

  test.each(theirs)('has no row that is not covered: %s', (...fields) => {
    expect(covered).toContainEqual(fields)
  })
})
