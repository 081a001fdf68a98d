/** Everything that can be wrong with what is asked for, with what is said of it and the code it ends with. */
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

/** A file of these lines. */
const written = async (name: string, all: readonly string[]): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, all.map((line) => `${line}\n`).join(''))
  return path
}

/** What is said of a stream that is shown; it is stopped again. */
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

describe('the words', () => {
  test.each([
    [[], 'Which log? Name its file.'],
    [['a', 'b'], 'One log is shown at a time, not a and b.'],
    [['a', '--colour'], "Unknown option '--colour'."],
    [['a', '--stream'], "Option '--stream <value>' argument missing"],
    [['a', '--port', '65536'], '--port 65536: a port is a whole number from 0, any, to 65535.'],
    [['a', '--port', 'any'], '--port any: a port is a whole number from 0, any, to 65535.'],
    [['a', '--port', ''], '--port : a port is a whole number'],
    [['a', '--url', 'viewer'], '--url viewer: a viewer’s address begins with http:// or https://.'],
    [['a', '--url', 'javascript:alert(1)'], 'a viewer’s address begins with http:// or https://.'],
  ])('%j are refused, and how it is called is said', async (words, because) => {
    expect(await run(words)).toEqual({ exitCode: 64, because: expect.stringContaining(because) })
    expect(await run(words)).toMatchObject({ because: expect.stringContaining(`\n${USAGE}`) })
  })
})

describe('the log', () => {
  test('of the example stands', () => {
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
  ])('%s cannot be read, and why is said', async (path, because) => {
    expect(await run([path])).toEqual({ exitCode: 66, because })
  })

  test('that is none is called none; one that is empty, empty', async () => {
    const none = await written('none', ['{"id":"evt_1"}', 'hello'])
    const because = `${none}: it is no log: of its 2 lines none is an entry that stands.`
    expect(await run([none])).toEqual({ exitCode: 64, because })
    const empty = await written('empty', [])
    expect(await run([empty])).toEqual({ exitCode: 64, because: `${empty}: it is empty.` })
  })

  test('is shown as far as it stands, and that it does not is said', async () => {
    const [first = '', second = ''] = lines
    const altered = await written('altered', [first, second.replace('12000', '12001')])
    expect(await said(altered)).toMatch(
      /^1 of the log’s 2 lines do not stand; audit it\.\nmandate-src_1: http/,
    )
  })
})

describe('the stream', () => {
  const both = '\n  mandate-src_1\n  payment-pay_1'

  test.each([
    [[], `which stream? Name it with --stream. There are${both}`],
    [['--stream', 'payment-pay_9'], `nothing is told of payment-pay_9. There are${both}`],
    [['--stream', 'odd'], `nothing is told of odd. There are${both}`],
  ])('is asked for with what there is: %j', async (words, because) => {
    expect(await run([log, ...words])).toEqual({ exitCode: 64, because: `${log}: ${because}` })
  })

  test('need not be named where there is only one', async () => {
    expect(await said(await written('one', lines.slice(0, 1)))).toMatch(/^mandate-src_1: http/)
  })

  test('that no machine takes is not shown', async () => {
    const unassigned = await written('unassigned', lines.slice(2, 3))
    const because = `${unassigned}: no machine takes payment-pay_1.`
    expect(await run([unassigned])).toEqual({ exitCode: 64, because })
  })
})

/** The page that is served for these words. */
const shown = async (...words: readonly string[]): Promise<string> => {
  const ran = await run(words)
  if ('because' in ran) throw new Error(ran.because)
  const [, url = ''] = /(http\S+)/.exec(ran.said) ?? []
  const page = await (await fetch(url)).text()
  await ran.stop()
  return page
}

describe('what is shown', () => {
  test('is told with its address, and with who receives it', async () => {
    const words = [log, '--stream', 'payment-pay_1']
    expect(await said(...words)).toMatch(
      /^payment-pay_1: http:\/\/127\.0\.0\.1:\d+\/\nWhat you see there is shown by stately\.ai, which receives it\./,
    )
    expect(await said(...words, '--url', 'https://viewer.example/x')).toContain(
      'shown by viewer.example, which receives it',
    )
  })

  test('has what was found', async () => {
    const found = 'NegativeNet: 40.00 EUR more went back than came in.'
    expect(await shown(log, '--stream', 'payment-pay_1')).toContain(found)
  })

  test('of a mandate has what its payments mean for it', async () => {
    expect(await shown(log, '--stream', 'mandate-src_1')).toContain('collection_captured')
  })

  test('is shown to nobody who comes under another name', async () => {
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

  test('needs a port that nobody else has', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const at = other.address()
    const port = typeof at === 'object' ? String(at?.port) : ''
    const ran = await run([log, '--stream', 'payment-pay_1', '--port', port])
    const because = `--port ${port}: somebody else listens there. Leave --port out, and a free one is taken.`
    expect(ran).toEqual({ exitCode: 69, because })
    other.close()
  })
})
