// @ts-check
/** Audits a log as the command line asks, writes the report, and returns the exit code. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
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
import { EXIT, NO_INPUT, NO_LINES, NO_OUTPUT, USE } from '../exits.js'
import { pf } from '../payfold.js'
import { troubleOf } from '../trouble.js'
import { progressOn } from '../week/progress.js'
import { entriesIn, recordedIn } from './entries.js'
import { troubleIn, writeFolder } from './folder.js'
import { optionsOf, USAGE } from './options.js'
import { askedIn, differencesOf, repeatText, visibleJson } from './repeat.js'

/** The version of XState, whose rules the charts follow. */
const xstate = createRequire(import.meta.url)('xstate/package.json').version

/** The exit code if an audit that was repeated is not the same. */
const DIFFERENT = 4

/** The options that name files to read. */
const INPUTS = /** @type {const} */ (['waive', 'since', 'policy', 'repeat'])

/** Whether a file of a report is the page of a stream. @param {{ readonly name: string }} file */
const isPage = ({ name }) => name.startsWith('streams/')

/**
 * @typedef {object} Out
 * @property {boolean} [isTTY]
 * @property {(text: string) => unknown} write
 */

/**
 * Reads a file as JSON, or returns the exit code and the end of a sentence that says why that fails.
 *
 * @param {string} file
 * @returns {Promise<{ readonly value: unknown, readonly text: string } | { readonly exitCode: number, readonly trouble: string }>}
 */
const jsonIn = async (file) => {
  try {
    const text = await readFile(file, 'utf8')
    return { value: JSON.parse(text), text }
  } catch (error) {
    if (error instanceof SyntaxError) return { exitCode: USE, trouble: 'it is not JSON.' }
    return { exitCode: NO_INPUT, trouble: troubleOf(error) }
  }
}

/**
 * Reads the files that options name as JSON; the exit code and a sentence if one cannot be read.
 *
 * @param {import('./options.js').Options} options
 */
const givenIn = async (options) => {
  /** @type {Partial<Record<typeof INPUTS[number], { readonly value: unknown, readonly text: string }>>} */
  const given = {}
  for (const name of INPUTS) {
    const path = options[name]
    if (path === undefined) continue
    const read = await jsonIn(path)
    if ('trouble' in read) return { exitCode: read.exitCode, text: `${path}: ${read.trouble}` }
    given[name] = read
  }
  return { given }
}

/**
 * Audits the lines of a file, and hashes its bytes.
 *
 * @param {string} file
 * @param {import('payfold/audit').Auditor} under
 * @param {Out} stderr
 */
const readLog = async (file, under, stderr) => {
  const hashing = createHash('sha256')
  const progress = progressOn(stderr)
  try {
    const { size } = await stat(file)
    const cutter = lineCutter()
    let [bytes, lines] = [0, 0]
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
    return { name: basename(file), bytes, sha256: hashing.digest('hex') }
  } finally {
    progress.done()
  }
}

/** The time now: the package has no clock. */
const clock = () => new Date().toISOString()

/**
 * @param {readonly string[]} words
 * @param {{ readonly stdout: Out, readonly stderr: Out, readonly now?: typeof clock }} outs
 * @returns {Promise<number>}
 */
