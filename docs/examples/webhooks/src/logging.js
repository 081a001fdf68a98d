/**
 * The log of the service itself: one JSON object per line, with names, numbers and ids, never with
 * data from requests.
 */

/**
 * Describes an error by its kind and where it occurred, without its message, because the messages
 * of databases and parsers contain data.
 *
 * @param {unknown} error
 */
const shown = (error) => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error instanceof Error ? error.name : typeof error,
    code: error instanceof Error && 'code' in error ? String(error.code) : '',
    message: 'left out',
    stack: at
      .slice(0, 6)
      .map((line) => line.trim())
      .join(', '),
  }
}

/**
 * @param {string} level
 * @param {{ readonly write: (line: string) => void }} [stream]
 */
export const loggerAt = (level, stream) => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (/** @type {string} */ label) => ({ level: label }) },
  serializers: {
    req: (/** @type {{ readonly method: string }} */ { method }) => ({ method }),
    res: (/** @type {{ readonly statusCode: number }} */ { statusCode }) => ({ statusCode }),
    err: shown,
  },
  ...(stream === undefined ? {} : { stream }),
})
