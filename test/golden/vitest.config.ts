/** Recording the goldens: no test, so apart from the tests. */
import { defineConfig } from 'vitest/config'
import { alias } from '../../vitest.config.ts'

export default defineConfig({
  resolve: { alias },
  test: { include: ['test/golden/record.ts'], testTimeout: 600_000 },
})
