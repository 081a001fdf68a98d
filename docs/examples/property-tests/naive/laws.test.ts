/** The laws, run on the naive handler to see them fail: `npm run naive`. */
import { describe, test } from 'vitest'
import { naiveShop } from '../src/naive.ts'
import { LAWS } from '../test/laws.ts'

describe('the naive handler', () => {
  test.each(LAWS)('$name', ({ check }) => check(naiveShop, { seed: 2 }))
})
