/** The inspector's example: what it hands over, received by the official browser receiver in a real browser. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../docs/examples/inspector/serve.js'
import { sepaPayment } from '../../machines/index.ts'
import type { Event } from '../../src/event/envelope.ts'
import { playback } from '../../src/inspect/playback.ts'
import type { Stream } from '../../src/words/stream.ts'
import { executablePath, launched, NO_BROWSER } from '../browser.ts'
import { firstDifference, told } from '../given.ts'

const stream = 'payment-pay_1' as Stream
const pay = { paymentId: 'pay_1' }
/** A payment with so many refunds of a cent. */
const refunded = (count: number): readonly Event[] => [
  told('payment_captured', { ...pay, amount: count, currency: 'EUR' }, { id: 'evt_0' }),
  ...Array.from({ length: count }, (_, index) =>
    told(
      'payment_refunded',
      { ...pay, actionId: `act_${String(index).padStart(4, '0')}`, amount: 1 },
      { id: `evt_${index + 1}`, at: '2026-03-04T10:00:00Z' },
    ),
  ),
]

/** An inspector of a few lines, which keeps whatever the official receiver gives it. */
const VIEWER = `import { createBrowserReceiver } from '@statelyai/inspect'
globalThis.received = []
createBrowserReceiver().subscribe((event) => globalThis.received.push(event))
`

const reason = executablePath === null ? `, ${NO_BROWSER}` : ''

describe.skipIf(executablePath === null)(`a stored stream in the inspector${reason}`, () => {
  let [folder, address]: [string, string] = ['', '']
  let browser: Browser
  let server: Server

  beforeAll(async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    await mkdir(join(root, 'reports'), { recursive: true })
    folder = await mkdtemp(join(root, 'reports/viewer-'))
    await writeFile(join(folder, 'viewer.js'), VIEWER)
    const entry = join(folder, 'viewer.js')
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: {
        lib: { entry, formats: ['es'], fileName: 'built' },
        outDir: folder,
        emptyOutDir: false,
      },
    })
    const script = await readFile(join(folder, 'built.js'), 'utf8')
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    address = `http://localhost:${typeof at === 'object' ? at?.port : ''}/`
    browser = await launched()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test.each([3, 500])('%i refunds arrive whole and in order', async (count) => {
    const events = refunded(count)
    const { url, stop } = await serve(sepaPayment, stream, events, { viewer: address })
    expect(new URL(url).hostname).toBe('127.0.0.1')
    const page = await browser.newPage()
    await page.goto(url)
    const expected = [...playback(sepaPayment, { stream })(events)]
    const viewer = page.frames().find((frame) => frame.url() === address) ?? page.mainFrame()
    await viewer.waitForFunction(`globalThis.received.length >= ${expected.length}`)
    const received = JSON.parse(await viewer.evaluate('JSON.stringify(globalThis.received)'))
    expect(firstDifference(received, expected)).toBe(-1)
    await page.close()
    stop()
  })
})

test('the page of the inspector is not read as anything but data', async () => {
  const odd = told('payment_captured', { ...pay, reference: '</script><script>alert(1)</script>' })
  const { url, stop } = await serve(sepaPayment, stream, [odd])
  const page = await (await fetch(url)).text()
  stop()
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).toContain('\\u003c/script>')
})
