// @ts-check
/** What an audit is asked: by options and files, or by an earlier report that is to be repeated. */
import { isDeepStrictEqual } from 'node:util'
import { instant, payfold, readPolicy } from 'payfold'
import { reportJson } from 'payfold/audit'
import { pf } from '../payfold.js'

/** @typedef {import('payfold/audit').WrittenReport} WrittenReport */
/** @typedef {import('payfold/audit').PublishedHead} PublishedHead */

/** A head as a report has it: without the ends of its streams. @param {WrittenReport['heads'][number]} head */
const headIn = ({ root, size, order, time }) => ({
  root,
  ...(size === null ? {} : { size }),
  ...(order === null ? {} : { order }),
  ...(time === null ? {} : { time }),
})

/**
 * The heads of an earlier report, then those that are new. One that was kept with the ends of its
 * streams has to be given again, as no report holds them.
 *
 * @param {WrittenReport} first
 * @param {readonly PublishedHead[]} given
 * @returns {readonly PublishedHead[] | string}
 */
const headsOf = ({ heads }, given) => {
  /** @param {WrittenReport['heads'][number]} head */
  const againOf = ({ root, ends }) =>
    given.find((each) => each.root === root && (each.streams?.length ?? 0) === ends)
  const lacking = heads.find((head) => head.ends > 0 && againOf(head) === undefined)
  if (lacking !== undefined) {
    return `the audit compared a head with the ends of ${lacking.ends} streams, which no report holds. Add --head with the file of this head: ${lacking.root}`
  }
  const known = new Set(heads.map(({ root }) => root))
  const others = given.filter(({ root }) => !known.has(root))
  return [...heads.map((head) => againOf(head) ?? headIn(head)), ...others]
}

/**
 * Returns what judges and what is asked, or a sentence that says what is wrong. What options ask goes
 * before what an earlier report asks. Waivers expire by the time that is asked for, else by the clock.
 *
 * @param {import('./options.js').Options} options
 * @param {Readonly<Partial<Record<'waive' | 'policy', { readonly value: unknown }>>>} given
 * @param {WrittenReport | null} first
 * @param {() => string} clock
 */
export const askedIn = (options, given, first, clock) => {
  const changes = given.policy === undefined ? (first?.policy ?? {}) : given.policy.value
  const policy = readPolicy(pf.machines)(/** @type {{}} */ (changes))
  if (policy._tag === 'Left') return `${options.policy}: ${pf.explain(policy.left)}`
  const waivers = given.waive === undefined ? (first?.waivers ?? []) : given.waive.value
  if (!Array.isArray(waivers)) return `${options.waive}: waivers must be a list.`
  const heads = first === null ? options.heads : headsOf(first, options.heads)
  if (typeof heads === 'string') return `${options.repeat}: ${heads}`
  const { asOf = first?.occurred ?? undefined, knownAt = first?.known?.at } = options
  const isAsBefore = first !== null && given.waive === undefined && options.asOf === undefined
  const waiversAsOf = isAsBefore ? first.waiversAsOf : (asOf ?? instant(clock()))
  return {
    root: payfold(pf.machines, { policy: policy.right }),
    auditing: {
      heads,
      waivers,
      ...(waiversAsOf === null ? {} : { waiversAsOf }),
      ...(asOf === undefined ? {} : { occurred: asOf }),
      ...(knownAt === undefined ? {} : { known: knownAt }),
    },
  }
}

/**
 * The same JSON without characters that could act on a terminal: they can only be in its texts.
 *
 * @param {string} json
 */
export const visibleJson = (json) =>
  json.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    found
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/**
 * The parts of a report that differ from an earlier one, and `bytes` if its file is not as it was written
 * or printed.
 * The name of the file that was read may be another.
 *
 * @param {WrittenReport} first
 * @param {WrittenReport} again
 * @param {string} text the file of the earlier report
 */
export const differencesOf = (first, again, text) => {
  /** As a file says them: none has a minus zero. @param {WrittenReport} report */
  const parts = (report) => {
    const written = JSON.parse(reportJson(report))
    const { input } = written
    return Object.entries({ ...written, input: input === null ? null : { ...input, name: '' } })
  }
  const before = new Map(parts(first))
  const names = parts(again)
    .filter(([name, value]) => !isDeepStrictEqual(value, before.get(name)))
    .map(([name]) => name)
  const json = reportJson(first)
  return [json, visibleJson(json)].includes(text.trimEnd()) ? names : [...names, 'bytes']
}

/** Says whether an audit that was repeated is the same. @param {readonly string[]} names */
export const repeatText = (names) =>
  names.length === 0
    ? 'Repeated: the same.'
    : `Repeated: not the same. These differ: ${names.join(', ')}.`
