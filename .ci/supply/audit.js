// @ts-check
/** What `npm run advisories` runs: fails on a severe advisory about what users install. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { judgedAdvisories } from './advisories.js'
import { installedByUsers } from './sbom.js'

const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')

const { stdout } = spawnSync(
  'npm',
  ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=10000'],
  { cwd: fileURLToPath(new URL('../../', import.meta.url)), encoding: 'utf8', timeout: 20_000 },
)
const { isFailure, sentences } = judgedAdvisories(
  stdout ?? '',
  installedByUsers(JSON.parse(lock).packages),
)
for (const sentence of sentences) console.log(sentence)
process.exitCode = isFailure ? 1 : 0
