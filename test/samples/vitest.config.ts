/**
 * Checks that read files next to the repository, separate from the tests: recorded messages and the
 * interface's page.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { root: import.meta.dirname, include: ['**/*.check.ts'], isolate: false },
})
