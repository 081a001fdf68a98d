// @ts-check
/** Prints what a file of recorded messages comes to: `node main.js [FILE] [--json]`. */
import { fileURLToPath } from 'node:url'
import { linesOf } from './lines.js'
import { painter } from './paint.js'
import { progressOn } from './progress.js'
import { reportOn } from './report.js'
import { textOf } from './text.js'

const USAGE = 'Usage: node main.js [FILE] [--json]'
const WIDEST = 140

/** @type {Readonly<Record<string, string>>} */
const TROUBLE = {
  ENOENT: 'there is no such file.',
  EISDIR: 'it is a directory.',
  EACCES: 'it may not be read.',
}

/**
 * Says in one line what went wrong, and ends with a code.
 *
 * @param {number} exitCode
 * @param {string} line
 */
const giveUp = (exitCode, line) => {
  process.exitCode = exitCode
  console.error(line)
}

/**
 * The report on a file, or in half a sentence why there is none.
 *
 * @param {string} file
 */
const reportOnFile = async (file) => {
  const progress = progressOn(process.stderr)
  try {
    const report = await reportOn(linesOf(file, progress.at))
    const { messages, unreadable } = report
    const [first] = unreadable
    if (messages === 0) return 'it is empty.'
    if (first === undefined || unreadable.length < messages) return report
    return `nothing could be read. Line ${first.line} is the first: ${first.sentence}`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw error
    return TROUBLE[code] ?? `it cannot be read (${code}).`
  } finally {
    progress.done()
  }
}

/** @param {import('./report.js').Report} report @param {boolean} asJson */
const print = (report, asJson) => {
  if (asJson) {
    const { repetitions: _, ...whole } = report
    process.stdout.write(`${JSON.stringify(whole)}\n`)
    return
  }
  const { isTTY, columns = WIDEST } = process.stdout
  const paint = painter(isTTY === true && !process.env['NO_COLOR'])
  const lines = textOf(report, { width: Math.min(columns, WIDEST), paint })
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** @param {readonly string[]} words */
const main = async (words) => {
  const files = words.filter((word) => !word.startsWith('-'))
  const unknown = words.find((word) => word.startsWith('-') && word !== '--json')
  if (unknown !== undefined) return giveUp(2, `There is no option ${unknown}. ${USAGE}`)
  if (files.length > 1) return giveUp(2, `One file at a time. ${USAGE}`)
  const [file = fileURLToPath(new URL('week.ndjson', import.meta.url))] = files
  const report = await reportOnFile(file)
  if (typeof report === 'string') return giveUp(1, `${file}: ${report}`)
  print(report, words.includes('--json'))
}

process.stdout.on('error', (error) => {
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1)
})

await main(process.argv.slice(2))
