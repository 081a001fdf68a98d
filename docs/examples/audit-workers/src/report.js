/**
 * Writes the report of a run while it is merged. The report may be as large as the log; the memory
 * needed is only that of a few pages, and of the findings.
 */

import { once } from 'node:events'
import { merger, reportFrame } from 'payfold/audit'
import { canonical } from 'payfold/machine'
import { inOrder } from './in-order.js'
import { PAGE } from './log-table.js'
import { byStream, paged } from './pages.js'
import { pf } from './payfold.js'
import { readPieces } from './results.js'
import { momentOf, PHASES } from './runs.js'

/**
 * @typedef {import('./database.js').Client} Client
 * @typedef {import('./runs.js').Run} Run
 * @typedef {import('node:stream').Writable} Writable
 * @typedef {Pick<import('payfold/audit').StreamAudit, 'stream' | 'lines' | 'end' | 'recordedAt' | 'isNumbered'>} Part
 */

/**
 * Every stream of the run, by name: its part in the merge, and its row.
 *
 * @param {Client} client
 * @param {Run} run
 */
const streamsOf = (client, { run, parts }) => {
  /** @param {number} part @returns {AsyncGenerator<readonly { stream: string, part: string, row: string }[]>} */
  async function* of(part) {
    for await (const texts of readPieces(client, { run, phase: PHASES.indexOf('rows'), part })) {
      yield texts.map((text) => {
        const at = text.indexOf('\t')
        const start = text.slice(0, at)
        return { stream: nameIn(start), part: start, row: text.slice(at + 1) }
      })
    }
  }
  return inOrder(Array.from({ length: parts }, (_, part) => of(part)))
}

/** @param {string} text */
const nameIn = (text) => /** @type {Part} */ (JSON.parse(text)).stream

const FOUND = `select stream, teller, ordinal, body from audit_found
  where run = $1 and (stream, teller, ordinal) > ($2, $3, $4)
  order by stream, teller, ordinal limit ${PAGE}`

/** @typedef {{ stream: string, teller: string, ordinal: number, body: string }} FoundRow */

/** The findings within each stream. @param {Client} client @param {number} run */
const foundIn = (client, run) =>
  byStream(
    paged(
      /** @returns {Promise<readonly FoundRow[]>} */
      async (/** @type {FoundRow | null} */ last) => {
        const from = last === null ? ['', '', -1] : [last.stream, last.teller, last.ordinal]
        return (await client.query(FOUND, [run, ...from])).rows
      },
    ),
  )

/** Writes texts separated by commas, many at a time. @param {Writable} out */
const listOn = (out) => {
  let waiting = ''
  let isFirst = true
  const flush = async () => {
    if (waiting !== '' && !out.write(waiting)) await once(out, 'drain')
    waiting = ''
  }
  return {
    /** @param {string} text */
    add: (text) => {
      waiting += isFirst ? text : `,${text}`
      isFirst = false
      return waiting.length > 1_000_000 ? flush() : null
    },
    flush,
  }
}

/**
 * Writes one text as soon as the output has room for it.
 * @param {Writable} out @param {string} text
 */
const write = (out, text) =>
  new Promise((resolve, reject) => {
    out.write(text, (error) => (error ? reject(error) : resolve(null)))
  })

/**
 * Merges all streams. Returns the findings in their order, and the rest of the report.
 *
 * @param {Client} client
 * @param {Run} run
 */
const merged = async (client, run) => {
  const now = await momentOf(client, run)
  const whole = merger(pf, { ...run.options, ...(now === null ? {} : { now }) })
  const found = foundIn(client, run.run)
  let next = await found.next()
  for await (const { stream, part } of streamsOf(client, run)) {
    const here = next.done !== true && next.value.stream === stream ? next.value.rows : []
    if (here.length > 0) next = await found.next()
    whole.add(
      JSON.parse(part),
      here.map(({ body }) => JSON.parse(body)),
    )
  }
  if (next.done !== true) throw new Error('a finding belongs to a stream that does not exist.')
  return whole.end()
}

/**
 * Writes the report of a run that is done. Resolves with its frame once everything is written.
 *
 * @param {Client} client
 * @param {Run} run
 * @param {Writable} out
 * @returns {Promise<import('payfold/audit').ReportFrame>}
 */
export const writeReport = async (client, run, out) => {
  const { findings, frame } = await merged(client, run)
  const [before, between, after] = reportFrame(frame)
  await write(out, before)
  const texts = listOn(out)
  for (const each of findings) await texts.add(canonical(each) ?? '')
  await texts.flush()
  await write(out, between)
  const rows = listOn(out)
  for await (const { row } of streamsOf(client, run)) {
    const full = row === '' ? null : rows.add(row)
    if (full !== null) await full
  }
  await rows.flush()
  await write(out, `${after}\n`)
  return frame
}
