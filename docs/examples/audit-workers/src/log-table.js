/**
 * The log in PostgreSQL: partitioned by the hash of the stream; each part is sorted by stream and
 * revision.
 */
import { Stream } from 'payfold'
import { wholeIn } from './options.js'
import { paged } from './pages.js'

/** @typedef {import('./database.js').Client} Client */

/**
 * The database's default collation sorts names by the rules of a language; the log sorts them by
 * their bytes.
 */
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
 * Creates all tables or none. If several processes begin at once, they take turns.
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
 * Creates a partitioned table, unless it exists.
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
 * Returns how many parts a table has.
 *
 * @param {Client} client
 * @param {string} table
 * @returns {Promise<number>}
 */
export const partsIn = async (client, table) =>
  (await client.query(COUNT, [table])).rows[0]?.parts ?? 0

/** @param {Client} client @param {number} parts the number of parts of a new log: more than there will be workers */
export const prepareLog = (client, parts) =>
  inOneGo(client, () => prepareParts(client, 'entries', TABLE, parts))

/**
 * A row: a line, and the stream and revision under which it is stored.
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

/**
 * The maximum number of rows that are read at once. Results are stored after the same number of
 * rows.
 */
export const PAGE = wholeIn('PAGE', 4000)

/**
 * The maximum number of bytes that are read at once. Only the last row may exceed this maximum,
 * because a line can have any length.
 */
const PAGE_BYTES = 16_000_000

/** An SQL condition that selects what the log contained when an audit began. */
const SEEN = 'pg_visible_in_snapshot(tx, $3::pg_snapshot)'

/**
 * An SQL condition that finds a row of a transaction that has not happened yet: the row was copied
 * from another database, or changed.
 */
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
 * Checks a row. An invalid row stops the reader, because an audit that skips rows could find
 * nothing and look clean.
 *
 * @param {{ stream: string, isAhead: boolean }} row
 */
const check = ({ stream, isAhead }) => {
  if (!Stream.is(stream)) throw new Error('an entry is stored under an invalid stream name.')
  if (isAhead) {
    throw new Error(
      "an entry belongs to a transaction that has not happened yet. If the log was restored: update entries set tx = '3'",
    )
  }
}

/**
 * An SQL condition for mandates. They are adjacent in the order of names, because `.` is the byte
 * after `-`.
 */
export const MANDATES = "stream >= 'mandate-' and stream < 'mandate.'"

/** An SQL condition for every stream except mandates. */
export const OTHERS = "(stream < 'mandate-' or stream >= 'mandate.')"

/**
 * Reads the rows of a part of the log whose stream comes after `after` in the order of names.
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

/** A number that is greater than every revision. */
const MOST = 2_147_483_647
