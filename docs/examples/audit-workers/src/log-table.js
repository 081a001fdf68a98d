/** The log in PostgreSQL: partitioned by hash of the stream, each part in the order of streams and revisions. */
import { Stream } from 'payfold'
import { wholeIn } from './options.js'
import { paged } from './pages.js'

/** @typedef {import('./database.js').Client} Client */

/** In the database's default order names would go by the rules of a language; the log goes by their bytes. */
const TABLE = `create table if not exists entries (
  stream text collate "C" not null
    check (stream ~ '^(session|payment|mandate|unknown)-[!-~]{1,200}$'),
  revision integer not null check (revision >= 0),
  line text not null,
  tx xid8 not null default pg_current_xact_id(),
  primary key (stream, revision)
) partition by hash (stream)`

/** @param {string} table @param {number} parts */
const partsOf = (table, parts) =>
  Array.from(
    { length: parts },
    (_, part) =>
      `create table ${table}_${part} partition of ${table} for values with (modulus ${parts}, remainder ${part})`,
  )

const COUNT = `select count(*)::int as parts from pg_inherits where inhparent = to_regclass($1)`

/**
 * Makes tables: all of it or nothing, and one after the other if many begin at once.
 *
 * @param {Client} client
 * @param {() => Promise<unknown>} make
 */
export const inOneGo = async (client, make) => {
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('payfold tables', 0))`)
  try {
    await make()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Makes a table that is partitioned, unless it is there.
 *
 * @param {Client} client
 * @param {string} table
 * @param {string} sql
 * @param {number} parts
 */
export const prepareParts = async (client, table, sql, parts) => {
  await client.query(sql)
  if ((await partsIn(client, table)) > 0) return
  for (const part of partsOf(table, parts)) await client.query(part)
}

/**
 * How many parts a table has.
 *
 * @param {Client} client
 * @param {string} table
 * @returns {Promise<number>}
 */
export const partsIn = async (client, table) =>
  (await client.query(COUNT, [table])).rows[0]?.parts ?? 0

/** @param {Client} client @param {number} parts how many a new log has: more than there will be workers */
export const prepareLog = (client, parts) =>
  inOneGo(client, () => prepareParts(client, 'entries', TABLE, parts))

/**
 * A row: the line, under the stream and the revision it should be of.
 *
 * @typedef {object} Row
 * @property {string} stream
 * @property {number} revision
 * @property {string} line
 */

const ADD = `insert into entries (stream, revision, line)
  select * from unnest($1::text[], $2::integer[], $3::text[])`

/** @param {Client} client @param {readonly Row[]} rows */
export const addRows = (client, rows) =>
  client.query(ADD, [
    rows.map(({ stream }) => stream),
    rows.map(({ revision }) => revision),
    rows.map(({ line }) => line),
  ])

/** How many rows are read at a time at most, and after how many what was found is kept. */
export const PAGE = wholeIn('PAGE', 4000)

/** Nor are more bytes read at a time than these, and the row that goes beyond: lines may be of any length. */
const PAGE_BYTES = 16_000_000

/** What was there when an audit began, whatever was added since. */
const SEEN = 'pg_visible_in_snapshot(tx, $3::pg_snapshot)'

/** A row that is there although its transaction is yet to come: of another database, or not as it was written. */
const AHEAD = 'tx >= pg_snapshot_xmax(pg_current_snapshot())'

/** @param {string} table @param {string} which */
const pageOf = (table, which) => `select stream, revision, line, "isAhead" from (
    select page.*, sum(octet_length(line)) over (order by stream, revision) - octet_length(line) as before
    from (
      select stream, revision, line, ${AHEAD} as "isAhead"
      from ${table} where (stream, revision) > ($1, $2) and (${SEEN} or ${AHEAD}) and ${which}
      order by stream, revision limit ${PAGE}
    ) as page
  ) as counted where before < ${PAGE_BYTES} order by stream, revision`

/**
 * What should be a row. What is none stops whoever reads it: an audit that leaves rows out would look clean.
 *
 * @param {{ stream: string, isAhead: boolean }} row
 */
const check = ({ stream, isAhead }) => {
  if (!Stream.is(stream)) throw new Error('an entry is kept under a name that is no stream.')
  if (isAhead) {
    throw new Error(
      "an entry is of a transaction yet to come. If the log was restored: update entries set tx = '3'",
    )
  }
}

/** Mandates stand together in the order of names, for `.` is the byte after `-`. */
export const MANDATES = "stream >= 'mandate-' and stream < 'mandate.'"

/** All but mandates. */
export const OTHERS = "(stream < 'mandate-' or stream >= 'mandate.')"

/**
 * Reads the rows of a part of the log, after a stream by its name.
 *
 * @param {Client} client
 * @param {{ table: string, which?: string, after?: string, snapshot: string }} asked
 */
export const readRows = (client, { table, which = 'true', after = '', snapshot }) =>
  paged(
    /** @returns {Promise<readonly Row[]>} */
    async (/** @type {Row | null} */ last) => {
      const from = last === null ? [after, MOST] : [last.stream, last.revision]
      const { rows } = await client.query(pageOf(table, which), [...from, snapshot])
      rows.forEach(check)
      return rows
    },
  )

/** No revision is beyond it. */
const MOST = 2_147_483_647
