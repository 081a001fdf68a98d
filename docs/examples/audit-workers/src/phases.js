/** The three phases of a run over one part of the log: streams, then mandates, then rows. */

import { auditStream, referencesIn, streamRow } from 'payfold/audit'
import { canonical } from 'payfold/machine'
import { inOrder } from './in-order.js'
import { MANDATES, OTHERS, PAGE, readRows } from './log-table.js'
import { byStream, paged } from './pages.js'
import { pf } from './payfold.js'
import { readPieces } from './results.js'
import { momentOf } from './runs.js'

/**
 * @typedef {import('./database.js').Client} Client
 * @typedef {import('./log-table.js').Row} Row
 * @typedef {import('payfold/audit').ReceivedConsequence} Received
 * @typedef {import('payfold/audit').StreamAudit} StreamAudit
 * @typedef {import('payfold').Stream} Stream
 * @typedef {Omit<import('./results.js').Piece, 'after'>} Next
 * @typedef {{ readonly run: import('./runs.js').Run, readonly part: number, readonly after: string }} Asked
 */

/**
 * Groups the results of streams; each group is about a page of lines.
 *
 * @param {AsyncIterable<StreamAudit>} audits
 * @returns {AsyncGenerator<Next>}
 */
async function* pieces(audits) {
  /** @type {StreamAudit[]} */
  let some = []
  let weight = 0
  for await (const audit of audits) {
    some.push(audit)
    weight += 1 + audit.lines
    if (weight < PAGE) continue
    yield pieceOf(some)
    some = []
    weight = 0
  }
  if (some.length > 0) yield pieceOf(some)
}

/** The prefixes of the streams that others find by their reference. */
const SOUGHT = new Set(
  pf.machines.flatMap(({ relations }) =>
    [...relations].flatMap((relation) => (relation.by === 'reference' ? relation.prefix : [])),
  ),
)

/** @param {readonly StreamAudit[]} audits @returns {Next} */
const pieceOf = (audits) => ({
  last: audits.at(-1)?.stream ?? '',
  lines: audits.reduce((sum, { lines }) => sum + lines, 0),
  recordedAt: audits.reduce(
    (/** @type {string | null} */ latest, { recordedAt }) =>
      recordedAt === null || (latest !== null && latest > recordedAt) ? latest : recordedAt,
    null,
  ),
  body: audits.map(({ found: _, consequences: __, ...kept }) => JSON.stringify(kept)),
  found: audits.flatMap(({ found }) => found),
  received: audits.flatMap(({ consequences }) => consequences),
  references: audits.flatMap(({ stream, kept }) => {
    const [reference, prefix] = [kept?.reference ?? null, stream.slice(0, stream.indexOf('-'))]
    return reference !== null && SOUGHT.has(prefix) ? { prefix, reference, stream } : []
  }),
})

/**
 * Audits every stream except mandates, one stream at a time.
 *
 * @param {Client} client
 * @param {Asked} asked
 */
const streams = (client, { run, part, after }) => {
  const by = auditStream(pf, run.options)
  const { snapshot } = run
  const rows = readRows(client, { table: `entries_${part}`, which: OTHERS, after, snapshot })
  async function* audits() {
    for await (const { stream, rows: lines } of byStream(rows)) {
      yield by(/** @type {Stream} */ (stream), lines)
    }
  }
  return pieces(audits())
}

const RECEIVED = `select stream, sender, ordinal, body from audit_heard_PART
  where run = $1 and (stream, sender, ordinal) > ($2, $3, $4)
  order by stream, sender, ordinal limit ${PAGE}`

/** @typedef {{ stream: string, sender: string, ordinal: number, body: string }} ReceivedRow */

/** @param {Client} client @param {Asked} asked */
const readReceived = (client, { run, part, after }) =>
  paged(
    /** @returns {Promise<readonly ReceivedRow[]>} */
    async (/** @type {ReceivedRow | null} */ last) => {
      // sorts before the name of every sender
      const from =
        last === null ? [after, '\u{10ffff}', 0] : [last.stream, last.sender, last.ordinal]
      return (await client.query(RECEIVED.replace('PART', String(part)), [run.run, ...from])).rows
    },
  )

