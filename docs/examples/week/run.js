// @ts-check
/** Prints the report on a file of recorded messages, as the command line asks. */
import { fileURLToPath } from 'node:url'
import { visible } from 'payfold/audit'
import { troubleOf } from '../trouble.js'
import { linesOf } from './lines.js'
import { painter } from './paint.js'
import { progressOn } from './progress.js'
import { reportOn } from './report.js'
import { textOf } from './text.js'

const USAGE = 'Usage: node main.js [FILE] [--json]'
const WIDEST = 140

/**
 * @typedef {object} Out
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 * @property {(text: string) => unknown} write
 */

/**
 * The report on a file, or the end of a sentence that says why there is no report.
 *
 * @param {string} file
 * @param {Out} stderr
 */
const reportOnFile = async (file, stderr) => {
  const progress = progressOn(stderr)
  try {
    const report = await reportOn(linesOf(file, progress.at))
    const { messages, unreadable } = report
    const [first] = unreadable
    if (messages === 0) return 'it is empty.'
    if (first === undefined || unreadable.length < messages) return report
    return `no line could be read. Line ${first.line} is the first: ${first.sentence}`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw error
    return troubleOf(error)
  } finally {
    progress.done()
  }
}

/** @param {import('./report.js').Report} report @param {Out} out */
const asPage = (report, { isTTY, columns = WIDEST }) => {
  const paint = painter(isTTY === true && !process.env['NO_COLOR'])
  return textOf(report, { width: Math.min(columns, WIDEST), paint }).join('\n')
}

/** @param {import('./report.js').Report} report */
const asJson = ({ repetitions: _, ...whole }) => JSON.stringify(whole)

/**
 * Runs the command line and returns the exit code: 0; 1 if no line of the file can be read; 2 for
 * wrong options. A failure is reported in one line on `stderr`.
 *
 * @param {readonly string[]} words
 * @param {{ readonly stdout: Out, readonly stderr: Out }} streams
 */
export const run = async (words, { stdout, stderr }) => {
  /** @param {number} exitCode @param {string} line */
  const giveUp = (exitCode, line) => {
    stderr.write(`${visible(line)}\n`)
    return exitCode
  }
  const files = words.filter((word) => !word.startsWith('-'))
  const unknown = words.find((word) => word.startsWith('-') && word !== '--json')
  if (unknown !== undefined) return giveUp(2, `There is no option ${unknown}. ${USAGE}`)
  if (files.length > 1) return giveUp(2, `Give one file at a time. ${USAGE}`)
  const [file = fileURLToPath(new URL('week.ndjson', import.meta.url))] = files
  const report = await reportOnFile(file, stderr)
  if (typeof report === 'string') return giveUp(1, `${file}: ${report}`)
  stdout.write(`${words.includes('--json') ? asJson(report) : asPage(report, stdout)}\n`)
  return 0
}
