/** The example auditor: its output, its options, and its exit code. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { optionsOf } from '../../docs/examples/audit/options.js'
import { run as audited } from '../../docs/examples/audit/run.js'
import { endsOf, headOf, treeOf } from '../../src/log/head.ts'
import { hash } from '../../src/words/hash/hash.ts'
import {
  captured,
  EXAMPLES,
  first,
  happened,
  lines,
  MANDATE,
  mandate,
  on,
  PAYMENT,
  second,
  sepa,
  src,
} from '../audit/examples.ts'
import { logOf, numbered, otherForm } from '../audit/given.ts'
import { sealedLine } from '../log/seal.ts'
import { fromLine, toLine } from '../root.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const start = join(root, 'docs/examples/start.js')

let folder = ''
const at = (name: string): string => join(folder, name)

const out = () => {
  const all: string[] = []
  return { write: (text: string) => all.push(text), text: () => all.join('') }
}

/** Runs it here, on the library's sources. */
const run = async (...words: readonly string[]) => {
  const [stdout, stderr] = [out(), out()]
  const exitCode = await audited(words, { stdout, stderr, now: () => '2026-03-08T12:00:00Z' })
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs it as people do, on the built package. */
const started = (...words: readonly string[]) =>
  new Promise<{ exitCode: number; stdout: string }>((resolve) => {
    const ran = execFile(process.execPath, [start, 'audit', ...words], (_, stdout) =>
      resolve({ exitCode: ran.exitCode ?? -1, stdout }),
    )
  })

const written = async (name: string, text: string): Promise<string> => {
  await writeFile(at(name), text)
  return at(name)
}
const log = (name: string, all: readonly string[] = lines) => written(name, `${all.join('\n')}\n`)

/** The log of a mandate that its payment has used up. */
const USED = logOf(
  ...on(MANDATE, mandate),
  ...on(PAYMENT, happened('payment_pending', { ...sepa.data, ...src }), captured),
)

/** The body of a line with its stream before everything else. */
const turned = (line: string): string => {
  const { hash: _, stream, ...body } = JSON.parse(line)
  return JSON.stringify({ stream, ...body })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
  if (!existsSync(join(root, 'dist')))
    await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
})
afterAll(() => rm(folder, { recursive: true }))

