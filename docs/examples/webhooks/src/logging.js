/** What the service says of itself: one JSON object a line, of names, numbers and ids; never what somebody sent. */

/**
 * An error by its kind and where it was met. Its message is left out: those of databases and parsers hold values.
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
