/**
 * What an audit stores in PostgreSQL until its report is written: tasks, results of streams,
 * findings.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { inOneGo, partsIn, prepareParts } from './log-table.js'
import { paged } from './pages.js'

/** @typedef {import('./database.js').Client} Client */

const TABLES = [
  `create table if not exists audit_runs (
    run integer generated always as identity primary key,
    snapshot text not null,
    judged_by text not null,
    options jsonb not null,
    parts integer not null,
    begun_at timestamptz not null default now()
  )`,
  // how far each phase of each part has come: the last stream that is done
  `create table if not exists audit_tasks (
    run integer not null references audit_runs on delete cascade,
    phase integer not null,
    part integer not null,
    reached text collate "C" not null default '',
    is_done boolean not null default false,
    lines bigint not null default 0,
    primary key (run, phase, part)
  )`,
  // the results of some streams of a part, in the order of their names
  `create table if not exists audit_pieces (
    run integer not null references audit_runs on delete cascade,
    phase integer not null,
    part integer not null,
    last text collate "C" not null,
    recorded_at text collate "C",
    body bytea not null,
    primary key (run, phase, part, last)
  )`,
  `create table if not exists audit_found (
    run integer not null references audit_runs on delete cascade,
    stream text collate "C" not null,
    teller text collate "C" not null,
    ordinal integer not null,
    body text not null,
    primary key (run, stream, teller, ordinal)
  )`,
  // the first stream, by name, of each prefix and reference
  `create table if not exists audit_references (
    run integer not null references audit_runs on delete cascade,
    reference text collate "C" not null,
    prefix text collate "C" not null,
    stream text collate "C" not null,
    primary key (run, reference, prefix)
  )`,
]

/** A payment's consequences are stored in the part that contains the mandate's entries. */
const RECEIVED = `create table if not exists audit_heard (
  run integer not null references audit_runs on delete cascade,
  stream text collate "C" not null,
  sender text collate "C" not null,
  ordinal integer not null,
  body text not null,
  primary key (run, stream, sender, ordinal)
) partition by hash (stream)`

/** @param {Client} client */
export const prepareResults = (client) =>
  inOneGo(client, async () => {
    for (const table of TABLES) await client.query(table)
    const parts = await partsIn(client, 'entries')
    const known = await partsIn(client, 'audit_heard')
    if (known > 0 && known !== parts) {
      // the log has a new number of parts, so results for the old log belong to other parts
      await client.query('delete from audit_runs; drop table audit_heard')
    }
    await prepareParts(client, 'audit_heard', RECEIVED, parts)
  })

/**
 * The results of some streams, stored together or not at all: the next step of a part in a phase.
 *
 * @typedef {{ prefix: string, reference: string, stream: string }} Reference a stream that others
 *   find by its reference
 *
 * @typedef {object} Piece
 * @property {string} after the stream that the part had reached before this piece
 * @property {string} last the stream that the part reaches with this piece
 * @property {number} lines
 * @property {string | null} recordedAt
 * @property {readonly string[]} body one text for each stream
 * @property {readonly import('payfold/audit').FoundWithin[]} found
 * @property {readonly import('payfold/audit').ReceivedConsequence[]} received
 * @property {readonly Reference[]} references
 */

/**
 * Stores a whole piece in one statement; does nothing if another worker has already stored the
 * piece.
 */
const KEEP = `with
  task as (
    update audit_tasks set reached = $5, lines = lines + $6
    where run = $1 and phase = $2 and part = $3 and reached = $4 returning run
  ),
  piece as (
    insert into audit_pieces (run, phase, part, last, recorded_at, body)
    select run, $2, $3, $5, $7, $8 from task
  ),
  found as (
    insert into audit_found (run, stream, teller, ordinal, body)
    select run, f.* from task, unnest($9::text[], $10::text[], $11::integer[], $12::text[]) as f
  ),
  received as (
    insert into audit_heard (run, stream, sender, ordinal, body)
    select run, h.* from task, unnest($13::text[], $14::text[], $15::integer[], $16::text[]) as h
  ),
  named as (
    insert into audit_references (run, reference, prefix, stream)
    select run, r.reference, r.prefix, r.stream
    from task, unnest($17::text[], $18::text[], $19::text[]) as r (reference, prefix, stream)
    order by r.reference, r.prefix
    on conflict (run, reference, prefix)
      do update set stream = least(audit_references.stream, excluded.stream)
  )
  select run from task`

/**
 * If several streams have the same prefix and reference, keeps only the first by name.
 * @param {readonly Reference[]} references
 */
const firstOf = (references) => {
  /** @type {Map<string, Reference>} */
  const first = new Map()
  for (const each of references) {
    const name = `${each.prefix} ${each.reference}`
    const known = first.get(name)
    if (known === undefined || each.stream < known.stream) first.set(name, each)
  }
  return [...first.values()]
}

/**
 * Stores a piece. Returns false if the part has moved on, because another worker has taken it over.
 *
 * @param {Client} client
 * @param {{ run: number, phase: number, part: number }} task
 * @param {Piece} piece
 */
export const keepPiece = async (client, { run, phase, part }, piece) => {
  const { found, received } = piece
  const references = firstOf(piece.references)
  const { rowCount } = await client.query(KEEP, [
    run,
    phase,
    part,
    piece.after,
    piece.last,
    piece.lines,
    piece.recordedAt,
    gzipSync(piece.body.join('\n'), { level: 1 }),
    found.map(({ within }) => within),
    found.map(({ teller }) => teller),
    found.map((_, index) => index),
    found.map((each) => JSON.stringify(each)),
    received.map(({ stream }) => stream),
    received.map(({ from }) => from),
    received.map((_, index) => index),
    received.map((each) => JSON.stringify(each)),
    references.map(({ reference }) => reference),
    references.map(({ prefix }) => prefix),
    references.map(({ stream }) => stream),
  ])
  return rowCount === 1
}

const PIECE = `select last as stream, body from audit_pieces
  where run = $1 and phase = $2 and part = $3 and last > $4 order by last limit 1`

/**
 * The pieces of a part in a phase, beginning with the first piece that ends after the stream
 * `after`. Yields the texts of each piece.
 *
 * @param {Client} client
 * @param {{ run: number, phase: number, part: number, after?: string }} asked
 * @returns {AsyncGenerator<readonly string[]>}
 */
export async function* readPieces(client, { run, phase, part, after = '' }) {
  const pages = paged(async (/** @type {{ stream: string, body: Buffer } | null} */ last) => {
    const values = [run, phase, part, last?.stream ?? after]
    /** @type {readonly { stream: string, body: Buffer }[]} */
    const rows = (await client.query(PIECE, values)).rows
    return rows
  })
  for await (const [piece] of pages) {
    if (piece !== undefined) yield gunzipSync(piece.body).toString().split('\n')
  }
}
