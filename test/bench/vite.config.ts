import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { alias } from '../../vitest.config.ts'

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export default defineConfig({
  resolve: { alias },
  build: {
    ssr: true,
    outDir: source('reports/bench'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: source('test/bench/main.ts'), worker: source('test/bench/worker.ts') },
    },
  },
})
