/** The checks on every host: those of `npm run consumers`, and the large ones. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..'),
    include: ['hosts/*.check.ts', 'package/runs.check.ts'],
    globalSetup: './package/setup.ts',
    env: { NODE_ENV: 'production' },
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
