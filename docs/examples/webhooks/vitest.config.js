/** Runs tests two files at a time: the file that causes crashes mostly waits. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
})
