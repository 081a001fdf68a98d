/** Two workers: whole parts of a log, as `npm start -- audit-parts` gives them away. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './rounds.ts'
import { digits, type Part } from './table.ts'
import { logOf } from './work.ts'

const PROGRAM = 'docs/examples/audit-parts/main.js'

/** The same log in the same parts by one thread and by two workers, in turns. */
export const workersPart = (): Part => {
  const lines = logOf(200_000, 7)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const log = join(folder, 'log.jsonl')
  writeFileSync(log, `${lines.join('\n')}\n`)
  const by = (workers: number) => {
    const to = join(folder, `${workers}.json`)
    const begun = performance.now()
    const words = [PROGRAM, log, '--parts', '8', '--workers', `${workers}`, '--to', to]
    execFileSync(process.execPath, words, { stdio: 'ignore' })
    return { took: performance.now() - begun, report: readFileSync(to, 'utf8') }
  }
  const rounds = [1, 2, 3].map(() => [by(0), by(2)] as const)
  rmSync(folder, { recursive: true })
  const [one = 0, two = 1] = [0, 1].map((at) => median(rounds.map((each) => each[at]?.took ?? 0)))
  const factor = one / two
  const isSame = rounds.every(([each, other]) => each.report === other.report)
  return {
    title: 'Two workers',
    head: ['', `${digits(lines.length)} entries`],
    rows: [
      ['one thread', `${digits(one)} ms`],
      ['two workers', `${digits(two)} ms`],
      ['factor', digits(factor)],
      ['the same bytes', isSame ? 'yes' : 'no'],
    ],
    ratios: { 'workers: times as fast by two': factor, 'workers: the same bytes': isSame ? 1 : 0 },
  }
}
