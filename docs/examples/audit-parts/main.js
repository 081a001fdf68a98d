// @ts-check
/**
 * Audits a log of any length: `npm start -- audit-parts FILE`. The exit code is that of `audit`.
 * It needs as much memory as one part, and as much room for temporary files as about five logs.
 */
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { logParts, reportStream, visible } from 'payfold/audit'
import { EXIT, NO_INPUT, NO_LINES, NO_OUTPUT, USE } from '../exits.js'
import { outputFailure, written } from '../output.js'
import { pf } from '../payfold.js'
import { CUT_OFF, codeOf, FAILED } from '../program.js'
import { isSame, troubleOf } from '../trouble.js'
import {
  filesOf,
  jsonIn,
  linesOf,
  lostIn,
  numbered,
  PIECE,
  writeJson,
  writerOn,
  writeTo,
} from './files.js'
import { auditOne } from './part.js'

/** How much of a log one part has, in bytes. */
const PART = 24_000_000

/** Each part has two files, which are open at the same time. */
const MOST_PARTS = 400
const MOST_WORKERS = 64

const USAGE = 'Usage: npm start -- audit-parts FILE [--parts N] [--workers N] [--to REPORT]'

const HELP = `${USAGE}

FILE         a log, with an entry in each line
--parts N    audit it in N parts, from 1 to ${MOST_PARTS}; otherwise a part has ${PART / 1_000_000} MB
--workers N  audit with N threads beside this one, from 0 to ${MOST_WORKERS}
--to REPORT  write the report as JSON; without it, it is printed

Exit codes: those of npm start -- audit --help; ${FAILED} if it failed.`

/**
 * Divides the lines of a log among files, each line with its number.
 *
 * @param {string} file
 * @param {string} folder
 * @param {number} many
 */
const divide = (file, folder, many) => {
  const parts = logParts(pf, many)
  const numbers = Array.from({ length: parts.count }, (_, part) => part)
  const opened = numbers.map((part) => openSync(filesOf(folder, part).lines, 'w'))
  const writers = opened.map(writerOn)
  /** @type {Map<string, number>} */
  const lost = new Map()
  let line = 0
  for (const text of linesOf(file)) {
    line += 1
    const placed = parts.ofLine(text)
    for (const hash of placed.lost) lost.set(hash, lost.get(hash) ?? line)
    writers[placed.part]?.add(numbered({ line, text }))
  }
  for (const writer of writers) writer.flush()
  opened.forEach(closeSync)
  for (const part of numbers) writeJson(filesOf(folder, part).received, [])
  writeJson(lostIn(folder), lost)
  return parts
}

/**
 * Audits parts by workers, each of which gets the next part when it has done one; without workers, here.
 *
 * @param {readonly number[]} parts
 * @param {{ readonly folder: string, readonly parts: number }} of
 * @param {readonly Worker[]} workers
 */
const auditAll = async (parts, of, workers) => {
  if (workers.length === 0) {
    for (const part of parts) auditOne({ ...of, part })
    return
  }
  const left = [...parts]
  await Promise.all(
    workers.map(async (worker) => {
      for (let part = left.shift(); part !== undefined; part = left.shift()) {
        const task = { ...of, part }
        await new Promise((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
          worker.postMessage(task)
        })
        worker.removeAllListeners('error')
      }
    }),
  )
}

/**
 * Writes the report, while the audits of all parts are merged, and returns it without its lists.
 *
 * @param {string} folder
 * @param {number} count
 * @param {(text: string) => unknown} write
 */
const writeReport = async (folder, count, write) => {
  const parts = Array.from({ length: count }, (_, part) => {
    const { streams, rows, sequenced, claims } = filesOf(folder, part)
    return {
      streams: () => jsonIn(streams),
      rows: () => jsonIn(rows),
      sequenced: () => jsonIn(sequenced),
      claims: () => jsonIn(claims),
    }
  })
  const texts = reportStream(pf)(parts)
  let waiting = ''
  let next = texts.next()
  for (; next.done !== true; next = texts.next()) {
    waiting += next.value
    if (waiting.length < PIECE) continue
    await write(waiting)
    waiting = ''
  }
  await write(`${waiting}\n`)
  return next.value
}

/**
 * A whole number in a range; null for anything else.
 *
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
const wholeIn = (text, least, most) => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1
  return number >= least && number <= most ? number : null
}

/**
 * How large a log is that can be read, and read twice; otherwise the exit code, and why it cannot.
 *
 * @param {string} file
 */
const sizeOf = (file) => {
  try {
    const place = statSync(file)
    if (!place.isFile())
      return { exitCode: NO_INPUT, text: `${file}: this is no file that can be read twice.` }
    accessSync(file, constants.R_OK)
    return place.size
  } catch (error) {
    return { exitCode: NO_INPUT, text: `${file}: ${troubleOf(error)}` }
  }
}

/** @param {string} text */
const wrong = (text) => ({ exitCode: USE, text })

