import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { alias } from '../../vitest.config.ts'

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The programs; in the mode `apart`, those that share no code with them. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  production: ['main', 'turns'],
  apart: ['xstate'],
}

export default defineConfig(({ mode }) => ({
  resolve: { alias },
  build: {
    ssr: true,
    outDir: source(mode === 'apart' ? 'reports/bench/apart' : 'reports/bench'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(
        (INPUTS[mode] ?? []).map((name) => [name, source(`test/bench/${name}.ts`)]),
      ),
    },
  },
}))
