// @ts-check
/** Audits a log as the command line asks, writes the report, and returns the exit code. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import {
  auditor,
  differenceText,
  lineCutter,
  readReport,
  reportFiles,
  sampled,
  sampleTable,
  since,
  visible,
} from 'payfold/audit'
import { reportPage, streamPage } from 'payfold/inspect'
import { pf } from '../payfold.js'
import { isSame, troubleOf } from '../trouble.js'
import { progressOn } from '../week/progress.js'
import { entriesIn } from './entries.js'
import { optionsOf, USAGE } from './options.js'
import { askedIn, differencesOf, repeatText } from './repeat.js'

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

/** The version of XState, whose rules the charts follow. */
const xstate = createRequire(import.meta.url)('xstate/package.json').version

/** The exit code if an audit that was repeated is not the same. */
const DIFFERENT = 4

/** The options that name files to read, and the files that are written to a folder. */
const INPUTS = /** @type {const} */ (['waive', 'since', 'policy', 'repeat'])
const FILES = [
  'report.json',
  'report.txt',
  'report.html',
  'findings.csv',
  'streams.csv',
  'sample.csv',
]

/**
 * @typedef {object} Out
 * @property {boolean} [isTTY]
 * @property {(text: string) => unknown} write
 */

/**
 * Reads a file as JSON, or returns the end of a sentence that says why that fails.
 *
 * @param {string} file
 * @returns {Promise<{ readonly value: unknown, readonly text: string } | { readonly trouble: string }>}
 */
const jsonIn = async (file) => {
  try {
    const text = await readFile(file, 'utf8')
    return { value: JSON.parse(text), text }
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
  const { file, to } = options

  /** @type {Record<'waive' | 'since' | 'policy' | 'repeat', unknown>} */
  const given = { waive: undefined, since: undefined, policy: undefined, repeat: undefined }
  let repeated = ''
  for (const name of /** @type {const} */ (['waive', 'since', 'policy', 'repeat'])) {
    const path = options[name]
    if (path === undefined) continue
    const read = await jsonIn(path)
    if ('trouble' in read) return giveUp(NO_INPUT, `${path}: ${read.trouble}`)
    given[name] = read.value
    if (name === 'repeat') repeated = read.text
  }
  const earlier = given.since === undefined ? null : readReport(given.since)
  if (earlier?._tag === 'Left') return giveUp(USE, `${options.since}: ${pf.explain(earlier.left)}`)
  const first = given.repeat === undefined ? null : readReport(given.repeat)
  if (first?._tag === 'Left') return giveUp(USE, `${options.repeat}: ${pf.explain(first.left)}`)
  const asked = askedIn(options, given, first?.right ?? null)
  if (typeof asked === 'string') return giveUp(USE, asked)
  const { root, auditing } = asked
  for (const read of [
    file,
    ...INPUTS.flatMap((name) => options[name] ?? []),
    ...options.headWords,
  ]) {
    const pages = to === undefined ? [] : await readdir(join(to, 'streams')).catch(() => [])
    for (const name of [...FILES, ...pages.map((page) => join('streams', page))]) {
      if (to === undefined || !(await isSame(join(to, name), read))) continue
      return giveUp(USE, `${join(to, name)}: the audit reads this file, so it does not write it.`)
    }
  }

  const isReadTwice = to !== undefined || options.sample !== undefined
  const under = auditor(root, auditing)
  const hashing = createHash('sha256')
  let bytes = 0
  const progress = progressOn(stderr)
  try {
    const { size } = await stat(file)
    if (isReadTwice && !(await stat(file)).isFile()) {
      return giveUp(NO_INPUT, `${file}: --to and --sample need a file, which can be read twice.`)
    }
    const cutter = lineCutter()
    let lines = 0
    for await (const chunk of createReadStream(file)) {
      hashing.update(chunk)
      for (const line of cutter.take(chunk)) {
        under.line(line)
        lines += 1
      }
      bytes += chunk.length
      progress.at(bytes, size, lines)
    }
    for (const line of cutter.end()) under.line(line)
  } catch (error) {
    return giveUp(NO_INPUT, `${file}: ${troubleOf(error)}`)
  } finally {
    progress.done()
  }

  const input = { name: basename(file), bytes, sha256: hashing.digest('hex') }
  const audited = under.report()
  const many = options.sample ?? first?.right.sample ?? null
  const units = many === null ? [] : sampled(root)(audited, many)
  if (units === null) {
    return giveUp(
      USE,
      '--sample needs a --head that the log agrees with: its root says where to start.',
    )
  }
  const found = new Set(audited.findings.map(({ stream }) => stream))
  // a page tells the whole story of a stream, not that of a limit
  const isLimited = audited.known !== null || audited.occurred !== null
  const shown = isLimited
    ? []
    : audited.streams.filter(({ stream, isValid }) => isValid && found.has(stream))
  const entries = await entriesIn(file, [...units, ...(to === undefined ? [] : shown)])
  const sample = many === null ? {} : { sample: { many, table: sampleTable(units, entries) } }
  const { report, texts } = reportFiles(root)(audited, { input, xstate, ...sample })
  const compared = earlier === null ? null : since(earlier.right, report)
  if (compared?._tag === 'Left') {
    return giveUp(USE, `${options.since}: ${pf.explain(compared.left)}`)
  }
  const difference = compared?.right ?? null
  if (to !== undefined) {
    const page = reportPage(root)(report, { hasPages: !isLimited })
    if (page._tag === 'Left') return giveUp(NO_OUTPUT, `${to}: ${pf.explain(page.left)}`)
    try {
      await mkdir(to, { recursive: true })
      for (const [name, text] of Object.entries({ ...texts, 'report.html': page.right })) {
        await writeFile(join(to, name), text)
      }
      await mkdir(join(to, 'streams'), { recursive: true })
      for (const { stream } of shown) {
        const number = report.streams.findIndex((each) => each.stream === stream) + 1
        const own = entries(stream).map(({ entry }) => entry)
        await writeFile(join(to, 'streams', `${number}.html`), streamPage(root)(stream, own))
      }
    } catch (error) {
      return giveUp(NO_OUTPUT, `${to}: ${troubleOf(error)}`)
    }
  }
  const different = first === null ? [] : differencesOf(first.right, report, repeated)
  if (options.json) {
    const whole = texts['report.json']
    stdout.write(
      difference === null
        ? `${visibleJson(whole)}\n`
        : `${visibleJson(JSON.stringify({ report: JSON.parse(whole), since: difference }))}\n`,
    )
  } else {
    const lines = [
      ...(difference === null ? [] : ['', ...differenceText(difference)]),
      ...(first === null ? [] : ['', visible(repeatText(different))]),
    ]
    stdout.write(`${texts['report.txt']}${lines.map((line) => `${line}\n`).join('')}`)
  }
  if (report.size === 0) {
    stderr.write(`${visible(file)}: no line of it was taken as an entry, so nothing was audited.\n`)
  }
  if (report.size === 0 && report.findings.length === 0) return NO_LINES
  if (different.length > 0) return DIFFERENT
  return report.worst === null ? 0 : EXIT[report.worst]
}
