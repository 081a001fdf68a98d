// @ts-check
/** The words of the command line, or what is wrong with them. */
import { parseArgs } from 'node:util'

/** The hosted inspector. Whatever is sent to a hosted page, its host may receive. */
export const HOSTED = 'https://stately.ai/inspect'

/** How it is called. */
export const USAGE = 'Usage: npm start -- FILE [--stream STREAM] [--port PORT] [--url VIEWER]'

/** @param {string} text */
const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** @param {string} text */
const isPage = (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/**
 * What is asked for; a sentence where it cannot be understood.
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
    if (file === undefined) return 'Which log? Name its file.'
    if (another !== undefined)
      return `One log is shown at a time, not ${positionals.join(' and ')}.`
    if (!isPort(port)) return `--port ${port}: a port is a whole number from 0, any, to 65535.`
    if (!isPage(url)) return `--url ${url}: a viewer’s address begins with http:// or https://.`
    return { file, stream, port: Number(port), viewer: url }
  } catch (error) {
    return error instanceof Error ? error.message : 'These words cannot be understood.'
  }
}
