/** The configuration of the tests: they call a server on this machine, which may be busy. */
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['**/*.test.ts'], testTimeout: 300_000 } })
