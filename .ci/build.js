// @ts-check
/**
 * What `npm run build` runs: makes `dist` anew. Where BUILT says that it has been made, as `.ci/run` does, it is left
 * alone: the examples run from it meanwhile.
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
