// @ts-check
/** Shows one stream of a log as the words ask for it, or says why not. */
import { readLog, streamIn } from './log.js'
import { optionsOf, USAGE } from './options.js'
import { serve } from './serve.js'

/** What could not even be begun, as numbered in sysexits.h: the words, the file, the port. */
const USE = 64
const NO_INPUT = 66
const UNAVAILABLE = 69

/** @type {Readonly<Record<string, string>>} */
const TROUBLE = {
  ENOENT: 'there is no such file.',
  EISDIR: 'it is a directory.',
  ENOTDIR: 'there is no such directory.',
  EACCES: 'it may not be read.',
}

/** @type {Readonly<Record<string, string>>} */
const NO_PORT = {
  EADDRINUSE: 'somebody else listens there. Leave --port out, and a free one is taken.',
  EACCES: 'it may not be listened on. Leave --port out, and a free one is taken.',
}

/** @param {unknown} error */
const codeOf = (error) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/**
 * Serves what is asked for and gives a way to stop it; or gives the code to end with and, in words, why.
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
  const options = optionsOf(words)
  if (typeof options === 'string') return not(USE, `${options}\n${USAGE}`)
  const { file, port, viewer } = options
  /** @type {Awaited<ReturnType<typeof readLog>>} */
  let log
  try {
    log = await readLog(file)
  } catch (error) {
    const code = codeOf(error)
    return not(NO_INPUT, `${file}: ${TROUBLE[code] ?? `it cannot be read (${code}).`}`)
  }
  const found = streamIn(log, options.stream)
  if (typeof found === 'string') return not(USE, `${file}: ${found}`)
  try {
    const { url, stop } = await serve(found, { port, viewer })
    const broken =
      log.broken === 0
        ? ''
        : `${log.broken} of the log’s ${log.lines} lines do not stand; audit it.\n`
    const { host } = new URL(viewer)
    const said =
      `${broken}${found.stream}: ${url}\n` +
      `What you see there is shown by ${host}, which receives it.\n`
    return { said, stop }
  } catch (error) {
    const code = codeOf(error)
    return not(UNAVAILABLE, `--port ${port}: ${NO_PORT[code] ?? `it cannot be used (${code}).`}`)
  }
}
