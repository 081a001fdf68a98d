/** What is read from beside the repository, apart from the tests: recorded messages, and the interface's own page. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { root: import.meta.dirname, include: ['**/*.check.ts'], isolate: false },
})
