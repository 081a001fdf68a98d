/**
 * Everything that can be wrong with the command line or the log, with the message and the exit
 * code.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { audit } from 'payfold/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pf } from '../src/log.js'
import { USAGE } from '../src/options.js'
import { run } from '../src/run.js'

const log = fileURLToPath(new URL('../log.ndjson', import.meta.url))
let [folder, lines]: [string, readonly string[]] = ['', []]

/** Writes a file with the given lines. */
const written = async (name: string, all: readonly string[]): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, all.map((line) => `${line}\n`).join(''))
  return path
}

/** Returns the message about a stream that is shown, and stops the server. */
const said = async (...words: readonly string[]): Promise<string> => {
  const ran = await run(words)
  if ('because' in ran) throw new Error(ran.because)
  await ran.stop()
  return ran.said
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-'))
  lines = (await readFile(log, 'utf8')).trim().split('\n')
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['a file', ['\u001b[2J\u009b31m\u202ex']],
  ['an option', ['--\u001b[2J\u009b31m\u202e']],
  ['a stream', [log, '--stream', '\u001b[2J\u009b31m\u202e']],
])('the name of %s reaches the terminal without escape sequences', async (_, words) => {
  const { because } = (await run(words)) as { readonly because: string }
  expect(because).toContain('\\u{1b}')
  expect(because.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

describe('the words', () => {
  test.each([
    [[], 'Name the file of the log.'],
    [['a', 'b'], 'Only one log can be shown at a time, not a and b.'],
    [['a', '--colour'], "Unknown option '--colour'."],
    [['a', '--stream'], "Option '--stream <value>' argument missing"],
    [
      ['a', '--port', '65536'],
      '--port 65536: a port is a whole number from 0 (any free port) to 65535.',
    ],
    [
      ['a', '--port', 'any'],
      '--port any: a port is a whole number from 0 (any free port) to 65535.',
    ],
    [['a', '--port', ''], '--port : a port is a whole number'],
    [['a', '--url', 'viewer'], '--url viewer: a viewer’s address begins with http:// or https://.'],
    [['a', '--url', 'javascript:alert(1)'], 'a viewer’s address begins with http:// or https://.'],
  ])('%j are refused, and the usage is shown', async (words, because) => {
    expect(await run(words)).toEqual({ exitCode: 64, because: expect.stringContaining(because) })
    expect(await run(words)).toMatchObject({ because: expect.stringContaining(`\n${USAGE}`) })
  })
})

describe('the log', () => {
  test('of the example is valid', () => {
    const { streams } = audit(pf)([lines.join('\n')])
    expect(streams.map(({ stream, isValid }) => [stream, isValid])).toEqual([
      ['mandate-src_1', true],
      ['payment-pay_1', true],
    ])
  })

  test.each([
    ['no-such-file', 'no-such-file: there is no such file.'],
    ['.', '.: it is a directory.'],
    ['package.json/log', 'package.json/log: there is no such directory.'],
  ])('%s cannot be read, and the reason is shown', async (path, because) => {
    expect(await run([path])).toEqual({ exitCode: 66, because })
  })

  test('without valid entries is reported as no log; an empty file as empty', async () => {
    const none = await written('none', ['{"id":"evt_1"}', 'hello'])
    const because = `${none}: it is not a log: none of its 2 lines is a valid entry.`
    expect(await run([none])).toEqual({ exitCode: 64, because })
    const empty = await written('empty', [])
    expect(await run([empty])).toEqual({ exitCode: 64, because: `${empty}: it is empty.` })
  })

  test('is shown as far as it is valid, with a note that some lines are not', async () => {
    const [first = '', second = ''] = lines
    const altered = await written('altered', [first, second.replace('12000', '12001')])
    expect(await said(altered)).toMatch(
      /^1 of the 2 lines in the log are not valid\. Audit the log\.\nmandate-src_1: http/,
    )
  })
})

describe('the stream', () => {
  const both = '\n  mandate-src_1\n  payment-pay_1'

  test.each([
    [[], `which stream? Name it with --stream. The log has${both}`],
    [['--stream', 'payment-pay_9'], `it has no entries of payment-pay_9. It has${both}`],
    [['--stream', 'odd'], `it has no entries of odd. It has${both}`],
  ])('must be chosen from those in the log: %j', async (words, because) => {
    expect(await run([log, ...words])).toEqual({ exitCode: 64, because: `${log}: ${because}` })
  })

  test('need not be named if it is the only one', async () => {
    expect(await said(await written('one', lines.slice(0, 1)))).toMatch(/^mandate-src_1: http/)
  })

  test('that no machine handles is not shown', async () => {
    const unassigned = await written('unassigned', lines.slice(2, 3))
    const because = `${unassigned}: no machine handles payment-pay_1.`
    expect(await run([unassigned])).toEqual({ exitCode: 64, because })
  })
})

/** The page that is served for this command line. */
const shown = async (...words: readonly string[]): Promise<string> => {
  const ran = await run(words)
  if ('because' in ran) throw new Error(ran.because)
  const [, url = ''] = /(http\S+)/.exec(ran.said) ?? []
  const page = await (await fetch(`${url}inspector`)).text()
  await ran.stop()
  return page
}

describe('what is shown', () => {
  test('comes with its address, and with the name of the host that receives it', async () => {
    const words = [log, '--stream', 'payment-pay_1']
    expect(await said(...words)).toMatch(
      /^payment-pay_1: http:\/\/127\.0\.0\.1:\d+\/\nIn XState's inspector, a page of stately\.ai, which then receives all of it: http:\/\/127\.0\.0\.1:\d+\/inspector\n/,
    )
    expect(await said(...words, '--url', 'https://viewer.example/x')).toContain(
      'a page of viewer.example, which then receives all of it',
    )
  })

  test('includes the findings', async () => {
    const found = 'NegativeNet: 40.00 EUR more went back than came in.'
    expect(await shown(log, '--stream', 'payment-pay_1')).toContain(found)
  })

  test('includes, for a mandate, what its payments imply for it', async () => {
    expect(await shown(log, '--stream', 'mandate-src_1')).toContain('collection_captured')
  })

  test('is refused to a request for another host name', async () => {
    const ran = await run([log, '--stream', 'payment-pay_1'])
    if ('because' in ran) throw new Error(ran.because)
    const [, url = ''] = /(http\S+)/.exec(ran.said) ?? []
    const statusFor = (host: string) =>
      new Promise((resolve) => {
        const headers = { host }
        request(url, { headers }, (response) => resolve(response.resume().statusCode)).end()
      })
    expect(await statusFor('elsewhere.example')).toBe(421)
    expect(await statusFor('127.0.0.1.elsewhere.example:80')).toBe(421)
    expect(await statusFor(`localhost:${new URL(url).port}`)).toBe(200)
    await ran.stop()
  })

  test('needs a port that no other program uses', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const at = other.address()
    const port = typeof at === 'object' ? String(at?.port) : ''
    const ran = await run([log, '--stream', 'payment-pay_1', '--port', port])
    const because = `--port ${port}: another program uses this port. Leave out --port to use a free port.`
    expect(ran).toEqual({ exitCode: 69, because })
    other.close()
  })
})