describe('the auditor', () => {
  test.each([
    ['nothing', lines, 0],
    ['a notice', EXAMPLES.lateCapture, 0],
    ['a warning', EXAMPLES.Superseded, 1],
    ['an error', EXAMPLES.NegativeNet, 2],
    ['what is no evidence', EXAMPLES.Altered, 3],
  ])('ends with the code of its worst finding: %s', async (_, all = [], expected) => {
    const { exitCode, stderr } = await run(await log(`worst-${expected}-${all.length}`, all))
    expect([exitCode, stderr]).toEqual([expected, ''])
  })

  test('is a program', async () => {
    const file = await log('program', EXAMPLES.NegativeNet)
    const { exitCode, stdout } = await started(file)
    expect([exitCode, stdout]).toEqual([2, (await run(file)).stdout])
  })

  test('prints findings, streams and what judged, or the report as JSON', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const { stdout } = await run(file)
    expect(stdout).toContain('(NegativeNet, line 4, payment-pay_1 revision 3, 2.00 EUR)')
    expect(stdout).toContain('payment-pay_1: partially_refunded; captured 10.00 EUR')
    expect(stdout).toContain('4 entries were read and no head was compared; 2 findings are open')
    const { stdout: json } = await run(file, '--json')
    expect(JSON.parse(json)).toMatchObject({ form: 1, lines: 4, worst: 'error' })
  })

  test('audits as of a time, as known at another, or after a number of entries', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    expect((await run(file, '--as-of', '2026-03-05')).exitCode).toBe(0)
    expect((await run(file, '--known-at', '2026-03-05')).exitCode).toBe(0)
    const entries = EXAMPLES.NegativeNet.flatMap((line) => {
      const read = fromLine(line)
      return read._tag === 'Right' ? read.right : []
    })
    const inSequence = await log('in sequence', numbered(entries).map(toLine))
    expect((await run(inSequence, '--known-at', '2')).stdout).toContain(
      'Known: its first 2 entries, by sequence; 2 later entries left out.',
    )
  })

  test('checks the log against published heads', async () => {
    const file = await log('whole')
    const head = /Root of this log: (\w{64})/.exec((await run(file)).stdout)?.[1] ?? ''
    expect((await run(file, '--head', head, '--head', `${head}@4`)).exitCode).toBe(0)
    const short = await log('short', lines.slice(0, 3))
    const { exitCode, stdout } = await run(short, '--head', head)
    expect([exitCode, stdout.includes('HeadDiffers')]).toEqual([3, true])
  })

  test('shows waivers, and what is new and gone since an earlier report', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const { findings } = JSON.parse((await run(file, '--json')).stdout)
    const finding = findings.find((each: { code: string }) => each.code === 'NegativeNet')?.id
    const waiver = { finding, reason: 'settled', by: ['Q'], at: '2026-03-06' }
    const waivers = await written('waivers.json', JSON.stringify([waiver]))
    const waived = await run(file, '--waive', waivers)
    expect([waived.exitCode, waived.stdout.includes('Waived by Q on 2026-03-06: settled')]).toEqual(
      [0, true],
    )
    const earlier = await written(
      'earlier.json',
      (await run(await log('before', lines), '--json')).stdout,
    )
    const { stdout } = await run(file, '--since', earlier)
    expect(stdout).toContain('Since the earlier report: 1 new, 0 gone, 1 unchanged.')
    expect(stdout).toContain('new   NegativeNet')
  })

  test('writes a folder: the report, its tables, its page, and a page for each stream with a finding', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    expect((await run(file, '--to', at('folder'))).exitCode).toBe(2)
    const files = await readdir(at('folder'), { recursive: true })
    expect(files.toSorted()).toEqual([
      'findings.csv',
      'report.html',
      'report.json',
      'report.txt',
      'streams',
      'streams.csv',
      'streams/1.html',
    ])
    expect(await readFile(at('folder/report.html'), 'utf8')).toContain('href="streams/1.html"')
    expect(await readFile(at('folder/streams/1.html'), 'utf8')).toContain('10.00 EUR captured')
  })

  test('has no page for a stream that is not valid: nobody knows what happened in it', async () => {
    await run(await log('damaged', EXAMPLES.Altered), '--to', at('altered'))
    expect(await readdir(at('altered'))).not.toContain('streams')
  })

  test('shows in the page of a stream what its row says', async () => {
    const logs = {
      ...EXAMPLES,
      'not canonical': [first, otherForm(second)],
      'in another order': [first, sealedLine(turned(second))],
      'with consequences': [...USED, ...USED.slice(0, 1)],
    }
    for (const [name, all = []] of Object.entries(logs)) {
      await run(await log('a log', all), '--to', at('pages'))
      const { streams } = JSON.parse(await readFile(at('pages/report.json'), 'utf8'))
      for (const file of await readdir(at('pages/streams')).catch(() => [])) {
        const page = await readFile(at(`pages/streams/${file}`), 'utf8')
        const { stream, machine, status, entries } = streams[Number.parseInt(file, 10) - 1]
        const texts = page.replaceAll(/<[^>]*>/g, '').split('\n')
        const of = status === machine ? stream : `${stream} · ${machine} · ${status}`
        const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'} · as of`
        // the page of a mandate also counts what its payments imply
        const all = stream.startsWith('mandate-') ? [of] : [of, counted]
        const shown = all.filter((words) => texts.some((text) => text.includes(words)))
        expect([name, ...shown]).toEqual([name, ...all])
      }
    }
  })

  test('draws a sample by a head that the log agrees with, and by no other', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const head = /Root of this log: (\w{64})/.exec((await run(file)).stdout)?.[1] ?? ''
    await run(file, '--head', head, '--sample', '3', '--to', at('sampled'))
    const table = await readFile(at('sampled/sample.csv'), 'utf8')
    expect(table).toContain('payment_captured,1000,')
    const { tables, sample } = JSON.parse(await readFile(at('sampled/report.json'), 'utf8'))
    expect([sample, tables[2]]).toEqual([3, { name: 'sample.csv', sha256: hash(table) }])
    expect((await run(file, '--repeat', at('sampled/report.json'))).stdout).toContain(
      'Repeated: the same.',
    )
    const changed = await log('changed', EXAMPLES.NegativeNet.slice(0, -1))
    const other = await run(changed, '--repeat', at('sampled/report.json'))
    expect([other.exitCode, other.stdout]).toEqual([4, expect.stringMatching(/differ.*sample/)])
    expect((await run(file, '--sample', '3')).exitCode).toBe(64)
    const pipe = await run(folder, '--repeat', at('sampled/report.json'))
    expect([pipe.exitCode, pipe.stderr]).toEqual([66, expect.stringContaining('read twice')])
    for (const other of ['a'.repeat(64), `${hash('')}@0`]) {
      const refused = await run(file, '--sample', '3', '--head', other)
      expect([refused.exitCode, refused.stderr]).toEqual([
        64,
        expect.stringContaining('heads should be a head that is equal to all that was read'),
      ])
    }
    const limited = await run(file, '--sample', '3', '--head', head, '--known-at', '2026-03-05')
    expect([limited.exitCode, limited.stderr]).toEqual([
      64,
      '--sample needs the whole log: leave --known-at out.\n',
    ])
  })

  test('repeats what an earlier report asked, and names what differs', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const head = /Root of this log: (\w{64})/.exec((await run(file)).stdout)?.[1] ?? ''
    const policy = await written('policy.json', JSON.stringify({ clockToleranceSeconds: 7 }))
    const asked = ['--head', head, '--policy', policy, '--as-of', '2026-03-07']
    await run(file, ...asked, '--to', at('first'))
    const first = at('first/report.json')
    const { exitCode, stdout } = await run(file, '--repeat', first)
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('Repeated: the same.')])
    const more = (await readFile(first, 'utf8')).replace(/^\{/, '{"more":1,')
    const added = await run(file, '--repeat', await written('more.json', more))
    expect([added.exitCode, added.stdout]).toEqual([4, expect.stringContaining('differ: bytes.')])
    const differs = async (of: string, ...more: readonly string[]) => {
      const again = await run(of, '--repeat', first, ...more)
      expect(again.exitCode).toBe(4)
      return /These differ: (.*)\./.exec(again.stdout)?.[1]?.split(', ') ?? []
    }
    const other = await written('other.json', JSON.stringify({ clockToleranceSeconds: 8 }))
    expect(await differs(file, '--policy', other)).toEqual(expect.arrayContaining(['by', 'policy']))
    expect(await differs(file, '--head', 'a'.repeat(64))).toContain('heads')
    const [one = '', ...rest] = EXAMPLES.NegativeNet
    const changed = await log('changed', [one.replace('"amount":1000', '"amount":1001'), ...rest])
    expect(await differs(changed)).toEqual(expect.arrayContaining(['input', 'findings', 'root']))
    const report = JSON.parse(await readFile(first, 'utf8'))
    report.by.reader = '0.0.9'
    const older = await written('older.json', JSON.stringify(report))
    expect((await run(file, '--repeat', older)).stdout).toContain('These differ: by.')
  })

  test('repeats a report of numbers that a file cannot say: minus zero is zero', async () => {
    const zero = `${first.slice(0, first.lastIndexOf(',"hash":'))}}`
    const minus = sealedLine(zero.replace('"revision":0', '"revision":-0'))
    const file = await log('minus zero', [minus, ...lines.slice(2)])
    await run(file, '--to', at('zero'))
    const { stdout } = await run(file, '--repeat', at('zero/report.json'))
    expect(stdout).toContain('Repeated: the same.')
  })

  test('says in JSON whether a repeated report is the same', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const first = await written('first.json', (await run(file, '--json')).stdout)
    const repeated = async (...more: readonly string[]) =>
      JSON.parse((await run(file, '--repeat', first, '--json', ...more)).stdout)
    const again = await repeated()
    expect(again.repeated).toEqual({ isSame: true, differs: [] })
    expect(again.report).toEqual(JSON.parse(await readFile(first, 'utf8')))
    const { repeated: other, since } = await repeated('--as-of', '2026-03-05', '--since', first)
    expect([other.isSame, other.differs.includes('occurred'), since.stayed]).toEqual([
      false,
      true,
      1,
    ])
  })

  test('repeats a report that was printed as JSON, whatever characters are in it', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const waiver = { finding: 'x', reason: 'a\u200bb', by: ['Q\u2028'], at: '2026-03-06' }
    const waivers = await written('invisible.json', JSON.stringify([waiver]))
    const { stdout: json } = await run(file, '--waive', waivers, '--json')
    expect(json).toContain('a\\u200bb')
    const { stdout } = await run(file, '--repeat', await written('printed.json', json))
    expect(stdout).toContain('Repeated: the same.')
    const other = json.replace('a\\u200bb', 'a\\u200Bb')
    const again = await run(file, '--repeat', await written('other-form.json', other))
    expect(again.stdout).toContain('differ: bytes.')
  })

  test('says which head a repeated audit needs, and takes the others from the report', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const entries = EXAMPLES.NegativeNet.flatMap((line) => {
      const read = fromLine(line)
      return read._tag === 'Right' ? read.right : []
    })
    const tree = treeOf(entries)
    if (tree === null) throw new Error('no tree')
    const made = headOf({ log: 'shop', time: '2026-03-31T00:00:00.0000000Z' as never }, tree)
    const kept = { ...made, streams: endsOf(tree as never) }
    const head = await written('head.json', JSON.stringify(kept))
    const asked = ['--head', head, '--head', made?.root ?? '']
    const first = await written('with-head.json', (await run(file, ...asked, '--json')).stdout)
    const without = await run(file, '--repeat', first)
    expect([without.exitCode, without.stderr]).toEqual([
      64,
      expect.stringContaining(`Add --head with the file of this head: ${made?.root}`),
    ])
    // the same root without the ends does not do
    expect((await run(file, '--repeat', first, '--head', made?.root ?? '')).exitCode).toBe(64)
    const repeated = await run(file, '--repeat', first, '--head', head)
    expect(repeated.stdout).toContain('Repeated: the same.')
    expect(repeated.stdout).toContain(`Compared with: ${made?.root}, 4 entries, by streams`)
    expect(repeated.stdout).toContain('with the ends of 1 stream: to repeat, pass its file')
  })

  test('judges whether a waiver has expired by the time asked for, else by the clock', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const { findings } = JSON.parse((await run(file, '--json')).stdout)
    const finding = findings.find((each: { code: string }) => each.code === 'NegativeNet')?.id
    const until = (day: string) =>
      written(
        `until-${day}.json`,
        JSON.stringify([{ finding, reason: 'x', by: ['Q'], at: '2026-03-06', until: day }]),
      )
    const waived = async (day: string, ...more: readonly string[]) => {
      const { stdout } = await run(file, '--waive', await until(day), '--json', ...more)
      return JSON.parse(stdout).waived
    }
    expect([await waived('2026-03-07'), await waived('2026-03-08')]).toEqual([0, 1])
    expect([
      await waived('2026-03-07', '--as-of', '2026-03-07'),
      await waived('2026-03-07', '--as-of', '2026-03-09'),
    ]).toEqual([1, 0])
    // repeated years later, it is judged by the time of the first audit
    const [stdout, stderr] = [out(), out()]
    await run(file, '--waive', await until('2026-03-08'), '--to', at('waived'))
    const words = [file, '--repeat', at('waived/report.json')]
    await audited(words, { stdout, stderr, now: () => '2029-01-01T00:00:00Z' })
    expect(stdout.text()).toContain('Repeated: the same.')
  })

  test.each(['waive', 'policy', 'since', 'repeat'])(
    'refuses a file for --%s that holds null or no JSON, as it cannot read one that is not there',
    async (name) => {
      const file = await log('error', EXAMPLES.NegativeNet)
      for (const text of ['null', 'no JSON']) {
        const { exitCode, stderr } = await run(file, `--${name}`, await written('other', text))
        expect([exitCode, stderr]).toEqual([64, expect.stringContaining(at('other'))])
      }
      expect((await run(file, `--${name}`, at('none'))).exitCode).toBe(66)
    },
  )

  test('leaves nothing of an earlier report in its folder, and what is not its own', async () => {
    const file = await log('error', EXAMPLES.NegativeNet)
    const head = /Root of this log: (\w{64})/.exec((await run(file)).stdout)?.[1] ?? ''
    await run(file, '--head', head, '--sample', '3', '--to', at('used'))
    await writeFile(at('used/notes.txt'), 'by hand')
    await writeFile(at('used/streams/notes.txt'), 'by hand')
    const before = await readdir(at('used'), { recursive: true })
    expect(before).toEqual(expect.arrayContaining(['sample.csv', 'streams/1.html']))
    expect((await run(await log('damaged', EXAMPLES.Altered), '--to', at('used'))).exitCode).toBe(3)
    const files = await readdir(at('used'), { recursive: true })
    expect(files.toSorted()).toEqual([
      'findings.csv',
      'notes.txt',
      'report.html',
      'report.json',
      'report.txt',
      'streams',
      'streams.csv',
      'streams/notes.txt',
    ])
  })

  test.each(['no report', '{"form":1}', ''])(
    'writes to no folder of others: report.json is %j',
    async (text) => {
      const folderOf = at(`others-${text.length}`)
      await mkdir(folderOf)
      await writeFile(join(folderOf, 'notes.txt'), 'by hand')
      if (text !== '') await writeFile(join(folderOf, 'report.json'), text)
      const before = await readdir(folderOf)
      const { exitCode, stderr } = await run(await log('whole'), '--to', folderOf)
      expect([exitCode, stderr]).toEqual([
        64,
        `${folderOf}: this folder is not empty, and has no report.\n`,
      ])
      expect(await readdir(folderOf)).toEqual(before)
    },
  )

  test('writes no report beside a file that it reads', async () => {
    await run(await log('whole'), '--to', at('beside'))
    const beside = at('beside/log.ndjson')
    await writeFile(beside, await readFile(await log('whole')))
    const { exitCode, stderr } = await run(beside, '--to', at('beside'))
    expect([exitCode, stderr]).toEqual([
      64,
      `${beside}: the audit reads this file, so it writes no report beside it.\n`,
    ])
  })

  test('says if a folder cannot be made, and does not try forever', async () => {
    const file = await log('whole')
    for (const no of ['/proc/payfold', at('nowhere/folder'), `${file}/folder`, file]) {
      const { exitCode, stderr } = await run(file, '--to', no)
      expect([no, exitCode, stderr]).toEqual([no, 73, expect.stringContaining(`${no}: `)])
    }
  })

  test.each([
    [[], 'Name the file to audit.'],
    [['a', 'b'], 'Only one file can be audited at a time.'],
    [['a', '--known-at', '-1'], 'ambiguous. Did you forget'],
    [['a', '--as-of', 'soon'], '--as-of needs a time'],
    [['a', '--known-at', 'soon'], '--known-at needs a time'],
    [['a', '--head', 'short'], '--head needs 64 hexadecimal digits'],
    [['a', '--sample', '0'], '--sample needs a number'],
    [['a', '--else'], "Unknown option '--else'"],
  ])('reports options that it does not accept: %j', (words, sentence) => {
    expect(optionsOf(words)).toEqual(expect.stringContaining(sentence))
  })

  test('prints its usage if somebody asks for it, and how to get a log', async () => {
    const { exitCode, stdout, stderr } = await run('--help')
    expect([exitCode, stderr, stdout.includes('Usage: audit FILE')]).toEqual([0, '', true])
    expect(stdout).toContain('npm start -- week --log FILE')
    for (const name of [
      'as-of',
      'known-at',
      'head',
      'policy',
      'waive',
      'sample',
      'since',
      'repeat',
    ]) {
      expect(stdout).toMatch(new RegExp(`^  --${name} `, 'm'))
    }
  })

  test('prints its usage if the options are wrong', async () => {
    const { exitCode, stderr } = await run('a', 'b')
    expect([exitCode, stderr.includes('Usage: audit FILE')]).toEqual([64, true])
  })

  test('says which file it cannot read, and why', async () => {
    const file = await log('whole')
    const none = await run(at('none'))
    expect([none.exitCode, none.stderr]).toEqual([
      66,
      `${at('none')}: there is no such file or directory.\n`,
    ])
    const text = await written('text', 'no JSON')
    expect((await run(file, '--since', text)).stderr).toContain('it is not JSON')
    const other = await written('other', '{}')
    expect((await run(file, '--waive', other)).stderr).toContain('waivers must be a list')
    expect((await run(file, '--since', other)).exitCode).toBe(64)
  })
})
