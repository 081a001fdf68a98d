// @ts-check
/** Audits a log as the command line asks, writes the report, and returns the exit code. */
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { auditor, differenceText, lineCutter, reportJson, reportText, since } from 'payfold/audit'
import { reportPage } from 'payfold/inspect'
import { pf } from '../payfold.js'
import { troubleOf } from '../trouble.js'
import { progressOn } from '../week/progress.js'
import { optionsOf, USAGE } from './options.js'
import { readWaivers } from './waivers.js'

/**
 * The exit code: 0 for no findings or only notices, 1 for warnings, 2 for errors, 3 if the log is
 * no evidence.
 */
const EXIT = { notice: 0, warning: 1, error: 2, fatal: 3 }

/** The exit codes if the audit could not begin. */
const USE = 64
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
 * @param {readonly string[]} words
 * @param {{ readonly stdout: Out, readonly stderr: Out }} outs
 * @returns {Promise<number>}
 */
export const run = async (words, { stdout, stderr }) => {
  /** @param {number} exitCode @param {string} text */
  const giveUp = (exitCode, text) => {
    stderr.write(`${text}\n`)
    return exitCode
  }

  const options = optionsOf(words)
  if (typeof options === 'string') return giveUp(USE, `${options}\n${USAGE}`)
  const { file, asOf: occurred, knownAt: known, heads } = options

  const waived = options.waive === undefined ? { value: [] } : await jsonIn(options.waive)
  if ('trouble' in waived) return giveUp(NO_INPUT, `${options.waive}: ${waived.trouble}`)
  const waivers = readWaivers(waived.value)
  if (typeof waivers === 'string') return giveUp(USE, `${options.waive}: ${waivers}`)
  const earlier = options.since === undefined ? null : await jsonIn(options.since)
  if (earlier !== null && 'trouble' in earlier) {
    return giveUp(NO_INPUT, `${options.since}: ${earlier.trouble}`)
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
  const compared = earlier === null ? null : since(earlier.value, report)
  if (compared?._tag === 'Left') {
    return giveUp(USE, `${options.since}: ${pf.explain(compared.left)}`)
  }
  const difference = compared?.right ?? null
  if (options.html !== undefined) {
    const page = reportPage(pf)(report)
    if (page._tag === 'Left') return giveUp(NO_OUTPUT, `${options.html}: ${pf.explain(page.left)}`)
    try {
      await writeFile(options.html, page.right)
    } catch (error) {
      return giveUp(NO_OUTPUT, `${options.html}: ${troubleOf(error)}`)
    }
  }
  if (options.json) {
    const whole = reportJson(report)
    stdout.write(
      difference === null
        ? `${whole}\n`
        : `${JSON.stringify({ report: JSON.parse(whole), since: difference })}\n`,
    )
  } else {
    const lines = [
      ...reportText(pf)(report),
      ...(difference === null ? [] : ['', ...differenceText(difference)]),
    ]
    stdout.write(`${lines.join('\n')}\n`)
  }
  return report.worst === null ? 0 : EXIT[report.worst]
}
