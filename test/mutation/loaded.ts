/**
 * Loads every example from one built file: each mutant needs all code again, and one file loads
 * fastest.
 */
import { expect, test } from 'vitest'

let problem: unknown = null

// a chart that cannot be built is a mutant that was found; without a failing test it would count as
// alive
test('every example can be loaded', () => {
  expect(problem).toBe(null)
})

const built = '../../reports/examples/examples.js'
try {
  await import(/* @vite-ignore */ built)
} catch (error) {
  problem = error
}
