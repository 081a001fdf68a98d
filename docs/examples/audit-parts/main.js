// @ts-check
/**
 * Audits a log of any length: `npm start -- audit-parts FILE`. The exit code is that of `audit`.
 * It needs as much memory as one part, and as much room for temporary files as about five logs.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { logParts, reportStream } from 'payfold/audit'
import { EXIT, NO_LINES, NO_OUTPUT, USE } from '../exits.js'
import { written } from '../output.js'
import { pf } from '../payfold.js'
import { isSame, troubleOf } from '../trouble.js'
import { filesOf, jsonIn, linesOf, lostIn, numbered, writeJson, writerOn } from './files.js'
import { auditOne } from './part.js'

/** How much of a log one part has, in bytes. */
const PART = 24_000_000

/** Each part has two files, which are open at the same time. */
const MOST_PARTS = 400
const MOST_WORKERS = 64

/** The exit code of a program that failed. */
const FAILED = 70

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
 * @param {number} opened
 */
const writeReport = (folder, count, opened) => {
  const parts = Array.from({ length: count }, (_, part) => {
    const { streams, rows, sequenced, claims } = filesOf(folder, part)
    return {
      streams: () => jsonIn(streams),
      rows: () => jsonIn(rows),
      sequenced: () => jsonIn(sequenced),
      claims: () => jsonIn(claims),
    }
  })
  const writer = writerOn(opened)
  const texts = reportStream(pf)(parts)
  let next = texts.next()
  for (; next.done !== true; next = texts.next()) writer.add(next.value)
  writer.add('\n')
  writer.flush()
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

/** What the words ask for; a text says what is wrong with them. @param {readonly string[]} words */
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
    if (file === undefined || others.length > 0) return 'Name one log.'
    const size = statSync(file, { throwIfNoEntry: false })
    if (size?.isFile() !== true) return `${file}: this is no file that can be read twice.`
    const usual = `${Math.ceil(size.size / PART)}`
    const many = wholeIn(values.parts ?? usual, values.parts === undefined ? 0 : 1, MOST_PARTS)
    const hands = wholeIn(values.workers ?? `${availableParallelism() - 1}`, 0, MOST_WORKERS)
    if (many === null) return `--parts takes a whole number from 1 to ${MOST_PARTS}.`
    if (hands === null) return `--workers takes a whole number from 0 to ${MOST_WORKERS}.`
    return { file, to: values.to, many: Math.max(1, many), hands }
  } catch (error) {
    return error instanceof Error ? error.message : 'Wrong options.'
  }
}

/**
 * Audits the log, and writes the report. Returns the exit code.
 *
 * @param {{ readonly file: string, readonly many: number, readonly hands: number }} asked
 * @param {number} out
 */
const audited = async ({ file, many, hands }, out) => {
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
    const { lines, worst } = writeReport(folder, count, out)
    return lines === 0 ? NO_LINES : EXIT[worst ?? 'notice']
  } finally {
    rmSync(folder, { recursive: true })
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** @param {readonly string[]} words */
const run = async (words) => {
  if (words.includes('--help')) {
    await written(`${HELP}\n`)
    return 0
  }
  const asked = askedIn(words)
  if (typeof asked === 'string') {
    process.stderr.write(`${asked}\n${USAGE}\n`)
    return USE
  }
  const { to, many, hands } = asked
  if (to !== undefined && (await isSame(asked.file, to))) {
    process.stderr.write(`${to}: the audit reads this file, so it does not write it.\n`)
    return USE
  }
  let out = 1
  try {
    if (to !== undefined) out = openSync(to, 'w')
  } catch (error) {
    process.stderr.write(`${to}: ${troubleOf(error)}\n`)
    return NO_OUTPUT
  }
  const exitCode = await audited(asked, out)
  const peak = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stderr.write(`${many} parts, ${hands} workers: ${peak} MB of memory at most.\n`)
  return exitCode
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.exitCode = FAILED
  process.stderr.write(`The audit failed: ${troubleOf(error)}\n`)
}
