/** The example that audits a log of any length: the report of one audit, whoever audits the parts. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportJson } from '../../src/audit/report/report.ts'
import { toLine } from '../../src/log/line.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
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
})
afterAll(() => rm(folder, { recursive: true }))

/** Audits a file in parts; resolves with the report. */
const inParts = async (file: string, options: readonly string[], ...words: readonly string[]) => {
  const to = join(folder, 'report')
  const program = join(root, 'docs/examples/start.js')
  const all = [...options, program, 'audit-parts', file, ...words, '--to', to]
  // the exit code says how bad the worst finding is
  await run(process.execPath, all).catch(({ code }) => expect(code).toBeLessThanOrEqual(3))
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
})

/** How the program ends, and what it says. */
const ended = (...words: readonly string[]) =>
  run(process.execPath, [join(root, 'docs/examples/start.js'), 'audit-parts', ...words]).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

test.each([
  ['a carriage return before the end', (line: string) => `${line}\r\r\n`],
  ['a last line with a carriage return', (line: string) => `${line}\r`],
  ['bytes that are not UTF-8', (line: string) => Buffer.from(`${line}\xff\n`, 'latin1')],
])('has the report of one audit for %s', async (_, broken) => {
  const [first = '', ...rest] = entriesOf(...business(20, 3)).map(toLine)
  const file = join(folder, 'log')
  const others = Buffer.from(rest.map((line) => `${line}\n`).join(''))
  const log = Buffer.concat([others, Buffer.from(broken(first))])
  await writeFile(file, log)
  const { code, stdout } = await ended(file, '--parts', '2', '--workers', '0')
  expect(stdout).toBe(`${reportJson(audit(machines)([log]))}\n`)
  expect(code).toBe(3)
})

test('reads a line as long as a line may be', async () => {
  const file = await written(['x'.repeat(LIMITS.line)])
  const { stdout } = await ended(file, '--workers', '0')
  expect(stdout).toBe(`${reportJson(audit(machines)([await readFile(file)]))}\n`)
})

test('prints what it takes', async () => {
  const { code, stdout, stderr } = await ended('--help')
  expect([code, stderr]).toEqual([0, ''])
  for (const word of ['FILE', '--parts', '--workers', '--to', 'Exit codes']) {
    expect(stdout).toContain(word)
  }
})

test('says what it cannot do, and writes nothing over the log', async () => {
  const file = await written(entriesOf(...business(5, 3)).map(toLine))
  for (const parts of ['0', '401']) {
    expect(await ended(file, `--parts=${parts}`)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('--parts takes a whole number from 1 to 400.'),
    })
  }
  for (const words of [
    [file, file],
    [file, '--to', file],
    [file, '--wrong'],
  ]) {
    expect((await ended(...words)).code).toBe(64)
  }
  expect((await readFile(file, 'utf8')).length).toBeGreaterThan(0)
  expect((await ended(file, '--to', folder)).code).toBe(73)
  expect((await ended(await written([]))).code).toBe(65)
})

test('cannot read a directory', async () => {
  expect((await ended(folder)).code).toBe(66)
})

test('leaves an earlier report as it is until the new one is whole, and nothing beside it', async () => {
  const file = await written(entriesOf(...business(5, 3)).map(toLine))
  const own = join(folder, 'reports')
  const [to, link] = [join(own, 'report'), join(own, 'link')]
  await mkdir(own)
  await writeFile(to, 'the earlier one')
  await symlink(to, link)
  // no room for temporary files: the audit fails once it has begun
  const env = { ...process.env, TMPDIR: join(folder, 'none') }
  const program = join(root, 'docs/examples/start.js')
  const words = [program, 'audit-parts', file, '--workers', '0', '--to']
  await expect(run(process.execPath, [...words, to], { env })).rejects.toMatchObject({ code: 70 })
  expect(await readFile(to, 'utf8')).toBe('the earlier one')
  expect(await readdir(own)).toEqual(['link', 'report'])
  expect((await ended(file, '--workers', '0', '--to', link)).code).toBe(0)
  expect(JSON.parse(await readFile(to, 'utf8'))).toMatchObject({ lines: 5 })
  expect(await readdir(own)).toEqual(['link', 'report'])
})

test('names a file that is not there as people may see it', async () => {
  expect(await ended(join(folder, 'none\u001b'))).toEqual({
    code: 66,
    stdout: '',
    stderr: `${join(folder, 'none\\u{1b}')}: there is no such file or directory.\n`,
  })
})

/** How the program ends whose output goes to another one, and what the shell prints. */
const piped = (file: string, to: string) => {
  const program = join(root, 'docs/examples/start.js')
  const line = `{ "$0" "$@"; echo $? >&2; } | ${to}`
  const words = [process.execPath, program, 'audit-parts', file, '--parts', '2', '--workers', '2']
  return run('sh', ['-c', line, ...words], { maxBuffer: Number.POSITIVE_INFINITY })
}

test('prints a report that no pipe holds at once, and fails if its reader has gone', async () => {
  const lines = entriesOf(...business(2000, 3)).map(toLine)
  const whole = `${reportJson(audit(machines)(lines.map((line) => `${line}\n`)))}\n`
  expect(whole.length).toBeGreaterThan(200_000)
  const file = await written(lines)
  // a slow reader, which leaves the pipe full
  expect((await piped(file, '{ sleep 1; cat; }')).stdout).toBe(whole)
  const { stderr } = await piped(file, 'head -c 1')
  expect(stderr).toBe('The output was cut off (EPIPE): this is not all of it.\n74\n')
})

test('says of a report that it cannot write, why', async () => {
  const file = await written(entriesOf(...business(5, 3)).map(toLine))
  for (const [to, why] of [
    ['/dev/full', 'it cannot be read or written (ENOSPC).'],
    [join(folder, 'none', 'report'), 'there is no such file or directory.'],
  ] as const) {
    expect(await ended(file, '--workers', '0', '--to', to)).toMatchObject({
      code: 73,
      stderr: `${to}: ${why}\n`,
    })
  }
})
