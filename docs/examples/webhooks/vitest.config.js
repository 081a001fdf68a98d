/** Tests two files at a time: the one that crashes things waits more than it works. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
})
