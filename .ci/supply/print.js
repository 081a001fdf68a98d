// @ts-check
/** What `npm run sbom` runs: prints the bill of what users install, in CycloneDX form. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sbomOf } from './sbom.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

const printed = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
)
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
)
process.stdout.write(`${JSON.stringify(sbomOf(JSON.parse(printed), packages), null, 2)}\n`)
