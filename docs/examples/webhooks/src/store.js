/** The log in SQL: messages as they arrived, and the entries that they reported. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { pf } from './payfold.js'

const TABLES = [
  `create table if not exists messages (
    id bigint generated always as identity primary key,
    received_at text not null,
    kept_at timestamptz not null default now(),
    kind text not null check (kind in ('webhook', 'response')),
    about jsonb not null,
    body bytea not null,
    outcome text
  )`,
  'create index if not exists messages_unread on messages (id) where outcome is null',
  `create table if not exists entries (
    stream text not null,
    revision integer not null check (revision >= 0),
    line text not null,
    message bigint references messages (id),
    command text unique,
    primary key (stream, revision)
  )`,
]

const KEEP = `insert into messages (received_at, kind, about, body)
  values ($1, $2, $3::jsonb, $4) returning id::text as id`

// the age is measured by the database's own clock, because the clocks of the services may differ
const UNREAD = `select id::text as id, received_at, kind, about, body from messages
  where outcome is null and kept_at <= now() - make_interval(secs => $2) and id > $3::bigint
  order by messages.id limit $1`

// in the order of the key, so that an audit needs only one stream at a time
const PAGE = `select stream, revision, line from entries where (stream, revision) > ($1, $2)
  order by stream, revision limit 1000`

const COUNT_UNREAD = 'select count(*)::int as unread from messages where outcome is null'

const READ = `select entries.stream, line
  from unnest($1::text[], $2::integer[]) as known (stream, revision)
  join entries on entries.stream = known.stream and entries.revision > known.revision
  order by entries.stream, entries.revision`

const STREAM_OF_COMMAND = 'select stream from entries where command = $1'

// in the order of the key, so that two statements that add to the same streams cannot deadlock
const ADD = `insert into entries (stream, revision, line, message)
  select stream, revision, line, $4::bigint
  from unnest($1::text[], $2::integer[], $3::text[]) as incoming (stream, revision, line)
  order by stream, revision`

const ADD_OWN = `insert into entries (stream, revision, line, command)
  select stream, revision, line, command
  from unnest($1::text[], $2::integer[], $3::text[], $4::text[])
    as own (stream, revision, line, command)
  order by stream, revision`

const ADD_AND_MARK = `with added as (${ADD} returning 1)
  update messages set outcome = $5 where id = $4::bigint and outcome is null`

/**
 * A stored message: what `readDelivery` reads, with its body as bytes.
 *
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} receivedAt
 * @property {'webhook' | 'response'} kind
 * @property {object} about the request of a response (endpoint, params, request, status, headers); empty for a webhook
 * @property {Uint8Array} body
 */

/** @param {readonly import('payfold').Entry[]} entries */
const columns = (entries) => [
  entries.map(({ stream }) => stream),
  entries.map(({ revision }) => revision),
  entries.map(pf.toLine),
]

/**
 * The id of the command that an entry records, so that no other entry can record it. An attempt
 * names its command, too, but there may be several.
 *
 * @param {import('payfold').Entry} entry
 */
const claimOf = ({ event: { type, data } }) =>
  type === 'refund_requested' && 'commandId' in data ? data.commandId : null

/**
 * The store. Every method is one statement: it happens completely or not at all. The method rejects
 * if the statement did not happen, or if it is unknown whether it happened.
 *
 * @param {import('./database.js').Database} database
 */
export const storeIn = ({ query }) => ({
  /** Creates the tables unless they exist. */
  prepare: async () => {
    for (const table of TABLES) await query(table)
  },

  /**
   * Stores a message as it arrived; resolves to the message's number once the database has the
   * message.
   *
   * @param {Omit<Kept, 'id'>} message
   * @returns {Promise<string>}
   *
   */
  keep: async ({ receivedAt, kind, about, body }) =>
    (await query(KEEP, [receivedAt, kind, JSON.stringify(about), body]))[0]?.['id'],

  /**
   * Stored messages of at least this age that were not read, the oldest first.
   *
   * @param {number} most
   * @param {number} seconds
   * @param {string} after the number of a message; only later messages are returned
   * @returns {Promise<readonly Kept[]>}
   *
   */
  unread: async (most, seconds, after) =>
    (await query(UNREAD, [most, seconds, after])).map(
      ({ id, received_at: receivedAt, kind, about, body }) => ({
        id,
        receivedAt,
        kind,
        about,
        body,
      }),
    ),

  /** Counts the messages that were not read. @returns {Promise<number>} */
  countUnread: async () => (await query(COUNT_UNREAD))[0]?.['unread'],

  /**
   * The entries of streams after a revision of each, in order.
   *
   * @param {readonly (readonly [stream: import('payfold').Stream, revision: number])[]} ends
   * @returns {Promise<readonly import('payfold').Entry[]>}
   */
  entriesAfter: async (ends) => {
    if (ends.length === 0) return []
    const [streams, revisions] = [ends.map(([stream]) => stream), ends.map(([, last]) => last)]
    return (await query(READ, [streams, revisions])).map(({ line }) => {
      const read = pf.fromLine(line)
      // only this store writes lines, so an invalid line is an accident, and no entry may follow it
      if (isLeft(read)) throw new Error('A line of the log is not valid. Audit the log.')
      return read.right
    })
  },

  /**
   * All entries of streams, in order.
   *
   * @param {readonly import('payfold').Stream[]} streams
   * @returns {Promise<readonly import('payfold').Entry[]>}
   */
  entriesOf(streams) {
    return this.entriesAfter(streams.map((stream) => [stream, -1]))
  },

  /** Yields every line of the log, stream by stream. @returns {AsyncGenerator<string>} */
  lines: async function* () {
    let [stream, revision] = ['', -1]
    for (;;) {
      const page = await query(PAGE, [stream, revision])
      for (const row of page) yield row['line']
      const last = page.at(-1)
      if (last === undefined) return
      ;[stream, revision] = [last['stream'], last['revision']]
    }
  },

  /**
   * The stream of a command; null if there is no such command.
   *
   * @param {string} command
   * @returns {Promise<string | null>}
   */
  streamOfCommand: async (command) =>
    (await query(STREAM_OF_COMMAND, [command]))[0]?.['stream'] ?? null,

  /**
   * Adds steps of ours, in one statement; rejects with a conflict if a revision is taken, or if a
   * command is already recorded.
   *
   * @param {readonly import('payfold').Entry[]} entries
   */
  addOwn: async (entries) => {
    await query(ADD_OWN, [...columns(entries), entries.map(claimOf)])
  },

  /**
   * Adds the entries of a message and marks it as read, in one statement.
   *
   * @param {string} id
   * @param {string} outcome
   * @param {readonly import('payfold').Entry[]} entries
   */
  addRead: async (id, outcome, entries) => {
    await query(ADD_AND_MARK, [...columns(entries), id, outcome])
  },
})

/** @typedef {ReturnType<typeof storeIn>} Store */
