/** What the service says of itself: one JSON object a line, of names and kinds; never what somebody sent. */

/**
 * Says something.
 *
 * @typedef {(words: string, details?: Readonly<Record<string, string | number>>) => void} Say
 */

/** @param {(line: string) => void} write @returns {Say} */
export const sayTo = (write) => (words, details) =>
  write(`${JSON.stringify({ time: new Date().toISOString(), says: words, ...details })}\n`)

/** What an error is, without its message: those of parsers and clients hold values. @param {unknown} error */
export const kindOf = (error) => {
  const { name = typeof error, code, cause } = /** @type {any} */ (error ?? {})
  const [own, its] = [code, cause?.code].map((each) => (typeof each === 'string' ? each : ''))
  return { error: String(name), code: own || its || '' }
}

/** The number that Restate gives an error: 570 is a call that other handlers began. @param {readonly unknown[]} said */
const numberIn = (said) => {
  const codes = said.map((each) => /** @type {any} */ (each)?.code)
  const numbers = said.map((each) => /\b\[?(5\d\d) [A-Z]/.exec(String(each))?.[1])
  const number = [...codes, ...numbers].find((each) => Number.isInteger(Number(each ?? NaN)))
  return number === undefined ? {} : { code: Number(number) }
}

/**
 * Takes what Restate's library says of calls that broke off, which holds values, and what handlers say, which does
 * not: they say it once, however often they are gone through.
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
    else say('a call broke off, and is tried again', { handler, ...numberIn([words, ...more]) })
  }
