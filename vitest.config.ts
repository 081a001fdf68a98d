import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The package by its own names, from its sources: what is built plays no part in the tests. */
export const alias = {
  '#sha256': source('src/words/hash/sha256-node.ts'),
  'payfold/machines': source('machines/index.ts'),
  'payfold/provider': source('src/provider/index.ts'),
  'payfold/desk': source('src/desk/index.ts'),
  'payfold/audit': source('src/audit/index.ts'),
  'payfold/inspect': source('src/inspect/index.ts'),
  'payfold/machine': source('src/machine.ts'),
  'payfold/testing': source('src/testing/index.ts'),
  payfold: source('src/index.ts'),
}

/** The extractor of Stately Studio asks XState 4 for what its actions are called. */
const extractor = {
  '@xstate/machine-extractor': source(
    'node_modules/@xstate/machine-extractor/dist/xstate-machine-extractor.esm.js',
  ),
  'xstate/lib': 'xstate4/lib',
}

/** Whether more is tried than usual: such runs take hours. */
const isLong = ['RUNS', 'ENTRIES', 'EVENTS', 'SETS'].some((name) => process.env[name] !== undefined)

export default defineConfig({
  resolve: { alias: { ...alias, ...extractor } },
  // nothing is shared between files but code, so none needs a world of its own
  test: {
    include: ['test/**/*.{test,prop}.ts'],
    // they start programs and a browser: `npm run programs`
    exclude: ['test/programs/**', '**/node_modules/**'],
    isolate: false,
    server: { deps: { inline: ['@xstate/machine-extractor'] } },
    maxWorkers: '100%',
    // laws make much that is soon garbage: with more room for it, it is seldom copied
    execArgv: ['--max-semi-space-size=64'],
    // only what hangs takes so long, however busy the machine is
    testTimeout: isLong ? 12 * 3_600_000 : 300_000,
    hookTimeout: 300_000,
  },
})