export const run = async (words, { stdout, stderr, now = clock }) => {
  /** @param {number} exitCode @param {string} text @param {string} [usage] */
  const giveUp = (exitCode, text, usage = '') => {
    stderr.write(`${visible(text)}\n${usage}`)
    return exitCode
  }

  if (words.includes('--help')) {
    stdout.write(`${USAGE}\n`)
    return 0
  }
  const options = optionsOf(words)
  if (typeof options === 'string') return giveUp(USE, options, `${USAGE}\n`)
  const { file, to } = options

  const read = await givenIn(options)
  if (read.given === undefined) return giveUp(read.exitCode, read.text)
  const { given } = read
  const earlier = given.since === undefined ? null : readReport(given.since.value)
  if (earlier?._tag === 'Left') return giveUp(USE, `${options.since}: ${pf.explain(earlier.left)}`)
  const repeated = given.repeat === undefined ? null : readReport(given.repeat.value)
  if (repeated?._tag === 'Left') {
    return giveUp(USE, `${options.repeat}: ${pf.explain(repeated.left)}`)
  }
  const first = repeated?.right ?? null
  const asked = askedIn(options, given, first, now)
  if (typeof asked === 'string') return giveUp(USE, asked)
  const { root, auditing } = asked
  const many = options.sample ?? first?.sample ?? null
  if (many !== null && auditing.known !== undefined) {
    return giveUp(USE, '--sample needs the whole log: leave --known-at out.')
  }
  const inputs = [file, ...INPUTS.flatMap((name) => options[name] ?? []), ...options.headWords]
  const trouble = to === undefined ? null : await troubleIn(to, inputs)
  if (trouble !== null) return giveUp(trouble.exitCode, trouble.text)

  const kind = await stat(file).catch(() => null)
  const isReadTwice =
    to !== undefined ||
    many !== null ||
    first?.tables.some((each) => isPage(each) || each.name === 'sample.csv')
  if (isReadTwice && kind?.isFile() === false) {
    return giveUp(NO_INPUT, `${file}: --to and --sample need a file, which can be read twice.`)
  }
  // a page tells the whole story of a stream, not that of a limit
  const isLimited = auditing.known !== undefined || auditing.occurred !== undefined
  const hasPages = !isLimited && kind?.isFile() && (first === null || first.tables.some(isPage))
  const under = auditor(root, auditing)
  let input = null
  try {
    input = await readLog(file, under, stderr)
  } catch (error) {
    return giveUp(NO_INPUT, `${file}: ${troubleOf(error)}`)
  }

  const audited = under.report()
  const drawn = many === null ? null : sampled(root)(audited, many)
  // if the log has changed since, the sample of a repeated report is among what differs
  if (drawn?._tag === 'Left' && options.sample !== undefined) {
    return giveUp(USE, `--sample: ${pf.explain(drawn.left)}`)
  }
  const sample = drawn?._tag === 'Right' && many !== null ? { many, units: drawn.right } : null
  const units = sample?.units ?? []
  const found = new Set(audited.findings.map(({ stream }) => stream))
  const shown = audited.streams.filter(
    ({ stream, isValid }) => hasPages && isValid && found.has(stream),
  )
  const named = new Set([...units, ...shown].map(({ stream }) => `${stream}`))
  // what happened to a mandate is in the streams of its payments as well
  const isWhole = shown.some(({ stream }) => stream.startsWith('mandate-'))
  const { streams } =
    named.size === 0
      ? { streams: new Map() }
      : await entriesIn(file, (stream) => isWhole || named.has(stream))
  const recorded = recordedIn(root, streams)
  const { report, texts } = reportFiles(root)(audited, {
    input,
    xstate,
    ...(sample === null
      ? {}
      : {
          sample: {
            many: sample.many,
            table: sampleTable(units, (of) => streams.get(of) ?? []),
          },
        }),
    ...(hasPages ? { pageOf: (of) => streamPage(root)(of, recorded(of)) } : {}),
  })
  const difference = earlier === null ? null : since(earlier.right, report)
  if (to !== undefined) {
    const page = reportPage(root)(report)
    if (page._tag === 'Left') return giveUp(NO_OUTPUT, `${to}: ${pf.explain(page.left)}`)
    const failed = await writeFolder(to, { ...texts, 'report.html': page.right })
    if (failed !== null) return giveUp(failed.exitCode, failed.text)
  }
  const differs = first === null ? null : differencesOf(first, report, given.repeat?.text ?? '')
  if (options.json) {
    const whole = texts['report.json']
    const more = {
      ...(difference === null ? {} : { since: difference }),
      ...(differs === null ? {} : { repeated: { isSame: differs.length === 0, differs } }),
    }
    const isAlone = difference === null && differs === null
    const json = isAlone ? whole : JSON.stringify({ report: JSON.parse(whole), ...more })
    stdout.write(`${visibleJson(json)}\n`)
  } else {
    const lines = [
      ...(difference === null ? [] : ['', ...differenceText(difference)]),
      ...(differs === null ? [] : ['', visible(repeatText(differs))]),
    ]
    stdout.write(`${texts['report.txt']}${lines.map((line) => `${line}\n`).join('')}`)
  }
  if (report.size === 0) {
    const why =
      report.known === null ? 'no line of it was taken as an entry' : 'it had no entry by then'
    stderr.write(`${visible(file)}: ${why}, so nothing was audited.\n`)
  }
  if (report.size === 0 && report.findings.length === 0) return NO_LINES
  if (differs !== null && differs.length > 0) return DIFFERENT
  return report.worst === null ? 0 : EXIT[report.worst]
}
