/** The programs of the examples where something is in their way: none of them ends as if all were well. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as audited } from '../../docs/examples/audit/run.js'
import { run as watched } from '../../docs/examples/watch/run.js'
import { run as weekly } from '../../docs/examples/week/run.js'
import { toLine } from '../../src/log/line.ts'
import { captured, day, EXAMPLES, lines, on, PAYMENT, refunded, sepa } from '../audit/examples.ts'
import { entriesOf } from '../audit/given.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const start = join(root, 'docs/examples/start.js')
const CUT_OFF = 74

let folder = ''
const at = (name: string): string => join(folder, name)

const PROGRAMS: Readonly<Record<string, typeof audited>> = { audit: audited, watch: watched }

/** Does in this process what a program does until it writes its output. */
const called = async ([name = '', ...rest]: readonly string[]) => {
  const [stdout, stderr]: readonly [string[], string[]] = [[], []]
  const program = PROGRAMS[name]
  const outs = {
    stdout: { write: (text: string) => stdout.push(text) },
    stderr: { write: (text: string) => stderr.push(text) },
  }
  const exitCode = await (program?.(rest, outs) ?? weekly([name, ...rest].filter(Boolean), outs))
  return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Runs a program; with `until`, its reader goes away after so many bytes. */
const run = (words: readonly string[], stdout: 'pipe' | number = 'pipe', until = Infinity) =>
  new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [start, ...words], { stdio: ['ignore', stdout, 'pipe'] })
    const [out, err]: readonly [string[], string[]] = [[], []]
    const { stdout: read, stderr } = child
    if (until === 0) read?.destroy()
    read?.on('data', (chunk: Buffer) => {
      out.push(chunk.toString('utf8'))
      if (out.join('').length >= until) read.destroy()
    })
    stderr?.on('data', (chunk: Buffer) => err.push(chunk.toString('utf8')))
    child.on('close', (exitCode) =>
      resolve({ exitCode, stdout: out.join(''), stderr: err.join('') }),
    )
  })

/** A log whose report is larger than the buffer of any pipe, with a fatal finding. */
const long = (): string => {
  const [first = '', ...rest] = EXAMPLES.Altered ?? []
  return [first, ...rest, ...Array.from({ length: 3000 }, () => 'nonsense')].join('\n')
}

/** The log of one stream, whose lines on the terminal are longer than a kibibyte. */
const many = (): string =>
  entriesOf(
    ...on(PAYMENT, sepa, captured),
    ...Array.from({ length: 20 }, (_, index) =>
      on(PAYMENT, refunded(1, day('04'), `act_${index}`)),
    ).flat(),
  )
    .map((entry) => `${toLine(entry)}\n`)
    .join('')

const written = async (name: string, text: string): Promise<string> => {
  await writeFile(at(name), text)
  return at(name)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closed-'))
  if (!existsSync(join(root, 'dist')))
    await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
  await written('fatal.ndjson', `${(EXAMPLES.Altered ?? []).join('\n')}\n`)
  await written('fine.ndjson', `${lines.join('\n')}\n`)
  await written('long.ndjson', `${long()}\n`)
  await written('stream.ndjson', many())
  await written('empty.ndjson', '')
  await written('blank.ndjson', '\n\n  \n')
  await mkdir(at('folder'))
})
afterAll(() => rm(folder, { recursive: true }))

const WATCHED = 'docs/examples/readme/log.ndjson'
const full = existsSync('/dev/full') ? '/dev/full' : null

