/** A real browser to look at pages with: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync, readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** Where it is; null where there is none. */
export const executablePath = PLACES.find((path) => path !== '' && existsSync(path)) ?? null

/** Why tests that need one were left out. */
export const NO_BROWSER = 'left out: there is no Chromium; install it, or name it in CHROMIUM'

/** Starts it. */
export const launched = (): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'] })

/** A page that is looked at, and all that it complained of or asked the network for. */
export interface Looked {
  readonly page: Page
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
}

/** How somebody looks at a page. */
export interface Looking {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  readonly hash?: string
}

/** Opens HTML as it would be opened from a file: a page of a context that other pages share. */
export const look = async (
  context: BrowserContext,
  file: string,
  { width = 1280, scheme = 'light', hash = '' }: Looking = {},
): Promise<Looked> => {
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  const [complaints, requests]: readonly [string[], string[]] = [[], []]
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`file://${file}${hash}`)
  return { page, complaints, requests }
}

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds wrong with a page, in words. */
export const barriersIn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  )
}
