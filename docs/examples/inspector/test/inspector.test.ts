/** What the page passes on, received by the official receiver in a real browser. */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { playback } from 'payfold/inspect'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../src/serve.js'
import { launched, NO_BROWSER, newPage } from './browser.ts'
import { refunded } from './given.ts'

/** The viewer, bundled as one script. */
const bundled = async (): Promise<string> => {
  const entry = fileURLToPath(new URL('viewer.js', import.meta.url))
  const lib = { entry, formats: ['es' as const], fileName: 'viewer' }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib },
  })
  const [bundle] = [built].flat()
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built')
  return bundle.output[0].code.replaceAll('</script', '<\\/script')
}

describe.skipIf(NO_BROWSER !== '')(`a stored stream in the inspector${NO_BROWSER}`, () => {
  let viewer = ''
  let browser: Browser
  let server: Server

  beforeAll(async () => {
    const page = `<!doctype html><script type="module">${await bundled()}</script>`
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    viewer = `http://localhost:${typeof at === 'object' ? at?.port : ''}/`
    browser = await launched()
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  test.each([3, 500])('%i refunds arrive completely and in order', async (count) => {
    const shown = refunded(count)
    const { url, stop } = await serve(shown, { port: 0, viewer })
    const page = await newPage(browser)
    await page.goto(`${url}inspector`)
    const opened = page.waitForEvent('framenavigated', {
      predicate: (each) => each.url() === viewer,
    })
    await page.getByRole('button').click()
    const frame = await opened
    const { machine, stream, events } = shown
    const expected = [...playback(machine, { stream })(events)]
    await frame.waitForFunction(`globalThis.received?.length >= ${expected.length}`)
    const received = JSON.parse(await frame.evaluate('JSON.stringify(globalThis.received)'))
    expect(received).toEqual(JSON.parse(JSON.stringify(expected)))
    await page.close()
    await stop()
  })
})

describe('the page', () => {
  const viewer = 'https://viewer.example/'

  test('is served on this machine only, under its own address only, and is not cached', async () => {
    const { url, stop } = await serve(refunded(1), { port: 0, viewer })
    expect(new URL(url).hostname).toBe('127.0.0.1')
    const page = await fetch(url)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await fetch(`${url}favicon.ico`)).status).toBe(404)
    await stop()
  })

  test('of the stream is payfold’s own, and needs no network', async () => {
    const { url, stop } = await serve(refunded(2), { port: 0, viewer })
    const html = await (await fetch(url)).text()
    await stop()
    expect(html).toContain('<title>payment-pay_1 · payfold</title>')
    expect(html).not.toMatch(/iframe|viewer\.example/)
  })

  test('of the inspector says who receives what before it opens anything', async () => {
    const { url, stop } = await serve(refunded(1), { port: 0, viewer })
    const html = await (await fetch(`${url}inspector`)).text()
    await stop()
    expect(html).toContain('is a page of viewer.example. That host then receives')
    expect(html).not.toMatch(/<iframe[^>]*src/)
  })

  test.skipIf(NO_BROWSER !== '')('of the inspector says why it cannot open it', async () => {
    const { url, stop } = await serve(refunded(1), { port: 0, viewer })
    const browser = await launched()
    const context = await browser.newContext()
    const page = await newPage(context)
    await page.goto(`${url}inspector`)
    await context.setOffline(true)
    await page.getByRole('button').click()
    expect(await page.getByRole('status').innerText()).toContain(
      'viewer.example cannot be reached: there is no network. The page of payfold, at /, needs no network.',
    )
    await browser.close()
    await stop()
  })

  test('runs only its own script, frames only the viewer, and is framed by nobody', async () => {
    const { url, stop } = await serve(refunded(1), { port: 0, viewer })
    const page = await fetch(`${url}inspector`)
    const html = await page.text()
    await stop()
    const hashOf = (tag: string): string => {
      const [, text = ''] = html.match(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`)) ?? []
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; ` +
        `frame-src https://viewer.example; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )
  })

  test('treats what is stored, and the viewer’s address, as data only', async () => {
    const odd = '</script><script>alert(1)</script>'
    const { events, ...shown } = refunded(1)
    const spoilt = events.map((event) => ({ ...event, data: { ...event.data, reference: odd } }))
    const at = { port: 0, viewer: `${viewer}?${odd}` }
    const { url, stop } = await serve({ ...shown, events: spoilt }, at)
    const page = await (await fetch(`${url}inspector`)).text()
    await stop()
    // the data, and the script that reads them
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page.match(/\\u003c\/script>/g)?.length).toBeGreaterThan(1)
  })
})
