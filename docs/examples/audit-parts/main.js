// @ts-check
/**
 * Audits a log of any length: `npm start -- audit-parts FILE [--parts N] [--workers N] [--to REPORT]`.
 * It needs as much memory as one part, and as much room for temporary files as about five logs.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { logParts, reportStream } from 'payfold/audit'
import { pf } from '../payfold.js'
import { filesOf, jsonIn, linesOf, lostIn, writeJson, writerOn } from './files.js'
import { auditOne } from './part.js'

/** How much of a log one part has, in bytes. */
const PART = 24_000_000

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
    writers[placed.part]?.add(`${line} ${text}\n`)
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
 * Writes the report, while the audits of all parts are merged.
 *
 * @param {string} folder
 * @param {number} count
 * @param {number} opened
 */
const writeReport = (folder, count, opened) => {
  const parts = Array.from({ length: count }, (_, part) => {
    const { audits, sequenced, claims } = filesOf(folder, part)
    return {
      audits: () => jsonIn(audits),
      sequenced: () => jsonIn(sequenced),
      claims: () => jsonIn(claims),
    }
  })
  const writer = writerOn(opened)
  for (const text of reportStream(pf)(parts)) writer.add(text)
  writer.add('\n')
  writer.flush()
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parts: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism() - 1) },
    to: { type: 'string' },
  },
})
const [file = ''] = positionals
const many = Number(values.parts ?? Math.max(1, Math.ceil(statSync(file).size / PART)))
const folder = mkdtempSync(join(tmpdir(), 'audit-'))
const workers = Array.from(
  { length: Number(values.workers) },
  () =>
    new Worker(new URL('worker.js', import.meta.url), {
      // what an audit makes dies young: with room for it, little of it is ever moved
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    }),
)
const out = values.to === undefined ? 1 : openSync(values.to, 'w')
try {
  const { count, second } = divide(file, folder, many)
  const numbers = Array.from({ length: count }, (_, part) => part)
  const of = { folder, parts: many }
  await auditAll(numbers.slice(0, second), of, workers)
  await auditAll(numbers.slice(second), of, workers)
  writeReport(folder, count, out)
} finally {
  rmSync(folder, { recursive: true })
  await Promise.all(workers.map((worker) => worker.terminate()))
}
const peak = Math.round(process.resourceUsage().maxRSS / 1024)
process.stderr.write(`${many} parts, ${workers.length} workers: ${peak} MB of memory at most.\n`)
