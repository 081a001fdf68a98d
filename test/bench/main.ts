/**
 * `npm run bench`: all parts in one process; `-- fold audit` runs some, `-- --json` ends with the
 * ratios, `-- against PATH` compares the audits of another `dist`.
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { againstPart } from './against.ts'
import { auditPart } from './audit.ts'
import { foldPart } from './fold.ts'
import { growthPart } from './growth.ts'
import { judgePart } from './judge.ts'
import { VERSION } from './payfold.ts'
import { shapesPart } from './shapes.ts'
import { startupPart } from './startup.ts'
import { type Part, printed } from './table.ts'
import { workersPart } from './workers.ts'

const options = process.argv.slice(2)

const PARTS: Readonly<Record<string, () => Part | Promise<Part>>> = {
  fold: foldPart,
  audit: auditPart,
  judge: judgePart,
  shapes: shapesPart,
  growth: growthPart,
  workers: workersPart,
  startup: startupPart,
}

const { version } = JSON.parse(readFileSync('node_modules/xstate/package.json', 'utf8'))
const asked = options.filter((option) => !option.startsWith('--'))
const ratios: Record<string, number> = {}

const { length: cores, 0: core } = cpus()
console.log(
  `payfold ${VERSION}, XState ${version}, Node ${process.version}, ${cores} × ${core?.model}\n`,
)

const [first, path = 'dist'] = asked
const chosen = first === 'against' ? { against: () => againstPart(path) } : PARTS

for (const [name, part] of Object.entries(chosen)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const found = await part()
  console.log(printed(found))
  Object.assign(ratios, found.ratios)
}
if (options.includes('--json')) console.log(JSON.stringify(ratios))
