/**
 * The checks of the published package: separate from the tests, because they install and pack
 * first.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.check.ts'],
    globalSetup: './setup.ts',
    // bundles are built as for a release
    env: { NODE_ENV: 'production' },
    // compilers, two at a time
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
