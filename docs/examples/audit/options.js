// @ts-check
/** Parses the auditor's command line, option by option. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { instant } from 'payfold'
import { readHead } from 'payfold/audit'

/** The usage text. */
export const USAGE = `Usage: audit FILE [--to FOLDER] [--json] [--as-of TIME] [--known-at TIME|ENTRIES]
             [--head ROOT[@SIZE]|FILE]... [--policy FILE] [--waive FILE]
             [--sample N] [--since REPORT] [--repeat REPORT]

  --to FOLDER       writes the report, its tables and pages; FOLDER/report.html is to be read, printed and signed
  --json            prints the report as JSON
  --as-of TIME      judges as of this time; without it, as of the last receipt in the log
  --known-at …      audits only what the log had by this time, or its first entries
  --head …          compares a head that was kept elsewhere, so that nothing can be cut off or rewritten unseen
  --policy FILE     judges by these values of the policy, as JSON
  --waive FILE      takes the findings that this file accepts out of the open ones
  --sample N        draws N units of each currency, to compare with documents: sample.csv
  --since REPORT    also says what is new since this report.json
  --repeat REPORT   audits as this report.json was made, and says what differs

Exit code: 0 no findings or only notices, 1 warnings, 2 errors, 3 the log is no evidence, 4 a repetition differs;
64 wrong options, 65 nothing to audit, 66 a file cannot be read, 73 the report cannot be written.
A log of the recorded week: npm start -- week --log FILE`

/**
 * @typedef {object} Options
 * @property {string} file
 * @property {boolean} json
 * @property {import('payfold').Instant | undefined} asOf
 * @property {import('payfold').Instant | number | undefined} knownAt
 * @property {readonly import('payfold/audit').PublishedHead[]} heads
 * @property {readonly string[]} headWords the same as they were given: some of them are files
 * @property {string | undefined} waive
 * @property {string | undefined} since
 * @property {string | undefined} to
 * @property {string | undefined} policy
 * @property {string | undefined} repeat
 * @property {number | undefined} sample
 */

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

/** @param {string} text */
const knownOf = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : instant(text))

/**
 * Returns the options, or one sentence that says what is wrong with them.
 *
 * @param {readonly string[]} words
 * @returns {Options | string}
 */
export const optionsOf = (words) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        'as-of': { type: 'string' },
        'known-at': { type: 'string' },
        head: { type: 'string', multiple: true, default: [] },
        waive: { type: 'string' },
        since: { type: 'string' },
        to: { type: 'string' },
        policy: { type: 'string' },
        repeat: { type: 'string' },
        sample: { type: 'string' },
      },
    })
    const [file, another] = positionals
    if (file === undefined) return 'Name the file to audit.'
    if (another !== undefined) return 'Only one file can be audited at a time.'
    const { 'as-of': occurred, 'known-at': known } = values
    const asOf = occurred === undefined ? undefined : instant(occurred)
    if (asOf === null) return '--as-of needs a time, such as 2026-03-02T10:00:00Z.'
    const knownAt = known === undefined ? undefined : knownOf(known)
    if (knownAt === null) return '--known-at needs a time, or a number of entries.'
    const { sample } = values
    if (sample !== undefined && !/^[1-9]\d{0,4}$/.test(sample))
      return '--sample needs a number of units, from 1 to 99,999.'
    const heads = values.head.map(headOf)
    if (heads.includes(null))
      return '--head needs 64 hexadecimal digits, with @SIZE if the log has grown, or the JSON file of a head.'
    return {
      file,
      json: values.json,
      asOf,
      knownAt,
      heads: heads.flatMap((head) => head ?? []),
      headWords: values.head,
      waive: values.waive,
      since: values.since,
      to: values.to,
      policy: values.policy,
      repeat: values.repeat,
      sample: sample === undefined ? undefined : Number(sample),
    }
  } catch (error) {
    return error instanceof Error
      ? error.message.replaceAll('\n', ' ')
      : 'These options cannot be read.'
  }
}
