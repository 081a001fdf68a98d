/** Records the goldens; this is not a test, so it is separate from the tests. */
import { defineConfig } from 'vitest/config'
import { alias } from '../../vitest.config.ts'

export default defineConfig({
  resolve: { alias },
  test: { include: ['test/golden/record.ts'], testTimeout: 600_000 },
})
