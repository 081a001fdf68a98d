/**
 * The log of the service itself: one JSON object per line, with names and kinds, never with data
 * from requests.
 */

/**
 * Writes a line of the log.
 *
 * @typedef {(words: string, details?: Readonly<Record<string, string | number>>) => void} Say
 */

/** @param {(line: string) => void} write @returns {Say} */
export const sayTo = (write) => (words, details) =>
  write(`${JSON.stringify({ time: new Date().toISOString(), says: words, ...details })}\n`)

/**
 * Describes an error without its message, because the messages of parsers and clients contain data.
 * @param {unknown} error
 */
export const kindOf = (error) => {
  const { name = typeof error, code, cause } = /** @type {any} */ (error ?? {})
  const [own, its] = [code, cause?.code].map((each) => (typeof each === 'string' ? each : ''))
  return { error: String(name), code: own || its || '' }
}

/**
 * The number that Restate gives an error: 570 means that another version of the handler began the
 * call.
 * @param {readonly unknown[]} said
 */
const numberIn = (said) => {
  const codes = said.map((each) => /** @type {any} */ (each)?.code)
  const numbers = said.map((each) => /\b\[?(5\d\d) [A-Z]/.exec(String(each))?.[1])
  const number = [...codes, ...numbers].find((each) => Number.isInteger(Number(each ?? NaN)))
  return number === undefined ? {} : { code: Number(number) }
}

/**
 * Receives what Restate's library reports about interrupted calls, which may contain data from
 * requests, and what handlers log, which does not contain such data. Handlers log once, even if a
 * call runs again.
 *
 * @param {Say} say
 * @returns {import('@restatedev/restate-sdk').LoggerTransport}
 */
export const loggerFor =
  (say) =>
  ({ source, level, replaying, context }, words, ...more) => {
    if (context === undefined || replaying || (level !== 'warn' && level !== 'error')) return
    const handler = `${context.serviceName}/${context.handlerName}`
    if (source === 'USER') say(String(words), { handler })
    else
      say('a call was interrupted, and is tried again', { handler, ...numberIn([words, ...more]) })
  }
