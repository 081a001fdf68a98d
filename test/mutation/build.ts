/** Builds all examples, and all code that they need, into one file before they run. */
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const configFile = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
const described = fileURLToPath(new URL('described.ts', import.meta.url))

/** Gives the examples a `describe` that reports errors inside it. */
const guarded: Plugin = {
  name: 'guarded',
  enforce: 'pre',
  resolveId: (name, importer) => (name === 'vitest' && importer !== described ? described : null),
}

/** The function that vitest calls before it runs anything. */
export const setup = async (): Promise<void> => {
  await build({ configFile, plugins: [guarded], logLevel: 'error' })
}