describe('output that nobody takes', () => {
  test.each([
    ['audit', () => ['audit', at('fatal.ndjson')], 3],
    ['watch', () => ['watch', join(root, WATCHED)], 0],
    ['the week', () => [], 0],
  ] as const)('ends %s with a code of its own, and says so', async (_, words, otherwise) => {
    const ended = { exitCode: CUT_OFF, stdout: '' }
    const said = `this is not all of it. The exit code would have been ${otherwise}.\n`
    if (full !== null) {
      const onFull = await run(words(), openSync(full, 'w'))
      expect(onFull).toMatchObject(ended)
      expect(onFull.stderr).toBe(`The output was cut off (ENOSPC): ${said}`)
    }
    const gone = await run(words(), 'pipe', 0)
    expect(gone).toMatchObject(ended)
    expect(gone.stderr).toBe(`The output was cut off (EPIPE): ${said}`)
  })

  // the disk takes the first bytes, and Node reports that write as a success
  test.each([
    ['audit', () => ['audit', at('long.ndjson')], 64, 3],
    ['watch', () => ['watch', at('stream.ndjson')], 1, 0],
  ] as const)(
    '%s: a disk that takes only its beginning',
    async (_, words, kibibytes, otherwise) => {
      const file = at('short.txt')
      const shell = `ulimit -f ${kibibytes}; exec "$0" "$@" > "${file}"`
      const args = ['-c', shell, process.execPath, start, ...words()]
      const ended = await promisify(execFile)('bash', args).catch((error) => error)
      expect((await readFile(file)).length).toBe(kibibytes * 1024)
      expect([ended.code, ended.stderr]).toEqual([
        CUT_OFF,
        `The output was cut off (EFBIG): this is not all of it. The exit code would have been ${otherwise}.\n`,
      ])
    },
  )

  test('that a program prints for other programs goes through the one file that waits', async () => {
    const examples = join(root, 'docs/examples')
    const folders = await readdir(examples, { withFileTypes: true })
    const sources = folders.flatMap((each) =>
      each.isDirectory() ? [each.name, `${each.name}/src`] : [],
    )
    const names = await Promise.all(
      ['.', ...sources].map(async (source) =>
        (await readdir(join(examples, source)).catch(() => [])).map((name) => `${source}/${name}`),
      ),
    )
    const files = names.flat().filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(files.map((name) => readFile(join(examples, name), 'utf8')))
    const own = files.filter((_, index) => /stdout\.write|'drain'/.test(texts[index] ?? ''))
    // lines for a person, each shorter than a block of any disk; and a writer to any stream
    expect(own.toSorted()).toEqual([
      'audit/run.js',
      ...['inspector/src/main.js', 'restate/src/main.js', 'restate/src/try.js'],
      ...['services/sandbox.js', 'watch/run.js'],
      ...['webhooks/src/try.js', 'week/run.js'],
    ])
  })

  test('cut off after the first line', async () => {
    const { exitCode, stderr } = await run(['audit', at('long.ndjson'), '--json'], 'pipe', 1)
    expect([exitCode, stderr.includes('cut off')]).toEqual([CUT_OFF, true])
  })

  test('of any length is written before the program ends', async () => {
    const { exitCode, stdout, stderr } = await run(['audit', at('long.ndjson')])
    expect([exitCode, stderr]).toEqual([3, ''])
    expect(stdout.length).toBeGreaterThan(300_000)
    expect(stdout).toMatch(/Signed: _+ .*\n$/)
  })

  test('of a report that fits is not missed, whoever reads only its first line', async () => {
    const shell = `"${process.execPath}" "${start}" audit "${at('fatal.ndjson')}" | head -1; echo "\${PIPESTATUS[0]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', shell])
    expect(['3', `${CUT_OFF}`]).toContain(stdout.trim().split('\n').at(-1))
  })
})

describe('an audit of nothing', () => {
  test.each([
    ['an empty file', 'empty.ndjson', 65, 'no line of it was taken as an entry'],
    ['blank lines only', 'blank.ndjson', 3, 'no line of it was taken as an entry'],
    ['a folder', 'folder', 66, 'it is a directory'],
    ['no file', 'none', 66, 'there is no such file'],
  ])('is no success, and says so: %s', async (_, name, code, sentence) => {
    const { exitCode, stdout, stderr } = await called(['audit', at(name)])
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(sentence)])
    if (code === 65) expect(stdout).toContain('Nothing was audited: ')
    expect(stdout).not.toContain('Nothing was found.')
  })

  test('is no success if only entries from before a time were asked for', async () => {
    const early = ['audit', at('fine.ndjson'), '--known-at', '2020-01-01']
    const { exitCode, stderr } = await called(early)
    expect([exitCode, stderr]).toEqual([65, expect.stringContaining('it had no entry by then')])
  })
})

describe('files that cannot be used', () => {
  test.each([
    ['--waive', 'none', 66],
    ['--since', 'none', 66],
    ['--waive', 'empty.ndjson', 64],
    ['--since', 'empty.ndjson', 64],
    ['--waive', 'folder', 66],
    ['--since', 'folder', 66],
    ['--waive', 'object.json', 64],
    ['--since', 'object.json', 64],
    ['--since', 'half.json', 64],
  ])('%s %s ends the audit before it begins', async (option, name, code) => {
    await written('object.json', '{}')
    await written('half.json', '{"form":1,"findings":[]}')
    const page = at('never')
    const words = [at('fine.ndjson'), option, at(name), '--to', page]
    const { exitCode, stdout, stderr } = await called(['audit', ...words])
    expect([exitCode, stdout, existsSync(page)]).toEqual([code, '', false])
    expect(stderr).toContain(name)
  })

  test('a page does not replace a file that is read', async () => {
    const log = at('fine.ndjson')
    const head = await written('report.json', JSON.stringify({ root: 'a'.repeat(64) }))
    const before = [await readFile(log, 'utf8'), await readFile(head, 'utf8')]
    for (const words of [
      ['audit', head, '--to', at('')],
      ['audit', log, '--head', head, '--to', at('')],
      ['watch', log, '--html', log],
    ]) {
      const { exitCode, stdout } = await called(words)
      expect([exitCode, stdout]).toEqual([64, ''])
    }
    expect([await readFile(log, 'utf8'), await readFile(head, 'utf8')]).toEqual(before)
  })

  test.skipIf(full === null)('a report that is not whole is an error', async () => {
    const { exitCode, stderr } = await called(['audit', at('fine.ndjson'), '--to', '/dev/full'])
    expect([exitCode, stderr]).toEqual([73, expect.stringContaining('/dev/full')])
  })
})

describe('texts from outside', () => {
  const ODD = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202e\u2028'

  test.each([
    ['a file', () => ['audit', at(`${ODD}x`)]],
    ['an option', () => ['audit', at('fine.ndjson'), `--${ODD}`]],
    ['a watched file', () => ['watch', at(`${ODD}x`)]],
    ['a stream', () => ['watch', join(root, WATCHED), '--stream', ODD]],
    ['a file of the week', () => [at(`${ODD}x`)]],
    ['an option of the week', () => [`--${ODD}`]],
  ])('reach the terminal without escape sequences: the name of %s', async (_, words) => {
    const { exitCode, stdout, stderr } = await called(words())
    expect(exitCode).not.toBe(0)
    expect(`${stdout}${stderr}`).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
    expect(stderr).toContain('\\u{1b}')
  })

  test.each([
    ['text', []],
    ['JSON', ['--json']],
  ])('so do waivers and earlier reports: %s', async (_, more) => {
    const error = await written('error.ndjson', `${(EXAMPLES.NegativeNet ?? []).join('\n')}\n`)
    const { stdout: whole } = await called(['audit', error, '--json'])
    const report = JSON.parse(whole)
    const finding = report.findings.find((each: { code: string }) => each.code === 'NegativeNet').id
    const waiver = { finding, reason: ODD, by: [ODD], at: '2026-03-06' }
    const waive = await written('odd.json', JSON.stringify([waiver]))
    report.findings[0].code = ODD
    const since = await written('earlier.json', JSON.stringify(report))
    const words = ['audit', error, '--waive', waive, '--since', since]
    const { exitCode, stdout, stderr } = await called([...words, ...more])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
    if (more.length === 0) expect(stdout).toContain('Waived by \\u{1b}[2J')
    else {
      const { findings } = JSON.parse(stdout).report
      const waived = findings.map((found: { readonly waived: unknown }) => found.waived)
      expect(waived).toContainEqual({ reason: ODD, by: [ODD], at: '2026-03-06', until: null })
    }
  })
})

test('a program that cannot be loaded has that code, too', async () => {
  for (const name of ['audit', 'watch', 'week']) {
    const text = await readFile(join(root, `docs/examples/${name}/main.js`), 'utf8')
    await mkdir(at(`alone/${name}`), { recursive: true })
    await writeFile(at(`alone/${name}/main.js`), text)
  }
  await writeFile(at('alone/package.json'), '{"type":"module"}')
  for (const name of ['program.js', 'output.js'])
    await copyFile(join(root, `docs/examples/${name}`), at(`alone/${name}`))
  for (const name of ['audit', 'watch', 'week']) {
    const ran = promisify(execFile)(process.execPath, [at(`alone/${name}/main.js`)])
    const failed = await ran.catch((error) => error)
    expect([failed.code, failed.stdout, failed.stderr]).toEqual([
      ...[70, '', 'The program failed (ERR_MODULE_NOT_FOUND).\n'],
    ])
  }
})

test('a program that fails has a code that no severity has', async () => {
  const program = new URL('../../docs/examples/program.js', import.meta.url).href
  const code = `import { runAsProgram } from ${JSON.stringify(program)}; await runAsProgram(async () => { throw new Error('secret') })`
  const failed = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    code,
  ]).catch((error) => error)
  expect([failed.code, failed.stdout, failed.stderr]).toEqual([
    70,
    '',
    'The program failed (unknown error).\n',
  ])
})
