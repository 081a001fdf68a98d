// @ts-check
/** The files of an audit in parts: lines that are read and written in pieces, never as a whole. */
import { appendFileSync, closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { lineCutter } from 'payfold/audit'

/** @typedef {import('payfold/audit').LogLine} LogLine */

/** How much is read or written at once. */
export const PIECE = 1 << 18

/**
 * The bytes of a file, piece by piece. Each piece is overwritten by the next one.
 *
 * @param {string} file
 */
function* piecesOf(file) {
  const opened = openSync(file, 'r')
  const piece = Buffer.alloc(PIECE)
  try {
    for (let at = 0; ; ) {
      const size = readSync(opened, piece, 0, PIECE, at)
      if (size === 0) return
      at += size
      yield piece.subarray(0, size)
    }
  } finally {
    closeSync(opened)
  }
}

/**
 * The lines of a log, as bytes that were cut anywhere.
 *
 * @param {string} file
 */
export function* linesOf(file) {
  const cut = lineCutter()
  for (const piece of piecesOf(file)) yield* cut.take(piece)
  yield* cut.end()
}

/**
 * The lines of a file of ours. A line has no limit here: what is written is what is read.
 *
 * @param {string} file
 */
function* textsIn(file) {
  const decoder = new TextDecoder()
  let open = ''
  for (const piece of piecesOf(file)) {
    const [first = '', ...more] = decoder.decode(piece, { stream: true }).split('\n')
    open += first
    for (const next of more) {
      yield open
      open = next
    }
  }
}

/**
 * The JSON in the lines of a file of ours.
 *
 * @template A
 * @param {string} file
 * @returns {Generator<A>}
 */
export function* jsonIn(file) {
  for (const text of textsIn(file)) yield JSON.parse(text)
}

/** Half of a surrogate pair, which UTF-8 cannot hold. */
const LONE = /\p{Surrogate}/u

/**
 * A line of the log with its number, as a text that UTF-8 can hold: one with half of a surrogate pair is JSON.
 *
 * @param {LogLine} given
 */
export const numbered = ({ line, text }) =>
  LONE.test(text) ? `${JSON.stringify({ line, text })}\n` : `${line} ${text}\n`

/**
 * The lines of the log in a file of ours.
 *
 * @param {string} file
 * @returns {Generator<LogLine>}
 */
export function* numberedIn(file) {
  for (const text of textsIn(file)) {
    if (text.startsWith('{')) yield JSON.parse(text)
    else {
      const end = text.indexOf(' ')
      yield { line: Number(text.slice(0, end)), text: text.slice(end + 1) }
    }
  }
}

/**
 * Writes all of a text to a file.
 *
 * @param {number} opened
 * @param {string} text
 */
export const writeTo = (opened, text) => {
  for (let left = Buffer.from(text); left.length > 0; ) {
    left = left.subarray(writeSync(opened, left))
  }
}

/**
 * Writes texts to a file, many at a time.
 *
 * @param {number} opened
 */
export const writerOn = (opened) => {
  let waiting = ''
  const flush = () => {
    writeTo(opened, waiting)
    waiting = ''
  }
  return {
    /** @param {string} text */
    add: (text) => {
      waiting += text
      if (waiting.length > PIECE) flush()
    },
    flush,
  }
}

/**
 * Writes a file of JSON, one value a line.
 *
 * @param {string} file
 * @param {Iterable<unknown>} values
 */
export const writeJson = (file, values) => {
  const opened = openSync(file, 'w')
  const writer = writerOn(opened)
  for (const each of values) writer.add(`${JSON.stringify(each)}\n`)
  writer.flush()
  closeSync(opened)
}

/**
 * Adds to a file in one step, so that several workers can add to it.
 *
 * @param {string} file
 * @param {readonly unknown[]} values
 */
export const addJson = (file, values) =>
  appendFileSync(file, values.map((each) => `${JSON.stringify(each)}\n`).join(''))

/** The names of the files of a part. @param {string} folder @param {number} part */
export const filesOf = (folder, part) => ({
  lines: join(folder, `lines-${part}`),
  received: join(folder, `received-${part}`),
  streams: join(folder, `streams-${part}`),
  rows: join(folder, `rows-${part}`),
  sequenced: join(folder, `sequenced-${part}`),
  claims: join(folder, `claims-${part}`),
})

/** The damaged lines of all parts. @param {string} folder */
export const lostIn = (folder) => join(folder, 'lost')
