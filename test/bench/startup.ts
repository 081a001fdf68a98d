/** Start-up: the processor time of an import, by entry. docs/sizes.md keeps the table. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { median } from './rounds.ts'
import type { Part } from './table.ts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.keys(exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => `payfold${path.slice(1)}`)

const LIBRARIES = ['xstate', 'immer', 'io-ts', 'fp-ts/lib/Either.js', 'fp-ts/lib/function.js']

/** What is imported, by the row that says so. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'XState, Immer, io-ts and fp-ts': LIBRARIES,
  'the same and `node:crypto`': [...LIBRARIES, 'node:crypto'],
  '`payfold` and its machines': ['payfold', 'payfold/machines'],
  ...Object.fromEntries(entries.map((name) => [`\`${name}\``, [name]])),
}

/** Milliseconds of the processor, without those of Node.js itself, in a process of its own. */
const timeOf = (packages: readonly string[]): number => {
  const imports = packages.map((name) => `await import('${name}')`).join(';')
  const script = `const begun = process.cpuUsage(); ${imports}
    const { user, system } = process.cpuUsage(begun); console.log((user + system) / 1000)`
  const args = ['--input-type=module', '--eval', script]
  const env = { ...process.env, NODE_ENV: 'production' }
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8', env }))
}

const ROUNDS = 15

/** Of the built package: `npm run build` comes first. The rows take turns. */
export const startupPart = (): Part => {
  const rows = Object.entries(IMPORTS).map(([name, packages]) => ({
    name,
    packages,
    times: [] as number[],
  }))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { packages, times } of rows) times.push(timeOf(packages))
  const medians = rows.map(({ times }) => median(times))
  const [alone = 0, , both = 0] = medians
  return {
    title: 'Start-up',
    head: ['imported', 'processor time', 'of the libraries alone'],
    rows: rows.map(({ name }, index) => {
      const time = medians[index] ?? 0
      return [name, `${Math.round(time)} ms`, `${(time / alone).toFixed(1)} ×`]
    }),
    ratios: { 'start-up: of the libraries alone': both / alone },
  }
}
