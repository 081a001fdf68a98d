/** Parses the auditor's command line, option by option. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { instant } from 'payfold'
import { readHead } from 'payfold/audit'
import { USE } from './database.js'

/**
 * Reads a whole number from 1 from the environment; ends the program if the variable has any other
 * value.
 *
 * @param {string} name
 * @param {number} otherwise
 */
export const wholeIn = (name, otherwise) => {
  const text = process.env[name] ?? String(otherwise)
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  process.stderr.write(`${name} should be a whole number from 1.\n`)
  process.exit(USE)
}

/** The usage text. */
export const USAGE = `Usage: npm run --silent audit -- [--workers N] [--as-of TIME] [--known-at TIME|ENTRIES] [--head ROOT[@SIZE]|FILE]... [--keep] > report.json
       npm run --silent audit -- --run RUN [--workers N] [--keep] > report.json`

/**
 * @typedef {object} Options
 * @property {number} workers
 * @property {number | null} run the run to resume
 * @property {boolean} keep whether to keep the results in the database after the report is written
 * @property {import('./runs.js').Options} asked
 */

/** @param {string} text */
const knownOf = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : instant(text))

/**
 * Reads a head: its root, perhaps with its size, or the file in which it was kept.
 *
 * @param {string} text
 * @returns {import('payfold/audit').PublishedHead | null}
 */
const headOf = (text) => {
  const [, root, size] = /^([0-9a-f]{64})(?:@(\d{1,15}))?$/.exec(text) ?? []
  if (root !== undefined) return size === undefined ? { root } : { root, size: Number(size) }
  try {
    const kept = readHead(JSON.parse(readFileSync(text, 'utf8')))
    return kept._tag === 'Left' ? null : kept.right
  } catch {
    return null
  }
}

/**
 * Returns the options, or one sentence that says what is wrong with them.
 *
 * @param {readonly string[]} words
 * @returns {Options | string}
 */
export const optionsOf = (words) => {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        workers: { type: 'string', default: String(availableParallelism()) },
        run: { type: 'string' },
        'as-of': { type: 'string' },
        'known-at': { type: 'string' },
        head: { type: 'string', multiple: true, default: [] },
        keep: { type: 'boolean', default: false },
      },
    })
    const { 'as-of': asOf, 'known-at': knownAt, head, run } = values
    const workers = Number(values.workers)
    if (!/^\d{1,3}$/.test(values.workers) || workers < 1) return '--workers needs a number from 1.'
    if (run !== undefined && !/^\d{1,9}$/.test(run)) return '--run needs the number of a run.'
    if (run !== undefined && (asOf !== undefined || knownAt !== undefined || head.length > 0)) {
      return 'These options cannot be changed for a run that has begun.'
    }
    const occurred = asOf === undefined ? undefined : instant(asOf)
    if (occurred === null) return '--as-of needs a time, such as 2026-03-02T10:00:00Z.'
    const known = knownAt === undefined ? undefined : knownOf(knownAt)
    if (known === null) return '--known-at needs a time, or a number of entries.'
    const heads = head.map(headOf)
    if (heads.includes(null)) return '--head needs 64 digits, or the JSON file of a head.'
    return {
      workers,
      run: run === undefined ? null : Number(run),
      keep: values.keep,
      asked: {
        ...(occurred === undefined ? {} : { occurred }),
        ...(known === undefined ? {} : { known }),
        ...(heads.length === 0 ? {} : { heads: heads.flatMap((each) => each ?? []) }),
      },
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'The options cannot be read.'
  }
}
