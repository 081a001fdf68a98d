import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { alias } from '../../vitest.config.ts'

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export default defineConfig({
  resolve: { alias },
  // remove nothing as unused: a mutant may be just that
  build: {
    ssr: source(`test/mutation/${process.env['EXAMPLES'] ?? 'examples'}.ts`),
    outDir: source('reports/examples'),
    rolldownOptions: { treeshake: false, output: { entryFileNames: 'examples.js' } },
  },
  test: {
    include: ['test/mutation/loaded.ts'],
    globalSetup: 'test/mutation/build.ts',
    testTimeout: 60_000,
    server: { deps: { external: [/reports\/examples/] } },
    // Stryker reads the results itself; printing them would take as long as the tests
    reporters: [{}],
  },
})
