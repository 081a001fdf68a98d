/** Runs the mistakes; they take minutes, so they are separate from the tests. */
import { defineConfig } from 'vitest/config'
import { alias } from '../../vitest.config.ts'

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/mutation/mistakes.ts', 'test/mutation/desk-mistakes.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
