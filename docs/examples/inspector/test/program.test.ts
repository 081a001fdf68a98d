/** The program itself: it prints its address, serves there until it is stopped, and then ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const started = (...words: readonly string[]) =>
  spawn(process.execPath, [at('../src/main.js'), ...words], { stdio: 'pipe' })

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serves until %s, and ends with code 0',
  async (signal) => {
    const child = started(at('../log.ndjson'), '--stream', 'payment-pay_1')
    const [printed] = await once(child.stdout, 'data')
    expect(String(printed)).toMatch(
      `\nPress Ctrl+C to end it, or from another terminal: kill ${child.pid}\n`,
    )
    const [, url = ''] = /(http:\S+)/.exec(String(printed)) ?? []
    expect((await fetch(url)).status).toBe(200)
    const exited = once(child, 'exit')
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)

test('ends with a code and a sentence if it cannot begin', async () => {
  const child = started('no-such-file')
  const exited = once(child, 'exit')
  const [printed] = await once(child.stderr, 'data')
  expect(String(printed)).toBe('no-such-file: there is no such file.\n')
  expect(await exited).toEqual([66, null])
})
