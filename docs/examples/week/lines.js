// @ts-check
/** Reads a file line by line, so that only the current chunk is in memory. */
import { createReadStream, statSync } from 'node:fs'

/**
 * @typedef {object} Line
 * @property {number} number counted from 1, blank lines too
 * @property {string} text without its ending, and without a byte order mark
 */

/** @typedef {(bytesRead: number, bytes: number, lines: number) => void} OnProgress */

/**
 * Yields lines that end in LF or CRLF, and leaves out blank lines. Nothing else ends a line: a JSON
 * text may contain separators at which `node:readline` would wrongly begin a new line.
 *
 * @param {string} file
 * @param {OnProgress} onProgress
 * @returns {AsyncGenerator<Line>}
 */
export async function* linesOf(file, onProgress) {
  const { size } = statSync(file)
  const stream = createReadStream(file, { encoding: 'utf8' })
  let number = 0
  let rest = ''
  for await (const chunk of stream) {
    const [first = '', ...others] = chunk.split('\n')
    const last = others.pop()
    const whole = last === undefined ? [] : [rest + first, ...others]
    for (const text of whole) yield* line(++number, text)
    rest = last ?? rest + first
    onProgress(stream.bytesRead, size, number)
  }
  yield* line(++number, rest)
}

/**
 * @param {number} number
 * @param {string} text
 * @returns {Generator<Line>}
 */
function* line(number, text) {
  const bare = (number === 1 ? text.replace(/^\uFEFF/, '') : text).replace(/\r$/, '')
  if (bare.trim() !== '') yield { number, text: bare }
}
