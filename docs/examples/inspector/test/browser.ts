/** A real browser for the tests: Debian's Chromium, or the browser that CHROMIUM names. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser']

const executablePath = PLACES.find((path) => path !== '' && existsSync(path)) ?? null

/** Why tests that need a browser are skipped; empty if a browser is found. */
export const NO_BROWSER =
  executablePath === null
    ? ', left out: Chromium was not found; install it, or name it in CHROMIUM'
    : ''

/** Only what hangs takes so long, however busy the machine is. */
const timeout = 300_000

/** Starts the browser. */
export const launched = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    timeout,
  })

/** Opens an empty page. */
export const newPage = async (browser: Browser | BrowserContext): Promise<Page> => {
  const page = await browser.newPage()
  page.setDefaultTimeout(timeout)
  return page
}
