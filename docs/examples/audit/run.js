// @ts-check
/** Audits a log as the command line asks, writes the report, and returns the exit code. */
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import {
  auditor,
  differenceText,
  lineCutter,
  readReport,
  reportJson,
  reportText,
  since,
  visible,
} from 'payfold/audit'
import { reportPage } from 'payfold/inspect'
import { pf } from '../payfold.js'
import { isSame, troubleOf } from '../trouble.js'
import { progressOn } from '../week/progress.js'
import { optionsOf, USAGE } from './options.js'
import { readWaivers } from './waivers.js'

/**
 * The exit code: 0 for no findings or only notices, 1 for warnings, 2 for errors, 3 if the log is
 * no evidence.
 */
const EXIT = { notice: 0, warning: 1, error: 2, fatal: 3 }

/**
 * The exit codes if there is no audit: wrong options or files, a log without lines, a file that
 * cannot be read, a page that cannot be written.
 */
const USE = 64
const NO_LINES = 65
const NO_INPUT = 66
const NO_OUTPUT = 73

/**
 * @typedef {object} Out
 * @property {boolean} [isTTY]
 * @property {(text: string) => unknown} write
 */

/**
 * Reads a file as JSON, or returns the end of a sentence that says why that fails.
 *
 * @param {string} file
 * @returns {Promise<{ readonly value: unknown } | { readonly trouble: string }>}
 */
const jsonIn = async (file) => {
  try {
    return { value: JSON.parse(await readFile(file, 'utf8')) }
  } catch (error) {
    if (error instanceof SyntaxError) return { trouble: 'it is not JSON.' }
    return { trouble: troubleOf(error) }
  }
}

/**
 * The same JSON without characters that could act on a terminal: they can only be in its texts.
 *
 * @param {string} json
 */
const visibleJson = (json) =>
  json.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    found
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/**
 * @param {readonly string[]} words
 * @param {{ readonly stdout: Out, readonly stderr: Out }} outs
 * @returns {Promise<number>}
 */
export const run = async (words, { stdout, stderr }) => {
  /** @param {number} exitCode @param {string} text @param {string} [usage] */
  const giveUp = (exitCode, text, usage = '') => {
    stderr.write(`${visible(text)}\n${usage}`)
    return exitCode
  }

  const options = optionsOf(words)
  if (typeof options === 'string') return giveUp(USE, options, `${USAGE}\n`)
  const { file, asOf: occurred, knownAt: known, heads } = options

  const waived = options.waive === undefined ? { value: [] } : await jsonIn(options.waive)
  if ('trouble' in waived) return giveUp(NO_INPUT, `${options.waive}: ${waived.trouble}`)
  const waivers = readWaivers(waived.value)
  if (typeof waivers === 'string') return giveUp(USE, `${options.waive}: ${waivers}`)
  const earlier = options.since === undefined ? null : await jsonIn(options.since)
  if (earlier !== null && 'trouble' in earlier) {
    return giveUp(NO_INPUT, `${options.since}: ${earlier.trouble}`)
  }
  const before = earlier === null ? null : readReport(earlier.value)
  if (before?._tag === 'Left') return giveUp(USE, `${options.since}: ${pf.explain(before.left)}`)
  const { html } = options
  for (const read of [file, options.waive, options.since, ...options.headWords]) {
    if (html === undefined || read === undefined || !(await isSame(html, read))) continue
    return giveUp(USE, `${html}: the audit reads this file, so it does not write it.`)
  }

  const under = auditor(pf, {
    heads,
    waivers,
    ...(occurred === undefined ? {} : { occurred }),
    ...(known === undefined ? {} : { known }),
  })
  const progress = progressOn(stderr)
  try {
    const { size } = await stat(file)
    const cutter = lineCutter()
    let [bytesRead, lines] = [0, 0]
    for await (const chunk of createReadStream(file)) {
      for (const line of cutter.take(chunk)) {
        under.line(line)
        lines += 1
      }
      bytesRead += chunk.length
      progress.at(bytesRead, size, lines)
    }
    for (const line of cutter.end()) under.line(line)
  } catch (error) {
    return giveUp(NO_INPUT, `${file}: ${troubleOf(error)}`)
  } finally {
    progress.done()
  }

  const report = under.report()
  const compared = before === null ? null : since(before.right, report)
  if (compared?._tag === 'Left') {
    return giveUp(USE, `${options.since}: ${pf.explain(compared.left)}`)
  }
  const difference = compared?.right ?? null
  if (html !== undefined) {
    const page = reportPage(pf)(report)
    if (page._tag === 'Left') return giveUp(NO_OUTPUT, `${html}: ${pf.explain(page.left)}`)
    try {
      await writeFile(html, page.right)
    } catch (error) {
      return giveUp(NO_OUTPUT, `${html}: ${troubleOf(error)}`)
    }
  }
  if (options.json) {
    const whole = reportJson(report)
    stdout.write(
      difference === null
        ? `${visibleJson(whole)}\n`
        : `${visibleJson(JSON.stringify({ report: JSON.parse(whole), since: difference }))}\n`,
    )
  } else {
    const lines = [
      ...reportText(pf)(report),
      ...(difference === null ? [] : ['', ...differenceText(difference)]),
    ]
    stdout.write(`${lines.join('\n')}\n`)
  }
  if (report.streams.length === 0) {
    stderr.write(`${visible(file)}: no line of it was taken as an entry, so nothing was audited.\n`)
  }
  if (report.streams.length === 0 && report.findings.length === 0) return NO_LINES
  return report.worst === null ? 0 : EXIT[report.worst]
}
