/** The example that audits a log of any length: the report of one audit, whoever audits the parts. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportJson } from '../../src/audit/report/report.ts'
import { toLine } from '../../src/log/line.ts'
import { entriesOf, numbered } from '../audit/given.ts'
import { business } from '../audit/seeded.ts'
import { machines } from '../given.ts'
import { audit } from '../root.ts'

/** Entries of the log that is audited in little memory; 300,000 fit into 128 MB. */
const ENTRIES = Number(process.env['ENTRIES'] ?? 12_000)
const HEAP = ENTRIES > 100_000 ? 128 : 64

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-parts-'))
  if (!existsSync(join(root, 'dist'))) await run('npm', ['run', 'build'], { cwd: root })
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

/** Audits a file in parts; resolves with the report. */
const inParts = async (file: string, options: readonly string[], ...words: readonly string[]) => {
  const to = join(folder, 'report')
  const program = join(root, 'docs/examples/start.js')
  await run(process.execPath, [...options, program, 'audit-parts', file, ...words, '--to', to])
  return readFile(to, 'utf8')
}

const written = async (lines: readonly string[]): Promise<string> => {
  const file = join(folder, 'log')
  await writeFile(file, lines.map((line) => `${line}\n`).join(''))
  return file
}

test('has the report of one audit, with workers and without', async () => {
  const entries = numbered(entriesOf(...business(300, 3)))
  const lines = entries.map(toLine).toSpliced(40, 1, 'damaged').toSpliced(90, 1)
  const whole = `${reportJson(audit(machines)(lines.map((line) => `${line}\n`)))}\n`
  const file = await written(lines)
  expect(await inParts(file, [], '--parts', '3', '--workers', '0')).toBe(whole)
  expect(await inParts(file, [], '--parts', '2', '--workers', '2')).toBe(whole)
})

test('needs memory for a part, not for the log', async () => {
  const lines = entriesOf(...business(ENTRIES, 4)).map(toLine)
  const file = await written(lines)
  const parts = String(Math.ceil(ENTRIES / 4000))
  const options = [`--max-old-space-size=${HEAP}`]
  const report = await inParts(file, options, '--parts', parts, '--workers', '0')
  expect(JSON.parse(report)).toMatchObject({ lines: ENTRIES, worst: null })
}, 3_600_000)
