/**
 * `npm test` runs the tests in the folder test; `npm run naive` runs the tests in the folder naive.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['**/*.test.ts'], testTimeout: 300_000 } })
