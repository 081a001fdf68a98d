/**
 * Loads the lines of a log into the database: from a file with `npm run load -- FILE`, or from
 * standard input with `npm run load`.
 */
import { open } from 'node:fs/promises'
import { lineCutter } from 'payfold/audit'
import { reasonOf, withDatabase } from './database.js'
import { addRows, PAGE, prepareLog } from './log-table.js'
import { wholeIn } from './options.js'

/**
 * How a line ends: with its stream and revision, the key under which it is stored. An audit checks
 * the line against that key.
 */
const END = /"revision":(\d{1,9}),"stream":"([^"]+)","hash":"[0-9a-f]{64}"\}$/

/** @param {string} line */
const rowOf = (line) => {
  const [, revision, stream] = END.exec(line) ?? []
  return stream === undefined ? null : { stream, revision: Number(revision), line }
}

/** The exit code if the input is invalid. */
const BAD = 65

const [file] = process.argv.slice(2)

/** The number of parts of a new log: more than there will be workers. */
const PARTS = wholeIn('PARTS', 16)

await withDatabase(async (client) => {
  await prepareLog(client, PARTS)
  /** @type {import('./log-table.js').Row[]} */
  let rows = []
  let [kept, number] = [0, 0]
  const cut = lineCutter()

  /** Takes a line; returns false if it shows no stream and revision. @param {string} line */
  const take = async (line) => {
    number += 1
    if (line === '') return true
    const row = rowOf(line)
    if (row === null) {
      process.stderr.write(`Line ${number} does not show which entry it is; nothing was stored.\n`)
      return false
    }
    rows.push(row)
    if (rows.length < PAGE) return true
    await addRows(client, rows)
    kept += rows.length
    rows = []
    return true
  }

  try {
    const input = file === undefined ? process.stdin : (await open(file)).createReadStream()
    // stores the whole file or nothing
    await client.query('begin')
    for await (const chunk of input) {
      for (const line of cut.take(chunk)) {
        if (!(await take(line))) return BAD
      }
    }
    for (const line of cut.end()) {
      if (!(await take(line))) return BAD
    }
    await addRows(client, rows)
    await client.query('commit')
    process.stderr.write(`${kept + rows.length} entries.\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}; nothing was stored.\n`)
    return BAD
  }
})
