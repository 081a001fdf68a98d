/** Loads every example, from one built file: a mutant needs all code anew, and one file comes fastest. */
import { expect, test } from 'vitest'

let problem: unknown = null

// a chart that cannot even be built is a mutant found; were no test to say so, it would count as alive
test('every example can be loaded', () => {
  expect(problem).toBe(null)
})

const built = '../../reports/examples/examples.js'
try {
  await import(/* @vite-ignore */ built)
} catch (error) {
  problem = error
}
