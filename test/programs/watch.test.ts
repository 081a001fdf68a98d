/** The watching example: its output, its page, and its exit code. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rights } from 'fp-ts/lib/Array.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as audited } from '../../docs/examples/audit/run.js'
import { run as watched } from '../../docs/examples/watch/run.js'
import { story, storyPicture } from '../../src/inspect/index.ts'
import type { Stream } from '../../src/words/stream.ts'
import { EXAMPLES, MANDATE, mandate } from '../audit/examples.ts'
import { logOf, type OnStream } from '../audit/given.ts'
import { machines } from '../given.ts'
import { consequences, fromLine, reportPage, root, streamPage } from '../root.ts'

const log = fileURLToPath(new URL('../../docs/examples/readme/log.ndjson', import.meta.url))
let folder = ''
const at = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'))
})
afterAll(() => rm(folder, { recursive: true }))

const entries = async () =>
  rights(
    (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => fromLine(line)),
  )

const out = () => {
  const all: string[] = []
  return { write: (text: string) => all.push(text), text: () => all.join('') }
}
const run = async (by: typeof watched, ...words: readonly string[]) => {
  const [stdout, stderr] = [out(), out()]
  const exitCode = await by(words, { stdout, stderr })
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

describe('watching', () => {
  test('prints what it takes', async () => {
    const { exitCode, stdout, stderr } = await run(watched, '--help')
    expect([exitCode, stderr]).toEqual([0, ''])
    for (const word of ['FILE', '--stream', '--html', '--svg', 'Exit codes']) {
      expect(stdout).toContain(word)
    }
  })

  test('prints the story of a stream', async () => {
    const { exitCode, stdout } = await run(watched, log)
    expect([exitCode, ...stdout.trim().split('\n')]).toEqual([
      0,
      'payment-pay_1',
      'Refunded outside the refund window · More went back than came in',
      '120.00 EUR captured on 4 March · 120.00 refunded · 120.00 charged back · 120.00 lost',
      '',
      '  2 March 2026  120.00 EUR submitted',
      '       4 March  120.00 EUR captured',
      '         6 May  120.00 EUR refunded',
      expect.stringContaining('Refunded outside the refund window: The refund window'),
      '        20 May  120.00 EUR charged back',
      '                More went back than came in: 120.00 EUR more went back than came in.',
      '',
      '4 entries · as of 20 May 2026 · days in Brussels · root 4f774364e78cc88f',
    ])
  })

  test('draws the story as a picture to share, and writes the page beside it', async () => {
    const words = [log, '--svg', at('story.svg'), '--html', at('story.html')]
    expect((await run(watched, ...words)).stdout.trim().split('\n')).toHaveLength(2)
    const told = story(root)('payment-pay_1' as Stream, await entries())
    expect(await readFile(at('story.svg'), 'utf8')).toBe(`${storyPicture(told)}\n`)
    expect(await readFile(at('story.html'), 'utf8')).toContain('120.00 EUR')
  })

  test('writes the page of a stream', async () => {
    const words = [log, '--stream', 'payment-pay_1', '--html', at('page.html')]
    expect(await run(watched, ...words)).toEqual({
      exitCode: 0,
      stdout: `${at('page.html')}: payment-pay_1, 4 entries\n`,
      stderr: '',
    })
    expect(await readFile(at('page.html'), 'utf8')).toBe(
      streamPage(machines)('payment-pay_1' as Stream, await entries()),
    )
  })

  test('includes the consequences of payments in a mandate’s stream', async () => {
    const { stdout } = await run(watched, log, '--stream', 'mandate-src_1')
    expect(stdout).toMatch(/payment submitted[\s\S]*collected/)
    // the log has none of them
    expect(stdout).toMatch(/^0 entries · /m)
  })

  test('includes a consequence also if an entry of the mandate has its id', async () => {
    const implied = consequences(root.fold('payment-pay_1' as Stream, await entries()))
    const hiding = implied.map(({ event: { metadata } }): OnStream => {
      const { eventId } = metadata
      return [MANDATE, { ...mandate, metadata: { ...mandate.metadata, eventId } }]
    })
    await writeFile(
      at('hidden.ndjson'),
      `${await readFile(log, 'utf8')}${logOf(...hiding).join('\n')}`,
    )
    const { stdout } = await run(watched, at('hidden.ndjson'), '--stream', MANDATE)
    expect(stdout).toMatch(/payment submitted[\s\S]*collected/)
  })

  test('reports that some lines are not valid', async () => {
    await writeFile(at('altered.ndjson'), `${(EXAMPLES.Altered ?? []).join('\n')}\n`)
    const { stderr } = await run(watched, at('altered.ndjson'))
    expect(stderr).toContain('1 of its lines is not valid. Audit the file.')
  })

  test.each([
    [[], 64, 'Name the file to watch.'],
    [['a', 'b'], 64, 'Only one file can be watched at a time.'],
    [['a', '--colour'], 64, "Unknown option '--colour'"],
    [['no-such-file'], 66, 'no-such-file: there is no such file or directory.'],
    [
      [log, '--stream', 'payment-pay_9'],
      64,
      'The log has no entries of payment-pay_9. It has\n  payment-pay_1',
    ],
    [[log, '--stream', 'odd'], 64, 'The log has no entries of odd. It has\n  payment-pay_1'],
    [[log, '--svg', '/no/such/place'], 73, '/no/such/place: there is no such file or directory.'],
    [[log, '--svg', log], 64, 'this is the log, so it is not overwritten.'],
    [[log, '--html', '/no/such/place'], 73, '/no/such/place: there is no such file or directory.'],
  ] as const)('ends %j with %i and says why', async (words, exitCode, why) => {
    const ran = await run(watched, ...words)
    expect(ran).toMatchObject({ exitCode, stdout: '' })
    expect(ran.stderr).toContain(why)
  })

  test('asks which stream if there are several, and says so if there is none', async () => {
    const lines = Object.values(EXAMPLES)
      .flat()
      .filter((line) => /"stream":"(payment|session)-/.test(line))
    await writeFile(at('several.ndjson'), `${lines.join('\n')}\n`)
    const { exitCode, stderr } = await run(watched, at('several.ndjson'))
    expect(exitCode).toBe(64)
    expect(stderr).toMatch(/Which stream\? The log has\n {2}\w+-/)
    await writeFile(at('none.ndjson'), '')
    expect((await run(watched, at('none.ndjson'))).stderr).toContain('The log has no stream.')
  })
})

describe('auditing', () => {
  test('writes the page of its report; its output and exit code stay the same', async () => {
    const plain = await run(audited, log)
    expect(await run(audited, log, '--to', at('audit'))).toEqual(plain)
    const report = JSON.parse(await readFile(at('audit/report.json'), 'utf8'))
    const page = await readFile(at('audit/report.html'), 'utf8')
    const linked = /<a href="streams\/\d+\.html">(.*?)<\/a>/g
    expect(page.match(linked)).toHaveLength(1)
    expect(page).toBe(reportPage(report))
  })

  test('says why it cannot write a page', async () => {
    const { exitCode, stderr } = await run(audited, log, '--to', join(log, 'place'))
    expect([exitCode, stderr]).toEqual([73, `${join(log, 'place')}: there is no such directory.\n`])
  })
})
