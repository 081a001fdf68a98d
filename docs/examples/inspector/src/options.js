// @ts-check
/** Parses the command line, or says what is wrong with it. */
import { parseArgs } from 'node:util'

/** The hosted inspector. Its host can receive everything that is sent to the page. */
export const HOSTED = 'https://stately.ai/inspect'

/** The usage text. */
export const USAGE = 'Usage: npm start -- FILE [--stream STREAM] [--port PORT] [--url VIEWER]'

/** @param {string} text */
const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** @param {string} text */
const isPage = (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/**
 * Returns the options, or a sentence that says why they cannot be understood.
 *
 * @param {readonly string[]} words
 */
export const optionsOf = (words) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        stream: { type: 'string' },
        port: { type: 'string', default: '0' },
        url: { type: 'string', default: HOSTED },
      },
    })
    const [file, another] = positionals
    const { stream, port, url } = values
    if (file === undefined) return 'Name the file of the log.'
    if (another !== undefined)
      return `Only one log can be shown at a time, not ${positionals.join(' and ')}.`
    if (!isPort(port))
      return `--port ${port}: a port is a whole number from 0 (any free port) to 65535.`
    if (!isPage(url)) return `--url ${url}: a viewer’s address begins with http:// or https://.`
    return { file, stream, port: Number(port), viewer: url }
  } catch (error) {
    return error instanceof Error ? error.message : 'The command line cannot be understood.'
  }
}
