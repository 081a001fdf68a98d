/** Pages of hostile reports in a real browser: no text runs, loads or links, and the policy holds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stream } from '../../src/words/stream.ts'
import { visible } from '../../src/words/text/visible-text.ts'
import { executablePath, launched, look, NO_BROWSER } from '../browser.ts'
import { machines, pay, reported } from '../given.ts'
import { attacked, reports, TEXTS } from '../hostile/reports.ts'
import { reportPage, streamPage } from '../root.ts'

/** What would run, load, send or lead elsewhere. */
const DANGEROUS = `[...document.querySelectorAll('*')].flatMap((each) => [
  ...(/^(script|img|iframe|object|embed|form|base|link|svg:script|foreignObject)$/i.test(each.localName) && !each.matches('script:not([src])') ? [each.localName] : []),
  ...[...each.attributes].flatMap(({ name, value }) =>
    /^on|^style$|^src|^action|^formaction|^srcdoc/.test(name) || (name === 'href' && !/^#(stream|finding)-\\d+$/.test(value)) ? [name + '=' + value] : []),
])`

const stream = 'payment-pay_1' as Stream
const streamOf = (): string =>
  streamPage(machines)(stream, [
    reported('payment_captured', { ...pay, method: 'sepa', amount: 1000, currency: 'EUR' }),
  ])

/** Elements that somebody else put into a page, some of which load from a server. */
const injected = (server: string): string =>
  [
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    `<img src="${server}/image">`,
    '<svg onload="alert(1)"></svg>',
    '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
    `<iframe src="${server}/frame"></iframe>`,
    `<style>body { background: url("${server}/background") }</style>`,
    `<link rel="stylesheet" href="${server}/style">`,
    `<script src="${server}/script"></script>`,
    `<object data="${server}/object"></object>`,
    `<video src="${server}/video"></video>`,
    `<form action="${server}/form"><button id="send">send</button></form>`,
    '<a id="go" href="javascript:alert(1)">go</a>',
  ].join('\n')

const dialogs = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((each) => each.startsWith('dialog'))

describe.skipIf(executablePath === null)(
  `pages of hostile data${executablePath === null ? `, ${NO_BROWSER}` : ''}`,
  () => {
    let browser: Browser
    let shared: Page
    let folder = ''
    let server = ''
    const loaded: string[] = []
    const http = createServer(({ url = '' }, response) => {
      // after it has sent a form, the browser itself may look for an icon
      if (url !== '/favicon.ico') loaded.push(url)
      response.end()
    })
    beforeAll(async () => {
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
      const address = http.address()
      server = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
      browser = await launched()
      shared = await browser.newPage()
      folder = await mkdtemp(join(tmpdir(), 'hostile-pages-'))
    })
    afterAll(async () => {
      await browser?.close()
      http.close()
      await rm(folder, { recursive: true, force: true })
    })
    const open = async (html: string) => {
      const file = join(folder, 'page.html')
      await writeFile(file, html)
      return look(shared, file)
    }
    const focused = async (page: Page): Promise<void> => {
      await page.mouse.move(300, 300)
      for (let count = 0; count < 5; count += 1) await page.keyboard.press('Tab')
    }

    test.each(TEXTS.map((text, index) => [text.slice(0, 60), text, index] as const))(
      'show an attack in every text of a report as text: %j',
      async (_, attack, index) => {
        // one of four reports in turn
        const { page, complaints, requests } = await open(
          reportPage(attacked(reports[index % 4], attack)),
        )
        const words = await page.locator('body').innerText()
        expect(words).toContain('Audit')
        const seen = visible(attack).replaceAll(/\s+/g, ' ').trim()
        if (attack.length < 1000) expect(words.replaceAll(/\s+/g, ' ')).toContain(seen)
        expect(await page.evaluate(DANGEROUS)).toEqual([])
        await focused(page)
        expect(complaints).toEqual([])
        expect(requests).toHaveLength(1)
      },
    )

    test.each([
      ['a report', () => reportPage(reports[0])],
      ['a stream', streamOf],
    ])(
      '%s runs nothing that somebody else put into it, and loads and sends nothing',
      async (_, html) => {
        const infected = html().replace('</main>', `</main>${injected(server)}`)
        /** What runs, and what the server receives, within a moment of all clicks, and until it is enough. */
        const happened = async (text: string, least = { dialogs: 0, loaded: 0 }) => {
          loaded.length = 0
          const { page, complaints } = await open(text)
          await page.locator('#go').click()
          await page.locator('#send').click({ noWaitAfter: true })
          do await page.waitForTimeout(200)
          while (dialogs(complaints).length < least.dialogs || loaded.length < least.loaded)
          return {
            dialogs: dialogs(complaints),
            loaded: [...loaded],
            complaints: complaints.join(),
          }
        }
        const held = await happened(infected)
        expect([held.dialogs, held.loaded]).toEqual([[], []])
        expect(held.complaints).toContain('Content Security Policy')
        // without the policy all of it happens: the test would notice
        const bare = infected.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
        const free = await happened(bare, { dialogs: 4, loaded: 7 })
        expect(free.dialogs.length).toBeGreaterThan(3)
        expect(free.loaded.length).toBeGreaterThan(6)
      },
    )

    test('the page of a stream still steps', async () => {
      const { page, complaints } = await open(streamOf())
      expect(await page.locator('.beside .of-row').innerText()).toContain('captured')
      expect(complaints).toEqual([])
    })
  },
)
