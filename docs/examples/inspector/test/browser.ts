/** A real browser to look with: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser']

const executablePath = PLACES.find((path) => path !== '' && existsSync(path)) ?? null

/** Why tests that need one were left out; empty where they need not be. */
export const NO_BROWSER =
  executablePath === null
    ? ', left out: there is no Chromium; install it, or name it in CHROMIUM'
    : ''

/** Starts it. */
export const launched = (): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'] })
