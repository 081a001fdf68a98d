/** Runs the laws on the naive handler to see them fail: `npm run naive`. */
import { describe, test } from 'vitest'
import { naiveShop } from '../src/naive.ts'
import { NAMED } from '../test/laws.ts'

describe('the naive handler', () => {
  test.each(NAMED)('%s', (_, { check }) => check(naiveShop, { seed: 11 }))
})
