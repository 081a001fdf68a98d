// @ts-check
/**
 * What `npm run build` runs: it makes `dist` again. If the variable BUILT is set, as in `.ci/run`,
 * it leaves `dist` alone, because the examples run from `dist` at the same time.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

if (process.env['BUILT'] === undefined) {
  rmSync(`${root}dist`, { recursive: true, force: true })
  const compiler = `${root}node_modules/typescript/bin/tsc`
  const args = [compiler, '--project', `${root}tsconfig.json`]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
}
