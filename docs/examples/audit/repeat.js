// @ts-check
/** What an audit is asked: by options and files, or by an earlier report that is to be repeated. */
import { payfold, readPolicy } from 'payfold'
import { reportJson } from 'payfold/audit'
import { pf } from '../payfold.js'
import { readWaivers } from './waivers.js'

/** @typedef {import('payfold/audit').WrittenReport} WrittenReport */

/** Whether a report was made with a limit that came from it, and not from its log. */
/** @param {WrittenReport} first */
const auditingOf = ({ known, occurred, heads }) => ({
  heads: heads.map(({ root, size, order, time }) => ({
    root,
    ...(size === null ? {} : { size }),
    ...(order === null ? {} : { order }),
    ...(time === null ? {} : { time }),
  })),
  ...(known === null ? {} : { known: known.at }),
  ...(occurred === null ? {} : { occurred }),
})

/**
 * Returns what judges and what is asked, or a sentence that says what is wrong. What options ask goes
 * before what an earlier report asks: a head that was kept with its streams is not in a report.
 *
 * @param {import('./options.js').Options} options
 * @param {Record<'waive' | 'policy', unknown>} given
 * @param {WrittenReport | null} first
 */
export const askedIn = (options, given, first) => {
  const { heads, asOf, knownAt } = options
  const changes = given.policy ?? first?.policy ?? {}
  const policy = readPolicy(pf.machines)(/** @type {{}} */ (changes))
  if (policy._tag === 'Left') return `${options.policy}: ${pf.explain(policy.left)}`
  const waivers = readWaivers(given.waive ?? first?.waivers ?? [])
  if (typeof waivers === 'string') return `${options.waive}: ${waivers}`
  return {
    root: payfold(pf.machines, { policy: policy.right }),
    auditing: {
      ...(first === null ? {} : auditingOf(first)),
      ...(heads.length === 0 && first !== null ? {} : { heads }),
      waivers,
      ...(asOf === undefined ? {} : { occurred: asOf }),
      ...(knownAt === undefined ? {} : { known: knownAt }),
    },
  }
}

/**
 * The parts of a report that differ from an earlier one, and `bytes` if its file is not as it was written.
 * The name of the file that was read may be another.
 *
 * @param {WrittenReport} first
 * @param {WrittenReport} again
 * @param {string} text the file of the earlier report
 */
export const differencesOf = (first, again, text) => {
  /** @param {WrittenReport} report */
  const parts = (report) => {
    const { input } = report
    return Object.entries({ ...report, input: input === null ? null : { ...input, name: '' } })
  }
  const before = new Map(parts(first))
  const names = parts(again)
    .filter(
      ([name, value]) => JSON.stringify(sorted(value)) !== JSON.stringify(sorted(before.get(name))),
    )
    .map(([name]) => name)
  return text.trimEnd() === reportJson(first) ? names : [...names, 'bytes']
}

/** The same value with its names in order. @param {unknown} value @returns {unknown} */
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** Says whether an audit that was repeated is the same. @param {readonly string[]} names */
export const repeatText = (names) =>
  names.length === 0
    ? 'Repeated: the same.'
    : `Repeated: not the same. These differ: ${names.join(', ')}.`
