// @ts-check
/** Shows one stream of a log as the command line asks, or says why it cannot. */
import { visible } from 'payfold/audit'
import { readLog, streamIn } from './log.js'
import { optionsOf, USAGE } from './options.js'
import { serve } from './serve.js'

/** Exit codes from sysexits.h: wrong usage, an unreadable file, an unusable port. */
const USE = 64
const NO_INPUT = 66
const UNAVAILABLE = 69

/** @type {Readonly<Record<string, string>>} */
const TROUBLE = {
  ENOENT: 'there is no such file.',
  EISDIR: 'it is a directory.',
  ENOTDIR: 'there is no such directory.',
  EACCES: 'access is denied.',
}

/** @type {Readonly<Record<string, string>>} */
const NO_PORT = {
  EADDRINUSE: 'another program uses this port. Leave out --port to use a free port.',
  EACCES: 'this port may not be used. Leave out --port to use a free port.',
}

/** @param {unknown} error */
const codeOf = (error) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/**
 * Serves the stream and returns a function that stops the server; or returns the exit code and the
 * reason.
 *
 * @param {readonly string[]} words
 * @returns {Promise<
 *   | { readonly exitCode: number, readonly because: string }
 *   | { readonly said: string, readonly stop: () => Promise<void> }
 * >}
 */
export const run = async (words) => {
  /** @param {number} exitCode @param {string} because */
  const not = (exitCode, because) => ({ exitCode, because })
  /** What somebody typed, without characters that could act on a terminal. @param {string} text */
  const shown = (text) => text.split('\n').map(visible).join('\n')
  const options = optionsOf(words)
  if (typeof options === 'string') return not(USE, `${visible(options)}\n${USAGE}`)
  const { file, port, viewer } = options
  /** @type {Awaited<ReturnType<typeof readLog>>} */
  let log
  try {
    log = await readLog(file)
  } catch (error) {
    const code = codeOf(error)
    return not(NO_INPUT, `${visible(file)}: ${TROUBLE[code] ?? `it cannot be read (${code}).`}`)
  }
  const found = streamIn(log, options.stream)
  if (typeof found === 'string') return not(USE, `${visible(file)}: ${shown(found)}`)
  try {
    const { url, stop } = await serve(found, { port, viewer })
    const broken =
      log.broken === 0
        ? ''
        : `${log.broken} of the ${log.lines} lines in the log are not valid. Audit the log.\n`
    const { host } = new URL(viewer)
    const said =
      `${broken}${found.stream}: ${url}\n` +
      `In XState's inspector, a page of ${host}, which then receives all of it: ${url}inspector\n`
    return { said, stop }
  } catch (error) {
    const code = codeOf(error)
    return not(UNAVAILABLE, `--port ${port}: ${NO_PORT[code] ?? `it cannot be used (${code}).`}`)
  }
}