/** What the words ask for; otherwise the exit code, and what is wrong with them. @param {readonly string[]} words */
const askedIn = (words) => {
  const options = /** @type {const} */ ({
    parts: { type: 'string' },
    workers: { type: 'string' },
    to: { type: 'string' },
  })
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) return wrong('Name one log.')
    const size = sizeOf(file)
    if (typeof size !== 'number') return size
    const usual = `${Math.ceil(size / PART)}`
    const many = wholeIn(values.parts ?? usual, values.parts === undefined ? 0 : 1, MOST_PARTS)
    const hands = wholeIn(values.workers ?? `${availableParallelism() - 1}`, 0, MOST_WORKERS)
    if (many === null) return wrong(`--parts takes a whole number from 1 to ${MOST_PARTS}.`)
    if (hands === null) return wrong(`--workers takes a whole number from 0 to ${MOST_WORKERS}.`)
    return { file, to: values.to, many: Math.max(1, many), hands }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : 'Wrong options.')
  }
}

/**
 * Audits the log, and writes the report. Returns the exit code.
 *
 * @param {{ readonly file: string, readonly many: number, readonly hands: number }} asked
 * @param {(text: string) => unknown} write
 */
const audited = async ({ file, many, hands }, write) => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const workers = Array.from(
    { length: hands },
    () =>
      new Worker(new URL('worker.js', import.meta.url), {
        // what an audit makes dies young: with room for it, little of it is ever moved
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
      }),
  )
  try {
    const { count, second } = divide(file, folder, many)
    const numbers = Array.from({ length: count }, (_, part) => part)
    const of = { folder, parts: many }
    await auditAll(numbers.slice(0, second), of, workers)
    await auditAll(numbers.slice(second), of, workers)
    const { lines, worst } = await writeReport(folder, count, write)
    return lines === 0 ? NO_LINES : EXIT[worst ?? 'notice']
  } finally {
    rmSync(folder, { recursive: true })
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** A report that could not be written; its message is the file's name. */
class Unwritten extends Error {}

/**
 * Prepares to write the report to a file, or else to the standard output. An earlier report stays until
 * this one is whole: it is written to another file, which then takes its name.
 *
 * @param {string | undefined} to
 * @returns {{ readonly write: (text: string) => unknown, readonly end: (isWhole: boolean) => void }}
 */
const outputTo = (to) => {
  if (to === undefined) return { write: written, end: () => {} }
  /** @template A @param {() => A} work @returns {A} */
  const tried = (work) => {
    try {
      return work()
    } catch (cause) {
      throw new Unwritten(to, { cause })
    }
  }
  const place = tried(() => statSync(to, { throwIfNoEntry: false }))
  // a device has no other file beside it, and a link stays what it is
  const isReplaced = place?.isFile() ?? true
  const target = place === undefined ? to : realpathSync(to)
  const beside = isReplaced ? `${target}.${randomUUID()}` : target
  const opened = tried(() => openSync(beside, isReplaced ? 'wx' : 'w'))
  return {
    write: (text) => tried(() => writeTo(opened, text)),
    end: (isWhole) => {
      closeSync(opened)
      if (isReplaced && isWhole) tried(() => renameSync(beside, target))
      else if (isReplaced) rmSync(beside, { force: true })
    },
  }
}

/** @param {string} text */
const say = (text) => process.stderr.write(`${visible(text)}\n`)

/** @param {readonly string[]} words */
const run = async (words) => {
  if (words.includes('--help')) {
    await written(`${HELP}\n`)
    return 0
  }
  const asked = askedIn(words)
  if ('exitCode' in asked) {
    say(asked.text)
    if (asked.exitCode === USE) say(USAGE)
    return asked.exitCode
  }
  const { to, many, hands } = asked
  if (to !== undefined && (await isSame(asked.file, to))) {
    say(`${to}: the audit reads this file, so it does not write it.`)
    say(USAGE)
    return USE
  }
  const output = outputTo(to)
  let exitCode = null
  try {
    exitCode = await audited(asked, output.write)
  } finally {
    output.end(exitCode !== null)
  }
  const peak = Math.round(process.resourceUsage().maxRSS / 1024)
  say(
    `${many} ${many === 1 ? 'part' : 'parts'}, ${hands} ${hands === 1 ? 'worker' : 'workers'}: ${peak} MB of memory at most.`,
  )
  return exitCode
}

// nobody reads it any more
process.stderr.on('error', () => {})
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isCutOff = outputFailure() !== null
  process.exitCode = isCutOff ? CUT_OFF : error instanceof Unwritten ? NO_OUTPUT : FAILED
  if (isCutOff) say(`The output was cut off (${codeOf(error)}): this is not all of it.`)
  else if (error instanceof Unwritten) say(`${error.message}: ${troubleOf(error.cause)}`)
  else say(`The audit failed: ${troubleOf(error)}`)
}
