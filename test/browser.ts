/** A real browser that opens pages: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync, readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** Its path; null if there is none. */
export const executablePath = PLACES.find((path) => path !== '' && existsSync(path)) ?? null

/** Why tests that need a browser were left out. */
export const NO_BROWSER = 'left out: Chromium was not found; install it, or name it in CHROMIUM'

/** A test that takes too long ends by its own limit: a busy machine is no error of a page. */
const PATIENCE = { timeout: 300_000 }

/** What a page does not have soon, it does not have at all. */
const SOON = 60_000

/** Starts the browser. */
export const launched = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    ...PATIENCE,
  })

/** An open page, with its errors and its network requests. */
export interface Looked {
  readonly page: Page
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
}

/** The size and colours of the window. */
export interface Looking {
  readonly width?: number
  readonly scheme?: 'light' | 'dark' | 'forced'
  readonly hash?: string
}

/** Opens HTML as from a file, in a page that others use before and after. */
export const look = async (
  page: Page,
  file: string,
  { width = 1280, scheme = 'light', hash = '' }: Looking = {},
): Promise<Looked> => {
  page.removeAllListeners()
  // another hash of the same file would not load it again
  await page.goto('about:blank')
  page.setDefaultTimeout(SOON)
  page.setDefaultNavigationTimeout(PATIENCE.timeout)
  await page.setViewportSize({ width, height: 900 })
  const isForced = scheme === 'forced'
  await page.emulateMedia({
    colorScheme: isForced ? 'light' : scheme,
    forcedColors: isForced ? 'active' : 'none',
    media: 'screen',
  })
  const [complaints, requests]: readonly [string[], string[]] = [[], []]
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    // its page may be closed before it is dismissed
    dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => {
    // the browser itself may look for an icon
    if (request.url() !== 'file:///favicon.ico') requests.push(request.url())
  })
  await page.goto(`file://${file}${hash}`)
  return { page, complaints, requests }
}

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds wrong with a page, as text. */
export const barriersIn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  )
}
