/** The log in PostgreSQL: partitioned by hash of the stream, each part in the order of streams and revisions. */

/** @typedef {import('./database.js').Client} Client */

/** How many parts a new log has: more than there will be workers. */
const PARTS = 16

/** In the database's default order names would go by the rules of a language; the log goes by their bytes. */
const TABLE = `create table if not exists entries (
  stream text collate "C" not null check (stream <> ''),
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

/** @param {Client} client @param {number} [parts] */
export const prepareLog = (client, parts = PARTS) => prepareParts(client, 'entries', TABLE, parts)

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

/** How many rows are read at a time. */
export const PAGE = 4000

/** What was there when an audit began, whatever was added since. */
const SEEN = 'pg_visible_in_snapshot(tx, $3::pg_snapshot)'

/** @param {string} table @param {string} which */
const pageOf = (table, which) => `select stream, revision, line from ${table}
  where (stream, revision) > ($1, $2) and ${SEEN} and ${which}
  order by stream, revision limit ${PAGE}`

/**
 * Rows after a place, page by page; the next page is on its way while one is looked at.
 *
 * @template {{ readonly stream: string }} A
 * @param {(after: A | null) => Promise<readonly A[]>} read
 */
export async function* paged(read) {
  let coming = read(null)
  for (;;) {
    const page = await coming
    const last = page.at(-1)
    if (last === undefined) return
    coming = read(last)
    // it is looked at when it is awaited; until then nobody is to be told
    coming.catch(() => {})
    yield page
  }
}

/**
 * Pages cut by stream: each whole.
 *
 * @template {{ readonly stream: string }} A
 * @param {AsyncIterable<readonly A[]>} pages
 * @returns {AsyncGenerator<{ readonly stream: string, readonly rows: readonly A[] }>}
 */
export async function* byStream(pages) {
  /** @type {A[]} */
  let rows = []
  let stream = ''
  for await (const page of pages) {
    for (const row of page) {
      if (rows.length > 0 && row.stream !== stream) {
        yield { stream, rows }
        rows = []
      }
      stream = row.stream
      rows.push(row)
    }
  }
  if (rows.length > 0) yield { stream, rows }
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
      return (await client.query(pageOf(table, which), [...from, snapshot])).rows
    },
  )

/** No revision is beyond it. */
const MOST = 2_147_483_647
