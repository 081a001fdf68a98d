/** The checks of the package as it is published: apart from the tests, since they install and pack first. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.check.ts'],
    globalSetup: './setup.ts',
    // bundles are made as a release is
    env: { NODE_ENV: 'production' },
    // compilers, two at a time
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
