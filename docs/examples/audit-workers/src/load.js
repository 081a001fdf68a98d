/** Puts the lines of a log into the database. `npm run load -- FILE`, or from standard input. */
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { reasonOf, withDatabase } from './database.js'
import { addRows, PAGE, prepareLog } from './log-table.js'

/** How a line ends: what it is to be kept under. An audit holds it against that. */
const END = /"revision":(\d{1,9}),"stream":"([^"]+)","hash":"[0-9a-f]{64}"\}$/

/** @param {string} line */
const rowOf = (line) => {
  const [, revision, stream] = END.exec(line) ?? []
  return stream === undefined ? null : { stream, revision: Number(revision), line }
}

const [file] = process.argv.slice(2)

await withDatabase(async (client) => {
  await prepareLog(client)
  /** @type {import('./log-table.js').Row[]} */
  let rows = []
  let [kept, number] = [0, 0]
  try {
    const input = file === undefined ? process.stdin : (await open(file)).createReadStream()
    // all of a file or nothing
    await client.query('begin')
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (line === '') continue
      const row = rowOf(line)
      if (row === null) {
        process.stderr.write(`Line ${number} does not show what entry it is; nothing was kept.\n`)
        return 65
      }
      rows.push(row)
      if (rows.length < PAGE) continue
      await addRows(client, rows)
      kept += rows.length
      rows = []
    }
    await addRows(client, rows)
    await client.query('commit')
    process.stderr.write(`${kept + rows.length} entries.\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}; nothing was kept.\n`)
    return 65
  }
})
