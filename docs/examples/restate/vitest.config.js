/**
 * Runs tests two files at a time, because they mostly wait. Tests that kill processes, and
 * measurements, run alone.
 */
import { defineConfig } from 'vitest/config'

const times = { testTimeout: 240_000, hookTimeout: 120_000 }
const ends = ['test/orphaned.js']
const alone = ['test/crash.test.js']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'asked',
          include: ['test/**/*.test.js'],
          exclude: alone,
          setupFiles: ends,
          sequence: { groupOrder: 0 },
          ...times,
        },
      },
      {
        test: {
          name: 'killed',
          include: alone,
          setupFiles: ends,
          sequence: { groupOrder: 1 },
          ...times,
        },
      },
    ],
  },
})