/**
 * Yields batches that each belong to one stream.
 *
 * @template {{ readonly stream: string }} A
 * @template B
 * @param {AsyncIterable<readonly A[]>} pages
 * @param {(rows: readonly A[]) => B} show
 */
async function* each(pages, show) {
  for await (const { stream, rows } of byStream(pages)) yield [{ stream, ...show(rows) }]
}

/**
 * Audits mandates, from their own entries and the consequences of payments from all parts.
 *
 * @param {Client} client
 * @param {Asked} asked
 */
const mandates = (client, asked) => {
  const { run, part, after } = asked
  const by = auditStream(pf, run.options)
  const { snapshot } = run
  const own = readRows(client, { table: `entries_${part}`, which: MANDATES, after, snapshot })
  /** @type {AsyncIterable<readonly { stream: string, lines: readonly Row[], received: readonly Received[] }[]>} */
  const entries = each(own, (lines) => ({ lines, received: [] }))
  const received = each(readReceived(client, asked), (rows) => ({
    lines: [],
    received: rows.map(({ body }) => /** @type {Received} */ (JSON.parse(body))),
  }))
  async function* audits() {
    // what there is for one stream: its entries, its consequences, or both
    let all =
      /** @type {{ stream: string, lines: readonly Row[], received: readonly Received[] } | null} */ (
        null
      )
    for await (const next of inOrder([entries, received])) {
      if (all?.stream === next.stream) all = { ...all, received: next.received }
      else {
        if (all !== null) yield by(/** @type {Stream} */ (all.stream), all.lines, all.received)
        all = next
      }
    }
    if (all !== null) yield by(/** @type {Stream} */ (all.stream), all.lines, all.received)
  }
  return pieces(audits())
}

/** @typedef {Omit<StreamAudit, 'found' | 'consequences'>} Kept */

const REFERENCES = `select reference, stream from audit_references
  where run = $1 and reference = any($2::text[])`

/**
 * Builds the rows of the report. At this point, the time and all references are known.
 *
 * @param {Client} client
 * @param {Asked} asked
 * @returns {AsyncGenerator<Next>}
 */
async function* rows(client, { run, part, after }) {
  const now = await momentOf(client, run)
  const none = { lines: 0, recordedAt: null, found: [], received: [], references: [] }

  /** @param {readonly Kept[]} some @returns {Promise<Next>} */
  const pieceFrom = async (some) => {
    const named = some.flatMap(({ kept }) => kept?.reference ?? [])
    const references = referencesIn((await client.query(REFERENCES, [run.run, named])).rows)
    const body = some.map((audit) => {
      const { stream, lines, end, recordedAt, isNumbered } = audit
      const row = streamRow({ ...audit, found: [], consequences: [] }, now, references)
      const text = row === null ? '' : (canonical(row) ?? '')
      return `${JSON.stringify({ stream, lines, end, recordedAt, isNumbered })}\t${text}`
    })
    return { ...none, last: some.at(-1)?.stream ?? '', body }
  }

  /** @param {number} phase @returns {AsyncGenerator<readonly Kept[]>} */
  async function* kept(phase) {
    for await (const texts of readPieces(client, { run: run.run, phase, part, after })) {
      const all = texts.map((text) => /** @type {Kept} */ (JSON.parse(text)))
      yield all.filter(({ stream }) => stream > after)
    }
  }
  /** @type {Kept[]} */
  let some = []
  for await (const audit of inOrder([kept(0), kept(1)])) {
    some.push(audit)
    if (some.length < PAGE) continue
    yield pieceFrom(some)
    some = []
  }
  if (some.length > 0) yield pieceFrom(some)
}

/** The work of each phase, from the stream that the part has reached. */
export const DO = { streams, mandates, rows }
