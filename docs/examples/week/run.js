// @ts-check
/** Prints the report on a file of recorded messages, as the command line asks. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { visible } from 'payfold/audit'
import { isSame, troubleOf } from '../trouble.js'
import { linesOf } from './lines.js'
import { optionsOf, SHORT, USAGE } from './options.js'
import { painter } from './paint.js'
import { progressOn } from './progress.js'
import { reportOn } from './report.js'
import { textOf } from './text.js'

/** The exit code if the log cannot be written. */
const NO_OUTPUT = 73
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
const asJson = ({ repetitions: _, log: __, ...whole }) => JSON.stringify(whole)

/**
 * Runs the command line and returns the exit code: 0; 1 if no line of the file can be read; 2 for
 * wrong options; 73 if the log cannot be written. A failure is reported in one line on `stderr`.
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
  const options = optionsOf(words)
  if (typeof options === 'string') return giveUp(2, `${options} ${SHORT}`)
  if (options.help) {
    stdout.write(`${USAGE}\n`)
    return 0
  }
  const { file = fileURLToPath(new URL('week.ndjson', import.meta.url)), log } = options
  if (log !== undefined && (await isSame(log, file))) {
    return giveUp(2, `${log}: this file has the messages, so it does not become the log.`)
  }
  const report = await reportOnFile(file, stderr)
  if (typeof report === 'string') return giveUp(1, `${file}: ${report}`)
  if (log !== undefined) {
    try {
      await writeFile(log, report.log.map((line) => `${line}\n`).join(''))
    } catch (error) {
      return giveUp(NO_OUTPUT, `${log}: ${troubleOf(error)}`)
    }
    stdout.write(
      `The log is in ${visible(log)}. Audit it: npm start -- audit ${visible(log)} --to FOLDER\n`,
    )
    return 0
  }
  stdout.write(`${options.json ? asJson(report) : asPage(report, stdout)}\n`)
  return 0
}
