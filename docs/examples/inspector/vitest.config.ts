/**
 * The configuration of the tests; a test may start a browser or a program, so it may take a minute.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['**/*.test.ts'], testTimeout: 300_000 } })
