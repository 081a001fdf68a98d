/** `npm run bench`: every part in one process; `-- fold audit` runs some, `-- --json` ends with the ratios. */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { auditPart } from './audit.ts'
import { foldPart } from './fold.ts'
import { VERSION } from './payfold.ts'
import { printed } from './table.ts'

const PARTS = { fold: foldPart, audit: auditPart }

const { version } = JSON.parse(readFileSync('node_modules/xstate/package.json', 'utf8'))

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const ratios: Record<string, number> = {}

const { length: cores, 0: first } = cpus()
console.log(
  `payfold ${VERSION}, XState ${version}, Node ${process.version}, ${cores} × ${first?.model}\n`,
)

for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const found = part()
  console.log(printed(found))
  Object.assign(ratios, found.ratios)
}
if (process.argv.includes('--json')) console.log(JSON.stringify(ratios))
