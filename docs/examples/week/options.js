// @ts-check
/** Parses the command line of the recorded week, and says what else `npm start` runs. */
import { parseArgs } from 'node:util'

/** The usage in a line. */
export const SHORT = 'Usage: npm start -- [FILE] [--json] [--log LOG], or --help'

/** The usage text. */
export const USAGE = `Usage: npm start -- [FILE] [--json]          report on the recorded week, or on FILE, which has a message in each line
       npm start -- [FILE] --log LOG          write the log of these messages
       npm start -- audit LOG --to FOLDER     audit a log: FOLDER/report.html is to be printed and signed
       npm start -- audit --help              what else an audit can do
       npm start -- audit-parts LOG           audit a log of any length
       npm start -- watch LOG --stream STREAM show one of its streams step by step

From the recorded week to a report: npm start -- week --log week.log && npm start -- audit week.log --to report`

/**
 * Returns the options, or one sentence that says what is wrong with them.
 *
 * @param {readonly string[]} words
 */
export const optionsOf = (words) => {
  const flags = new Set(['--json', '--log', '--help'])
  const unknown = words.find((word) => word.startsWith('-') && !flags.has(word))
  if (unknown !== undefined) return `There is no option ${unknown}.`
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        log: { type: 'string' },
      },
    })
    if (positionals.length > 1) return 'Give one file at a time.'
    return { ...values, file: positionals[0] }
  } catch {
    return '--log needs the name of a file.'
  }
}
