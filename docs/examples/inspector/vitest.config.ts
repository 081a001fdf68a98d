/** `npm test` runs the tests in test, `npm run naive` those in naive. */
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['**/*.test.ts'], testTimeout: 60_000 } })
